package player

import (
	"strings"
	"testing"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"

	"ffkvadrat/gpu/gputest"
	"ffkvadrat/player/command"
	"ffkvadrat/player/palette"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
)

// Each command has an effect in one row of the table; no key has two commands; each named key and
// each row of the list has a command.
func TestTable(t *testing.T) {
	var effects [command.Count]int
	bound := map[string]bool{}
	for _, r := range table {
		if r.do != nil {
			effects[r.id]++
		}
		if r.sets != "" && session.Named(r.sets) == nil || r.menu != palette.NotInMenu && r.group == palette.NoGroup {
			t.Errorf("%+v sets what is no setting, or is a line of the menu without a group", r.keys)
		}
		for _, s := range r.keys {
			if bound[s.key] {
				t.Errorf("%q is bound twice", s.key)
			}
			bound[s.key] = true
		}
		if len(r.keys) == 0 && r.do == nil && r.group != palette.Mouse {
			t.Errorf("the row %q does nothing", r.help)
		}
	}
	for id, n := range effects {
		if n != 1 {
			t.Errorf("command %d does %d things", id, n)
		}
	}
	for name := range keyNames {
		if !bound[name] && !bound["Ctrl+"+name] && !bound["Shift+"+name] {
			t.Errorf("no command has the key %s", name)
		}
	}
}

func TestKeymap(t *testing.T) {
	m := newKeymap()
	for _, c := range []struct {
		key    glfw.Key
		mods   glfw.ModifierKey
		repeat bool
		want   command.Command
		ok     bool
	}{
		{glfw.KeyLeft, 0, true, command.With(command.SeekBy, -5), true},
		{glfw.KeyLeft, glfw.ModShift, false, command.With(command.SeekBy, -1), true},
		{glfw.KeyUp, glfw.ModShift, false, command.With(command.SeekBy, 60), true}, // no separate command with Shift
		{glfw.KeyLeft, glfw.ModControl, true, command.With(command.MoveWipe, -1), true},
		{glfw.KeyUp, glfw.ModControl, true, command.With(command.ZoomTimeline, zoomStep), true},
		{glfw.KeyPageUp, glfw.ModControl, false, command.Command{}, false},
		{glfw.KeyUp, glfw.ModAlt, false, command.Command{}, false},
		{glfw.KeyE, glfw.ModControl | glfw.ModAlt, false, command.Command{}, false},
		{glfw.KeyKPAdd, glfw.ModControl, true, command.With(command.Zoom, zoomStep), true},
		{glfw.KeyEqual, glfw.ModControl | glfw.ModShift, false, command.With(command.Zoom, zoomStep), true},
		{glfw.KeyTab, 0, false, command.Do(command.Panel), true},
		{glfw.KeyTab, 0, true, command.Command{}, false},
		{glfw.KeyS, 0, false, command.Command{}, false}, // arrives as a character
		{glfw.KeyE, glfw.ModControl, false, command.With(command.Tab, float64(session.Export)), true},
	} {
		got, ok := m.key(c.key, c.mods, c.repeat)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("key %d with %d, held: %v: %+v, %v", c.key, c.mods, c.repeat, got, ok)
		}
	}
	for _, c := range []struct {
		char   rune
		repeat bool
		want   command.Command
		ok     bool
	}{
		{'=', true, command.With(command.Threshold, fineStep), true},
		{'_', true, command.With(command.Threshold, 1./coarseStep), true},
		{']', true, command.With(command.Faster, speedStep), true},
		{'}', false, command.With(command.Faster, speedLeap), true},
		{'}', true, command.Command{}, false},
		{'n', true, command.Command{}, false},
		{'ä', false, command.Command{}, false},
	} {
		got, ok := m.character(c.char, c.repeat)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("%q, held: %v: %+v, %v", c.char, c.repeat, got, ok)
		}
	}
}

