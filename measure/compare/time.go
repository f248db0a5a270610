package compare

import (
	"math"
	"math/bits"

	"ffkvadrat/decode"
)

// clock turns a video's time stamps into moments.
type clock struct {
	base  decode.Rational // seconds a tick
	start int64           // the tick that is moment 0
}

// newClock returns the clock of a video.
func newClock(info decode.Info, absolute bool) clock {
	c := clock{base: info.TimeBase}
	switch {
	case absolute:
	case info.HasStartPTS:
		c.start = info.StartPTS
	default:
		c.start = c.nearest(info.Start)
	}
	return c
}

// nearest returns the tick that is nearest to a time, for frames without a time stamp.
func (c clock) nearest(seconds float64) int64 {
	return int64(math.Round(seconds / c.base.Float()))
}

// ticks returns when a frame is, in ticks.
func (c clock) ticks(f *decode.Frame) int64 {
	return f.Tick - c.start
}

// of returns when a frame is.
func (c clock) of(f *decode.Frame) moment { return moment{2 * c.ticks(f), c.base} }

// moment is a time in halves of ticks, so that the middle of two ticks is one, too.
type moment struct {
	halves int64
	base   decode.Rational
}

// middle returns the moment between two of one video.
func middle(a, b moment) moment { return moment{a.halves/2 + b.halves/2, a.base} }

// across returns the moment that is as far from a as half of the way to b, on the other side. Both are
// of one video.
func across(a, b moment) moment { return moment{a.halves + (a.halves/2 - b.halves/2), a.base} }

// before reports whether a moment is earlier than another one. It is exact for any time bases.
func (m moment) before(o moment) bool {
	return less(product(m.halves, m.base.Num, o.base.Den), product(o.halves, o.base.Num, m.base.Den))
}

// nearer reports whether the later one of two moments of a video is nearer to a third one than the
// earlier one is.
func nearer(later, earlier, at moment) bool {
	sum := moment{later.halves/2 + earlier.halves/2, later.base} // halves of ticks of frames are even
	return sum.before(at)
}

// wide is a number of 128 bits, of which the high 64 have the sign.
type wide struct {
	high int64
	low  uint64
}

// product multiplies a number by a part of a time base each, which are positive and fit 31 bits.
func product(n int64, a, b int) wide {
	high, low := bits.Mul64(uint64(n), uint64(a)*uint64(b))
	if n < 0 {
		high -= uint64(a) * uint64(b)
	}
	return wide{int64(high), low}
}

func less(a, b wide) bool { return a.high < b.high || a.high == b.high && a.low < b.low }

// span returns the moments from which and before which frames belong to one of the reference. before
// and after are its neighbours' moments, or nil.
func span(at moment, before, after *moment, duration float64) (from, to moment) {
	switch {
	case before == nil && after == nil:
		half := int64(math.MaxInt64 / 4)
		c := clock{base: at.base}
		if n := c.nearest(duration); n > 0 {
			half = 2 * n
		}
		return moment{at.halves - half, at.base}, moment{at.halves + half, at.base}
	case before == nil:
		return across(at, *after), middle(at, *after)
	case after == nil:
		return middle(*before, at), across(at, *before)
	}
	return middle(*before, at), middle(at, *after)
}
