package timelinestrip_test

import (
	"image"
	"image/color"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/measure/survey"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
	"ffkvadrat/player/timeline/timelinestrip"
)

// The legend has the shown curves. A click on a name hides the curve, and does not seek; a button
// opens the menu of all.
func TestCurveSwitches(t *testing.T) {
	s := paneltest.New(t, 1280, 540, 1)
	v := paneltest.Surveyed()
	for i := range v.Bins {
		v.Bins[i].Luma = survey.Part{N: 1, Sum: 0.25, High: 0.5}
		v.Bins[i].Bytes = survey.Range{Min: 100, Max: 100, Sum: 100}
	}
	s.Status.Timeline = timeline.Status{Shown: true, View: v, HasSecond: true}
	s.Settings.Curves = 1<<session.CurveCount - 1
	s.Turn(2)
	wide := s.Widgets.Words.Dx()
	for c := range session.CurveCount {
		r := s.Widgets.Curves[c]
		if r.Empty() || !r.In(s.Widgets.Words.Inset(-2)) {
			t.Fatalf("%v is named at %v, the legend is at %v", c, r, s.Widgets.Words)
		}
		if tip := s.Rest(r); !strings.HasSuffix(tip, " A click hides it.") || c == session.QuadsCurve && !strings.HasSuffix(tip, "\nHere it is from 1 000 to 4 960. A click hides it.") || c == session.CoverageCurve && !strings.HasSuffix(tip, "\nHere it is always 50.0 %. A click hides it.") {
			t.Errorf("%v: the tooltip is %q", c, tip)
		}
		if asked := s.Click(r); len(asked) > 0 {
			t.Errorf("a click on the name of %v asks for %v", c, asked)
		}
		s.MoveMouse(5, 5)
		if s.Turn(2); s.Settings.Curves.Has(c) || !s.Widgets.Curves[c].Empty() {
			t.Errorf("%v is not hidden by a click", c)
		}
	}
	if now := s.Widgets.Words.Dx(); now >= wide/4 {
		t.Errorf("the legend is %d pixels wide without a curve, %d with all", now, wide)
	}
	s.Click(s.Widgets.MoreCurves)
	if s.Turn(2); s.Widgets.CurveBoxes[session.TICurve].Empty() {
		t.Fatal("the button opens no menu")
	}
	if s.Click(s.Widgets.LinearSizes); !s.Settings.LinearSizes {
		t.Error("a click on the switch does not make sizes linear")
	}
	if s.Click(s.Widgets.CurveBoxes[session.TICurve]); s.Settings.Curves != session.NewCurves(session.TICurve) {
		t.Errorf("a click on ti in the menu: %v", s.Settings.Curves)
	}
}

// A right click on the timeline opens a menu with a switch for each curve; it stays open after a
// click on one.
func TestCurveMenu(t *testing.T) {
	s := paneltest.New(t, 960, 540, 1)
	v := paneltest.Surveyed() // without packet sizes
	s.Status.Timeline = timeline.Status{Shown: true, View: v}
	s.Turn(2)
	press := func(at image.Point) {
		s.MoveMouse(float32(at.X), float32(at.Y))
		s.Turn(1)
		s.PressMouse(1, true)
		s.Turn(1)
		s.PressMouse(1, false)
		s.Turn(3)
	}
	press(image.Pt(300, 100))
	if s.Widgets.CurveBoxes[0] != (image.Rectangle{}) {
		t.Fatal("a right click on the picture opens the menu of curves")
	}
	press(paneltest.Middle(s.Widgets.Timeline))
	before := s.Settings.Curves
	for c := range session.CurveCount {
		r := s.Widgets.CurveBoxes[c]
		if r.Empty() || !r.In(image.Rect(0, 0, 960, 540)) {
			t.Fatalf("%v is at %v", c, r)
		}
		if asked := s.Click(r); len(asked) > 0 {
			t.Errorf("a click on %v asks for %v", c, asked)
		}
		if s.Turn(2); s.Settings.Curves.Has(c) == before.Has(c) != (c == session.BytesCurve || c == session.BytesPerQuadCurve || session.NewCurves(c).Second()) {
			t.Errorf("a click on %v: %v after %v", c, s.Settings.Curves, before)
		}
	}
	if s.Rest(s.Widgets.CurveBoxes[session.LumaCurve]) == "" {
		t.Error("no tooltip")
	}
	s.Settings.Params = s.Settings.Switched(analysis.Points, s.Settings.Operator)
	s.Turn(2)
	if tip := s.Rest(s.Widgets.CurveBoxes[session.PSNRCurve]); !strings.HasSuffix(tip, "\nNot in use: this variant cannot be reconstructed.") {
		t.Errorf("with points: %q", tip)
	}
	if tip := s.Rest(s.Widgets.CurveBoxes[session.SecondPSNRCurve]); !strings.HasSuffix(tip, "\nNot in use: there is no second video: menu, Compare with a second video….") {
		t.Errorf("without a second video: %q", tip)
	}
	s.Menu.Close()
	s.Turn(3)
	press(paneltest.Middle(s.Widgets.Timeline))
	s.Menu.Close()
	if s.Turn(3); s.Widgets.CurveBoxes[0] != (image.Rectangle{}) {
		t.Error("the menu is not closed")
	}
	press(paneltest.Middle(s.Widgets.Words))
	if s.Widgets.CurveBoxes[0].Empty() {
		t.Error("a right click on the legend opens no menu")
	}
	if asked := s.Click(image.Rect(2, 2, 8, 8)); len(asked) > 0 || len(s.Turn(3)) > 0 || !s.Widgets.CurveBoxes[0].Empty() {
		t.Errorf("a click outside the menu asks for %v", asked)
	}
}

