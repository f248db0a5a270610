package audio

import "time"

// stepClock fits a straight line to a count that grows in steps.
//
// The device takes a period of frames at a time, about every 21 ms. The count is read some time
// after each step, so points (time, count) lie on the line or below it. The line therefore follows
// a point above it quickly, and one below it slowly.
type stepClock struct {
	perNano float64 // frames per nanosecond

	started bool
	anchor  time.Duration // the line passes through (anchor, base)
	base    float64
	seen    int64 // last count
	step    int64 // growth at the last step
}

const (
	quickGain = 1. / 2
	// slowGain tolerates 100 ppm between the sound card's clock and the machine's, 2 µs per step,
	// with a lag of 0.14 ms.
	slowGain = 1. / 64
)

func newStepClock(rate int) stepClock {
	return stepClock{perNano: float64(rate) / float64(time.Second)}
}

// observe records a count at a time. Neither may decrease.
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
		gain = 1 // the device had stopped, or the first steps filled its buffer
	case deviation > 0:
		gain = quickGain
	}
	c.anchor, c.base = now, expected+gain*deviation
	c.seen, c.step = frames, step
}

// at returns the line's value at a time. The line ends two steps after the last count, so that the
// clock stops with the device.
func (c *stepClock) at(now time.Duration) float64 {
	return min(c.line(now), float64(c.seen+2*c.step))
}

func (c *stepClock) line(now time.Duration) float64 {
	return c.base + float64(now-c.anchor)*c.perNano
}
