package panel_test

import (
	"image"
	"strings"
	"testing"
	"time"

	"ffkvadrat/player/command"
	"ffkvadrat/player/hint"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/timeline"
)

// A message's button runs its command, on the same line or, where there is no room, on the next. A
// click on it is none on the picture, and a page over the picture hides it.
func TestToast(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	show := command.Command{ID: command.ShowExported, Text: "/a.png"}
	s.Status.Visible, s.Status.Offers = 1, []panel.Offer{{Title: "Show in folder", Command: show}}
	var heights []int
	for _, text := range []string{"Saved a.png in ~", "Saved " + strings.Repeat("a", 55) + ".png in ~", "Saved " + strings.Repeat("a ", 80) + ".png in ~"} {
		s.Status.Message = text
		s.Turn(2)
		w := s.Widgets
		if !w.Offers[0].In(w.Toast) || !w.Toast.In(s.Areas.Picture) {
			t.Errorf("%q: the button %v, the message %v in %v", text, w.Offers[0], w.Toast, s.Areas.Picture)
		}
		heights = append(heights, w.Toast.Dy())
		s.Only(text, s.Click(w.Offers[0]), show)
		if at := w.Toast.Min; !s.Covers(float64(at.X), float64(at.Y)) || !s.OnToast() {
			t.Error("a click on the message is one on the picture")
		}
	}
	if heights[0] >= heights[1] || heights[1] >= heights[2] {
		t.Errorf("heights of longer messages: %v", heights)
	}
	// For a second after the message is gone, a click there is none on the picture.
	at := s.Widgets.Toast.Min
	s.Status.Visible = 0
	if s.Turn(2); !s.Widgets.Toast.Empty() || !s.Covers(float64(at.X), float64(at.Y)) || s.Covers(float64(at.X), float64(s.Areas.Picture.Max.Y-5)) {
		t.Error("a click where a button has just been is one on the picture")
	}
	s.Clock = s.Clock.Add(time.Second)
	if s.Covers(float64(at.X), float64(at.Y)) {
		t.Error("the picture takes no click where a message was long ago")
	}
	s.Status.Visible = 1
	s.Turn(2)
	s.Palette.Open()
	if s.Turn(2); !s.Widgets.Toast.Empty() {
		t.Error("a page covers the button, which is reached")
	}
	s.Palette.Close()
	s.Files.Open()
	if s.Turn(2); !s.Widgets.Message.Empty() {
		t.Error("the message is shown twice: the file browser shows it")
	}
}

// TestNote: a quiet message is small, in the lower right corner of the picture, and covers neither the pixel's values nor
// a hint, also over the bar and the timeline.
func TestNote(t *testing.T) {
	for _, size := range [][2]int{{640, 400}, {1280, 720}, {2560, 1440}} {
		for _, floats := range []bool{false, true} {
			s := newStage(t, size[0], size[1], 1)
			s.Settings.Panel, s.Status.Controls, s.Status.Timeline = !floats, true, timeline.Status{Shown: true, View: paneltest.Surveyed()}
			s.Status.Message, s.Status.Visible, s.Status.Quiet = "Auto: threshold 0.0011", 1, true
			s.Turn(2)
			alone := s.Widgets.Note
			if free := s.Areas.Picture; alone.Empty() || !alone.In(free) || alone.Dx()*alone.Dy() > 200*32 || alone.Min.Y < free.Max.Y/4 || floats && alone.Overlaps(s.Areas.Timeline.Union(s.Areas.Bar)) {
				t.Errorf("%v: the note %v in %v", size, alone, free)
			}
			if !s.Widgets.Toast.Empty() {
				t.Errorf("%v: also a message %v", size, s.Widgets.Toast)
			}
			s.Status.Sample, s.Status.Shown = true, s.Areas.Picture
			s.Status.Shown.Max.Y -= s.Areas.Picture.Dy() / 8
			s.Turn(2)
			page := s.Widgets.Hint
			if n := s.Widgets.Note; page.Empty() || n.Max.Y > page.Min.Y || n.Min.X < page.Min.X || n.Max.X > page.Max.X || page.Max.Y > s.Status.Shown.Max.Y {
				t.Errorf("%v: the note %v, the start page %v, the picture %v", size, n, page, s.Status.Shown)
			}
			s.Status.Sample, s.Status.Shown = false, image.Rectangle{}
			s.Turn(2)
			s.Status.Hint = hint.Hint{Text: "No pixel is above this threshold: lower it to see shapes"}
			s.Status.Inspected = []string{"(880, 497)   Y 16  U 128  V 128   RGB 0 0 0", "quad 2 of 114   (512, 0)   512 × 512"}
			s.Turn(2)
			if crowded := s.Widgets.Note; size[0] == 640 && !floats && crowded.Max.Y >= alone.Max.Y {
				t.Errorf("%v: the note is at %v, alone at %v", size, crowded, alone)
			}
			s.Status.Quiet = false
			if s.Turn(2); !s.Widgets.Note.Empty() {
				t.Errorf("%v: a message that is not quiet is at %v", size, s.Widgets.Note)
			}
			s.Release()
		}
	}
}

