package panel_test

import (
	"image"
	"testing"
	"time"

	"ffkvadrat/edge"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
)

// strike presses and releases keys, as the window does.
func (s *stage) strike(keys ...panel.EditKey) (commands []command.Command) {
	s.T.Helper()
	for _, key := range keys {
		if !s.Takes(key) {
			s.T.Fatalf("key %d is the player's", key)
		}
		s.PressKey(key, true)
		commands = append(commands, s.Turn(1)...)
		s.PressKey(key, false)
		commands = append(commands, s.Turn(1)...)
		commands = append(commands, s.Turn(1)...)
	}
	return commands
}

// until strikes a key until a condition holds.
func (s *stage) until(key panel.EditKey, what string, holds func() bool) {
	s.T.Helper()
	for range 60 {
		if s.strike(key); holds() {
			return
		}
	}
	s.T.Fatalf("no key leads to %s", what)
}

// The panel's widgets, then the bar's, work with keys alone; Escape returns the keys to the player.
func TestKeysReachThePanel(t *testing.T) {
	s := newStage(t, 960, 700, 1)
	if s.Takes(panel.KeyTab) || s.Takes(panel.KeySpace) || s.Takes(panel.KeyLeft) {
		t.Fatal("the panel takes keys before it has them")
	}
	s.FocusNext()
	s.Turn(3)
	s.strike(panel.KeyRight, panel.KeySpace)
	if s.Settings.Tab != session.Plots {
		t.Fatalf("→ and Space select the tab %v", s.Settings.Tab)
	}
	s.strike(panel.KeyLeft, panel.KeyEnter)
	if s.Settings.Tab != session.Tune {
		t.Fatalf("← and Enter select the tab %v", s.Settings.Tab)
	}
	s.FocusNext()
	s.Turn(3)
	s.Only("Tab and Space in the bar", s.strike(panel.KeyTab, panel.KeySpace), command.Do(command.TogglePause))
	for _, want := range []command.Command{command.With(command.Step, -1), command.Do(command.Menu), command.Do(command.Help)} { // the first, the last, and the one before
		s.PressKey(panel.KeyShift, true)
		s.strike(panel.KeyTab)
		s.PressKey(panel.KeyShift, false)
		s.Only("Shift+Tab and Space", s.strike(panel.KeySpace), want)
	}
	s.strike(panel.KeyEscape)
	if s.Focused() != "" || s.Takes(panel.KeySpace) {
		t.Error("Escape leaves the keys to the panel")
	}
	s.FocusNext()
	s.Turn(3)
	s.Settings.Panel = false
	if s.Turn(2); s.Focused() != "" {
		t.Error("a closed panel has the keys")
	}
}

// Tab comes to each slider, without opening it for typing, and keys move it.
func TestKeysMoveSliders(t *testing.T) {
	s := newStage(t, 960, 700, 1)
	s.FocusNext()
	s.Turn(3)
	s.until(panel.KeyTab, "the threshold", s.OnSlider)
	for _, c := range []struct {
		key  panel.EditKey
		want float64
	}{
		{panel.KeyRight, 0.011}, {panel.KeyLeft, 0.01}, {panel.KeyPageUp, 0.0259}, {panel.KeyPageDown, 0.01}, {panel.KeyHome, 0}, {panel.KeyRight, 0.0001}, {panel.KeyEnd, 4},
	} {
		if s.strike(c.key); s.Settings.Threshold != c.want || s.Typing() {
			t.Errorf("key %d: threshold %v, want %v", c.key, s.Settings.Threshold, c.want)
		}
	}
	s.strike(panel.KeyTab)
	s.until(panel.KeyTab, "the opacity", s.OnSlider)
	if s.strike(panel.KeyPageUp, panel.KeyRight); s.Settings.Opacity != 0.91 {
		t.Errorf("opacity %v", s.Settings.Opacity)
	}
	s.strike(panel.KeyTab)
	if !s.Typing() {
		t.Fatal("the number after the slider does not open")
	}
	for _, c := range "35" {
		s.Type(c)
		s.Turn(1)
	}
	if s.strike(panel.KeyTab); s.Settings.Opacity != 0.35 {
		t.Errorf("typed 35: opacity %v", s.Settings.Opacity)
	}
}

// A list opens at its chosen line. Arrows move in it; Escape closes only the list.
func TestKeysChooseInLists(t *testing.T) {
	s := newStage(t, 960, 700, 1)
	s.Settings.Operator = edge.Operators()[3]
	s.FocusNext()
	s.Turn(3)
	open := func() bool { return !s.Widgets.Methods[0].Empty() }
	if s.strike(panel.KeyDown, panel.KeyDown, panel.KeyRight, panel.KeyEnter); !open() { // past the switch, and the name with its badge
		t.Fatal("↓, ↓, → and Enter do not open the first list")
	}
	s.strike(panel.KeyDown, panel.KeyEnter)
	if got := s.Settings.Operator; got != edge.Operators()[4] || open() {
		t.Errorf("the operator is %v, open: %v", got, open())
	}
	if s.strike(panel.KeySpace); !open() {
		t.Fatal("Space does not open the list again")
	}
	if s.strike(panel.KeyUp, panel.KeyEscape); open() || s.Focused() == "" || s.Settings.Operator != edge.Operators()[4] {
		t.Errorf("after Escape: open %v, keys at %q, operator %v", open(), s.Focused(), s.Settings.Operator)
	}
}

