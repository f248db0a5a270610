package panel_test

import (
	"image"
	"testing"

	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/analysis/regions"
	"ffkvadrat/overlay"
	"ffkvadrat/player/session"
	"ffkvadrat/player/views"
	"ffkvadrat/quadfile"
)

func TestColourings(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	seen := map[string]bool{}
	for i := range overlay.ColouringCount {
		s.click(s.Widgets.Colour)
		s.turn(2)
		s.click(s.Widgets.Colours[i])
		if s.settings.Colour != i {
			t.Errorf("after a click on %s: %v", i.Title(), s.settings.Colour)
		}
		s.turn(2)
		legend := s.pixels().SubImage(image.Rect(s.Widgets.Threshold.Min.X, s.Widgets.Threshold.Max.Y, 960, s.Widgets.Advanced.Min.Y)).(*image.RGBA)
		row := legend.Pix[legend.PixOffset(legend.Rect.Min.X, s.Widgets.Advanced.Min.Y-21):][:4*legend.Rect.Dx()]
		seen[string(row)] = true
	}
	s.status.AgesUnknown = true
	s.turn(2)
	legend := s.pixels()
	i := legend.PixOffset(s.Widgets.Threshold.Min.X, s.Widgets.Advanced.Min.Y-21)
	if seen[string(legend.Pix[i:i+4*(960-s.Widgets.Threshold.Min.X)])] {
		t.Error("unknown ages have the legend of known ones")
	}
	if len(seen) != int(overlay.ColouringCount) {
		t.Errorf("%d legends for %d colourings", len(seen), overlay.ColouringCount)
	}
}

// TestPyramidLevel steps through the levels and stops at the ends.
func TestPyramidLevel(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.status.Top = 2
	if !s.Widgets.Coarser.Empty() {
		t.Error("a level of a view that has none")
	}
	s.click(s.Widgets.View)
	s.turn(2)
	s.click(s.Widgets.Views[views.Pyramid])
	s.turn(2)
	if s.settings.View != views.Pyramid || s.settings.Level != 0 {
		t.Fatalf("after a click on the pyramid: %v, level %d", s.settings.View, s.settings.Level)
	}
	for _, want := range []int{1, 2, 2} {
		if s.click(s.Widgets.Coarser); s.settings.Level != want {
			t.Errorf("up to level %d, want %d", s.settings.Level, want)
		}
	}
	for _, want := range []int{1, 0, 0} {
		if s.click(s.Widgets.Finer); s.settings.Level != want {
			t.Errorf("down to level %d, want %d", s.settings.Level, want)
		}
	}
	s.settings.Level = 9 // level of a larger video
	if s.turn(1); s.settings.Level != 2 {
		t.Errorf("level %d where 2 is the top", s.settings.Level)
	}
	if s.Overflows() {
		t.Error("the side panel is cut off")
	}
}

// TestFill selects how the view of the reconstruction fills quads.
func TestFill(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	if !s.Widgets.Fill.Empty() {
		t.Error("a fill of a view that has none")
	}
	s.click(s.Widgets.View)
	s.turn(2)
	s.click(s.Widgets.Views[views.Reconstruction])
	s.turn(2)
	for _, fill := range []reconstruction.Fill{reconstruction.Linear, reconstruction.Mean} {
		s.click(s.Widgets.Fill)
		s.turn(2)
		if s.click(s.Widgets.Fills[fill]); s.settings.View != views.Reconstruction || s.settings.Fill != fill {
			t.Errorf("after a click on %v: %v, %v", fill, s.settings.View, s.settings.Fill)
		}
		s.turn(2)
	}
	if s.Overflows() {
		t.Error("the side panel is cut off")
	}
}

// TestMap selects the encoder of the map and the strength, which also applies to exports.
func TestMap(t *testing.T) {
	s := newStage(t, 960, 600, 1)
	if !s.Widgets.MapFor.Empty() || !s.Widgets.Strength.Empty() {
		t.Error("a map of a view that has none")
	}
	s.click(s.Widgets.View)
	s.turn(2)
	s.click(s.Widgets.Views[views.Map])
	s.turn(2)
	for _, form := range []regions.Form{regions.SVT, regions.Interest, regions.Kvazaar} {
		s.click(s.Widgets.MapFor)
		s.turn(2)
		if s.click(s.Widgets.MapForms[form]); s.settings.View != views.Map || s.settings.MapFor != form {
			t.Errorf("after a click on %v: %v, %v", form, s.settings.View, s.settings.MapFor)
		}
		s.turn(2)
	}
	if s.Overflows() {
		t.Error("the side panel is cut off")
	}
	for _, tab := range []session.Tab{session.Tune, session.Export} {
		s.settings.Tab, s.settings.Strength = tab, regions.DefaultStrength
		s.Export.Form.Format = quadfile.SVTMap
		s.turn(2)
		if s.click(s.Widgets.Strength); s.settings.Strength != 0 {
			t.Errorf("in %v: the middle of the slider is %d", tab, s.settings.Strength)
		}
		if s.Overflows() {
			t.Errorf("%v is cut off", tab)
		}
	}
	s.Export.Form.Format = quadfile.CSV
	if s.turn(2); !s.Widgets.Strength.Empty() {
		t.Error("a strength of a format that has none")
	}
}
