package timelinestrip_test

import (
	"image"
	"math"
	"strings"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/exporting"
	"ffkvadrat/player/marks"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
	"ffkvadrat/player/timeline/timelinestrip"
)

// While the tab Export is open, the ends of the export can be dragged to frames, which are shown.
func TestExportEnds(t *testing.T) {
	s := paneltest.New(t, 960, 540, 1)
	v := paneltest.Surveyed()
	for i := range v.Bins {
		v.Times = append(v.Times, v.Bins[i].Start)
	}
	s.Status.Timeline = timeline.Status{Shown: true, View: v}
	s.Status.Marks = marks.List{{Time: 7.48}}
	s.Status.Plan = exporting.Plan{Ends: exporting.Ends{From: decode.Position{Index: -1}}, Length: 10}
	if s.Turn(2); !s.Widgets.ExportEnds[0].Empty() {
		t.Error("handles while another tab is open")
	}
	s.Settings.Tab = session.Export
	s.Turn(2)
	form, r := &s.Export.Form, s.Widgets.Timeline
	foresee := func() {
		s.Status.Plan.Ends = form.Selected(exporting.Moment{}) // the player does this
		s.Status.Plan.Forecast = exporting.Foresee(s.Status.Plan.Ends, 1, s.Status.Timeline.View, &decode.Info{})
		s.Turn(2)
	}
	drag := func(i int, to float64) {
		from := paneltest.Middle(s.Widgets.ExportEnds[i])
		s.Drag(from, image.Pt(from.X+int((to-s.Status.Plan.Span()[i])/10*float64(r.Dx())), from.Y))
		foresee()
	}
	s.Status.Saving.Running = true
	if drag(1, 3); s.Widgets.ExportEnds[1].Empty() || form.Part != exporting.Whole {
		t.Errorf("while an export runs, the handle is at %v, and dragging it selects %v", s.Widgets.ExportEnds[1], form.Part)
	}
	s.Status.Saving.Running = false
	drag(1, 6)
	drag(0, 2.05)
	e := form.Ends
	if at := transport.FormatTime(transport.Seconds(e.From.Seconds)); len(s.Seek.Pointed) == 0 || !strings.HasPrefix(s.Seek.Pointed[0], at+"   frame ") {
		t.Errorf("the bubble says %q, and the export begins at %s", s.Seek.Pointed, at)
	}
	first := e.From.Seconds * 25
	if form.Part != exporting.Typed || e.To.Seconds < 5.9 || e.To.Seconds > 6.1 || e.From.Seconds < 1.95 || e.From.Seconds > 2.1 || first != math.Round(first) {
		t.Errorf("dragged to 2.05 and 6 s: %v, %+v", form.Part, e)
	}
	for _, c := range [...]struct{ to, snaps float64 }{{4.03, 4}, {3.96, 3.96}, {7.45, 7.48}, {4.96, 5}, {6.64, 6.64}} { // 1 s is about 66 pixels
		if drag(1, c.to); form.Ends.To.Seconds != c.snaps {
			t.Errorf("dragged to %v s: %v", c.to, form.Ends.To)
		}
		line := r.Min.X + int(c.snaps/10*float64(r.Dx()))
		if middle := paneltest.Middle(s.Widgets.ExportEnds[1]).X; middle < line-1 || middle > line+1 {
			t.Errorf("the handle at %d is not below its line at %d", middle, line)
		}
	}
	strike := func(key panel.EditKey, shift bool) {
		s.PressKey(panel.KeyShift, shift)
		for _, down := range [...]bool{true, false} {
			s.PressKey(key, down)
			s.Turn(2)
		}
		s.PressKey(panel.KeyShift, false)
		foresee()
	}
	for _, c := range [...]struct {
		key   panel.EditKey
		shift bool
		want  float64
	}{{panel.KeyLeft, false, 6.6}, {panel.KeyRight, false, 6.64}, {panel.KeyRight, true, 7.04}, {panel.KeyLeft, true, 6.64}} {
		if strike(c.key, c.shift); form.Ends.To.Seconds != c.want || s.Takes(panel.KeySpace) {
			t.Errorf("key %d, shift %v: %v s, want %v", c.key, c.shift, form.Ends.To.Seconds, c.want)
		}
	}
	s.Click(s.Widgets.ExportEnds[0])
	s.Turn(2)
	if was := form.Ends.From.Seconds; s.Takes(panel.KeyRight) {
		if strike(panel.KeyRight, false); math.Abs(form.Ends.From.Seconds-was-0.04) > 1e-9 {
			t.Errorf("→ moves the first frame from %v to %v s", was, form.Ends.From.Seconds)
		}
	} else {
		t.Error("a click on a handle does not give it the keys")
	}
	s.Focus("")
	for _, want := range [...]string{"side", timelinestrip.FocusName, "bar", ""} {
		s.FocusNext()
		if s.Turn(3); s.Focused() != want {
			t.Errorf("%q has the keys, want %q", s.Focused(), want)
		}
	}
	if drag(0, 9); form.Ends.From != form.Ends.To {
		t.Errorf("dragged past the last frame: %+v", form.Ends)
	}
	s.Settings.Tab = session.Tune
	if s.Turn(2); !s.Widgets.ExportEnds[0].Empty() {
		t.Error("handles of typed ends while another tab is open")
	}
}

