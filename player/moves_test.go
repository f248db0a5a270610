package player

import (
	"testing"
	"time"

	"ffkvadrat/measure/survey"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
	"ffkvadrat/player/timeline/timelinestrip"
)

// TestAboutPeak: the message has the value, and says whether all frames have it, and that others may come.
func TestAboutPeak(t *testing.T) {
	for want, c := range map[string]struct {
		curve session.Curve
		quads []float64
		whole bool
	}{
		"The most points: 1 200": {session.QuadsCurve, []float64{7, 1200, 3}, true},
		"The most points: 1 200 so far: the video is not fully analysed yet": {session.QuadsCurve, []float64{7, 1200}, false},
		"Points: 114 in all frames": {session.QuadsCurve, []float64{114, 114}, true},
		"Points: 114 in all frames so far: the video is not fully analysed yet": {session.QuadsCurve, []float64{114}, false},
		"The largest packet: 1.2 kB": {session.BytesCurve, []float64{7, 1200, 3}, true},
	} {
		v := &survey.View{Whole: c.whole}
		for _, n := range c.quads {
			r := survey.Range{Min: n, Max: n, Sum: n}
			v.Bins = append(v.Bins, survey.Bin{Frames: 1, Quads: r, Bytes: r})
		}
		e, ok := timelinestrip.ExtremeOf(c.curve, &timeline.Status{View: v})
		if got := aboutPeak(c.curve, "point", e); !ok || got != want {
			t.Errorf("%v: %q, want %q", c.quads, got, want)
		}
	}
}

// TestPeakConfirmed: a message about a peak loses its reservation once all frames are known, and goes if another frame is the peak.
func TestPeakConfirmed(t *testing.T) {
	const said, later = "The most quads: 1 200 so far: the video is not fully analysed yet", "The most quads: 1 200"
	for want, c := range map[string]struct {
		quads  []float64
		before string
		whole  bool
	}{said: {[]float64{7, 1200}, said, false}, later: {[]float64{7, 1200, 3}, said, true}, "": {[]float64{7, 1200, 1300}, said, true}, "Pause": {[]float64{7, 1200, 3}, "Pause", true}} {
		p := pointing(t)
		v := &survey.View{Whole: c.whole}
		for i, n := range c.quads {
			r := survey.Range{Min: n, Max: n, Sum: n}
			v.Bins = append(v.Bins, survey.Bin{Frames: 1, Quads: r, Start: float64(i)})
		}
		p.status.Timeline = timeline.Status{View: v}
		p.seeking.peaked = peaked{session.QuadsCurve, 1, said}
		p.message.set(c.before, nil, time.Now())
		if p.seeking.confirm(); p.message.text != want {
			t.Errorf("%+v: %q, want %q", c, p.message.text, want)
		}
	}
}
