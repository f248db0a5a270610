package panel_test

import (
	"image"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/yuv/channel"
)

// TestColours picks the colours of an operator that compares with them.
func TestColours(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	w := &s.Widgets
	if s.Turn(2); !w.Pick.Empty() || !w.Swatch.Empty() {
		t.Error("edges have a colour")
	}
	s.Settings.Params = s.Settings.Switched(analysis.EdgeThreshold, edge.Colour)
	red := channel.Vector{channel.Peak, 0, 0}
	s.Settings.Colours = channel.Box{Low: red, High: red}
	s.Turn(2)
	ends := func() (left, right image.Point) {
		r := w.Swatch
		return image.Pt(r.Min.X+r.Dx()/4, paneltest.Middle(r).Y), image.Pt(r.Max.X-r.Dx()/4, paneltest.Middle(r).Y)
	}
	left, right := ends()
	if shot := s.Pixels(); shot.RGBAAt(left.X, left.Y) != shot.RGBAAt(right.X, right.Y) || shot.RGBAAt(left.X, left.Y).R != 255 {
		t.Errorf("red is shown as %v and %v", shot.RGBAAt(left.X, left.Y), shot.RGBAAt(right.X, right.Y))
	}
	s.Settings.Params = s.Settings.Switched(analysis.EdgeThreshold, edge.Box)
	s.Settings.Colours.High = channel.Vector{channel.Peak, channel.Peak, channel.Peak}
	s.Turn(2)
	if shot := s.Pixels(); shot.RGBAAt(right.X, right.Y).G != 255 || shot.RGBAAt(left.X, left.Y).G != 0 {
		t.Errorf("red to white is shown as %v and %v", shot.RGBAAt(left.X, left.Y), shot.RGBAAt(right.X, right.Y))
	}
	if got := s.Click(w.Pick); len(got) != 1 || got[0] != command.Do(command.PickColour) {
		t.Errorf("a click on Pick gives %v", got)
	}
	s.Status.Picking.On = true
	before := s.Pixels()
	s.Status.Picking.Area = image.Rect(100, 100, 200, 180)
	s.Turn(1)
	if shot := s.Pixels(); shot.RGBAAt(150, 100) == before.RGBAAt(150, 100) || shot.RGBAAt(150, 140) != before.RGBAAt(150, 140) {
		t.Error("the rectangle is not drawn, or is filled")
	}
	s.Settings.Auto = true
	s.Turn(2)
	s.Click(w.Auto)
	if !s.Settings.Auto {
		t.Error("colours have a threshold that the player finds")
	}
	s.Status.Picking.On, s.Settings.Advanced = false, true
	s.Turn(2)
	s.Click(w.Parameter("features").Widget)
	s.Turn(2)
	if got := s.Click(w.Parameter("features").Lines[channel.YUV]); s.Settings.Features != channel.YUV || len(got) != 1 || got[0].ID != command.PickColour {
		t.Errorf("other channels: %v, and the commands %v", s.Settings.Features, got)
	}
}
