package panel_test

import (
	"fmt"
	"image"
	"testing"

	"ffkvadrat/player/browser"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/session"
)

// TestVideoLists clicks on videos of a long playlist and on recent videos.
func TestVideoLists(t *testing.T) {
	for _, size := range []struct {
		width, height int
		scale         float32
	}{{960, 540, 1}, {1920, 1080, 2}, {1280, 720, 1}} {
		s := newStage(t, size.width, size.height, size.scale)
		s.Settings.Tab = session.Video
		for i := range 40 {
			s.Status.Videos = append(s.Status.Videos, browser.Video{Path: fmt.Sprintf("/films/a rather long name of shot number %d.mp4", i), Bad: i == 26})
		}
		for i := range 6 {
			s.Status.Recent = append(s.Status.Recent, browser.Video{Path: fmt.Sprintf("/films/before %d.mp4", i), Bad: i == 2})
		}
		s.Status.Current = 25
		s.Turn(3)
		side := panel.Layout(size.width, size.height, size.scale, true, true).Side
		inside := func(name string, r image.Rectangle) {
			t.Helper()
			if r.Empty() || !r.In(side) {
				t.Errorf("%v: %s at %v is not inside %v", size, name, r, side)
			}
		}
		w := &s.Widgets
		inside("the current video", w.Videos[25])
		inside("open", w.Open)
		inside("save", w.SaveSettings)
		inside("load", w.LoadSettings)
		if !w.Videos[0].Empty() || !w.Recents[5].Empty() || s.Overflows() {
			t.Errorf("%v: videos at %v and %v show, with the current one in the middle", size, w.Videos[0], w.Recents[5])
		}
		if a := s.Click(w.Videos[26]); len(a) != 1 || a[0] != command.With(command.OpenVideo, 26) {
			t.Errorf("%v: a click on video 26: %+v", size, a)
		}
		s.MoveMouse(float32(paneltest.Middle(w.Videos[25]).X), float32(paneltest.Middle(w.Videos[25]).Y))
		s.Turn(2)
		s.TurnWheel(0, -100)
		s.Turn(10) // the wheel scrolls smoothly
		inside("the last of those played before", w.Recents[5])
		if a := s.Click(w.Recents[2]); len(a) != 1 || a[0] != command.With(command.OpenRecent, 2) {
			t.Errorf("%v: a click on the third video played before: %+v", size, a)
		}
		s.Status.Current = 2
		s.Turn(3)
		inside("another current video", w.Videos[2])
		s.Number(s.Click(w.Open), command.Browse)
		s.Number(s.Click(w.SaveSettings), command.SaveSettings)
		s.Number(s.Click(w.LoadSettings), command.LoadSettings)
		s.Release()
	}
}

// Without videos the lists are empty; a long message stays inside the picture.
func TestNoVideos(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.Settings.Tab = session.Video
	s.Status.Current = -1
	s.Turn(2)
	if len(s.Widgets.Videos) != 0 || len(s.Widgets.Recents) != 0 {
		t.Errorf("videos at %v, %v", s.Widgets.Videos, s.Widgets.Recents)
	}
	before := s.Pixels()
	s.Status.Message, s.Status.Visible = "Cannot play a film with a name as long as the picture is wide.mp4: and for a reason that goes on and on, word by word, far beyond its right end", 1
	s.Turn(2)
	after := s.Pixels()
	picture := panel.Layout(960, 540, 1, true, true).Picture
	var changed image.Rectangle
	for y := range 540 {
		for x := range 960 {
			if before.RGBAAt(x, y) != after.RGBAAt(x, y) {
				changed = changed.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if !changed.In(picture) || changed.Dy() < 40 {
		t.Errorf("the message covers %v, the picture %v", changed, picture)
	}
}
