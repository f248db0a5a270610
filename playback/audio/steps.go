package audio

import "time"

// stepClock fits a straight line to a count that grows in steps.
//
// The device takes frames a period at a time, about every 21 ms. The count is
// read shortly after that, sometimes late: a point (time, count) lies on the
// line or below it. The line therefore follows a point above it quickly, and
// one below it slowly.
type stepClock struct {
	perNano float64 // frames per nanosecond

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

// observe records that the count was frames at time now. Neither may go back.
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
		gain = 1 // the device stopped for a while, or the first steps filled its buffer
	case deviation > 0:
		gain = quickGain
	}
	c.anchor, c.base = now, expected+gain*deviation
	c.seen, c.step = frames, step
}

// at returns the line's value at time now. The line ends two steps after the
// last count: if the device stops, so does the clock.
func (c *stepClock) at(now time.Duration) float64 {
	return min(c.line(now), float64(c.seen+2*c.step))
}

func (c *stepClock) line(now time.Duration) float64 {
	return c.base + float64(now-c.anchor)*c.perNano
}
