package panel_test

import (
	"fmt"
	"image"
	"testing"

	"ffkvadrat/player/browser"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
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
		wheel := func(notches float64) {
			s.MoveMouse(float32(side.Min.X+side.Max.X)/2, float32(side.Max.Y-20))
			s.Turn(2)
			s.TurnWheel(0, notches)
			s.Turn(10) // the wheel scrolls smoothly
		}
		inside("open", w.Open)
		inside("save", w.SaveSettings)
		inside("load", w.LoadSettings)
		inside("the first video", w.Videos[0])
		if !w.Videos[39].Empty() || !s.Overflows() {
			t.Errorf("%v: the last video is at %v", size, w.Videos[39])
		}
		wheel(-100)
		inside("the last of those played before", w.Recents[5])
		if a := s.Click(w.Recents[2]); len(a) != 1 || a[0] != command.With(command.OpenRecent, 2) {
			t.Errorf("%v: a click on the third video played before: %+v", size, a)
		}
		s.Status.Current = 12
		s.Turn(3)
		inside("another current video, while one looks at the list", w.Videos[12])
		if a := s.Click(w.Videos[11]); len(a) != 1 || a[0] != command.With(command.OpenVideo, 11) {
			t.Errorf("%v: a click on video 11: %+v", size, a)
		}
		wheel(100)
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
