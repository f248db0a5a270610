package panel_test

import (
	"image"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/player/command"
	"ffkvadrat/player/marks"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
)

// noted is a stage with a video of 10 s and marks.
func noted(t *testing.T, width, height int, times ...float64) *stage {
	s := newStage(t, width, height, 1)
	s.Status.Timeline = panel.Timeline{Shown: true, View: surveyed()}
	s.Settings.Tab, s.Status.Marked = session.Marks, -1
	for i, at := range times {
		l, err := s.Status.Marks.Set(marks.Mark{Index: int64(25 * at), Time: at, Note: strings.Repeat("a note ", i)})
		if err != nil {
			t.Fatal(err)
		}
		s.Status.Marks = l
	}
	s.Turn(3)
	return s
}

func TestMarkTab(t *testing.T) {
	s := noted(t, 640, 400, 1, 2.04, 7)
	side := panel.Layout(640, 400, 1, true, true).Side
	w := &s.Widgets
	all := append([]image.Rectangle{w.Mark, w.MarkFormat, w.MarkName, w.MarkExport}, w.MarkTimes...)
	for _, r := range append(append(all, w.MarkNotes...), w.MarkDeletes...) {
		if r.Empty() || !r.In(side) {
			t.Errorf("a widget at %v is not inside %v", r, side)
		}
	}
	if s.Overflows() || len(w.MarkTimes) != 3 {
		t.Errorf("%d lines, overflows: %v", len(w.MarkTimes), s.Overflows())
	}
	for i, m := range s.Status.Marks {
		if w.MarkTimes[i].Overlaps(w.MarkNotes[i]) || w.MarkNotes[i].Overlaps(w.MarkDeletes[i]) {
			t.Errorf("line %d overlaps itself: %v, %v, %v", i, w.MarkTimes[i], w.MarkNotes[i], w.MarkDeletes[i])
		}
		if got := s.Number(s.Click(w.MarkTimes[i]), command.ToMark); got != m.Time {
			t.Errorf("a click on line %d goes to %v", i, got)
		}
		if got := s.Number(s.Click(w.MarkDeletes[i]), command.DeleteMark); got != m.Time {
			t.Errorf("the cross of line %d deletes %v", i, got)
		}
	}
	for want, r := range map[command.ID]image.Rectangle{command.Mark: w.Mark, command.ExportMarks: w.MarkExport} {
		if got := s.Click(r); !slices.Equal(got, []command.Command{command.Do(want)}) {
			t.Errorf("%+v, want %d", got, want)
		}
	}
	s.Status.Marks = nil
	s.Turn(2)
	if got := s.Click(s.Widgets.MarkExport); len(got) != 0 {
		t.Errorf("without marks: %+v", got)
	}
}

// Notes are typed in the list; an unchanged note gives no command.
func TestMarkNotes(t *testing.T) {
	s := noted(t, 960, 540, 1, 2.04)
	s.Click(s.Widgets.MarkNotes[0])
	s.Turn(2)
	if !s.Typing() {
		t.Fatal("a click does not open the note")
	}
	for _, c := range "good, „ö“" {
		s.Type(c)
		s.Turn(1)
	}
	s.PressKey(panel.KeyEnter, true)
	got := s.Turn(1)
	s.PressKey(panel.KeyEnter, false)
	got = append(got, s.Turn(2)...)
	if want := []command.Command{{ID: command.Note, Number: 1, Text: "good, „ö“"}}; !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	s.Click(s.Widgets.MarkNotes[1])
	s.Turn(2)
	if got := append(s.Click(s.Widgets.Mark), s.Turn(3)...); len(got) != 1 || got[0].ID != command.Mark {
		t.Errorf("a note that is left alone: %+v", got)
	}
}

