package panel_test

import (
	"image"
	"testing"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/overlay"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
)

// TestBlocks switches the codec's blocks on: nothing below moves, the quads' own setting stays as it is,
// and the legend is over the picture.
func TestBlocks(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	s.Status.Codec = panel.Codec{}
	s.Turn(2)
	view, picture := s.Widgets.View, s.Pixels()
	s.Click(s.Widgets.BlocksBy)
	s.Turn(2)
	if !s.Widgets.BlocksBys[0].Empty() {
		t.Error("a list of colourings without blocks")
	}
	s.Click(s.Widgets.Codec)
	s.Turn(2)
	if !s.Settings.Codec || s.Widgets.View != view {
		t.Errorf("blocks %v, the view moved from %v to %v", s.Settings.Codec, view, s.Widgets.View)
	}
	for _, by := range []overlay.BlockColouring{overlay.ByFrameQuantiser, overlay.ByType, overlay.ByBits, overlay.ByQuantiser} {
		s.Click(s.Widgets.BlocksBy)
		s.Turn(2)
		if s.Click(s.Widgets.BlocksBys[by]); s.Settings.BlocksBy != by {
			t.Errorf("after a click on %v: %v", by, s.Settings.BlocksBy)
		}
		s.Turn(2)
	}
	if s.Click(s.Widgets.Overlay); !s.Settings.CodecQuads || !s.Settings.Overlay {
		t.Errorf("quads over blocks %v, the overlay without them %v", s.Settings.CodecQuads, s.Settings.Overlay)
	}
	s.Status.Codec = panel.Codec{Known: true, Blocks: 9, Frames: [2]panel.CodedFrame{{Type: 'P', QP: 20, HasQP: true}}, High: 51, Motion: true, Vectors: 3, Zoom: 1}
	s.Turn(2)
	area := s.Areas.Picture
	if at := image.Pt(area.Max.X-20, area.Min.Y+20); s.Pixels().RGBAAt(at.X, at.Y) == picture.RGBAAt(at.X, at.Y) {
		t.Error("no legend")
	}
	if s.Overflows() {
		t.Error("the side panel is cut off")
	}
}

// TestLegendOfSide: in a wipe, the legend of the blocks is at the top of the side that shows them, and
// the lines about a pixel are below it.
func TestLegendOfSide(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	area := s.Areas.Picture
	for side := range 2 {
		divider := (area.Min.X + area.Max.X) / 2
		s.Status.Wipe = wiped(area, divider)
		s.Status.Codec, s.Status.Inspected = panel.Codec{}, nil
		s.Turn(2)
		before := s.Pixels()
		s.Status.Codec = panel.Codec{Known: true, Blocks: 9, Frames: [2]panel.CodedFrame{{Type: 'P', QP: 20, HasQP: true}}, High: 51, Side: side}
		s.Turn(2)
		legend := paneltest.Differs(s.Pixels(), before, area)
		if legend.Empty() || (legend.Min.X >= divider) != (side == 1) || (legend.Max.X <= divider) != (side == 0) || legend.Max.Y > (area.Min.Y+area.Max.Y)/2 {
			t.Errorf("side %d of %v, divided at %d: the legend is at %v", side, area, divider, legend)
		}
		before = s.Pixels()
		s.Status.Inspected = []string{"A   (233, 367)   Y 206  U 120  V 123   RGB 212 226 204"}
		s.Turn(2)
		if lines := paneltest.Differs(s.Pixels(), before, area); lines.Empty() || lines.Overlaps(legend) {
			t.Errorf("side %d: the lines at %v are over the legend at %v", side, lines, legend)
		}
	}
}

// TestUnknownBlocks: what a codec does not give cannot be chosen.
func TestUnknownBlocks(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	s.Settings.Codec = true
	s.Status.Codec = panel.Codec{Known: true, Blocks: 9, Frames: [2]panel.CodedFrame{{Type: 'P', QP: 20, HasQP: true}}, High: 51}
	s.Status.Codec.Types[partition.Unknown] = 1
	s.Turn(2)
	for _, by := range []overlay.BlockColouring{overlay.ByBits, overlay.ByType} {
		s.Click(s.Widgets.BlocksBy)
		s.Turn(2)
		if s.Click(s.Widgets.BlocksBys[by]); s.Settings.BlocksBy != overlay.ByQuantiser {
			t.Errorf("after a click on %v: %v", by, s.Settings.BlocksBy)
		}
		s.Click(s.Widgets.View)
		s.Turn(2)
	}
}
