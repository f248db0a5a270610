package playback

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/playback/playlist"
	"ffkvadrat/tests/wait"
)

// rig plays with a clock that the test controls.
type rig struct {
	*Playback
	t      *testing.T
	now    time.Duration
	said   []string
	warned []string
	busy   []time.Duration
	turned []string // videos that began
	drawn  int      // number of redraws requested without a new frame
	posted chan func()
	woken  chan struct{}
}

func newRig(t *testing.T, change func(*Options), paths ...string) *rig {
	t.Helper()
	return newRigIn(t.Context(), t, change, paths...)
}

func newRigIn(ctx context.Context, t *testing.T, change func(*Options), paths ...string) *rig {
	t.Helper()
	videos, err := playlist.New(paths)
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, posted: make(chan func(), 100), woken: make(chan struct{}, 1)}
	opt := Options{
		Videos: videos, Stream: decode.Best,
		Time:    func() time.Duration { return r.now },
		Say:     func(text string) { r.said = append(r.said, text) },
		Warn:    func(text string) { r.warned = append(r.warned, text) },
		Changed: func() { r.drawn++ },
		Busy:    func(d time.Duration) { r.busy = append(r.busy, d) },
		Turn:    func(f *Video) { r.turned = append(r.turned, f.Path) },
		Post:    func(f func()) { r.posted <- f },
		Wake: func() {
			select {
			case r.woken <- struct{}{}:
			default:
			}
		},
	}
	if change != nil {
		change(&opt)
	}
	ctx, cancel := context.WithCancel(ctx)
	if r.Playback, err = Open(ctx, opt); err != nil {
		cancel()
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		for path, faults := range r.Close() {
			t.Errorf("%s: %v", path, faults)
		}
	})
	r.Visit()
	r.Begin()
	return r
}

// next plays until a frame is shown and returns its index; −1 if playback stops. The clock advances
// by the time that Next returns, and stops while videos are opened and decoded.
func (r *rig) next() int {
	r.t.Helper()
	for range 1000 {
		due, rest, err := r.Next()
		switch {
		case err != nil:
			r.t.Fatal(err)
		case due != nil:
			r.now += r.Prepared(0)
			r.Shown()
			return int(math.Round(due.Time * 25))
		case rest > 0:
			r.now += time.Duration(math.Ceil(rest * float64(time.Second)))
		case r.still():
			return -1
		default:
			wait.For(r.t, "anything", func() bool {
				select {
				case f := <-r.posted:
					f()
				case <-r.woken:
				default:
					return false
				}
				return true
			})
		}
	}
	r.t.Fatal("no picture is shown")
	return 0
}

// still reports whether no frame comes without a command.
func (r *rig) still() bool {
	return r.Over() || r.Paused() && !r.transport.Seeking() && len(r.video.queue) > 0 && r.Opening() == ""
}

// upTo returns the indices of at most n following frames, until playback stops.
func (r *rig) upTo(n int) (numbers []int) {
	r.t.Helper()
	for range 1000 {
		k := r.next()
		if k < 0 {
			return numbers
		}
		numbers = append(numbers, k)
		if k == n {
			return numbers
		}
	}
	return numbers
}

func (r *rig) expect(what string, got []int, want ...int) {
	r.t.Helper()
	if !slices.Equal(got, want) {
		r.t.Fatalf("%s: pictures %v, want %v", what, got, want)
	}
}

func (r *rig) lastSaid() string {
	if len(r.said) == 0 {
		return ""
	}
	return r.said[len(r.said)-1]
}
