package audio

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// TestStepClock simulates a sound card that is 200 ppm fast, with steps of 1024 frames at 48 kHz
// and jitter, and compares with the straight line.
func TestStepClock(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	c := newStepClock(48000)
	const rate = 48000 * 1.0002
	for k := range int64(5000) {
		due := time.Duration(float64(k*1024) / rate * float64(time.Second))
		late := time.Duration(rnd.Int64N(int64(time.Millisecond)))
		c.observe(due+late, k*1024)
		// Repeating a count changes nothing.
		c.observe(due+late+time.Millisecond, k*1024)
		if k < 100 {
			continue
		}
		for i := range int64(21) {
			now := due + late + time.Duration(i)*time.Millisecond
			want := now.Seconds() * rate
			if got := c.at(now); math.Abs(got-want) > 0.0007*rate {
				t.Fatalf("step %d, %d ms on: %v frames, want %v", k, i, got, want)
			}
		}
	}
}

func TestStepClockStops(t *testing.T) {
	c := newStepClock(48000)
	for k := range int64(10) {
		c.observe(time.Duration(k)*time.Second*1024/48000, k*1024)
	}
	if got := c.at(time.Hour); got != 11*1024 {
		t.Errorf("an hour after frame %d: %v", 9*1024, got)
	}
	// After a pause, the clock continues from the device's count.
	c.observe(time.Hour, 10*1024)
	if got := c.at(time.Hour); got != 10*1024 {
		t.Errorf("at frame %d: %v", 10*1024, got)
	}
	if got, want := c.at(time.Hour+10*time.Millisecond), 10*1024+480.; math.Abs(got-want) > 0.01 {
		t.Errorf("10 ms after frame %d: %v, want %v", 10*1024, got, want)
	}
}

func TestStepClockBeforeSteps(t *testing.T) {
	c := newStepClock(48000)
	if got := c.at(time.Second); got != 0 {
		t.Errorf("without a count: %v", got)
	}
	c.observe(time.Second, 512)
	if got := c.at(2 * time.Second); got != 512 {
		t.Errorf("with one count: %v", got)
	}
}
