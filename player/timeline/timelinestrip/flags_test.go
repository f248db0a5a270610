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
