package audio

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"sync"
	"testing"
	"time"
)

// judge compares the stream's position with the sound heard, on each call.
type judge struct {
	t        *testing.T
	d        *fakeDevice
	s        *Stream
	worst    time.Duration
	compared int
	last     time.Duration
	from     int // first frame that is compared; earlier ones are left over in the queue
}

func (j *judge) look() {
	pos := j.s.Position()
	if pos < j.last {
		j.t.Errorf("position goes back from %v to %v", j.last, pos)
	}
	j.last = pos
	if frame := j.d.sounding(); frame >= j.from {
		truth := time.Duration(float64(frame) / fakeRate * float64(time.Second))
		j.worst = max(j.worst, (pos - truth).Abs())
		j.compared++
	}
}

func TestPositionTracksSound(t *testing.T) {
	for _, c := range []struct {
		jitter, worst time.Duration
	}{
		{0, 100 * time.Microsecond},
		{2 * time.Millisecond, time.Millisecond},
		{15 * time.Millisecond, 2 * time.Millisecond},
	} {
		t.Run(fmt.Sprintf("jitter=%v", c.jitter), func(t *testing.T) {
			d := newFakeDevice()
			if c.jitter > 0 {
				d.jitter = randomJitter(1, c.jitter)
			}
			d.run(time.Second, nil)
			s := d.stream(&ramp{end: 3 * fakeRate})
			j := &judge{t: t, d: d, s: s}
			d.run(time.Second/10, j.look)
			if j.last != 0 || j.compared > 0 {
				t.Errorf("position %v before Play", j.last)
			}
			s.Play()
			d.run(4*time.Second, j.look)
			if want := 3 * time.Second; j.last != want {
				t.Errorf("position %v at the end, want %v", j.last, want)
			}
			if !s.Ended() || s.Err() != nil {
				t.Errorf("Ended %v, Err %v", s.Ended(), s.Err())
			}
			if j.compared < 11000 {
				t.Errorf("sounds for %d ticks", j.compared)
			}
			t.Logf("worst deviation %v", j.worst)
			if j.worst > c.worst {
				t.Errorf("worst deviation %v, want at most %v", j.worst, c.worst)
			}
		})
	}
}

// TestPauseResume pauses and resumes at arbitrary times. All frames are heard in order; the
// position is constant in a pause, and correct afterwards.
func TestPauseResume(t *testing.T) {
	d := newFakeDevice()
	d.run(200*time.Millisecond, nil)
	const frames = 4 * fakeRate
	src := &ramp{end: frames}
	s := d.stream(src)
	rnd := rand.New(rand.NewPCG(2, 3))
	j := &judge{t: t, d: d, s: s}
	for !s.Ended() {
		j.from = src.next
		s.Play()
		d.run(time.Duration(rnd.Int64N(int64(300*time.Millisecond))), j.look)
		s.Pause()
		stood := s.Position()
		d.run(time.Duration(rnd.Int64N(int64(200*time.Millisecond))), func() {
			if pos := s.Position(); pos != stood {
				t.Fatalf("position %v in a pause that began at %v", pos, stood)
			}
		})
		if d.t > time.Minute {
			t.Fatal("does not end")
		}
	}
	t.Logf("worst deviation %v", j.worst)
	if limit := time.Millisecond; j.worst > limit {
		t.Errorf("worst deviation %v, want at most %v", j.worst, limit)
	}
	next := float32(1)
	for _, v := range d.line {
		if v == next {
			next++
		} else if v != 0 {
			t.Fatalf("frame %v sounds where %v is due", v-1, next-1)
		}
	}
	if next != frames+1 {
		t.Errorf("%v frames sounded, want %v", next-1, frames)
	}
}

