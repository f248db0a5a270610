package panel_test

import (
	"image"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/analysis/regions"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
	"ffkvadrat/quadfile"
)

func TestColourings(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	seen := map[string]bool{}
	legend := func() string {
		img, r := s.Pixels(), image.Rect(s.Widgets.Threshold.Min.X, s.Widgets.Threshold.Max.Y, 960, s.Widgets.Advanced.Min.Y)
		var pixels []byte
		for y := r.Min.Y; y < r.Max.Y; y++ {
			pixels = append(pixels, img.Pix[img.PixOffset(r.Min.X, y):img.PixOffset(r.Max.X, y)]...)
		}
		return string(pixels)
	}
	for i := range overlay.ColouringCount {
		s.Click(s.Widgets.Colour)
		s.Turn(2)
		s.Click(s.Widgets.Colours[i])
		if s.Settings.Colour != i {
			t.Errorf("after a click on %s: %v", i.Title(), s.Settings.Colour)
		}
		s.Turn(2)
		seen[legend()] = true
	}
	s.Status.AgesUnknown = true
	s.Turn(2)
	if seen[legend()] {
		t.Error("unknown ages have the legend of known ones")
	}
	if len(seen) != int(overlay.ColouringCount) {
		t.Errorf("%d legends for %d colourings", len(seen), overlay.ColouringCount)
	}
}

// TestViewHint: the view of space, whose camera the mouse moves, says how.
func TestViewHint(t *testing.T) {
	for view := range views.ViewCount {
		if got := panel.ViewHint(view); strings.Contains(got, "drag: turn   wheel: zoom") != (view == views.Cloud) {
			t.Errorf("%s: %q", view, got)
		}
	}
}

// TestViewName: a view other than the video is named in the picture's corner, in a wipe on the left side.
func TestViewName(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.Turn(2)
	area := s.Areas.Picture
	at := image.Pt(area.Max.X-legendCorner, area.Min.Y+legendCorner)
	plain := s.Pixels().RGBAAt(at.X, at.Y)
	for view := range views.ViewCount {
		s.Settings.View = view
		s.Turn(2)
		if named := s.Pixels().RGBAAt(at.X, at.Y) != plain; named != (view != views.Video) {
			t.Errorf("%v is named: %v", view, named)
		}
	}
	s.Status.Wipe = wiped(area, area.Min.X+area.Dx()/2)
	s.Turn(2)
	if s.Pixels().RGBAAt(at.X, at.Y+30) != plain {
		t.Error("a name on the right side")
	}
}

// legendCorner is inside a box in the picture's corner.
const legendCorner = 12

// TestPyramidLevel steps through the levels and stops at the ends.
func TestPyramidLevel(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.Status.Top = 2
	if !s.Widgets.Coarser.Empty() {
		t.Error("a level of a view that has none")
	}
	s.Click(s.Widgets.View)
	s.Turn(2)
	s.Click(s.Widgets.Views[views.Pyramid])
	s.Turn(2)
	if s.Settings.View != views.Pyramid || s.Settings.Level != 0 {
		t.Fatalf("after a click on the pyramid: %v, level %d", s.Settings.View, s.Settings.Level)
	}
	for _, want := range []int{1, 2, 2} {
		if s.Click(s.Widgets.Coarser); s.Settings.Level != want {
			t.Errorf("up to level %d, want %d", s.Settings.Level, want)
		}
	}
	for _, want := range []int{1, 0, 0} {
		if s.Click(s.Widgets.Finer); s.Settings.Level != want {
			t.Errorf("down to level %d, want %d", s.Settings.Level, want)
		}
	}
	s.Settings.Level = 9 // level of a larger video
	if s.Turn(1); s.Settings.Level != 2 {
		t.Errorf("level %d where 2 is the top", s.Settings.Level)
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
	s.Click(s.Widgets.View)
	s.Turn(2)
	s.Click(s.Widgets.Views[views.Reconstruction])
	s.Turn(2)
	for _, fill := range []reconstruction.Fill{reconstruction.Linear, reconstruction.Mean} {
		s.Click(s.Widgets.Fill)
		s.Turn(2)
		if s.Click(s.Widgets.Fills[fill]); s.Settings.View != views.Reconstruction || s.Settings.Fill != fill {
			t.Errorf("after a click on %v: %v, %v", fill, s.Settings.View, s.Settings.Fill)
		}
		s.Turn(2)
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
	s.Click(s.Widgets.View)
	s.Turn(2)
	s.Click(s.Widgets.Views[views.Map])
	s.Turn(2)
	for _, form := range []regions.Form{regions.SVT, regions.Interest, regions.Kvazaar} {
		s.Click(s.Widgets.MapFor)
		s.Turn(2)
		if s.Click(s.Widgets.MapForms[form]); s.Settings.View != views.Map || s.Settings.MapFor != form {
			t.Errorf("after a click on %v: %v, %v", form, s.Settings.View, s.Settings.MapFor)
		}
		s.Turn(2)
	}
	if s.Overflows() {
		t.Error("the side panel is cut off")
	}
	for _, tab := range []session.Tab{session.Tune, session.Export} {
		s.Settings.Tab, s.Settings.Strength = tab, regions.DefaultStrength
		s.Export.Form.Format = quadfile.SVTMap
		s.Turn(2)
		if s.Click(s.Widgets.Strength); s.Settings.Strength != 0 {
			t.Errorf("in %v: the middle of the slider is %d", tab, s.Settings.Strength)
		}
		if s.Overflows() {
			t.Errorf("%v is cut off", tab)
		}
	}
	s.Export.Form.Format = quadfile.CSV
	if s.Turn(2); !s.Widgets.Strength.Empty() {
		t.Error("a strength of a format that has none")
	}
}

// TestViewFits: the closed list of views is shortened with an ellipsis where it shares its line in a narrow panel.
func TestViewFits(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.Settings.View = views.Reconstruction
	for _, c := range []struct {
		wide  int
		whole bool
	}{{session.UsualPanelWidth, true}, {session.LeastPanelWidth, false}} {
		s.Settings.PanelWidth = c.wide
		s.Turn(3)
		cut := slices.ContainsFunc(s.Closed, func(text string) bool { return strings.HasPrefix(text, "Rec") && strings.Contains(text, "…") })
		if whole := slices.Contains(s.Closed, "Reconstruction"); whole != c.whole || cut == whole {
			t.Errorf("in a panel of %v the lists show %q", c.wide, s.Closed)
		}
	}
}
