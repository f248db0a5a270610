package panel_test

import (
	"image"
	"strings"
	"testing"

	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
)

// TestInUseOverBoth: over a view of two videos, the switch, outlines and vectors of the codec's blocks react, and with them opacity and
// line; what fills blocks and what is of quads does not, and says why.
func TestInUseOverBoth(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	w := &s.Widgets
	for _, view := range []views.View{views.Difference, views.BlockPSNR} {
		for _, codec := range []bool{false, true} {
			s.Settings.View, s.Settings.Codec, s.Settings.Motion, s.Settings.Overlay = view, codec, true, true
			s.Turn(2)
			const quads, blocks = "no quads are drawn over this view", "over this view, blocks have outlines only"
			ofLines := quads
			if codec {
				ofLines = ""
			}
			for name, c := range map[string]struct {
				place image.Rectangle
				want  string
			}{
				"Codec": {w.Codec, ""}, "Motion": {w.Motion, ""}, "Vectors": {w.VectorsBy, ""}, "Length": {w.VectorsLength, ""}, "Blocks by": {w.BlocksBy, blocks},
				"Overlay": {w.Overlay, quads}, "Look": {w.Look, quads}, "Colour by": {w.Colour, quads}, "Detail": {w.Detail, quads}, "Opacity": {w.Opacity, ofLines}, "Line": {w.LineWidth, ofLines},
			} {
				if c.place.Empty() && !codec { // the row is there with the blocks
					continue
				}
				tip := s.Rest(c.place)
				_, got, _ := strings.Cut(tip, "Not in use: ")
				if c.place.Empty() || (got == "") != (c.want == "") || !strings.HasPrefix(got, c.want) {
					t.Errorf("%v, codec %v: %s at %v is not in use as %q, want %q", view, codec, name, c.place, got, c.want)
				}
			}
		}
	}
}

// Widgets without effect are grey, do not react, and say why: looks without an overlay, colours and
// lines of a mosaic, and details of looks that have none.
func TestNotInUse(t *testing.T) {
	s := newStage(t, 960, 600, 1)
	w := &s.Widgets
	controls := map[string]*image.Rectangle{"look": &w.Look, "colour": &w.Colour, "opacity": &w.Opacity, "line": &w.LineWidth, "detail": &w.Detail}
	for _, c := range []struct {
		overlay bool
		look    overlay.Look
		view    views.View
		grey    string
	}{
		{true, overlay.Outline, views.Video, ""}, {true, overlay.Fill, views.Mask, ""}, {true, overlay.Mosaic, views.Video, "colour line detail"},
		{false, overlay.Outline, views.Video, "look colour opacity line detail"}, {true, overlay.Outline, views.Pyramid, "look colour opacity line detail"},
	} {
		for name, place := range controls {
			s.Settings.Overlay, s.Settings.Look, s.Settings.View = c.overlay, c.look, c.view
			s.Turn(2)
			before := s.Settings
			tip := s.Rest(*place)
			s.Click(*place)
			s.Turn(2)
			reacts := s.Settings != before || !w.Looks[0].Empty() || !w.Colours[0].Empty() || !w.Details[0].Empty()
			grey := strings.Contains(c.grey, name)
			if reacts == grey || strings.Contains(tip, "Not in use: ") != grey {
				t.Errorf("overlay %v, %v, %v: %s reacts: %v, tooltip %q", c.overlay, c.look, c.view, name, reacts, tip)
			}
			s.Settings.Opacity, s.Settings.LineWidth = 0.9, 1
			s.Click(image.Rect(100, 100, 110, 110)) // closes a list
			s.Turn(2)
		}
	}
}