// TestCurveMenuPlace: the menu of curves touches its button, is complete in windows of any size and low, and stays where it is while
// the timeline grows with the curves that are switched on.
func TestCurveMenuPlace(t *testing.T) {
	for _, c := range []struct {
		width, height int
		scale         float32
	}{{640, 400, 1}, {960, 540, 1}, {1280, 720, 1}, {1920, 1080, 1}, {2560, 1440, 1}, {2560, 1440, 2}, {1280, 800, 2}} {
		s := paneltest.New(t, c.width, c.height, c.scale)
		s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed()}
		s.Turn(2)
		button := s.Widgets.MoreCurves
		s.Click(button)
		s.Turn(2)
		first, all := s.Widgets.CurveBoxes, s.Widgets.LinearSizes
		for i, r := range first {
			all = all.Union(r)
			if r.Empty() || !r.In(image.Rect(0, 0, c.width, button.Min.Y)) {
				t.Errorf("%+v: %v is at %v, the button at %v", c, session.Curve(i), r, button)
			}
			for k, other := range first[:i] {
				if r.Overlaps(other) {
					t.Errorf("%+v: %v at %v is over %v at %v", c, session.Curve(i), r, session.Curve(k), other)
				}
			}
		}
		px := func(n float32) int { return int(n * c.scale) }
		if gap := button.Min.Y - all.Max.Y; gap > px(16) || c.width >= 960 && (all.Min.X > button.Max.X+px(20) || all.Dx() > px(560) || all.Dy() > px(350)) {
			t.Errorf("%+v: curves at %v, the button at %v", c, all, button)
		}
		for i := range session.CurveCount {
			s.Settings.Curves.Switch(i, true)
		}
		if s.Turn(3); s.Widgets.CurveBoxes != first {
			t.Errorf("%+v: the menu moves from %v to %v", c, first[0], s.Widgets.CurveBoxes[0])
		}
		s.Release()
	}
}

// TestCurveMenuScrolls: where a timeline that the user has made high leaves little room, the menu of curves has a scrollbar inside the
// window, and the wheel reaches its last curve.
func TestCurveMenuScrolls(t *testing.T) {
	s := paneltest.New(t, 640, 400, 1)
	s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed()}
	s.Settings.TimelineHeight = 300
	s.Turn(2)
	s.Click(s.Widgets.MoreCurves)
	s.Turn(2)
	img, top, grabbed := s.Pixels(), s.Areas.Timeline.Min.Y, 0
	for y := range top {
		if img.RGBAAt(633, y) == color.RGBA(s.Hovered) {
			grabbed++
		}
	}
	if grabbed == 0 {
		t.Error("the scrollbar is outside the window")
	}
	s.MoveMouse(400, 60)
	s.Turn(2)
	for range 9 {
		s.TurnWheel(0, -1)
		s.Turn(2)
	}
	if r := s.Widgets.CurveBoxes[session.DepthCurve]; r.Empty() || r.Max.Y > top {
		t.Errorf("the last curve is at %v, the timeline at %d", r, top)
	}
}

