package panel_test

import (
	"image"
	"strings"
	"testing"

	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
)

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
