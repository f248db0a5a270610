package timelinestrip

import "ffkvadrat/imgui"

// period is a part of a video's time, in seconds.
type period struct{ from, until float64 }

func (p period) length() float64 { return p.until - p.from }

// has reports whether a time is in the period.
func (p period) has(t float64) bool { return t >= p.from && t <= p.until }

// part returns where a time is: 0 at the period's start, 1 at its end, less or more outside.
func (p period) part(t float64) float64 {
	if p.until <= p.from {
		return 0
	}
	return (t - p.from) / (p.until - p.from)
}

// Axis is a period along the width of a box: the one mapping of times in seconds to positions and back.
type Axis struct {
	At, Size imgui.Vec2
	period
}

// X returns the position of a time, which is outside the box if the period does not have it.
func (a Axis) X(t float64) float32 { return a.At.X + float32(a.part(t)*float64(a.Size.X)) }

// Near returns the position in the box that is nearest to a time.
func (a Axis) Near(t float64) float32 { return min(max(a.X(t), a.At.X), a.At.X+a.Size.X) }

// Time returns the time at a position, or the end of the period that is nearer.
func (a Axis) Time(x float32) float64 {
	return a.from + min(max(float64(x-a.At.X)/float64(a.Size.X), 0), 1)*a.length()
}

// Second returns how many pixels a second has.
func (a Axis) Second() float64 { return float64(a.Size.X) / a.length() }