// Above a picture with a border, a message is in the border as far as that has room.
func TestToastInBorder(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.Status.Message, s.Status.Visible, s.Status.Offers = "Saved", 1, []panel.Offer{{Title: "Show in folder"}}
	for border, want := range map[int]int{0: 6, 20: 6, 60: 11, 200: 16} {
		s.Status.Shown = s.Areas.Picture
		s.Status.Shown.Min.Y += border
		s.Turn(2)
		if got := s.Widgets.Toast.Min.Y; got < want-1 || got > want+1 {
			t.Errorf("a border of %d: the message at %v, not at %d", border, s.Widgets.Toast, want)
		}
	}
	s.Status.Shown = image.Rectangle{}
	if s.Turn(2); s.Widgets.Toast.Min.Y != 6 {
		t.Errorf("without a picture: %v", s.Widgets.Toast)
	}
}

// A message hides no part of the card: it is next to it, or below it where there is no room. It hides nothing of
// the bar and the timeline over the picture.
func TestToastAndCard(t *testing.T) {
	for _, size := range [][2]int{{1280, 720}, {640, 600}, {640, 400}, {400, 300}} {
		s := newStage(t, size[0], size[1], 1)
		s.Settings.Panel, s.Status.Controls, s.Status.Timeline = false, true, timeline.Status{Shown: true, View: paneltest.Surveyed()}
		s.Status.Information = information()
		s.Status.Information.Shown = true
		s.Status.Message, s.Status.Visible, s.Status.Offers = "Saved a.png in ~/a/folder/with/a/name", 1, []panel.Offer{{Title: "Show in folder"}}
		s.Turn(2)
		if w := s.Widgets; w.Card.Empty() || !w.Toast.In(s.Areas.Picture) || w.Card.Overlaps(w.Toast) {
			t.Errorf("%v: the card %v, the message %v", size, w.Card, w.Toast)
		}
		if over := s.Areas.Bar.Union(s.Areas.Timeline); over.Empty() || s.Widgets.Toast.Overlaps(over) {
			t.Errorf("%v: the message %v is over the bar or the timeline %v", size, s.Widgets.Toast, over)
		}
		s.Release()
	}
}

// A line does not end within a number, nor between a number and its unit.
func TestToastKeepsNumbers(t *testing.T) {
	s := newStage(t, 640, 400, 1)
	for n := range 40 {
		s.Status.Message, s.Status.Visible, s.Status.Offers = strings.Repeat("i", n)+" 8 758 659 B", 1, []panel.Offer{{Title: "Show in folder"}}
		s.Turn(2)
		broken := s.Widgets.Toast
		s.Status.Message = strings.Repeat("i", n) + " 8.758.659.B"
		if s.Turn(2); broken.Dy() != s.Widgets.Toast.Dy() {
			t.Errorf("%d letters before a number: %v, before a word %v", n, broken, s.Widgets.Toast)
		}
	}
}

// TestToastInOneLine: at every scale, a message is broken only where it was measured to be: its end is in its box.
func TestToastInOneLine(t *testing.T) {
	for _, scale := range []float32{1, 1.1, panel.UsualScale(2560, 1440, 1), 1.6, 2} {
		s := newStage(t, 2560, 1440, scale)
		for _, text := range []string{"Play from the beginning", "Timeline on"} {
			s.Status.Message, s.Status.Visible = text, 1
			s.Turn(2)
			box, img, lit := s.Widgets.Message, s.Pixels(), 0
			end := image.Rect(box.Max.X-int(30*scale), box.Min.Y, box.Max.X, box.Max.Y)
			for y := end.Min.Y; y < end.Max.Y; y++ {
				for x := end.Min.X; x < end.Max.X; x++ {
					if img.RGBAAt(x, y).G > 128 {
						lit++
					}
				}
			}
			if lit == 0 {
				t.Errorf("scale %v: the end of %q is not in %v", scale, text, box)
			}
		}
		s.Release()
	}
}