// TestSignMenu: a button of the legend explains the signs on the timeline, also if many curves are shown.
func TestSignMenu(t *testing.T) {
	s := paneltest.New(t, 1280, 720, 1)
	s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed()}
	s.Turn(2)
	button, before := s.Widgets.Signs, s.Pixels()
	s.Click(button)
	s.Turn(2)
	if r := paneltest.Differs(s.Pixels(), before, s.Areas.Picture); r.Dy() < 150 || r.Min.X > button.Max.X {
		t.Errorf("the signs are at %v, the button at %v", r, button)
	}
	s.Release()
	for _, width := range []int{560, 1280} {
		s := paneltest.New(t, width, 540, 1)
		s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed()}
		s.Settings.Curves = 1<<session.CurveCount - 1
		s.Turn(3)
		if button := s.Widgets.Signs; button.Empty() || !button.In(s.Areas.Timeline) || button.Overlaps(s.Widgets.MoreCurves) {
			t.Errorf("%d pixels: the button is at %v, the timeline at %v", width, button, s.Areas.Timeline)
		}
		s.Release()
	}
}

// A narrow legend omits the values. From 640 pixels on, it names up to four shown curves; from 960,
// the first eight; from 1920, all. The menu has all.
func TestNarrowLegend(t *testing.T) {
	for _, width := range []int{560, 640, 700, 960, 1920} {
		s := paneltest.New(t, width, 540, 1)
		v := paneltest.Surveyed()
		for i := range v.Bins {
			v.Bins[i].Bytes = survey.Range{Min: 100, Max: 100, Sum: 100}
		}
		s.Status.Timeline = timeline.Status{Shown: true, View: v, HasSecond: true}
		for _, shown := range []session.Curves{0, s.Settings.Curves, 1<<5 - 1, 1<<session.CurveCount - 1} {
			few := shown < 1<<5
			s.Settings.Curves = shown
			s.Turn(3)
			areas := panel.Shape{Panel: true, Timeline: true, Lanes: timelinestrip.Lanes(shown)}.Layout(width, 540, 1)
			if !s.Widgets.Words.In(areas.Timeline) || !s.Widgets.MoreCurves.In(s.Widgets.Words) {
				t.Errorf("%d pixels, %q: the legend is at %v, the timeline at %v", width, shown, s.Widgets.Words, areas.Timeline)
			}
			for c := range session.CurveCount {
				named := shown.Has(c) && (width >= 1920 && c < 15 || width >= 960 && c < 8 || width >= 640 && few && c < 4)
				if r := s.Widgets.Curves[c]; r.Empty() && named || !r.Empty() && !r.In(areas.Timeline) {
					t.Errorf("%d pixels, %q: the name of %v is at %v, the timeline at %v", width, shown, c, r, areas.Timeline)
				}
			}
		}
		s.Release()
	}
}

// The labels on the right, of any length, end where the bar's buttons do.
func TestLabelsEndAtTheMargin(t *testing.T) {
	for _, full := range []float64{0.5, 1} {
		s := paneltest.New(t, 1280, 720, 1)
		v := paneltest.Surveyed()
		for i := range v.Bins {
			c := full - float64(i%50)/5000
			v.Bins[i].Coverage = survey.Range{Min: c, Max: c, Sum: c}
		}
		s.Status.Timeline = timeline.Status{Shown: true, View: v}
		s.Settings.Curves = session.NewCurves(session.QuadsCurve, session.CoverageCurve)
		s.Settings.TimelineHeight = session.LeastTimelineHeight // two axes
		s.Turn(3)
		r, img, end := s.Widgets.Timeline, s.Pixels(), s.Widgets.BarMenu.Max.X
		last := 0
		for x := r.Max.X + 4; x < s.Areas.Timeline.Max.X; x++ {
			for y := r.Min.Y; y < r.Max.Y; y++ {
				if img.RGBAAt(x, y) != img.RGBAAt(s.Areas.Timeline.Max.X-1, r.Min.Y) {
					last = x
				}
			}
		}
		if last < end-3 || last >= end {
			t.Errorf("coverage %v: the labels end at %d, the bar at %d", full, last+1, end)
		}
		s.Release()
	}
}
