package audio

import "time"

// stepClock draws a straight line through a count that grows in steps.
//
// The device takes frames a period at a time, about every 21 ms, and the count
// is looked at shortly after, sometimes late: a point (time, count) lies on the
// line or below it. So the line follows a point above it quickly, and one
// below it slowly.
type stepClock struct {
	perNano float64 // frames a nanosecond

	started bool
	anchor  time.Duration // the line passes through (anchor, base)
	base    float64
	seen    int64 // last count
	step    int64 // by how much it had grown
}

const (
	quickGain = 1. / 2
	// slowGain absorbs 100 ppm between the sound card's clock and the
	// machine's, 2 µs a step, with a lag of 0.14 ms.
	slowGain = 1. / 64
)

func newStepClock(rate int) stepClock {
	return stepClock{perNano: float64(rate) / float64(time.Second)}
}

// observe takes in that the count was frames at time now. Neither goes back.
func (c *stepClock) observe(now time.Duration, frames int64) {
	if !c.started {
		c.started, c.anchor, c.base, c.seen = true, now, float64(frames), frames
		return
	}
	step := frames - c.seen
	if step <= 0 {
		return
	}
	expected := c.line(now)
	deviation := float64(frames) - expected
	gain := slowGain
	switch {
	case deviation > float64(step) || deviation < -float64(step):
		gain = 1 // the device has stood still, or the first steps filled its buffer
	case deviation > 0:
		gain = quickGain
	}
	c.anchor, c.base = now, expected+gain*deviation
	c.seen, c.step = frames, step
}

// at is the line at time now. It ends two steps beyond the last count: a device
// that stands still stops the clock.
func (c *stepClock) at(now time.Duration) float64 {
	return min(c.line(now), float64(c.seen+2*c.step))
}

func (c *stepClock) line(now time.Duration) float64 {
	return c.base + float64(now-c.anchor)*c.perNano
}
