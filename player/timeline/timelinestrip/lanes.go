package timelinestrip

import (
	"fmt"
	"slices"

	"ffkvadrat/player/quantity"
	"ffkvadrat/player/session"
)

// lane is a part of the chart's height with curves of one scale, or of two in a low chart.
type lane struct {
	curves      session.Curves
	quiet       session.Curves   // the one of them that has its own scale behind the bars of another one; see [chart.quietOf]
	apart       session.Curves   // all of them that have their own scale beside another one's; see [chart.apartOf]
	axes        [2]session.Curve // the curves whose scales have labels: on the left and on the right
	both        bool             // there is one on the right
	top, bottom int              // rows of the plot in pixels
}

// Sizes at scale 1: the least height of a lane with one scale, which has room for two labels of an axis, and with two; the distance of two lanes.
const (
	leastLane   = 20
	leastShared = 30
	laneGap     = 4
)

// lanesOf divides a plot of a height in pixels into lanes, from the top down. Each curve has its own; those of one scale share it,
// such as a second video's and the first one's. With too little height two scales share a lane, if more of them fit then.
// Curves apart have their own scale in the lane of another one. It returns those lanes that fit, from the lane skip on or an earlier one, and how many are before and after them. unit is the size of a pixel at scale 1.
func lanesOf(memory []lane, shown, apart session.Curves, height int, unit float32, skip int) (lanes []lane, before, after int) {
	lanes = memory[:0]
	for c := range session.CurveCount {
		if !shown.Has(c) {
			continue
		}
		if i := slices.IndexFunc(lanes, func(l lane) bool { return oneScale(l.axes[0], c) }); i >= 0 {
			l := &lanes[i]
			switch l.curves.Switch(c, true); {
			case apart.Has(c):
				l.axes[1], l.both = c, true
			case apart.Has(l.axes[0]):
				l.axes, l.both = [2]session.Curve{c, l.axes[0]}, true
			default:
				continue
			}
			l.apart = apart & session.NewCurves(l.axes[1])
			l.quiet = l.apart & bothSizes
			continue
		}
		lanes = append(lanes, lane{curves: session.NewCurves(c), axes: [2]session.Curve{c, c}})
	}
	gap := int(laneGap * unit)
	all := len(lanes)
	fit := func(least float32) int { return min(max((height+gap)/(int(least*unit)+gap), 1), all) }
	n := fit(leastLane)
	if pairs := fit(leastShared); n < min(2*pairs, all) {
		for i := 1; i < all; i += 2 {
			first, second := &lanes[i-1], &lanes[i]
			first.curves, first.quiet, first.apart = first.curves|second.curves, first.quiet|second.quiet, first.apart|second.apart
			first.axes[1], first.both = second.axes[0], true
			lanes[i/2] = *first
		}
		if all%2 == 1 {
			lanes[all/2] = lanes[all-1]
		}
		lanes = lanes[:(all+1)/2]
		n = min(pairs, len(lanes))
	}
	before = min(skip, len(lanes)-n)
	after = len(lanes) - n - before
	lanes = slices.Delete(lanes, 0, before)[:n]
	for i := range lanes {
		lanes[i].top = i * (height + gap) / n
		lanes[i].bottom = (i+1)*(height+gap)/n - gap
	}
	return lanes, before, after
}

// Lanes returns how many lanes curves have if there is room: one for each scale.
func Lanes(shown session.Curves) (n int) {
	for c := range session.CurveCount {
		before := false
		for other := range c {
			before = before || shown.Has(other) && oneScale(other, c)
		}
		if shown.Has(c) && !before {
			n++
		}
	}
	return n
}

// barred reports whether a lane has bars.
func barred(in lane) bool { return barsIn(in.curves, false) != 0 }

// bars returns the curves that have bars in a lane.
func (in *lane) bars(paired bool) session.Curves { return barsIn(in.curves&^in.quiet, paired) }

// crowded reports whether scales share a lane, or lanes have no room.
func (l *Strip) crowded() bool {
	return l.before+l.after > 0 || slices.ContainsFunc(l.lanes, func(in lane) bool { return in.both && in.apart == 0 })
}

// scroll shows lanes further down, as far as there are any: by their number, or up if that is negative.
func (l *Strip) scroll(by int) {
	l.skip = max(l.before+by, 0)
	l.chart.drawn = false
}

// oneScale reports whether two curves have one scale.
func oneScale(a, b session.Curve) bool {
	return a == b || curves[a].axis.shared && curves[a].axis == curves[b].axis
}

// rooms returns the widths at scale 1 left and right of the chart, for the labels of all lanes.
func rooms(lanes []lane) (left, right float32) {
	left, right = Margin, Margin
	for _, l := range lanes {
		left = max(left, curves[l.axes[0]].axis.room)
		if l.both {
			right = max(right, curves[l.axes[1]].axis.room+Margin-labelGap) // labels end at the margin
		}
	}
	return left, right
}

// left says how many curves are in no lane, in short where there is little room; "" for none.
func left(lanes []lane, shown session.Curves, short bool) string {
	for _, l := range lanes {
		shown &^= l.curves
	}
	if shown == 0 {
		return ""
	}
	if short {
		return fmt.Sprintf("+%d", shown.Len())
	}
	return quantity.Count(int64(shown.Len()), "more curve")
}
