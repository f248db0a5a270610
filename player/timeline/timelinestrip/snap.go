package timelinestrip

import (
	"math"
	"sort"

	"ffkvadrat/imgui"
	"ffkvadrat/measure/survey"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
)

// Where frames are denser than pixels, a click reaches the frame of a peak: sizes at scale 1 of the
// distance within which it does, and of the least height of a peak above what is that near to it.
const (
	snapReach = 3
	snapRise  = 4
)

// clickGoes is the last line about a frame that a click on a mark goes to.
const clickGoes = "a click goes to this frame"

// snapped returns the frame of the peak under the mouse, in the lane there; nil without one.
func (l *Strip) snapped(a Axis, status *timeline.Status, shown session.Curves) *spot {
	s, mouse := float64(l.kit.Scale), imgui.CurrentIO().MousePos
	y := int(mouse.Y - a.At.Y)
	if l.line.held >= 0 || mouse.X < a.At.X || mouse.X > a.At.X+a.Size.X {
		return nil
	}
	second := a.Second()
	for _, lane := range l.lanes {
		if y < lane.top || y >= lane.bottom {
			continue
		}
		for c := range session.CurveCount {
			if !lane.curves.Has(c) {
				continue
			}
			rise := snapRise * s / float64(lane.bottom-lane.top)
			b := peakNear(status.Sources()[curves[c].of], c, l.chart.full[c], a.Time(mouse.X), snapReach*s/second, rise, int(2*snapReach*s))
			if b == nil {
				continue
			}
			t, value := peakOfBin(b, c)
			words := "peak of "
			if c.Dips() {
				words = "lowest "
			}
			words += c.Of(l.chart.thing).Short + ": " + curves[c].words(value)
			lines := append(describe(status, transport.Seconds(t), shown), words, clickGoes)
			return &spot{at: transport.Seconds(t), lines: lines, do: command.With(command.SeekTo, t), frees: true}
		}
	}
	return nil
}

// peakOfBin returns time and value of a bin's peak.
func peakOfBin(b *survey.Bin, c session.Curve) (time, value float64) {
	p := curves[c].reads(b)
	switch {
	case c.Dips():
		return b.Start, p.Low
	case b.Frames > 1: // only of quads
		return b.Most, p.High
	}
	return b.Start, p.High
}

// peakNear returns the bin of the peak of a curve that is at most reach from a time, or nil: if another frame that near to it has more, if no
// frame there has less by rise, a part of the scale, or if at most columns frames are there.
func peakNear(v *survey.View, c session.Curve, full scale, time, reach, rise float64, columns int) *survey.Bin {
	if v == nil || !v.Exact && c != session.QuadsCurve {
		return nil // nobody knows which of a bin's frames it is
	}
	height := func(i int) float64 {
		b := &v.Bins[i]
		if curves[c].reads(b).N == 0 {
			return math.NaN()
		}
		_, value := peakOfBin(b, c)
		at := min(full.part(value), 1)
		if c.Dips() {
			return -at
		}
		return at
	}
	from := func(t float64) int { return sort.Search(len(v.Bins), func(i int) bool { return v.Bins[i].Start >= t }) }
	best, most := -1, math.Inf(-1)
	for i := from(time - reach); i < len(v.Bins) && v.Bins[i].Start <= time+reach; i++ {
		if h := height(i); h > most {
			best, most = i, h
		}
	}
	if best < 0 {
		return nil
	}
	frames, least := 0, most
	for i := from(v.Bins[best].Start - reach); i < len(v.Bins) && v.Bins[i].Start <= v.Bins[best].Start+reach; i++ {
		h := height(i)
		if h > most {
			return nil
		}
		if h < least {
			least = h
		}
		frames += int(v.Bins[i].Frames)
	}
	if frames <= columns || most-least < rise {
		return nil
	}
	return &v.Bins[best]
}
