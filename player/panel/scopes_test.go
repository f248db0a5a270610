package panel_test

import (
	"testing"

	"ffkvadrat/overlay/views"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
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
