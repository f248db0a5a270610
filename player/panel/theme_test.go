package panel_test

import (
	"image"
	"image/color"
	"testing"

	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
	"ffkvadrat/player/widgets"
)

// A theme is chosen in its list and changes panel, bar, timeline, what is around the picture and the
// texts over it at once.
func TestTheme(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed()}
	s.Settings.Tab = session.Video
	s.Turn(3)
	s.Click(s.Widgets.Theme)
	s.Turn(2)
	s.Click(s.Widgets.Themes[session.Light])
	s.Turn(3)
	if s.Settings.Theme != session.Light {
		t.Fatalf("the theme is %v", s.Settings.Theme)
	}
	light := color.RGBA(widgets.Themed(session.Light).Ground)
	img, a := s.Pixels(), s.Areas
	for name, r := range map[string]image.Rectangle{"side": a.Side, "bar": a.Bar, "timeline": a.Timeline} {
		if c := img.RGBAAt(r.Min.X+3, r.Max.Y-3); c != light {
			t.Errorf("%s: %v", name, c)
		}
	}
	if r := s.Widgets.Timeline; img.RGBAAt(r.Max.X-2, r.Min.Y+1) != light {
		t.Errorf("the chart's ground is %v", img.RGBAAt(r.Max.X-2, r.Min.Y+1))
	}
	if c := img.RGBAAt(5, 5); c != color.RGBA(widgets.Themed(session.Light).Surround) {
		t.Errorf("around the picture: %v", c)
	}
}
