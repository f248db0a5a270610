package panel_test

import (
	"image"
	"strings"
	"testing"

	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/session"
	"ffkvadrat/quadpyramid"
)

// TestPanelWidth drags the panel's edge: all widgets stay inside the panel, and the picture keeps
// its minimum width.
func TestPanelWidth(t *testing.T) {
	for _, scale := range []float32{1, 2} {
		at := func(v int) int { return int(float32(v) * scale) }
		width, height := at(960), at(540)
		s := newStage(t, width, height, scale)
		drag := func(x int) image.Rectangle {
			s.Drag(paneltest.Middle(s.Widgets.Grip), image.Pt(x, height/2))
			shape := panel.Shape{Panel: true, Width: s.Settings.PanelWidth}
			side := shape.Layout(width, height, scale).Side
			for name, r := range map[string]image.Rectangle{"threshold": s.Widgets.Threshold, "view": s.Widgets.View, "export tab": s.Widgets.Tabs[4]} {
				if r.Empty() || !r.In(side) {
					t.Errorf("×%v: %s at %v is not inside %v", scale, name, r, side)
				}
			}
			return side
		}
		before := s.Widgets.Threshold
		if side := drag(at(480)); side.Dx() < at(470) || side.Dx() > at(485) {
			t.Errorf("×%v: dragged to the middle, the panel is %v", scale, side)
		}
		if s.Widgets.Threshold.Dx() < before.Dx()+at(150) {
			t.Errorf("×%v: the slider was %v, and is %v", scale, before, s.Widgets.Threshold)
		}
		if side := drag(at(5)); side.Min.X < at(190) {
			t.Errorf("×%v: dragged to the left end, the panel is %v", scale, side)
		}
		if side := drag(width - 2); side.Dx() != at(session.LeastPanelWidth) || s.Settings.PanelWidth != session.LeastPanelWidth {
			t.Errorf("×%v: dragged to the right end, the panel is %v", scale, side)
		}
		s.Release()
	}
}

// TestScales selects scales. A scale too large for the window is not applied.
func TestScales(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.Settings.Tab = session.Video
	s.Turn(2)
	s.Click(s.Widgets.Scale)
	s.Turn(2)
	s.Click(s.Widgets.Scales[3])
	if s.Settings.PanelScale != 1.5 {
		t.Errorf("scale %v", s.Settings.PanelScale)
	}
	if most := panel.MostScale(640, 400); most < 1.2 || most > 1.3 {
		t.Errorf("640 × 400 has room for scale %v", most)
	}
}

// In the smallest window, at any scale, nothing is cut off: no widget is wider than the panel, and
// taller tabs scroll.
func TestSmallestWindow(t *testing.T) {
	for _, c := range []struct {
		width, height int
		scale         float32
	}{{640, 400, 1}, {640, 400, panel.MostScale(640, 400)}, {1280, 800, 2}} {
		s := newStage(t, c.width, c.height, c.scale)
		s.Settings.Advanced, s.Settings.Timing = true, true
		s.Status.Descent = panel.Descent{On: true, Thing: "quad", Steps: make([]quadpyramid.Step, 14)}
		side := panel.Layout(c.width, c.height, c.scale, true, true).Side
		for tab := range session.TabCount {
			s.Settings.Tab = tab
			s.MoveMouse(float32(side.Min.X+side.Max.X)/2, float32(c.height-5))
			s.Turn(60) // for a second, the wheel belongs to the tab that it turned in
			seen := map[string]bool{}
			for range 12 {
				fits(t, s, side, seen)
				s.TurnWheel(0, -1)
				s.Turn(1)
			}
			for _, name := range map[session.Tab][]string{
				session.Tune: {"Threshold", "max_size", "LineWidthTyped", "CPU", "VolumeTyped", "Mute"}, session.Plots: {"Curve", "EachFrame", "LogLuma"},
				session.Video: {"Matrix", "Scale", "SaveSettings", "LoadSettings"}, session.Export: {"Format", "EveryTyped", "ExportName", "Export"},
			}[tab] {
				if !seen[name] {
					t.Errorf("%+v: %v: %s is never wholly inside %v", c, tab, name, side)
				}
			}
			s.TurnWheel(0, 100)
			s.Turn(2)
		}
		s.Release()
	}
}

// fits checks that no widget exceeds the panel's sides, and records those that are completely
// visible.
func fits(t *testing.T, s *stage, side image.Rectangle, seen map[string]bool) {
	for name, r := range s.places() {
		if r.Empty() || r.Min.X < side.Min.X || strings.HasPrefix(name, "Bar") {
			continue
		}
		if r.Max.X > side.Max.X {
			t.Errorf("%v: %s at %v is cut off by %v", s.Settings.Tab, name, r, side)
		}
		seen[name] = seen[name] || r.In(side)
	}
}

