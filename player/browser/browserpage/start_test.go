package browserpage_test

import (
	"image"
	"testing"
	"time"

	"ffkvadrat/player/browser"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
)

// The start page is inside the picture, opens videos by clicks, and does not move when the
// inspector describes a pixel.
func TestStartPage(t *testing.T) {
	for _, size := range []struct {
		width, height int
		scale         float32
		videos        int
	}{{640, 400, 1, 3}, {1280, 720, 1, 5}, {1920, 1080, 1, 5}, {1280, 800, 2, 3}} {
		for _, shown := range []bool{true, false} {
			s := paneltest.New(t, size.width, size.height, size.scale)
			s.Settings.Panel, s.Status.Controls, s.Status.Sample = shown, true, true
			s.Turn(2)
			w := &s.Widgets
			picture := panel.Shape{Panel: shown}.Layout(size.width, size.height, size.scale).Picture
			if w.Hint.Empty() || !w.Hint.In(picture) || !w.StartOpen.In(w.Hint) || len(w.Started) != 0 {
				t.Errorf("%v: the hint is %v in %v, with %d videos", size, w.Hint, picture, len(w.Started))
			}
			s.Only("Open", s.Click(w.StartOpen), command.Do(command.Browse))
			s.Status.Recent = []browser.Video{{Path: "/films/a.mp4"}, {Path: "/films/gone.mp4", Bad: true}, {Path: "/c"}, {Path: "/d"}, {Path: "/e"}}
			s.Turn(2)
			if n := len(w.Started); n < 3 || shown && n != size.videos || len(s.Start.Shown(s.Status.Recent)) != n {
				t.Errorf("%v: %d videos", size, n)
			}
			for i, r := range w.Started {
				if !r.In(w.Hint) || r.Overlaps(w.StartOpen) || i > 0 && r.Overlaps(w.Started[i-1]) {
					t.Errorf("%v: video %d at %v in %v", size, i, r, w.Hint)
				}
			}
			if !w.Hint.In(picture) {
				t.Errorf("%v: the start page is %v in %v", size, w.Hint, picture)
			}
			for _, r := range []image.Rectangle{w.Seek, w.Play} {
				if r.Overlaps(w.Hint) {
					t.Errorf("%v: the start page %v is over %v", size, w.Hint, r)
				}
			}
			s.Only("a video", s.Click(w.Started[2]), command.With(command.OpenRecent, 2))
			if got := s.Click(w.Started[1]); len(got) != 0 {
				t.Errorf("a video that is gone: %+v", got)
			}
			if at := paneltest.Middle(w.Hint); !s.Covers(float64(at.X), float64(at.Y)) || !s.Start.OnHint() || s.Covers(float64(picture.Min.X+2), float64(picture.Min.Y+2)) {
				t.Error("a click on the start page is one on the picture")
			}
			before := w.Hint
			s.Status.Inspected = []string{"one", "two", "three"}
			if s.Turn(2); w.Hint != before {
				t.Errorf("the start page moves from %v to %v", before, w.Hint)
			}
			// For a second after the page is gone, a click there is none on the picture.
			at := paneltest.Middle(w.StartOpen)
			s.Status.Sample = false
			if s.Turn(2); !s.Covers(float64(at.X), float64(at.Y)) || s.Over(float64(at.X), float64(at.Y)) {
				t.Error("a click where Open has just been is one on the picture, or Open is still there")
			}
			s.Clock = s.Clock.Add(time.Second)
			if s.Covers(float64(at.X), float64(at.Y)) {
				t.Error("the picture takes no click where the page was long ago")
			}
			s.Status.Sample = true
			s.Turn(2)
			if closes := w.StartClose; !closes.In(w.Hint) || closes.Overlaps(w.StartOpen) {
				t.Errorf("%v: the cross is at %v in %v, next to %v", size, closes, w.Hint, w.StartOpen)
			}
			if got := s.Click(w.StartClose); len(got) != 0 || !s.Start.Closed {
				t.Errorf("the cross makes %v, closed: %v", got, s.Start.Closed)
			}
			if s.Turn(2); !w.Hint.Empty() || len(w.Started) != 0 || len(s.Start.Shown(s.Status.Recent)) != 0 {
				t.Error("it stays")
			}
			s.Release()
		}
	}
}
