package panel_test

import (
	"slices"
	"testing"

	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
)

// TestSmall: a line below the legend says so where at least half of the quads are too small for outlines. It has
// room whether or not they are, so that nothing moves from frame to frame.
func TestSmall(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	below := func(from, small int, alone bool) (line bool, next int) {
		s.Status.DrawnFrom, s.Status.Quads, s.Status.Small, s.Settings.View = from, 1000, small, views.Video
		if alone {
			s.Settings.View = views.Cloud
		}
		s.Turn(2)
		return !s.Widgets.Small.Empty(), s.Widgets.CopyCommand.Min.Y
	}
	line, without := below(0, 0, false)
	some, room := below(2, 499, false)
	most, same := below(2, 500, false)
	space, _ := below(2, 500, true)
	if line || some || !most || space {
		t.Errorf("there is a line %v, with few small quads %v, with half %v, and in space %v", line, some, most, space)
	}
	if room != same || room != without {
		t.Errorf("the next line is at %d, with small quads at %d, and with many at %d", without, room, same)
	}
}

// TestForemost: in a high panel the threshold's slider is thicker than others, on a bed that reaches from edge to edge, with the same space
// above it as at its top and its bottom, and ends above the next row; in a low one it takes no room for that.
func TestForemost(t *testing.T) {
	for _, height := range []int{400, 720} {
		s := newStage(t, 1280, height, 1)
		s.Status.DrawnFrom, s.Status.Quads, s.Status.Small = 2, 1000, 900
		s.Turn(2)
		w, beds := &s.Widgets, 0
		for _, bed := range s.Beds {
			if w.Threshold.In(bed.Rectangle) && w.ThresholdTyped.In(bed.Rectangle) && bed.Dx() == s.Areas.Side.Dx() && !bed.Overlaps(w.Method) && !bed.Overlaps(w.Advanced) {
				beds++
				if above, top, bottom := bed.Min.Y-w.Method.Max.Y, w.ThresholdTyped.Min.Y-bed.Min.Y, bed.Max.Y-w.Small.Max.Y; above != 8 || top != 8 || bottom != 8 {
					t.Errorf("%d pixels: spaces of %d above the bed, and of %d and %d in it", height, above, top, bottom)
				}
			}
		}
		if s.Settings.Codec, s.Settings.Timing = true, true; height == 720 {
			if s.Turn(2); s.Overflows() {
				t.Error("the tab scrolls with the codec's blocks and the times of playback")
			}
		}
		if high := height == 720; high != (w.Threshold.Dy() > w.Opacity.Dy()+2) || high != (beds > 0) {
			t.Errorf("%d pixels: the slider of the threshold is at %v, that of opacity at %v, on %d beds", height, w.Threshold, w.Opacity, beds)
		}
		s.Release()
	}
}

// TestNothingMoves: no state of the overlay and of the codec's blocks moves a control of the tab, so that a second
// click at one place undoes the first.
func TestNothingMoves(t *testing.T) {
	for _, height := range []int{720, 620, 560, 480} {
		s := newStage(t, 1280, height, 1)
		nothingMoves(t, s)
		s.Release()
	}
}

func nothingMoves(t *testing.T, s *stage) {
	t.Helper()
	s.Status.Quads, s.Status.Small = 1000, 900
	places := func() []int {
		w := &s.Widgets
		all := []int{w.CopyCommand.Min.Y, w.Overlay.Min.Y, w.Look.Min.Y, w.Colour.Min.Y, w.Opacity.Min.Y, w.LineWidth.Min.Y, w.Detail.Min.Y, w.Codec.Min.Y, w.View.Min.Y, w.GPU.Min.Y, w.Timing.Min.Y}
		if s.Height < 600 { // else the rows of the blocks are the last ones, while they are on
			all = append(all, w.BlocksBy.Min.Y, w.Motion.Min.Y)
		}
		return all
	}
	s.Turn(2)
	want := places()
	for look := range overlay.LookCount {
		for _, state := range []struct {
			overlay, codec bool
			from, only     int
		}{{true, false, 2, 0}, {true, false, 0, 0}, {true, false, 2, 8}, {false, false, 0, 0}, {true, true, 0, 0}, {false, true, 2, 0}} {
			s.Settings.Look, s.Settings.Overlay, s.Settings.Codec = look, state.overlay, state.codec
			s.Settings.OnlySize, s.Status.DrawnFrom = state.only, state.from
			s.Turn(2)
			if got := places(); !slices.Equal(got, want) {
				t.Errorf("%d pixels, look %d, %+v: controls at %v, want %v", s.Height, look, state, got, want)
			}
		}
	}
	s.Settings.Look, s.Settings.Overlay, s.Settings.Codec, s.Settings.OnlySize = 0, true, false, 0
	s.Status.DrawnFrom = 2
	s.Turn(2)
	place, before := s.Widgets.Overlay, s.Settings
	for range 2 {
		s.Click(place)
		s.Status.DrawnFrom = 0 // nothing is drawn until the next click
		s.Turn(2)
	}
	if s.Settings != before {
		t.Errorf("after two clicks on Overlay: %+v, want %+v", s.Settings, before)
	}
}

