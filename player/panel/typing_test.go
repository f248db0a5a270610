package panel_test

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
)

func TestTypedThreshold(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.PressKey(panel.KeyControl, true)
	s.Click(s.Widgets.Threshold)
	s.PressKey(panel.KeyControl, false)
	s.Turn(2)
	if !s.Typing() {
		t.Fatal("Ctrl and a click do not open the slider")
	}
	for _, c := range "0.25" {
		s.Type(c)
		s.Turn(1)
	}
	s.PressKey(panel.KeyEnter, true)
	s.Turn(1)
	s.PressKey(panel.KeyEnter, false)
	s.Turn(2)
	if s.Settings.Threshold != 0.25 || s.Typing() {
		t.Errorf("typed 0.25: %v, typing %v", s.Settings.Threshold, s.Typing())
	}
}

// write types text and Enter into the open field.
func (s *stage) write(text string) {
	s.T.Helper()
	if s.Turn(2); !s.Typing() {
		s.T.Fatal("nothing is open for typing")
	}
	for _, c := range text {
		s.Type(c)
		s.Turn(1)
	}
	s.PressKey(panel.KeyEnter, true)
	s.Turn(1)
	s.PressKey(panel.KeyEnter, false)
	if s.Turn(2); s.Typing() {
		s.T.Errorf("typed %q, and the field stays open", text)
	}
}

// A click on a slider's number opens it for typing. The number is clamped to the slider's range.
// Escape or an invalid number changes nothing.
func TestTypedNumbers(t *testing.T) {
	s := newStage(t, 960, 1000, 1)
	s.Settings.Advanced, s.Settings.Timing = true, true
	s.Settings.Operator = edge.Range
	s.Turn(2)
	w := &s.Widgets
	got := func() [5]float64 {
		return [5]float64{s.Settings.Threshold, s.Settings.Opacity, float64(s.Settings.LineWidth), s.Settings.Volume, s.Settings.Low}
	}
	want := got()
	for i, c := range []struct {
		place *image.Rectangle
		field int
		text  string
		value float64
	}{
		{&w.ThresholdTyped, 0, "0.25", 0.25},
		{&w.ThresholdTyped, 0, "0,5", 0.5},
		{&w.ThresholdTyped, 0, "9", 1},
		{&w.OpacityTyped, 1, "35", 0.35},
		{&w.OpacityTyped, 1, "-3", 0},
		{&w.LineWidthTyped, 2, "3.2", 3},
		{&w.LineWidthTyped, 2, "99", session.MaxLineWidth},
		{&w.LineWidthTyped, 2, "-", session.MaxLineWidth},
		{&w.VolumeTyped, 3, "70", 0.7},
		{&w.Parameter("low").Typed, 4, "0.125", 0.125},
	} {
		s.Click(*c.place)
		s.write(c.text)
		if want[c.field] = c.value; got() != want {
			t.Errorf("%d: typed %q: %v, want %v", i, c.text, got(), want)
		}
	}
	s.Click(w.OpacityTyped)
	s.Turn(2)
	s.Type('7')
	s.Turn(1)
	s.PressKey(panel.KeyEscape, true)
	s.Turn(1)
	s.PressKey(panel.KeyEscape, false)
	if s.Turn(2); got() != want || s.Typing() {
		t.Errorf("after Escape: %v, want %v, typing %v", got(), want, s.Typing())
	}
}

// If a value changes while its field is open, Escape keeps the new value.
func TestEscapeKeepsTheNewValue(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.Click(s.Widgets.ThresholdTyped)
	s.Turn(2)
	s.Type('9')
	s.Turn(1)
	s.Settings.Threshold = 0.77
	s.Turn(1)
	s.PressKey(panel.KeyEscape, true)
	s.Turn(1)
	s.PressKey(panel.KeyEscape, false)
	if s.Turn(2); s.Settings.Threshold != 0.77 || s.Typing() {
		t.Errorf("after Escape: %v, typing %v", s.Settings.Threshold, s.Typing())
	}
}

