package panel_test

import (
	"image/color"
	"math"
	"testing"

	"ffkvadrat/overlay/views"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/scope"
	"ffkvadrat/yuv/yuvtest"
)

// The tab shows the latest scopes with the extremes of the samples. Its button switches between
// pixels out of range and the video.
func TestScopes(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	defer s.Release()
	s.Settings.Tab = session.Scopes
	s.Turn(2) // without scopes
	before := s.Pixels()
	var scopes panel.Scopes
	shown := map[string]bool{string(before.Pix): true}
	for _, f := range yuvtest.Formats {
		p := yuvtest.Picture(f, 97, 61, yuvtest.Fills(20261122)[5])
		scopes.Make(p, "frame 3", p.Colour)
		s.Scopes.Show(&scopes)
		s.Turn(2)
		now := string(s.Pixels().Pix)
		if shown[now] && f.Name != "nv12" && f.Name != "p010le" && !f.Alpha { // it would show the scopes of another format
			t.Errorf("%s: nothing new is shown", f.Name)
		}
		shown[now] = true
		if s.Overflows() {
			t.Errorf("%s: the panel is cut off", f.Name)
		}
	}
	p := yuvtest.Picture(yuvtest.Formats[1], 97, 61, yuvtest.Fills(20261122)[5])
	scopes.Make(p, "frame 3", yuv.Colour{})
	s.Turn(2)
	for _, want := range []views.View{views.Outside, views.Video} {
		s.Click(s.Widgets.ShowRange)
		if s.Settings.View != want {
			t.Errorf("the view is %v, want %v", s.Settings.View, want)
		}
	}
}

// TestGraticule: the vectorscope has a circle through the purest U and V, and one of 75 %. With a second video the tab says whose scopes
// they are.
func TestGraticule(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	s.Settings.Tab = session.Scopes
	p := yuvtest.Picture(yuvtest.Formats[1], 97, 61, yuvtest.Fills(20261122)[0])
	var scopes panel.Scopes
	scopes.Make(p, "frame 3", yuv.Colour{Matrix: yuv.BT709, Range: yuv.Limited})
	s.Scopes.Show(&scopes)
	s.Turn(2)
	now := s.Pixels()
	at := s.Widgets.Vectorscope
	if at.Empty() || at.Dx() != at.Dy() {
		t.Fatalf("the vectorscope is at %v", at)
	}
	for _, part := range []float64{0.75, 1} {
		for i := range 16 {
			sin, cos := math.Sincos(2 * math.Pi * (float64(i) + 0.5) / 16) // off the axes
			far := part * scopes.Radius() / scope.Values * float64(at.Dx())
			x, y := at.Min.X+int(float64(at.Dx())*128.5/scope.Values+far*cos), at.Min.Y+int(float64(at.Dy())*(1-128.5/scope.Values)-far*sin)
			lit := false
			for d := range 9 {
				lit = lit || now.RGBAAt(x+d%3-1, y+d/3-1).B > 60
			}
			if !lit {
				t.Errorf("no circle of %v at (%d,%d)", part, x, y)
			}
		}
	}
	for _, theme := range []session.Theme{session.Dark, session.Light} { // all frames are alike
		s.Settings.Theme = theme
		s.Turn(2)
		for _, r := range s.Widgets.ScopeFrames {
			if first := s.Widgets.ScopeFrames[0]; r.Empty() || r.Min.X != first.Min.X || r.Max.X != first.Max.X {
				t.Errorf("%v: a frame at %v, the first at %v", theme, r, first)
			}
			if got, want := s.Pixels().RGBAAt(r.Min.X+2, r.Min.Y+2), color.RGBA(widgets.OnPicture.Ground); got != want {
				t.Errorf("%v: the bed at %v is %v, not %v", theme, r, got, want)
			}
		}
	}
	before := s.Pixels()
	s.Status.Pairing.On = true
	s.Turn(2)
	if paneltest.Differs(before, s.Pixels(), s.Areas.Side).Empty() {
		t.Error("nothing says whose scopes these are")
	}
}
