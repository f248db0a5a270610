package markstab_test

import (
	"image"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/player/command"
	"ffkvadrat/player/marks"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
)

func TestMarkTab(t *testing.T) {
	s := paneltest.Marked(t, 640, 400, 1, 2.04, 7)
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
	s.Only("the button", s.Click(w.Mark), command.With(command.Mark, 1))
	s.Only("the button of the file", s.Click(w.MarkExport), command.Do(command.ExportMarks))
	s.Status.Marks = nil
	s.Turn(2)
	if got := s.Click(s.Widgets.MarkExport); len(got) != 0 {
		t.Errorf("without marks: %+v", got)
	}
}

// Notes are typed in the list; an unchanged note gives no command.
func TestMarkNotes(t *testing.T) {
	s := paneltest.Marked(t, 960, 540, 1, 2.04)
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
	s := paneltest.New(t, 640, 400, 1)
	s.Settings.Tab = session.Marks
	for i := range marks.Most {
		s.Status.Marks = append(s.Status.Marks, marks.Mark{Index: -1, Time: float64(i) / 100, Note: marks.Clean(strings.Repeat("\u202elong\n", 2000))})
	}
	s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed()}
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
	export := s.Widgets.MarkExport
	s.Status.Written = "Wrote clip-marks.csv"
	if s.Turn(2); s.Widgets.MarkExport != export {
		t.Errorf("the button moves from %v to %v", export, s.Widgets.MarkExport)
	}
	for name, same := range map[string]bool{s.Marks.Form.Name: true, s.Marks.Form.Name + "x": false} {
		s.Status.Exists, s.Status.Written = name, name+" exists: Replace overwrites it"
		if s.Turn(2); s.Widgets.MarkQuestion.Empty() == same {
			t.Errorf("%s exists: the question is at %v", name, s.Widgets.MarkQuestion)
		}
	}
	for _, i := range []int{shown + 20, 700, 699, 5} { // the frame comes to marks below and above
		s.Status.Marked = i
		if s.Turn(3); s.Widgets.MarkTimes[i].Empty() {
			t.Errorf("mark %d is not in view", i)
		}
	}
}

// The button opens the new mark's note, wherever that is in the list. Until something is typed, a click elsewhere acts.
func TestNoteOfNewMark(t *testing.T) {
	var times []float64
	for i := range 100 {
		times = append(times, float64(i)/25)
	}
	s := paneltest.Marked(t, 960, 540, times...)
	for i, at := range []float64{0, 90. / 25} {
		s.Panel.Marks.WriteNote(at)
		for s.Settling() { // the player builds no more often
			s.Turn(1)
		}
		if !s.Typing() || !s.Panel.Marks.NotesFresh() {
			t.Fatalf("the note at %v s does not open", at)
		}
		if i == 0 {
			if s.Number(s.Click(s.Widgets.Seek), command.SeekTo); s.Typing() {
				t.Error("a click on the seek line leaves the note open")
			}
		}
	}
	s.Type('x')
	s.Turn(2)
	if s.Panel.Marks.NotesFresh() || !s.Typing() {
		t.Error("a note with text is fresh")
	} else if s.MoveMouse(100, 100); !s.PressMouse(0, true) {
		t.Error("a click on the picture next to a typed note acts")
	}
}

// TestFold: a line hides the list and shows it again; the times of all lines are in a column after the frames'
// numbers.
func TestFold(t *testing.T) {
	for _, size := range [][2]int{{640, 400}, {1280, 720}} {
		s := paneltest.Marked(t, size[0], size[1], 0, 1, 9)
		w := &s.Widgets
		if w.MarkFold.Empty() || len(w.MarkTimes) != 3 {
			t.Fatalf("%v: the line is at %v, marks at %v", size, w.MarkFold, w.MarkTimes)
		}
		for i := range w.MarkTimes {
			if w.MarkTimes[i].Dx() != w.MarkTimes[0].Dx() || w.MarkNotes[i].Min.X != w.MarkNotes[0].Min.X || w.MarkNotes[i].Dx() < 60 {
				t.Errorf("%v: line %d: %v, %v", size, i, w.MarkTimes[i], w.MarkNotes[i])
			}
		}
		export := w.MarkExport
		s.Click(w.MarkFold)
		if s.Turn(2); len(w.MarkTimes) != 0 || w.MarkExport.Min.Y >= export.Min.Y {
			t.Errorf("%v: folded, the marks are at %v, the button at %v", size, w.MarkTimes, w.MarkExport)
		}
		s.Panel.Marks.WriteNote(1)
		if s.Turn(6); len(w.MarkTimes) != 3 || !s.Typing() {
			t.Errorf("%v: a note does not open", size)
		}
		s.Release()
	}
}
