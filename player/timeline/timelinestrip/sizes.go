package timelinestrip

import (
	"ffkvadrat/measure/survey"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
)

// kinds says of which sources the types of frames say something: see [kindsDiffer].
type kinds [timeline.SourceCount]bool

// muchLarger is how many times larger the mean packet of a reference is than that of an encode. Of two encodes on scales of their own, the smaller
// would look as large as the other one.
const muchLarger = 20

// pairRoom is the least mean width of a frame at scale 1 that has room for two bars.
const pairRoom = 5

// bothSizes are the packet sizes of two videos, which have bars of their frames in one lane.
var bothSizes = session.NewCurves(session.BytesCurve, session.SecondBytesCurve)

// quietOf returns that one of the packet sizes of two videos that is a line behind the bars of the other's, each on its own scale: a
// reference's. Its packets are much larger, or its frames are all of one type and the other's are not. It is 0 if there is none.
func (d *chart) quietOf() session.Curves {
	if d.shown&bothSizes != bothSizes || d.shown.Has(session.CodedCurve) {
		return 0
	}
	reference := func(c, other session.Curve) bool {
		of, beside := curves[c].of, curves[other].of
		size, than := meanOf(d.views[of], c), meanOf(d.views[beside], other)
		switch {
		case size == 0 || than == 0 || than > muchLarger*size:
			return false
		case size > muchLarger*than:
			return true
		}
		return d.views[of].Whole && !d.kinds[of] && d.kinds[beside]
	}
	switch {
	case reference(session.BytesCurve, session.SecondBytesCurve):
		return session.NewCurves(session.BytesCurve)
	case reference(session.SecondBytesCurve, session.BytesCurve):
		return session.NewCurves(session.SecondBytesCurve)
	}
	return 0
}

// apartOf returns the shown curves that have their own scale in the lane of another one: a reference's sizes, and B's QPs if its codec has
// another scale than A's.
func (d *chart) apartOf() session.Curves {
	all := d.quiet
	if first, second := coarsestOf(d.views[timeline.OfVideo]), coarsestOf(d.views[timeline.OfSecond]); d.shown&bothQPs == bothQPs && first > 0 && second > 0 && first != second {
		all.Switch(session.SecondQPCurve, true)
	}
	return all
}

// bothQPs are the QPs of two videos.
var bothQPs = session.NewCurves(session.QPCurve, session.SecondQPCurve)

// coarsestOf returns the usual coarsest QP of a video's codec; 0 if it is not known.
func coarsestOf(v *survey.View) int {
	if v != nil {
		for i := range v.Bins {
			if coarsest := v.Bins[i].Coarsest; coarsest > 0 {
				return coarsest
			}
		}
	}
	return 0
}

// meanOf returns the mean of a curve over a view; 0 if it is not known.
func meanOf(v *survey.View, c session.Curve) float64 {
	var all survey.Part
	if v != nil {
		for i := range v.Bins {
			all.Join(curves[c].reads(&v.Bins[i]))
		}
	}
	if all.N == 0 {
		return 0
	}
	return curves[c].mean(all)
}

// pairs reports whether each frame of a period has two bars, of the packet sizes of both videos, on a chart of a width at scale 1.
func (d *chart) pairs(shown period, width float64) bool {
	if d.shown&bothSizes != bothSizes || d.shown.Has(session.CodedCurve) || d.quiet != 0 {
		return false
	}
	for c := range session.CurveCount {
		if v := d.views[curves[c].of]; bothSizes.Has(c) && (v == nil || d.full[c] == scale{} || float64(len(shownBins(v, shown)))*pairRoom > width) {
			return false
		}
	}
	return true
}

// barsIn returns the curves of some that have bars in a lane: one, that of frames' sizes rather than that of packets', or both where bars are
// in pairs.
func barsIn(of session.Curves, paired bool) session.Curves {
	if paired && of&bothSizes == bothSizes {
		return bothSizes
	}
	if c, ok := barsOf(of); ok {
		return session.NewCurves(c)
	}
	return 0
}

// dashed reports whether a curve's line is: a second video's, but not that of its packet sizes over the first one's bars.
func dashed(c session.Curve, bars session.Curves) bool {
	return hue(c) != c && (c != session.SecondBytesCurve || bars&bothSizes == 0)
}

// halved returns the period of the bar of a curve in that of its frame: the left or the right half where bars are in pairs.
func halved(of period, c session.Curve, paired bool) period {
	middle := (of.from + of.until) / 2
	switch {
	case !paired:
		return of
	case c == session.SecondBytesCurve:
		return period{middle, of.until}
	}
	return period{of.from, middle}
}
