package panel_test

import (
	"slices"
	"testing"

	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/panel"
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

// TestNothingMoves: no state of the overlay and of the codec's blocks moves a control of the tab, so that a second
// click at one place undoes the first.
func TestNothingMoves(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	s.Status.Quads, s.Status.Small = 1000, 900
	places := func() []int {
		w := &s.Widgets
		return []int{w.CopyCommand.Min.Y, w.Overlay.Min.Y, w.Look.Min.Y, w.Colour.Min.Y, w.Opacity.Min.Y, w.LineWidth.Min.Y, w.Detail.Min.Y, w.Codec.Min.Y, w.BlocksBy.Min.Y, w.Motion.Min.Y, w.View.Min.Y, w.GPU.Min.Y, w.Timing.Min.Y}
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
				t.Errorf("look %d, %+v: controls at %v, want %v", look, state, got, want)
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

// The legend of sizes has the colours of exactly the levels that the picture can have, and those of
// quads too small to be drawn are faint.
func TestSizeLegend(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	side := panel.Layout(1280, 720, 1, true, false).Side
	for i, largest := range []int{0, 5, 8, 10, 14} {
		s.Status.Largest, s.Status.DrawnFrom = largest, i
		s.Turn(2)
		pixels, seen := s.Pixels(), map[int]bool{}
		for y := side.Min.Y + 90; y < side.Min.Y+180; y++ {
			for x := side.Min.X; x < side.Max.X; x++ {
				for level := range overlay.Levels {
					if pixels.RGBAAt(x, y) == overlay.ByLevel.LevelColour(level) {
						seen[level] = true
					}
				}
			}
		}
		delete(seen, 14) // texts are white, too
		for level := range overlay.Levels - 1 {
			if seen[level] != (level <= largest && level >= i) {
				t.Errorf("up to level %d: level %d is there at full strength: %v", largest, level, seen[level])
			}
		}
	}
}
