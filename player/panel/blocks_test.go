package panel_test

import (
	"image"
	"testing"

	"ffkvadrat/overlay"
	"ffkvadrat/player/panel"
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
	for _, by := range []overlay.BlockColouring{overlay.ByFixedQuantiser, overlay.ByType, overlay.ByBits, overlay.ByQuantiser} {
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
	s.Status.Codec = panel.Codec{Known: true, Blocks: 9, QP: 20, HasQP: true, High: 51, Motion: true, Vectors: 3, Zoom: 1}
	s.Turn(2)
	area := s.Areas.Picture
	if at := area.Max.Sub(image.Pt(20, 20)); s.Pixels().RGBAAt(at.X, at.Y) == picture.RGBAAt(at.X, at.Y) {
		t.Error("no legend")
	}
	if s.Overflows() {
		t.Error("the side panel is cut off")
	}
}
