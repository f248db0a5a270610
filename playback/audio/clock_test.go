package audio

import (
	"math"
	"testing"
	"testing/synctest"
	"time"
)

// fakeSound is a sound whose state the test sets.
type fakeSound struct {
	pos   time.Duration
	ended bool
}

func (s *fakeSound) Position() time.Duration { return s.pos }
func (s *fakeSound) Ended() bool             { return s.ended }

// clockTest is a clock with fake sources of time.
type clockTest struct {
	*testing.T
	wall  time.Duration
	sound fakeSound
	*Clock
}

func newClockTest(t *testing.T, withSound bool) *clockTest {
	c := &clockTest{T: t, wall: time.Hour}
	var sound Sound
	if withSound {
		sound = &c.sound
	}
	c.Clock = NewClock(sound, func() time.Duration { return c.wall })
	return c
}

// pass advances both sources; the sound stops at its end.
func (c *clockTest) pass(d time.Duration) {
	c.wall += d
	if !c.sound.ended {
		c.sound.pos += d
	}
}

func (c *clockTest) want(t float64) {
	c.Helper()
	if got := c.Now(); math.Abs(got-t) > 1e-9 {
		c.Errorf("clock says %v, want %v", got, t)
	}
}

func TestClockByWall(t *testing.T) {
	c := newClockTest(t, false)
	c.want(0)
	c.pass(time.Second)
	c.want(0)
	c.Start()
	c.pass(time.Second)
	c.want(1)
	c.Start()
	c.pass(time.Second)
	c.want(2)
	c.Pause()
	c.pass(time.Second)
	c.want(2)
	c.Seek(-1.5)
	c.want(-1.5)
	c.Start()
	c.pass(time.Second)
	c.want(-0.5)
	c.Seek(10)
	c.want(10)
	c.pass(250 * time.Millisecond)
	c.want(10.25)
	if c.BySound() {
		t.Error("goes by a sound")
	}
}

func TestClockRate(t *testing.T) {
	for _, sound := range []bool{false, true} {
		c := newClockTest(t, sound)
		c.Start()
		c.pass(time.Second)
		c.want(1)
		c.SetRate(2)
		c.want(1)
		c.pass(time.Second)
		c.want(3)
		c.SetRate(0.1)
		c.want(3)
		c.pass(time.Second)
		c.want(3.1)
		c.Pause()
		c.SetRate(1)
		c.Start()
		c.want(3.1)
		c.pass(time.Second)
		c.want(4.1)
	}
}

func TestClockBySound(t *testing.T) {
	c := newClockTest(t, true)
	c.Start()
	if !c.BySound() {
		t.Error("does not go by the sound")
	}
	c.wall += time.Second // the sound starts late
	c.want(0)
	c.sound.pos = 40 * time.Millisecond
	c.want(0.04)
	c.Pause()
	c.sound.pos = time.Second
	c.want(0.04)
	c.sound.pos = 40 * time.Millisecond
	c.Start()
	c.pass(time.Second)
	c.want(1.04)

	c.sound.pos = 0 // the sound is restarted, then the clock
	c.want(1.04)
	c.Seek(7)
	c.want(7)
	c.pass(time.Second)
	c.want(8)
	c.sound.pos -= 500 * time.Millisecond
	c.want(8) // never goes back
}

func TestClockAfterSound(t *testing.T) {
	c := newClockTest(t, true)
	c.Seek(100)
	c.Start()
	c.pass(time.Second)
	c.want(101)
	// The sound ends 10 ms after the last look.
	c.pass(10 * time.Millisecond)
	c.sound.ended = true
	c.pass(30 * time.Millisecond)
	c.want(101.04)
	c.pass(time.Second)
	c.want(102.04)
	if c.BySound() {
		t.Error("goes by a sound that has ended")
	}
	c.Pause()
	c.pass(time.Second)
	c.want(102.04)
	c.sound = fakeSound{}
	c.Seek(3)
	c.Start()
	c.pass(time.Second)
	c.want(4)
	if !c.BySound() {
		t.Error("does not go by the sound again")
	}
}

func TestClockChangesSound(t *testing.T) {
	c := newClockTest(t, true)
	c.Seek(5)
	c.Start()
	c.pass(time.Second)
	c.SetSound(nil, 0)
	c.want(6)
	c.pass(time.Second)
	c.want(7)
	other := &fakeSound{}
	c.SetSound(other, 7)
	c.pass(time.Second)
	c.want(7)
	other.pos = 500 * time.Millisecond
	c.want(7.5)
}

// TestClockRealTime: without a given time source, the clock follows the machine's.
func TestClockRealTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewClock(nil, nil)
		c.Start()
		rest(20 * time.Millisecond)
		if got := c.Now(); got != 0.02 {
			t.Errorf("clock says %v, want 0.02", got)
		}
	})
}