// With the maximum number of marks and long notes, the list scrolls and only visible lines have
// widgets.
func TestManyMarks(t *testing.T) {
	s := newStage(t, 640, 400, 1)
	s.Settings.Tab = session.Marks
	for i := range marks.Most {
		s.Status.Marks = append(s.Status.Marks, marks.Mark{Index: -1, Time: float64(i) / 100, Note: marks.Clean(strings.Repeat("\u202elong\n", 2000))})
	}
	s.Status.Timeline = panel.Timeline{Shown: true, View: surveyed()}
	s.Turn(3)
	shown := 0
	for _, r := range s.Widgets.MarkTimes {
		if !r.Empty() {
			shown++
		}
	}
	if len(s.Widgets.MarkTimes) != marks.Most || shown < 3 || shown > 12 || s.Overflows() {
		t.Errorf("%d of %d lines are visible, overflows: %v", shown, len(s.Widgets.MarkTimes), s.Overflows())
	}
}

// Flags are at their times; a click on one seeks exactly there, and its bubble describes the mark.
func TestFlags(t *testing.T) {
	s := noted(t, 960, 540, 0, 2.04, 7, 10)
	r := s.Widgets.Timeline
	if len(s.Widgets.Flags) != 4 {
		t.Fatalf("%d flags", len(s.Widgets.Flags))
	}
	for i, f := range s.Widgets.Flags {
		at := s.Status.Marks[i].Time
		if want := r.Min.X + int(at/10*float64(r.Dx())); f.Min.X < want-1 || f.Min.X > want+1 || f.Min.Y < r.Min.Y || f.Max.Y > r.Max.Y {
			t.Errorf("the flag at %v s is at %v of %v", at, f, r)
		}
		inside := image.Rect(min(f.Min.X+1, r.Max.X-3), f.Min.Y+2, min(f.Min.X+3, r.Max.X-1), f.Min.Y+6)
		if got := s.Number(s.Click(inside), command.ToMark); got != at {
			t.Errorf("a click on the flag at %v goes to %v", at, got)
		}
		s.Turn(2)
		if len(s.Pointed) != 2 || i > 0 && !strings.HasPrefix(s.Pointed[0], "a note") || i == 1 && s.Pointed[1] != "0:02.040   frame 52" {
			t.Errorf("on the flag at %v: %q", at, s.Pointed)
		}
	}
	below := image.Rect(r.Min.X+int(0.204*float64(r.Dx())), r.Max.Y-6, r.Min.X+int(0.204*float64(r.Dx()))+2, r.Max.Y-4)
	s.Number(s.Click(below), command.SeekTo)

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

// The field over the picture takes a note, also an empty one; Escape closes it.
func TestAskNote(t *testing.T) {
	s := newStage(t, 640, 400, 1)
	for _, c := range []struct {
		was, typed string
		key        panel.EditKey
		want       []command.Command
	}{
		{"", "new ö", panel.KeyEnter, []command.Command{{ID: command.Note, Number: 2.5, Text: "new ö"}}},
		{"x", "\b", panel.KeyEnter, []command.Command{{ID: command.Note, Number: 2.5}}},
		{"old", "er", panel.KeyEscape, nil},
		{strings.Repeat("W", 790), strings.Repeat("o", 50), panel.KeyEnter, []command.Command{{ID: command.Note, Number: 2.5, Text: strings.Repeat("W", 790) + strings.Repeat("o", 10)}}},
	} {
		s.Place.AskNote(2.5, c.was)
		for _, r := range c.typed {
			if r == '\b' {
				s.PressKey(panel.KeyBackspace, true)
			} else {
				s.Type(r)
			}
		}
		s.Turn(1)
		if area := panel.Layout(640, 400, 1, true, false).Picture; !s.Widgets.Place.In(area) {
			t.Errorf("the field at %v is not inside %v", s.Widgets.Place, area)
		}
		s.PressKey(c.key, true)
		if got := s.Turn(1); !slices.Equal(got, c.want) || s.Typing() {
			t.Errorf("%+v, want %+v", got, c.want)
		}
	}
}