// A tab that is too long for the window has a scroll bar next to widgets that stay where they are.
func TestScrollBarMovesNothing(t *testing.T) {
	var slider [2]image.Rectangle
	for i, height := range [...]int{1000, 300} {
		s := newStage(t, 1280, height, 1)
		if slider[i] = s.Widgets.Threshold; s.Overflows() != (i == 1) {
			t.Fatalf("height %d: scrolls %v", height, s.Overflows())
		}
		s.Release()
	}
	if slider[0].Min.X != slider[1].Min.X || slider[0].Max.X != slider[1].Max.X {
		t.Errorf("the slider is at %v, with a scroll bar at %v", slider[0], slider[1])
	}
}

// The tabs stay where they are while the open one scrolls. Each tab has its own place, and keys go from the
// tabs into the open one.
func TestTabsStay(t *testing.T) {
	s := newStage(t, 640, 400, 1)
	at, threshold := s.Widgets.Tabs, s.Widgets.Threshold
	s.MoveMouse(float32(paneltest.Middle(s.Widgets.Opacity).X), float32(threshold.Max.Y+40))
	s.Turn(2)
	s.TurnWheel(0, -3)
	if s.Turn(10); s.Widgets.Tabs != at || s.Widgets.Threshold.Min.Y >= threshold.Min.Y {
		t.Errorf("after the wheel, the tabs are at %v and the threshold at %v; before %v and %v", s.Widgets.Tabs, s.Widgets.Threshold, at, threshold)
	}
	scrolled := s.Widgets.Threshold
	s.Click(s.Widgets.Tabs[session.Export])
	s.Turn(2)
	if r := s.Widgets.Format; r.Min.Y < at[0].Max.Y {
		t.Errorf("the next tab begins at %v, below tabs at %v", r, at[0])
	}
	s.Click(s.Widgets.Tabs[session.Tune])
	if s.Turn(2); s.Widgets.Threshold != scrolled {
		t.Errorf("the threshold is at %v, and was at %v", s.Widgets.Threshold, scrolled)
	}
	s.FocusNext()
	s.Turn(3)
	s.until(panel.KeyTab, "a slider in the tab", s.OnSlider)
}

// A window with much more room than usual has a larger panel, unless the display's scale sees to that.
func TestUsualScale(t *testing.T) {
	for _, c := range []struct {
		width, height int
		display, want float32
	}{
		{640, 400, 1, 1}, {1920, 1080, 1, 1}, {2048, 1152, 1, 1}, {2560, 1370, 1, 1.25}, {3440, 1440, 1, 1.25}, {2560, 900, 1, 1},
		{3840, 2090, 1, 2}, {7680, 4320, 1, 2}, {3840, 2160, 2, 2}, {5120, 2880, 2, 2.5}, {1280, 720, 1.5, 1.5},
	} {
		if got := panel.UsualScale(c.width, c.height, c.display); got != c.want {
			t.Errorf("%d × %d at %v: %v, want %v", c.width, c.height, c.display, got, c.want)
		}
	}
}

// TestUsualWidth: the usual panel grows with a wide window; one that was dragged keeps its width.
func TestUsualWidth(t *testing.T) {
	for _, c := range []struct {
		width, height int
		scale         float32
		set, want     int
	}{
		{640, 400, 1, session.UsualPanelWidth, session.LeastPanelWidth}, {1280, 720, 1, session.UsualPanelWidth, session.UsualPanelWidth},
		{1920, 1080, 1, session.UsualPanelWidth, 422}, {2560, 1440, 1.25, session.UsualPanelWidth, 563}, {5120, 1440, 1, session.UsualPanelWidth, 520},
		{2560, 1440, 1, session.UsualPanelWidth + 1, session.UsualPanelWidth + 1}, {2560, 1440, 1, session.LeastPanelWidth, session.LeastPanelWidth},
	} {
		shape := panel.Shape{Panel: true, Width: c.set}
		if got := shape.Layout(c.width, c.height, c.scale).Side.Dx(); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// TestFold: in a narrow window, whose bar has no button for the panel, a handle at its edge hides it.
func TestFold(t *testing.T) {
	for _, c := range []struct {
		width, height int
		scale         float32
		folds         bool
	}{{640, 400, 1, true}, {1280, 800, 2, true}, {1280, 720, 1, false}, {1920, 1080, 1, false}} {
		s := newStage(t, c.width, c.height, c.scale)
		w := &s.Widgets
		if w.Fold.Empty() == c.folds || w.BarPanel.Empty() != c.folds {
			t.Errorf("%+v: the handle is at %v, the bar's button at %v", c, w.Fold, w.BarPanel)
		}
		if c.folds {
			s.Only("the handle", s.Click(w.Fold), command.Do(command.Panel))
			if at := paneltest.Middle(w.Fold); !s.Covers(float64(at.X), float64(at.Y)) || !w.Fold.In(s.Areas.Picture) {
				t.Errorf("%+v: the handle at %v belongs to the picture", c, w.Fold)
			}
		}
		s.Release()
	}
}
