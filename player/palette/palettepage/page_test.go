package palettepage_test

import (
	"image"
	"slices"
	"testing"
	"time"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/palette"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/session"
)

// typed types a text.
func typed(s *paneltest.Stage, text string) {
	for _, r := range text {
		s.Type(r)
	}
	s.Turn(2)
}

func press(s *paneltest.Stage, key panel.EditKey) []command.Command {
	s.PressKey(key, true)
	s.PressKey(key, false)
	return s.Turn(2)
}

// open returns a stage with the page.
func open(t *testing.T, width, height int, scale float32) *paneltest.Stage {
	s := paneltest.New(t, width, height, scale)
	s.Palette.Open()
	s.Turn(3)
	return s
}

// TestTips: a line of the list that the page opens under the mouse has a tooltip only after the mouse has moved.
func TestTips(t *testing.T) {
	s := open(t, 1280, 720, 1)
	r := s.Widgets.KeyLines[1]
	if s.Rest(r) == "" {
		t.Fatal("the line has no tooltip")
	}
	s.Palette.Close()
	s.Turn(2)
	s.Palette.Open()
	s.Step = 200 * time.Millisecond
	if s.Turn(5); s.Tip != "" {
		t.Errorf("at once: %q", s.Tip)
	}
	if s.Rest(r.Inset(1)) == "" {
		t.Error("no tooltip after a movement")
	}
}

// Keys choose among what was found; Enter executes it and closes the page.
func TestFind(t *testing.T) {
	s := open(t, 1280, 720, 1)
	if !s.Typing() || !s.Covers(5, 5) || len(s.Widgets.KeyLines) != 3 || len(s.Widgets.Found) != 0 {
		t.Fatalf("%d lines of keys, %d found", len(s.Widgets.KeyLines), len(s.Widgets.Found))
	}
	typed(s, "vieww")
	press(s, panel.KeyBackspace)
	titles := s.Palette.Titles()
	if len(titles) < 3 || titles[0] != "View" || len(s.Widgets.Found) != len(titles) {
		t.Fatalf("%q, %d lines", titles, len(s.Widgets.Found))
	}
	press(s, panel.KeyDown)
	press(s, panel.KeyDown)
	press(s, panel.KeyUp)
	s.PressKey(panel.KeyEnter, true)
	got := s.Turn(1)
	if len(got) != 1 || got[0].ID != command.SetSetting || got[0].Text != "view" || s.Palette.IsOpen() {
		t.Errorf("%+v", got)
	}
	s.Palette.Open()
	if typed(s, "xyzzy"); len(s.Widgets.Found) != 0 || len(press(s, panel.KeyEnter)) != 0 || !s.Palette.IsOpen() {
		t.Error("something is called xyzzy")
	}
	if press(s, panel.KeyEscape); !s.Palette.IsOpen() || len(s.Widgets.KeyLines) != 3 {
		t.Error("the first Esc does not bring the keys back")
	}
	if press(s, panel.KeyEscape); s.Palette.IsOpen() || s.Typing() {
		t.Error("the second Esc does not close the page")
	}
}

// TestLessClose: below three good matches or more, a line stands for the loose ones; a click or Enter unfolds it. Fewer good ones hide
// none.
func TestLessClose(t *testing.T) {
	s := open(t, 1280, 720, 1)
	folded := 0
	for _, word := range []string{"view", "e", "zoom", "picture", "line", "black"} {
		all := palette.Find(s.Keys.Entries, word)
		good := slices.IndexFunc(all, func(m palette.Match) bool { return m.Loose })
		for _, unfold := range []func(){func() { press(s, panel.KeyEnter) }, func() { s.Click(s.Widgets.Less) }} {
			s.Palette.Open()
			typed(s, word)
			if folds := good >= 3 && len(all) > good+1; folds == s.Widgets.Less.Empty() {
				t.Errorf("%s: %d of %d are good, the line is at %v", word, good, len(all), s.Widgets.Less)
				continue
			} else if !folds {
				if n := len(s.Palette.Titles()); n != len(all) {
					t.Errorf("%s: %d of %d are shown", word, n, len(all))
				}
				continue
			}
			folded++
			if n := len(s.Palette.Titles()); n != good || len(s.Widgets.Found) != good {
				t.Errorf("%s: %d of %d good ones are shown", word, n, good)
			}
			press(s, panel.KeyEnd) // and into view
			unfold()
			s.Turn(2)
			if n := len(s.Palette.Titles()); n != len(all) || !s.Palette.IsOpen() || !s.Widgets.Less.Empty() {
				t.Errorf("%s: unfolded, %d of %d are shown", word, n, len(all))
			}
		}
	}
	if folded == 0 {
		t.Error("no word has loose matches below good ones")
	}
}

