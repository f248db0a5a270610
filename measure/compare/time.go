package compare

import (
	"math"
	"math/bits"

	"ffkvadrat/decode"
)

// clock converts a video's time stamps to instants.
type clock struct {
	base  decode.Rational // seconds a tick
	start int64           // the tick of instant 0
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

// ticks returns the time of a frame in ticks.
func (c clock) ticks(f *decode.Frame) int64 {
	return f.Tick - c.start
}

// of returns the time of a frame.
func (c clock) of(f *decode.Frame) instant { return instant{2 * c.ticks(f), c.base} }

// instant is a time in half ticks, so that the middle of two ticks is one, too.
type instant struct {
	halves int64
	base   decode.Rational
}

// middle returns the instant between two of one video.
func middle(a, b instant) instant { return instant{a.halves/2 + b.halves/2, a.base} }

// across returns the instant as far before a as half of the way from a to b, or after if b is
// before. Both are of one video.
func across(a, b instant) instant { return instant{a.halves + (a.halves/2 - b.halves/2), a.base} }

// before reports whether an instant is earlier than another one. It is exact for any time bases.
func (m instant) before(o instant) bool {
	return less(product(m.halves, m.base.Num, o.base.Den), product(o.halves, o.base.Num, m.base.Den))
}

// nearer reports whether the later one of two instants of a video is nearer to at than the earlier
// one.
func nearer(later, earlier, at instant) bool {
	sum := instant{later.halves/2 + earlier.halves/2, later.base} // frames have even numbers of half ticks
	return sum.before(at)
}

// wide is a signed number of 128 bits.
type wide struct {
	high int64
	low  uint64
}

// product multiplies n by two terms of time bases, which are positive and fit 31 bits.
func product(n int64, a, b int) wide {
	high, low := bits.Mul64(uint64(n), uint64(a)*uint64(b))
	if n < 0 {
		high -= uint64(a) * uint64(b)
	}
	return wide{int64(high), low}
}

func less(a, b wide) bool { return a.high < b.high || a.high == b.high && a.low < b.low }

// span returns the instants from which on and before which frames belong to one of the reference.
// before and after are the instants of its neighbours, or nil.
func span(at instant, before, after *instant, duration float64) (from, to instant) {
	switch {
	case before == nil && after == nil:
		half := int64(math.MaxInt64 / 4)
		c := clock{base: at.base}
		if n := c.nearest(duration); n > 0 {
			half = 2 * n
		}
		return instant{at.halves - half, at.base}, instant{at.halves + half, at.base}
	case before == nil:
		return across(at, *after), middle(at, *after)
	case after == nil:
		return middle(*before, at), across(at, *before)
	}
	return middle(*before, at), middle(at, *after)
}
