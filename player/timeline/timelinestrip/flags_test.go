package timelinestrip_test

import (
	"image"
	"strings"
	"testing"

	"ffkvadrat/player/command"
	"ffkvadrat/player/panel/paneltest"
)

// Flags are at their times; a click on one seeks exactly there, and its bubble describes the mark.
func TestFlags(t *testing.T) {
	s := paneltest.Marked(t, 960, 540, 0, 2.04, 7, 10)
	r := s.Widgets.Timeline
	if len(s.Widgets.Flags) != 4 {
		t.Fatalf("%d flags", len(s.Widgets.Flags))
	}
	for i, f := range s.Widgets.Flags {
		at := s.Status.Marks[i].Time
		if want := r.Min.X + int(at/10*float64(r.Dx())); f.Min.X < want-1 || f.Min.X > want+1 || f.Min.Y < paneltest.Middle(r).Y || f.Max.Y > r.Max.Y {
			t.Errorf("the flag at %v s is at %v of %v", at, f, r)
		}
		inside := image.Rect(min(f.Min.X+1, r.Max.X-3), f.Min.Y+2, min(f.Min.X+3, r.Max.X-1), f.Min.Y+6)
		if got := s.Number(s.Click(inside), command.ToMark); got != at {
			t.Errorf("a click on the flag at %v goes to %v", at, got)
		}
		s.Turn(2)
		if len(s.Seek.Pointed) != 2 || i > 0 && !strings.HasPrefix(s.Seek.Pointed[0], "a note") || i == 1 && s.Seek.Pointed[1] != "0:02.040   frame 52" {
			t.Errorf("on the flag at %v: %q", at, s.Seek.Pointed)
		}
	}
	above := image.Rect(r.Min.X+int(0.204*float64(r.Dx())), r.Min.Y+4, r.Min.X+int(0.204*float64(r.Dx()))+2, r.Min.Y+6)
	s.Number(s.Click(above), command.SeekTo)

	// A press on a flag does not drag the position.
	f := s.Widgets.Flags[2]
	s.MoveMouse(float32(f.Min.X+2), float32(f.Min.Y+4))
	s.Turn(2)
	s.PressMouse(0, true)
	s.Number(s.Turn(1), command.ToMark)
	s.MoveMouse(float32(f.Min.X-200), float32(f.Min.Y+4))
	if got := s.Turn(2); len(got) != 0 {
		t.Errorf("dragging a flag: %+v", got)
	}
	s.PressMouse(0, false)
	s.Turn(1)
}

// A mark is only a flag at the lower edge; the one under the mouse has a line through the curves.
func TestPoles(t *testing.T) {
	s := paneltest.Marked(t, 960, 540, 3, 7)
	r, marked := s.Widgets.Timeline, s.Status.Marks
	s.MoveMouse(10, 10)
	s.Status.Marks = nil
	s.Turn(3)
	plain := s.Pixels()
	s.Status.Marks = marked
	s.Turn(3)
	if differs := paneltest.Differs(plain, s.Pixels(), r); differs.Empty() || differs.Dy() > 11 || differs.Max.Y != r.Max.Y {
		t.Errorf("marks change %v of %v", differs, r)
	}
	f := s.Widgets.Flags[0]
	s.MoveMouse(float32(f.Min.X+2), float32(f.Min.Y+5))
	s.Turn(3)
	column := image.Rect(f.Min.X-1, r.Min.Y, f.Min.X+1, r.Max.Y)
	if differs := paneltest.Differs(plain, s.Pixels(), column); differs.Dy() < r.Dy()*3/4 {
		t.Errorf("the line of the mark is %v of %v", differs, column)
	}
}
