package decode_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/playback"
	"ffkvadrat/playback/playlist"
	"ffkvadrat/tests/wait"
	"ffkvadrat/yuv"
)

// TestLostInPlayback plays clips whose frames stay on a device that then loses them: each is decoded
// again, and none is left out.
func TestLostInPlayback(t *testing.T) {
	for _, path := range []string{"../samples/tiny-420.mp4", "../samples/tiny-vp9.webm"} {
		for _, brings := range []int64{0, 3, 1 << 30} {
			want := lumas(t, path)
			var brought atomic.Int64
			h, err := decode.StandIn(1<<30, true, func() error {
				if brought.Add(1) > brings {
					return errors.New("gone")
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			got, lost := played(t, path, h)
			h.Close()
			if !slices.Equal(got, want) {
				t.Errorf("%s, %d can be fetched: played %d pictures, want %d, or others", path, brings, len(got), len(want))
			}
			if lost != (brings < 1<<30) {
				t.Errorf("%s, %d can be fetched: lost %v", path, brings, lost)
			}
		}
	}
}

// played plays a clip on a device and returns the luma of each frame.
func played(t *testing.T, path string, h *decode.Hardware) (seen []string, lost bool) {
	t.Helper()
	videos, err := playlist.New([]string{path})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(decode.WithHardware(context.Background(), h))
	woken := make(chan struct{}, 1)
	p, err := playback.Open(ctx, playback.Options{
		Videos: videos, Stream: decode.Best, Untimed: true, Ends: true, Surfaces: func() bool { return true },
		Say: func(string) {}, Warn: func(string) {}, Changed: func() {}, Turn: func(*playback.Video) {}, Busy: func(time.Duration) {},
		Post: func(f func()) { f() },
		Wake: func() {
			select {
			case woken <- struct{}{}:
			default:
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		cancel()
		p.Close()
	}()
	p.Begin()
	for !p.Over() {
		due, _, err := p.Next()
		switch {
		case err != nil:
			t.Fatal(err)
		case due == nil && !p.Over():
			wait.Receive(t, "the next frame", woken)
		case due != nil:
			if err := due.Frame.Picture.Fetch(); errors.Is(err, yuv.ErrLost) != due.Frame.Lost() {
				t.Fatalf("fetched with %v, lost %v", err, due.Frame.Lost())
			}
			p.Shown()
			if due.Frame.Lost() {
				lost = true
				p.Lost()
				continue
			}
			seen = append(seen, lumaOf(&due.Frame.Picture))
		}
	}
	return seen, lost
}

// lumas returns the luma of each frame of a clip, decoded in software.
func lumas(t *testing.T, path string) (all []string) {
	t.Helper()
	v, err := decode.OpenVideo(context.Background(), path, decode.Options{Stream: decode.Best})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	for {
		f, err := v.Next()
		if err != nil {
			return all
		}
		all = append(all, lumaOf(&f.Picture))
		f.Release()
	}
}

func lumaOf(p *yuv.Picture) string {
	var samples []byte
	for y := range p.Height {
		samples = append(samples, p.Luma.Row(y, p.Format.SampleBytes())...)
	}
	return string(samples)
}
