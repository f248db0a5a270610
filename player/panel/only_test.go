package panel_test

import (
	"image"
	"testing"

	"ffkvadrat/overlay"
	"ffkvadrat/player/session"
)

// A click on a size in the legend or the plot draws only its quads; a second click, or one on the
// button that appears, draws all.
func TestOnlySize(t *testing.T) {
	s := plotted(t, 960, 600, 1)
	s.Status.Largest = 9
	for _, c := range []struct {
		tab   session.Tab
		place func(level int) image.Rectangle
	}{
		{session.Tune, func(level int) image.Rectangle { return s.Widgets.LegendSizes[level] }},
		{session.Plots, func(level int) image.Rectangle { return s.Widgets.SizeLines[level] }},
	} {
		s.Settings.Tab = c.tab
		s.Turn(2)
		for _, level := range []int{0, 3} {
			s.Click(c.place(level))
			if s.Settings.OnlySize != 1<<level {
				t.Errorf("%v: a click on %d draws only %d", c.tab, 1<<level, s.Settings.OnlySize)
			}
		}
		s.Click(c.place(3))
		if s.Settings.OnlySize != 0 {
			t.Errorf("%v: a second click draws only %d", c.tab, s.Settings.OnlySize)
		}
	}
	s.Settings.Tab, s.Settings.OnlySize = session.Tune, 512
	s.Status.Quads = 595_000
	s.Turn(2)
	s.Click(s.Widgets.OnlySize)
	if s.Settings.OnlySize != 0 {
		t.Errorf("a click on the button draws only %d", s.Settings.OnlySize)
	}
	if s.Turn(2); !s.Widgets.OnlySize.Empty() {
		t.Error("the button stays")
	}
	s.Settings.Colour = overlay.ByAge
	if s.Turn(2); !s.Widgets.LegendSizes[0].Empty() {
		t.Error("sizes in a legend of ages")
	}
}