// The legend of sizes has the colours of exactly the levels that the picture can have, the same in both themes and as in the plot of sizes; those of
// quads too small to be drawn, or left out, are thin.
func TestSizeLegend(t *testing.T) {
	for theme := range session.ThemeCount {
		s := newStage(t, 1280, 720, 1)
		s.Settings.Theme = theme
		tall := func(level int) (n int) {
			r := s.Widgets.LegendSizes[level]
			if r.Empty() {
				return -1
			}
			pixels := s.Pixels()
			for y := r.Min.Y; y < r.Max.Y; y++ {
				if pixels.RGBAAt(r.Min.X+r.Dx()/3, y) == overlay.ByLevel.LevelColour(level) {
					n++
				}
			}
			return n
		}
		for i, largest := range []int{0, 5, 8, 10, 13} {
			s.Status.Largest, s.Status.DrawnFrom, s.Settings.OnlySize = largest, i, 0
			s.Turn(3)
			for level := range overlay.Levels {
				want := 6
				switch {
				case level > largest:
					want = -1
				case level < i:
					want = 2
				}
				if got := tall(level); got != want {
					t.Errorf("%v, up to level %d: level %d has %d rows, want %d", theme, largest, level, got, want)
				}
			}
		}
		s.Settings.OnlySize = 64
		if s.Turn(3); tall(6) != 6 || tall(5) != 2 || tall(7) != 2 {
			t.Errorf("%v, only 64: %d, %d and %d rows", theme, tall(5), tall(6), tall(7))
		}
		s.Release()
	}
}

// The plot of sizes has their colours, whichever size is drawn.
func TestSizeColours(t *testing.T) {
	s := plotted(t, 960, 600, 1)
	for theme := range session.ThemeCount {
		for _, only := range []int{0, 8} {
			s.Settings.Theme, s.Settings.OnlySize = theme, only
			s.MoveMouse(300, 300)
			s.Turn(3)
			pixels, n := s.Pixels(), s.Status.Plots.Curve.Sizes(s.Status.Plots.Curve.Step(s.Settings.Threshold))
			for level, r := range s.Widgets.SizeLines {
				if r.Empty() || n[level] == 0 {
					continue
				}
				rows := 0
				for y := r.Min.Y; y < r.Max.Y; y++ {
					if pixels.RGBAAt(r.Min.X+48, y) == overlay.ByLevel.LevelColour(level) {
						rows++
					}
				}
				if rows < 5 {
					t.Errorf("%v, only %d: %d rows of %v have the colour of level %d", theme, only, rows, r, level)
				}
			}
		}
	}
}

// TestLegendBesideTheHandle: in a narrow window, the legend of a view does not cover the handle that hides the panel.
func TestLegendBesideTheHandle(t *testing.T) {
	s := newStage(t, 640, 400, 1)
	s.Settings.View, s.Status.Most, s.Status.Top = views.False, 9, 3
	s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed()}
	s.Turn(3)
	if w := &s.Widgets; w.Legend.Empty() || w.Fold.Empty() || w.Legend.Overlaps(w.Fold) || !w.Legend.In(s.Areas.Picture) {
		t.Errorf("the legend is at %v, the handle at %v", w.Legend, w.Fold)
	}
}