// A click gives the keys back to the player.
func TestClickReturnsTheKeys(t *testing.T) {
	s := newStage(t, 960, 700, 1)
	s.FocusNext()
	s.Turn(3)
	s.Click(s.Widgets.Overlay)
	if s.Focused() != "" || s.Settings.Overlay {
		t.Errorf("keys at %q, overlay %v", s.Focused(), s.Settings.Overlay)
	}
}

// The menu opens by a key at its button, or at the widget that has the keys. Arrows, Enter and Escape work in
// it, and then the keys are where they were before.
func TestKeysInTheMenu(t *testing.T) {
	s := newStage(t, 960, 700, 1)
	at := image.Pt(600, 300)
	open := func() bool { return len(s.Widgets.Menu) > 0 }
	s.Menu.OpenByKey(at)
	if s.Turn(3); !open() || !atButton(s) {
		t.Fatalf("the menu is at %v, not at its button %v", s.Widgets.Menu, s.Widgets.BarMenu)
	}
	s.Only("Enter", s.strike(panel.KeyEnter), command.Do(command.TogglePause))
	if s.Turn(2); open() || s.Focused() != "" {
		t.Fatalf("the menu stays open: %v, %q has the keys", s.Widgets.Menu, s.Focused())
	}
	s.Menu.OpenByKey(at)
	s.Turn(3)
	s.Only("↓, → and Enter in a submenu", s.strike(panel.KeyDown, panel.KeyRight, panel.KeyEnter), command.Do(command.Overlay))
	s.Turn(2)

	s.FocusNext()
	s.Turn(3)
	s.strike(panel.KeyDown)
	s.Menu.OpenByKey(at)
	if s.Turn(3); !open() || !s.Widgets.Menu[0].Overlaps(s.Areas.Side) {
		t.Fatalf("with the keys in the panel, the menu is at %v", s.Widgets.Menu)
	}
	if s.strike(panel.KeyEscape); open() || s.Focused() != "side" {
		t.Errorf("after Escape the menu is %v, and %q has the keys", s.Widgets.Menu, s.Focused())
	}
}

// A list and a menu that the mouse has opened have the keys until they close.
func TestKeysChooseWhatTheMouseOpened(t *testing.T) {
	s := newStage(t, 960, 700, 1)
	s.Settings.Operator = edge.Operators()[3]
	open := func() bool { return !s.Widgets.Methods[0].Empty() }
	s.Click(s.Widgets.Method)
	if s.Turn(2); !open() {
		t.Fatal("a click does not open the list")
	}
	s.strike(panel.KeyDown, panel.KeyDown, panel.KeyUp, panel.KeyEnter)
	if got := s.Settings.Operator; got != edge.Operators()[4] || open() {
		t.Errorf("the operator is %v, open: %v", got, open())
	}
	if s.Turn(2); s.Takes(panel.KeyLeft) || s.Takes(panel.KeySpace) {
		t.Error("the closed list keeps the keys")
	}
	s.MoveMouse(100, 100)
	s.Menu.Open()
	s.Turn(3)
	if s.strike(panel.KeyDown, panel.KeyRight); len(s.Widgets.Submenu) == 0 {
		t.Error("→ does not open the submenu")
	}
	if s.Takes(panel.KeyEscape) {
		t.Error("Escape closes a level, which the mouse over it opens again")
	}
	s.Menu.Close()
	if s.Turn(2); len(s.Widgets.Menu) > 0 || s.Takes(panel.KeyDown) {
		t.Error("the closed menu keeps the keys")
	}
}

// TestTypeInLists: letters select the line of an open list that begins with them, or has a word that does; Enter chooses it.
// After a pause they begin a new word. Without a list they are the player's.
func TestTypeInLists(t *testing.T) {
	s := newStage(t, 960, 700, 1)
	s.Settings.Tab = session.Video
	s.Turn(2)
	if s.ListOpen() {
		t.Fatal("a list is open")
	}
	chosen := func(text string) session.Theme {
		s.Settings.Theme = session.Dark
		s.Click(s.Widgets.Theme)
		if s.Turn(3); !s.ListOpen() {
			t.Fatal("no list is open")
		}
		for _, r := range text {
			s.Type(r)
			s.Step = 2 * time.Second // before it
			s.Turn(1)
			if r != ' ' {
				s.Step = 16 * time.Millisecond
			}
			s.Turn(2)
			s.Step = 16 * time.Millisecond
		}
		s.strike(panel.KeyEnter)
		if s.Turn(2); s.ListOpen() {
			t.Fatalf("%q: the list stays open", text)
		}
		return s.Settings.Theme
	}
	for text, want := range map[string]session.Theme{"l": session.Light, "LI": session.Light, "ld": session.Dark, "l d": session.Dark, "lx": session.Light, "theme": session.Dark} {
		if got := chosen(text); got != want {
			t.Errorf("%q chooses %v, want %v", text, got, want)
		}
	}
}