func TestRestart(t *testing.T) {
	d := newFakeDevice()
	src := &ramp{end: 10 * fakeRate}
	s := d.stream(src)
	s.Play()
	d.run(time.Second, nil)
	const target = 5 * fakeRate
	if err := s.Restart(func() error { src.next = target; return nil }); err != nil {
		t.Fatal(err)
	}
	if pos := s.Position(); pos != 0 {
		t.Errorf("position %v right after Restart", pos)
	}
	var worst time.Duration
	compared := 0
	d.run(time.Second, func() {
		pos := s.Position()
		switch frame := d.sounding(); {
		case frame >= target:
			truth := time.Duration(float64(frame-target) / fakeRate * float64(time.Second))
			worst = max(worst, (pos - truth).Abs())
			compared++
		case pos != 0:
			t.Errorf("position %v before the new sound", pos)
		}
	})
	if worst > time.Millisecond || compared < 3500 {
		t.Errorf("worst deviation %v in %d", worst, compared)
	}

	// Paused, and at the source's end: Restart clears the end.
	s.Pause()
	s.Restart(func() error { src.next = src.end; return nil })
	if s.Ended() {
		t.Error("ended before anything was read")
	}
	s.Play()
	d.run(time.Second, nil)
	if !s.Ended() || s.Position() != 0 {
		t.Errorf("Ended %v at %v", s.Ended(), s.Position())
	}
	s.Restart(func() error { src.next = 0; return nil })
	d.run(time.Second, nil)
	if s.Ended() || s.Position() < 800*time.Millisecond {
		t.Errorf("Ended %v at %v after a Restart", s.Ended(), s.Position())
	}
	if err := s.Restart(nil); err != nil || s.Position() != 0 {
		t.Errorf("Restart(nil): %v, position %v", err, s.Position())
	}
	failure := errors.New("no seek")
	if err := s.Restart(func() error { return failure }); err != failure {
		t.Errorf("Restart: %v", err)
	}
	if !s.Ended() || !errors.Is(s.Err(), failure) {
		t.Errorf("Ended %v, Err %v", s.Ended(), s.Err())
	}
}

// TestSmallReads uses a source that returns one frame at a time.
func TestSmallReads(t *testing.T) {
	d := newFakeDevice()
	d.run(time.Second/10, nil)
	s := d.stream(&ramp{end: fakeRate, most: 2})
	s.Play()
	j := &judge{t: t, d: d, s: s}
	d.run(2*time.Second, j.look)
	if !s.Ended() || s.Position() != time.Second || j.worst > time.Millisecond {
		t.Errorf("Ended %v at %v, worst %v", s.Ended(), s.Position(), j.worst)
	}
}

// hungry returns nothing for a while.
type hungry struct {
	ramp
	d        *fakeDevice
	from, to time.Duration
}

func (h *hungry) Read(dst []float32) (int, error) {
	if h.d.t >= h.from && h.d.t < h.to {
		return 0, nil
	}
	return h.ramp.Read(dst)
}

// TestUnderrun uses a source that stops for 300 ms: the position waits with the sound.
func TestUnderrun(t *testing.T) {
	d := newFakeDevice()
	src := &hungry{ramp: ramp{end: 3 * fakeRate}, d: d, from: time.Second, to: 1300 * time.Millisecond}
	s := d.stream(src)
	s.Play()
	j := &judge{t: t, d: d, s: s}
	d.run(4*time.Second, j.look)
	if !s.Ended() || s.Position() != 3*time.Second {
		t.Errorf("Ended %v at %v", s.Ended(), s.Position())
	}
	t.Logf("worst deviation %v", j.worst)
	if limit := 45 * time.Millisecond; j.worst > limit {
		t.Errorf("worst deviation %v, want at most %v", j.worst, limit)
	}
}

// TestStall uses a driver that stops for 300 ms: the position stops at most two periods later.
func TestStall(t *testing.T) {
	d := newFakeDevice()
	d.stallFrom, d.stallTo = time.Second, 1300*time.Millisecond
	s := d.stream(&ramp{end: 3 * fakeRate})
	s.Play()
	j := &judge{t: t, d: d, s: s}
	d.run(2*time.Second, j.look)
	t.Logf("worst deviation %v", j.worst)
	if limit := 45 * time.Millisecond; j.worst > limit {
		t.Errorf("worst deviation %v, want at most %v", j.worst, limit)
	}
	j.worst = 0
	d.run(time.Second, j.look)
	if limit := 5 * time.Millisecond; j.worst > limit {
		t.Errorf("deviation %v a second later, want at most %v", j.worst, limit)
	}
}

// broken fails after n values.
type broken struct{ n int }

var errBroken = errors.New("broken")

func (b *broken) Read(dst []float32) (int, error) {
	n := min(b.n, len(dst))
	b.n -= n
	for i := range dst[:n] {
		dst[i] = float32(math.NaN())
	}
	if b.n == 0 {
		return n, errBroken
	}
	return n, nil
}

func TestSourceFails(t *testing.T) {
	d := newFakeDevice()
	s := d.stream(&broken{n: fakeRate})
	s.Play()
	d.run(time.Second, nil)
	if !s.Ended() || s.Position() != time.Second/2 {
		t.Errorf("Ended %v at %v", s.Ended(), s.Position())
	}
	if err := s.Err(); !errors.Is(err, errBroken) || err.Error() != "audio: read the sound: broken" {
		t.Errorf("Err: %v", err)
	}
	for _, v := range d.line {
		if v != 0 {
			t.Fatalf("a NaN became %v", v)
		}
	}
}