// While a value is typed, no other widget looks different.
func TestTypingShowsNoGhosts(t *testing.T) {
	s := newStage(t, 960, 700, 1)
	s.Settings.Advanced, s.Settings.Timing, s.Settings.Operator = true, true, edge.Range
	s.Turn(2)
	w := s.Widgets
	sliders := map[string]image.Rectangle{"threshold": w.Threshold, "opacity": w.Opacity, "line": w.LineWidth, "volume": w.Volume, "low": w.Parameter("low").Widget}
	before := s.Pixels()
	for name, open := range map[string]func(){
		"threshold": func() {
			s.PressKey(panel.KeyControl, true)
			s.Click(w.Threshold)
			s.PressKey(panel.KeyControl, false)
		},
		"none": func() { s.Click(w.ThresholdTyped) },
	} {
		open()
		s.MoveMouse(100, 100)
		if s.Turn(3); !s.Typing() {
			t.Fatal("nothing is open for typing")
		}
		after := s.Pixels()
		for slider, r := range sliders {
			changed := false
			for y := r.Min.Y; y < r.Max.Y; y++ {
				for x := r.Min.X; x < r.Max.X; x++ {
					changed = changed || before.RGBAAt(x, y) != after.RGBAAt(x, y)
				}
			}
			if changed != (slider == name) {
				t.Errorf("open for typing: %s; the slider %s changes: %v", name, slider, changed)
			}
		}
		s.PressKey(panel.KeyEscape, true)
		s.Turn(1)
		s.PressKey(panel.KeyEscape, false)
		s.Turn(2)
	}
}

// TestQuickTyping types a name and Enter between two frames; the panel may spread them over
// several. Ctrl may be released early or be held before.
func TestQuickTyping(t *testing.T) {
	for _, first := range []panel.EditKey{panel.KeyA, panel.KeyControl} {
		for _, held := range []bool{false, true} {
			t.Run(fmt.Sprintf("held=%v/first=%d", held, first), func(t *testing.T) { quickTyping(t, first, held) })
		}
	}
}

func quickTyping(t *testing.T, first panel.EditKey, held bool) {
	s := newStage(t, 960, 540, 1)
	s.Settings.Tab = session.Export
	s.Turn(2)
	s.Click(s.Widgets.ExportName)
	s.Turn(2)
	s.PressKey(panel.KeyControl, true)
	if held {
		s.Turn(2)
	}
	s.PressKey(panel.KeyA, true)
	s.PressKey(first, false)
	s.PressKey(panel.KeyA+panel.KeyControl-first, false)
	for _, c := range "part.nut" {
		s.Type(c)
	}
	s.PressKey(panel.KeyEnter, true)
	s.PressKey(panel.KeyEnter, false)
	for frames := 0; s.Pending(); frames++ {
		if frames > 20 {
			t.Fatal("there is always more")
		}
		s.Turn(1)
	}
	s.Turn(1)
	if s.Export.Form.Name != "part.nut" || s.Typing() {
		t.Errorf("the name is %q, typing: %v", s.Export.Form.Name, s.Typing())
	}
}

func TestTypedPlace(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.Place.Ask("")
	for _, c := range "1:02#.55ä" {
		s.Type(c)
	}
	for range 3 {
		s.PressKey(panel.KeyBackspace, true)
		s.PressKey(panel.KeyBackspace, false)
	}
	s.Type('7')
	if actions := s.Turn(1); len(actions) != 0 || !s.Typing() {
		t.Fatalf("while typing: %+v", actions)
	}
	picture := panel.Layout(960, 540, 1, true, false).Picture
	if r := s.Widgets.Place; r.Empty() || !r.In(picture) {
		t.Errorf("the field is at %v", r)
	}
	s.PressKey(panel.KeyEnter, true)
	s.PressKey(panel.KeyEnter, false)
	if s.Typing() {
		t.Error("the field stays open")
	}
	if actions := s.Turn(1); !slices.Equal(actions, []command.Command{{ID: command.GoTo, Text: "1:02#.7"}}) {
		t.Errorf("typed: %+v", actions)
	}
	if actions := s.Turn(1); len(actions) != 0 || !s.Widgets.Place.Empty() {
		t.Errorf("the same place comes twice: %+v", actions)
	}
	s.Place.Ask("1:0")
	for range 5 {
		s.PressKey(panel.KeyBackspace, true)
	}
	s.Type('9')
	s.PressKey(panel.KeyEscape, true)
	if actions := s.Turn(2); len(actions) != 0 || s.Typing() {
		t.Errorf("after Escape: %+v, typing %v", actions, s.Typing())
	}
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

// TestPlaceEdits: the field over the picture is edited as other fields are.
func TestPlaceEdits(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.Place.AskNote(2, "an old note")
	s.Turn(1)
	press := func(key panel.EditKey) []command.Command {
		s.PressKey(key, true)
		s.PressKey(key, false)
		return s.Turn(1)
	}
	s.PressKey(panel.KeyControl, true)
	press(panel.KeyA)
	s.PressKey(panel.KeyControl, false)
	for _, c := range "ew" {
		s.Type(c)
	}
	press(panel.KeyHome)
	s.Type('n')
	s.Only("Enter", press(panel.KeyEnter), command.Command{ID: command.Note, Number: 2, Text: "new"})
}
