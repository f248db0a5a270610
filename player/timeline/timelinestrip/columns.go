package timelinestrip

import (
	"math"

	"ffkvadrat/measure/survey"
	"ffkvadrat/player/session"
)

// column is what one pixel column of the timeline shows.
type column struct {
	state        columnState
	parts        [session.CurveCount]survey.Part // of its frames
	values       [session.CurveCount]band
	key, damaged bool
	interlaced   bool        // some of its frames are
	begins       bool        // a frame begins in it that has room for a gap before it
	late         bool        // it is in the right half of the frame shown at its middle
	kind         survey.Kind // the largest of the frames that begin in it, or of the frame shown at its middle
}

// columnState says how many of its frames a column is based on, in ascending order.
type columnState uint8

const (
	unknown columnState = iota
	sampled             // some of its frames
	counted             // all of its frames
)

// band is the minimum, mean and maximum of a quantity over a column's frames (of luma,
// percentiles), or NaN if unknown.
type band struct{ low, mean, high float64 }

// fill distributes a period of a video over the columns. A column shows the frames that
// begin in it, and the frame at its middle. Columns without a known frame stay unknown, but a run of
// few known columns grows to the width of a tick.
func fill(columns []column, v *survey.View, shown period, tick int) {
	clear(columns)
	if shown.length() <= 0 || v == nil {
		return
	}
	at := func(t float64) float64 { return shown.part(t) * float64(len(columns)) }
	for i := range v.Bins {
		b := &v.Bins[i]
		whole := v.Counted() || b.End <= v.Reached
		until := b.Until
		if i+1 < len(v.Bins) && !v.Gaps && (v.Counted() || v.Bins[i+1].Start <= v.Reached) {
			until = v.Bins[i+1].Start
		}
		first := int(math.Ceil(at(b.Start) - 0.5))
		end := int(math.Ceil(at(until) - 0.5))
		if first >= end {
			first = int(math.Floor(at(b.Start)))
			end = first + 1
		}
		if end-first > tick && first >= 0 && first < len(columns) {
			columns[first].begins = true
		}
		for x := max(first, 0); x < min(end, len(columns)); x++ {
			columns[x].add(b, whole || v.Exact)
			columns[x].interlaced = columns[x].interlaced || b.Interlaced > 0
			columns[x].kind = max(columns[x].kind, b.Kind)
			columns[x].late = 2*(x-first) > end-first-1
		}
		if !shown.has(b.Start) {
			continue
		}
		marked := &columns[min(int(at(b.Start)), len(columns)-1)]
		marked.key = marked.key || b.KeyFrames > 0
		marked.damaged = marked.damaged || b.Damaged > 0
	}
	for x := range columns {
		c := &columns[x]
		if c.state == unknown {
			continue
		}
		for i, p := range c.parts {
			if c.values[i] = (band{math.NaN(), math.NaN(), math.NaN()}); p.N > 0 {
				c.values[i] = band{p.Low, curves[i].mean(p), p.High}
			}
		}
	}
	widen(columns, tick)
}

func (c *column) add(b *survey.Bin, all bool) {
	state := sampled
	if all {
		state = counted
	}
	if c.state != unknown {
		state = min(state, c.state)
	}
	c.state = state
	for i := range curves {
		c.parts[i].Join(curves[i].reads(b))
	}
}

// widen makes runs of known columns at least as wide as a tick, if the columns after them are
// unknown.
func widen(columns []column, tick int) {
	run := 0
	for x := range columns {
		switch c := &columns[x]; {
		case c.state != unknown:
			run++
		case run > 0 && run < tick:
			c.state, c.values, c.kind = columns[x-1].state, columns[x-1].values, columns[x-1].kind
			run++
		default:
			run = 0
		}
	}
}
