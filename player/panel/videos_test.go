package panel_test

import (
	"fmt"
	"image"
	"testing"

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
		s.settings.Tab = session.Video
		for i := range 40 {
			s.status.Videos = append(s.status.Videos, panel.Entry{Path: fmt.Sprintf("/films/a rather long name of shot number %d.mp4", i), Bad: i == 26})
		}
		for i := range 6 {
			s.status.Recent = append(s.status.Recent, panel.Entry{Path: fmt.Sprintf("/films/before %d.mp4", i), Bad: i == 2})
		}
		s.status.Current = 25
		s.turn(3)
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
		if a := s.click(w.Videos[26]); len(a) != 1 || a[0] != command.With(command.OpenVideo, 26) {
			t.Errorf("%v: a click on video 26: %+v", size, a)
		}
		s.MoveMouse(float32(middle(w.Videos[25]).X), float32(middle(w.Videos[25]).Y))
		s.turn(2)
		s.TurnWheel(0, -100)
		s.turn(10) // the wheel scrolls smoothly
		inside("the last of those played before", w.Recents[5])
		if a := s.click(w.Recents[2]); len(a) != 1 || a[0] != command.With(command.OpenRecent, 2) {
			t.Errorf("%v: a click on the third video played before: %+v", size, a)
		}
		s.status.Current = 2
		s.turn(3)
		inside("another current video", w.Videos[2])
		s.number(s.click(w.Open), command.Browse)
		s.number(s.click(w.SaveSettings), command.SaveSettings)
		s.number(s.click(w.LoadSettings), command.LoadSettings)
		s.Release()
	}
}

// Without videos the lists are empty; a long message stays inside the picture.
func TestNoVideos(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.settings.Tab = session.Video
	s.status.Current = -1
	s.turn(2)
	if len(s.Widgets.Videos) != 0 || len(s.Widgets.Recents) != 0 {
		t.Errorf("videos at %v, %v", s.Widgets.Videos, s.Widgets.Recents)
	}
	before := s.pixels()
	s.status.Message, s.status.Visible = "Cannot play a film with a name as long as the picture is wide.mp4: and for a reason that goes on and on, word by word, far beyond its right end", 1
	s.turn(2)
	after := s.pixels()
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