// Keys, characters and commands are handled in order. Keys after the one that opens a field belong
// to the field.
func TestQueue(t *testing.T) {
	p := newPlayer(t.Context(), Config{})
	p.settings = session.Default()
	p.input.keymap = newKeymap()
	p.settings.Threshold = 0.01
	var err error
	p.panel, err = panel.New(gputest.Open(t), listed(), panel.Facts{}, 1)
	gputest.Own(t, p.panel, err)
	for _, c := range "n+" {
		p.put(event{kind: typed, char: c})
	}
	p.ask(command.With(command.Threshold, 2))
	for _, c := range "g12n" { // n belongs to the field
		p.put(event{kind: typed, char: c})
	}
	p.put(event{kind: pressed, key: glfw.KeyLeft, on: true}) // edits the field instead of seeking
	p.put(event{kind: pressed, key: glfw.KeyEnter, on: true})
	p.put(event{kind: typed, char: 'n'})
	p.takeInput()
	if !p.settings.Overlay || p.settings.Threshold != 0.04 || !p.redraw.touched || len(p.input.queue) != 0 {
		t.Errorf("overlay %v, threshold %v, touched %v, %d wait", p.settings.Overlay, p.settings.Threshold, p.redraw.touched, len(p.input.queue))
	}
	got := p.panel.Build(640, 400, time.Millisecond, &p.status, &p.settings)
	if want := (command.Command{ID: command.GoTo, Text: "12n"}); len(got) != 1 || got[0] != want {
		t.Errorf("%+v", got)
	}
}

// TestSuper: keys with Super are the desktop's: they do nothing, type nothing, and do not stay pressed.
func TestSuper(t *testing.T) {
	p := pointing(t)
	p.settings = session.Default()
	p.input.keymap = newKeymap()
	done := 0
	for id := range p.input.keymap.effects {
		p.input.keymap.effects[id] = func(*player, command.Command) { done++ }
	}
	press := func(key glfw.Key, char rune, mods glfw.ModifierKey) int {
		done = 0
		p.put(event{kind: pressed, key: key, mods: mods, on: true})
		if char != 0 {
			p.put(event{kind: typed, char: char})
		}
		p.put(event{kind: pressed, key: key, mods: mods})
		p.takeInput()
		return done
	}
	for _, c := range []struct {
		key  glfw.Key
		char rune
	}{{glfw.KeyUp, 0}, {glfw.KeyLeft, 0}, {glfw.KeyN, 'n'}, {glfw.KeySpace, ' '}, {glfw.KeyTab, 0}} {
		if n := press(c.key, c.char, glfw.ModSuper); n != 0 {
			t.Errorf("key %d with Super does %d things", c.key, n)
		}
		if n := press(c.key, c.char, glfw.ModSuper|glfw.ModShift); n != 0 {
			t.Errorf("key %d with Super and Shift does %d things", c.key, n)
		}
		if n := press(c.key, c.char, 0); n != 1 {
			t.Errorf("key %d does %d things", c.key, n)
		}
	}
}

// A function posted while the inbox is emptied waits for the next time.
func TestInbox(t *testing.T) {
	woken, got := 0, ""
	b := inbox{wake: func() { woken++ }}
	b.post(func() {
		got += "a"
		b.post(func() { got += "c" })
	})
	b.post(func() { got += "b" })
	if b.take(); got != "ab" {
		t.Errorf("taken: %q", got)
	}
	b.take()
	if b.take(); got != "abc" || woken != 3 {
		t.Errorf("taken: %q, woken %d times", got, woken)
	}
}

// TestStands: a picture has no time to play: commands about it say so.
func TestStands(t *testing.T) {
	p := newPlayer(t.Context(), Config{})
	p.facts.Still = true
	for _, id := range timely {
		p.message = message{}
		if !p.stands(command.Do(id)) || !strings.HasPrefix(p.message.text, "This is a picture") {
			t.Errorf("%d: %q", id, p.message.text)
		}
	}
	if p.stands(command.Do(command.Overlay)) {
		t.Error("the overlay is about time")
	}
	if p.facts.Still = false; p.stands(command.Do(command.TogglePause)) {
		t.Error("a video stands")
	}
}
