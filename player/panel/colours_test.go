package panel_test

import (
	"image"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/player/command"
	"ffkvadrat/yuv/channel"
)

// TestColours picks the colours of an operator that compares with them.
func TestColours(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	w := &s.Widgets
	if s.turn(2); !w.Pick.Empty() || !w.Swatch.Empty() {
		t.Error("edges have a colour")
	}
	s.settings.Params = s.settings.Switched(analysis.EdgeThreshold, edge.Colour)
	red := channel.Vector{channel.Peak, 0, 0}
	s.settings.Colours = channel.Box{Low: red, High: red}
	s.turn(2)
	ends := func() (left, right image.Point) {
		r := w.Swatch
		return image.Pt(r.Min.X+r.Dx()/4, middle(r).Y), image.Pt(r.Max.X-r.Dx()/4, middle(r).Y)
	}
	left, right := ends()
	if shot := s.pixels(); shot.RGBAAt(left.X, left.Y) != shot.RGBAAt(right.X, right.Y) || shot.RGBAAt(left.X, left.Y).R != 255 {
		t.Errorf("red is shown as %v and %v", shot.RGBAAt(left.X, left.Y), shot.RGBAAt(right.X, right.Y))
	}
	s.settings.Params = s.settings.Switched(analysis.EdgeThreshold, edge.Box)
	s.settings.Colours.High = channel.Vector{channel.Peak, channel.Peak, channel.Peak}
	s.turn(2)
	if shot := s.pixels(); shot.RGBAAt(right.X, right.Y).G != 255 || shot.RGBAAt(left.X, left.Y).G != 0 {
		t.Errorf("red to white is shown as %v and %v", shot.RGBAAt(left.X, left.Y), shot.RGBAAt(right.X, right.Y))
	}
	if got := s.click(w.Pick); len(got) != 1 || got[0] != command.Do(command.PickColour) {
		t.Errorf("a click on Pick gives %v", got)
	}
	s.status.Picking.On = true
	before := s.pixels()
	s.status.Picking.Area = image.Rect(100, 100, 200, 180)
	s.turn(1)
	if shot := s.pixels(); shot.RGBAAt(150, 100) == before.RGBAAt(150, 100) || shot.RGBAAt(150, 140) != before.RGBAAt(150, 140) {
		t.Error("the rectangle is not drawn, or is filled")
	}
	s.settings.Auto = true
	s.turn(2)
	s.click(w.Auto)
	if !s.settings.Auto {
		t.Error("colours have a threshold that the player finds")
	}
	s.status.Picking.On, s.settings.Advanced = false, true
	s.turn(2)
	s.click(w.Parameter("features").Widget)
	s.turn(2)
	if got := s.click(w.Parameter("features").Lines[channel.YUV]); s.settings.Features != channel.YUV || len(got) != 1 || got[0].ID != command.PickColour {
		t.Errorf("other channels: %v, and the commands %v", s.settings.Features, got)
	}
}