// Lines, keys, what was found and the space around the page can be clicked.
func TestClicks(t *testing.T) {
	s := open(t, 1280, 720, 1)
	s.Only("a line", s.Click(s.Widgets.KeyLines[0]), command.Do(command.TogglePause))
	s.Palette.Open()
	s.Turn(3)
	if got := s.Click(s.Widgets.KeyLines[2]); len(got) != 0 || !s.Palette.IsOpen() {
		t.Errorf("a gesture: %+v", got)
	}
	if tip := s.Rest(s.Widgets.KeyLines[1]); tip != "Quit; quit and resume: while an export runs, the first press asks" {
		t.Errorf("the tooltip is %q", tip)
	}
	typed(s, "overlay on")
	s.Only("a command", s.Click(s.Widgets.Found[0]), command.Do(command.Overlay))
	s.Palette.Open()
	s.Turn(3)
	if got := s.Click(image.Rect(2, 2, 8, 8)); len(got) != 0 || s.Palette.IsOpen() {
		t.Errorf("a click beside the page: %+v", got)
	}
	s.Palette.Open()
	s.Turn(3)
	if s.Click(s.Widgets.PaletteClose); s.Palette.IsOpen() {
		t.Error("the page does not close")
	}
}

// In a small window the page scrolls by the wheel and by keys, and stays inside.
func TestSmall(t *testing.T) {
	for _, scale := range []float32{1, 2} {
		s := open(t, int(640*scale), int(400*scale), scale)
		typed(s, "e")
		n := len(s.Palette.Titles())
		if !s.Widgets.Palette.In(image.Rect(0, 0, int(640*scale), int(400*scale))) || n < 20 {
			t.Fatalf("%v, %d found", s.Widgets.Palette, n)
		}
		first := s.Widgets.Found[0]
		s.MoveMouse(300*scale, 200*scale)
		s.Turn(2)
		s.TurnWheel(0, -3)
		if s.Turn(3); s.Widgets.Found[0].Min.Y >= first.Min.Y {
			t.Error("the wheel does not scroll")
		}
		press(s, panel.KeyEnd)
		if last := s.Widgets.Found[n-1]; last.Max.Y > s.Widgets.Palette.Max.Y {
			t.Errorf("the last entry is at %v in %v", last, s.Widgets.Palette)
		}
		press(s, panel.KeyHome) // the caret
		press(s, panel.KeyHome)
		if s.Widgets.Found[0] != first {
			t.Error("Home does not scroll to the start")
		}
		s.Release()
	}
}

// Each setting that can be found is shown and marked when it is chosen.
func TestSettingsAreShown(t *testing.T) {
	s := paneltest.New(t, 1280, 1600, 1)
	for i := range s.Keys.Entries {
		e := &s.Keys.Entries[i]
		if !e.IsSetting() || e.Setting == "operator" { // the variant's list has both
			continue
		}
		s.Settings.Tab = session.Named(e.Setting).Tab
		s.LookFor(e.Setting)
		if s.Turn(6); s.Missed() != "" {
			t.Errorf("the panel does not show %s", e.Setting)
		}
	}
	s.LookFor("suppress") // for templates
	missed := ""
	for range 8 {
		s.Turn(1)
		missed += s.Missed()
	}
	if missed != "suppress" {
		t.Errorf("missed: %q", missed)
	}
}

// While a lesson covers the picture, a command that is chosen leaves it.
func TestLeaves(t *testing.T) {
	page := open(t, 640, 400, 1)
	page.Palette.Leaves = true
	typed(page, "quit")
	page.Palette.Leaves = true
	page.Palette.Press(imgui.KeyEnter)
	if got := page.Turn(1); len(got) != 2 || got[0].ID != command.Explain || got[1].ID != command.Quit {
		t.Errorf("%+v", got)
	}
}

// The field has a caret and a selection: arrows, Home and End move the caret, with Shift they select, Ctrl+A selects
// all, and what is typed replaces the selection.
func TestEdit(t *testing.T) {
	s := open(t, 1280, 720, 1)
	with := func(modifier, key panel.EditKey) {
		s.PressKey(modifier, true)
		press(s, key)
		s.PressKey(modifier, false)
	}
	found := func(what string, want string) {
		t.Helper()
		if s.Turn(2); len(s.Palette.Titles()) == 0 || s.Palette.Titles()[0] != want {
			t.Errorf("%s: %q", what, s.Palette.Titles())
		}
	}
	typed(s, "öuit")
	press(s, panel.KeyHome)
	press(s, panel.KeyDelete)
	typed(s, "q")
	found("Home and Delete", "Quit")
	with(panel.KeyControl, panel.KeyA)
	typed(s, "play")
	found("Ctrl+A", "Play, pause")
	with(panel.KeyShift, panel.KeyHome)
	typed(s, "anel")
	press(s, panel.KeyHome)
	typed(s, "p")
	found("Shift+Home", "The panel")
	press(s, panel.KeyEnd)
	for range 5 {
		with(panel.KeyShift, panel.KeyLeft)
	}
	press(s, panel.KeyRight) // leaves the text, with the caret at its end
	press(s, panel.KeyBackspace)
	typed(s, "l")
	found("Shift+arrows", "The panel")
	for range 5 {
		press(s, panel.KeyLeft)
	}
	for range 5 {
		with(panel.KeyShift, panel.KeyRight)
	}
	if press(s, panel.KeyBackspace); len(s.Widgets.KeyLines) != 3 {
		t.Errorf("after all letters were removed: %d lines, found %q", len(s.Widgets.KeyLines), s.Palette.Titles())
	}
}