// The times of the ends stand next to their handles and in the timeline, and neither overlaps anything, nor do the times of ticks come near.
func TestEndTimes(t *testing.T) {
	for _, width := range []int{640, 960, 1280} {
		s := paneltest.New(t, width, 400, 1)
		s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed()}
		s.Settings.Tab = session.Export
		for _, ends := range [][2]float64{{0, 10}, {2, 4}, {2, 2}, {0, 0}, {10, 10}, {0, 0.5}, {9.5, 10}} {
			plan := &s.Status.Plan
			plan.Length, plan.Forecast.From, plan.Forecast.To = 10, ends[0], ends[1]
			if ends[1] == 0 {
				plan.Length = 0
			}
			s.Turn(3)
			w := s.Widgets
			all := append(w.ExportEnds[:], w.EndTimes[:]...)
			for i, r := range all {
				if i < 2 && r.Empty() || !r.Empty() && !r.In(s.Areas.Timeline) {
					t.Errorf("%d, %v: %v is not in %v", width, ends, r, s.Areas.Timeline)
				}
				for _, other := range all[:i] {
					if r.Overlaps(other) {
						t.Errorf("%d, %v: %v is over %v", width, ends, r, other)
					}
				}
			}
			for _, tick := range w.Times {
				for _, r := range all {
					if !r.Empty() && tick.Overlaps(r.Inset(-8)) {
						t.Errorf("%d, %v: the time at %v touches %v", width, ends, tick, r)
					}
				}
			}
			if len(w.Times) == 0 || w.EndTimes[0].Empty() && w.EndTimes[1].Empty() || ends == [2]float64{2, 4} && (w.EndTimes[0].Empty() || w.EndTimes[1].Empty()) {
				t.Errorf("%d, %v: the times are at %v", width, ends, w.EndTimes)
			}
		}
		s.Release()
	}
}

// While the ends of the export are shown, the loop is a thin line at the top of the chart.
func TestLoopAndExport(t *testing.T) {
	s := paneltest.New(t, 960, 540, 1)
	s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed()}
	s.Status.Plan.Length, s.Status.Plan.Forecast.From, s.Status.Plan.Forecast.To = 10, 2, 6
	for _, tab := range []session.Tab{session.Export, session.Tune} {
		s.Settings.Tab, s.Status.Loop = tab, nil
		s.Turn(3)
		plain := s.Pixels()
		s.Status.Loop = []float64{2.5, 5}
		s.Turn(2)
		differs := paneltest.Differs(plain, s.Pixels(), s.Widgets.Timeline)
		if thin := differs.Dy() < 4; differs.Empty() || thin != (tab == session.Export) {
			t.Errorf("%v: the loop changes %v of %v", tab, differs, s.Widgets.Timeline)
		}
	}
}
