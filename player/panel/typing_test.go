package panel_test

import (
	"fmt"
	"slices"
	"testing"

	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
)

func TestTypedThreshold(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.PressKey(panel.KeyControl, true)
	s.click(s.Widgets.Threshold)
	s.PressKey(panel.KeyControl, false)
	s.turn(2)
	if !s.Typing() {
		t.Fatal("Ctrl and a click do not open the slider")
	}
	for _, c := range "0.25" {
		s.Type(c)
		s.turn(1)
	}
	s.PressKey(panel.KeyEnter, true)
	s.turn(1)
	s.PressKey(panel.KeyEnter, false)
	s.turn(2)
	if s.settings.Threshold != 0.25 || s.Typing() {
		t.Errorf("typed 0.25: %v, typing %v", s.settings.Threshold, s.Typing())
	}
}

// TestQuickTyping types a name and Enter between two frames. The panel may use
// several frames for them. Ctrl may be released first, and may be held before.
func TestQuickTyping(t *testing.T) {
	for _, first := range []panel.EditKey{panel.KeyA, panel.KeyControl} {
		for _, held := range []bool{false, true} {
			t.Run(fmt.Sprintf("held=%v/first=%d", held, first), func(t *testing.T) { quickTyping(t, first, held) })
		}
	}
}

func quickTyping(t *testing.T, first panel.EditKey, held bool) {
	s := newStage(t, 960, 540, 1)
	s.settings.Tab = session.Export
	s.turn(2)
	s.click(s.Widgets.ExportName)
	s.turn(2)
	s.PressKey(panel.KeyControl, true)
	if held {
		s.turn(2)
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
		s.turn(1)
	}
	s.turn(1)
	if s.Form.Name != "part.nut" || s.Typing() {
		t.Errorf("the name is %q, typing: %v", s.Form.Name, s.Typing())
	}
}

func TestTypedPlace(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.AskPlace("")
	for _, c := range "g1:0 2x#.55" {
		s.Type(c)
	}
	for range 2 {
		s.PressKey(panel.KeyBackspace, true)
		s.PressKey(panel.KeyBackspace, false)
	}
	s.Type('7')
	if actions := s.turn(1); len(actions) != 0 || !s.Typing() {
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
	if actions := s.turn(1); !slices.Equal(actions, []command.Command{{ID: command.GoTo, Text: "1:02#.7"}}) {
		t.Errorf("typed: %+v", actions)
	}
	if actions := s.turn(1); len(actions) != 0 || !s.Widgets.Place.Empty() {
		t.Errorf("the same place comes twice: %+v", actions)
	}
	s.AskPlace("1:0")
	for range 5 {
		s.PressKey(panel.KeyBackspace, true)
	}
	s.Type('9')
	s.PressKey(panel.KeyEscape, true)
	if actions := s.turn(2); len(actions) != 0 || s.Typing() {
		t.Errorf("after Escape: %+v, typing %v", actions, s.Typing())
	}
}
