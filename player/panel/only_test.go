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
	s.status.Largest = 9
	for _, c := range []struct {
		tab   session.Tab
		place func(level int) image.Rectangle
	}{
		{session.Tune, func(level int) image.Rectangle { return s.Widgets.LegendSizes[level] }},
		{session.Plots, func(level int) image.Rectangle { return s.Widgets.SizeLines[level] }},
	} {
		s.settings.Tab = c.tab
		s.turn(2)
		for _, level := range []int{0, 3} {
			s.click(c.place(level))
			if s.settings.OnlySize != 1<<level {
				t.Errorf("%v: a click on %d draws only %d", c.tab, 1<<level, s.settings.OnlySize)
			}
		}
		s.click(c.place(3))
		if s.settings.OnlySize != 0 {
			t.Errorf("%v: a second click draws only %d", c.tab, s.settings.OnlySize)
		}
	}
	s.settings.Tab, s.settings.OnlySize = session.Tune, 512
	s.status.Quads = 595_000
	s.turn(2)
	s.click(s.Widgets.OnlySize)
	if s.settings.OnlySize != 0 {
		t.Errorf("a click on the button draws only %d", s.settings.OnlySize)
	}
	if s.turn(2); !s.Widgets.OnlySize.Empty() {
		t.Error("the button stays")
	}
	s.settings.Colour = overlay.ByAge
	if s.turn(2); !s.Widgets.LegendSizes[0].Empty() {
		t.Error("sizes in a legend of ages")
	}
}