func TestDeviceFails(t *testing.T) {
	d := newFakeDevice()
	var failure error
	s := newStream(d.feed, fakeRate, &ramp{end: fakeRate}, func() error { return failure })
	s.Play()
	d.run(time.Second/2, nil)
	if s.Ended() {
		t.Error("ended in the middle")
	}
	failure = ErrNoDevice
	if !s.Ended() || !errors.Is(s.Err(), ErrNoDevice) {
		t.Errorf("Ended %v, Err %v", s.Ended(), s.Err())
	}
}

func TestVolume(t *testing.T) {
	d := newFakeDevice()
	s := d.stream(&ramp{end: 1})
	want := func(volume float64) {
		t.Helper()
		if d.volume != volume {
			t.Errorf("volume %v, want %v", d.volume, volume)
		}
	}
	want(1)
	s.SetVolume(0.5)
	want(0.5)
	s.SetMuted(true)
	want(0)
	s.SetVolume(1.5)
	want(0)
	s.SetMuted(false)
	want(1.5)
	s.SetVolume(-1)
	want(0)
	next := d.stream(&ramp{end: 1})
	want(1)
	s.SetVolume(0.25)
	want(1)
	next.Close()
	next.SetVolume(0.25)
	want(1)
}

// TestReplaced replaces a stream by another.
func TestReplaced(t *testing.T) {
	d := newFakeDevice()
	old := d.stream(&ramp{end: fakeRate})
	old.Play()
	d.run(time.Second/2, nil)
	src := &ramp{end: fakeRate}
	s := d.stream(src)
	pos := old.Position()
	if pos < 300*time.Millisecond {
		t.Errorf("the old stream came to %v", pos)
	}
	old.Play()
	if err := old.Restart(func() error { t.Error("a closed stream moves its source"); return nil }); err != nil {
		t.Error(err)
	}
	s.Play()
	d.run(2*time.Second, nil)
	if !s.Ended() || s.Position() != time.Second {
		t.Errorf("Ended %v at %v", s.Ended(), s.Position())
	}
	s.Close()
	s.Close()
	if s.Position() != time.Second {
		t.Errorf("position %v after Close", s.Position())
	}
}

// endless returns silence.
type endless struct{}

func (endless) Read(dst []float32) (int, error) {
	clear(dst)
	return len(dst), nil
}

func TestReadAllocates(t *testing.T) {
	d := newFakeDevice()
	s := d.stream(endless{})
	s.Play()
	p := make([]byte, 2*fakePeriod*frameBytes)
	if n := testing.AllocsPerRun(100, func() {
		d.t += 21 * time.Millisecond
		if _, err := d.feed.Read(p); err != nil {
			t.Fatal(err)
		}
		s.Position()
	}); n != 0 {
		t.Errorf("%v allocations a Read", n)
	}
}

// guarded detects concurrent calls.
type guarded struct {
	t    *testing.T
	busy chan struct{}
	pos  int
}

func (g *guarded) enter() func() {
	select {
	case g.busy <- struct{}{}:
	default:
		g.t.Error("the source is used by two at once")
		return func() {}
	}
	return func() { <-g.busy }
}

func (g *guarded) Read(dst []float32) (int, error) {
	defer g.enter()()
	g.pos += len(dst)
	clear(dst)
	if g.pos > 200000 {
		return len(dst), io.EOF
	}
	return len(dst), nil
}

// TestConcurrent uses a stream from several goroutines under the race detector.
func TestConcurrent(t *testing.T) {
	start := time.Now()
	f := newFeed(fakeRate, fakePeriod, fakeQueue, func() time.Duration { return time.Since(start) })
	f.out = &fakeDevice{}
	g := &guarded{t: t, busy: make(chan struct{}, 1)}
	s := newStream(f, fakeRate, g, func() error { return nil })
	clock := NewClock(s, nil)
	var group sync.WaitGroup
	work := []func(){
		func() { f.Read(make([]byte, 8192)) },
		func() { s.Play(); clock.Start(); s.Pause(); clock.Pause() },
		func() {
			s.Restart(func() error { defer g.enter()(); g.pos = 0; return nil })
			clock.Seek(0)
		},
		func() { s.Position(); s.Ended(); s.Err(); clock.Now(); clock.BySound() },
	}
	for _, w := range work {
		group.Go(func() {
			for range 200 {
				w()
			}
		})
	}
	group.Wait()
	s.Close()
	defer g.enter()()
}
