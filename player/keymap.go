package player

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/go-gl/glfw/v3.3/glfw"

	"ffkvadrat/player/command"
)

// keyNames are the names in the table of keys that type no character or are used with Ctrl. Several
// keys can have the same name.
var keyNames = map[string][]glfw.Key{
	"Left": {glfw.KeyLeft}, "Right": {glfw.KeyRight}, "Up": {glfw.KeyUp}, "Down": {glfw.KeyDown},
	"Home": {glfw.KeyHome}, "End": {glfw.KeyEnd}, "Backspace": {glfw.KeyBackspace}, "Escape": {glfw.KeyEscape}, "Tab": {glfw.KeyTab}, "F6": {glfw.KeyF6}, "F10": {glfw.KeyF10}, "Menu": {glfw.KeyMenu},
	"PageUp": {glfw.KeyPageUp}, "PageDown": {glfw.KeyPageDown},
	"S": {glfw.KeyS}, "O": {glfw.KeyO}, "P": {glfw.KeyP}, "E": {glfw.KeyE}, "Z": {glfw.KeyZ},
	"=": {glfw.KeyEqual, glfw.KeyKPAdd}, "-": {glfw.KeyMinus, glfw.KeyKPSubtract}, "0": {glfw.Key0, glfw.KeyKP0}, "9": {glfw.Key9, glfw.KeyKP9},
	",": {glfw.KeyComma}, ".": {glfw.KeyPeriod},
}

// keymap finds the command of a key.
type keymap struct {
	characters map[rune]bound
	strokes    map[chord]bound
	effects    [command.Count]func(p *player, c command.Command)
}

// chord is a key with modifiers.
type chord struct {
	key         glfw.Key
	ctrl, shift bool
}

// bound is a key's command.
type bound struct {
	command command.Command
	repeats bool
}

// newKeymap builds the map from the table of commands. It panics if the table is invalid.
func newKeymap() *keymap {
	m := &keymap{characters: map[rune]bound{}, strokes: map[chord]bound{}}
	for _, r := range table {
		if r.do != nil {
			m.effects[r.id] = r.do
		}
		for _, s := range r.keys {
			m.bind(s.key, bound{command.With(r.id, s.number), r.repeats})
		}
	}
	for id, do := range m.effects {
		if do == nil {
			panic(fmt.Sprintf("player: command %d does nothing", id))
		}
	}
	return m
}

func (m *keymap) bind(name string, b bound) {
	if c, n := utf8.DecodeRuneInString(name); n == len(name) {
		m.characters[c] = b
		return
	}
	var c chord
	name, c.ctrl = strings.CutPrefix(name, "Ctrl+")
	name, c.shift = strings.CutPrefix(name, "Shift+")
	if keyNames[name] == nil {
		panic("player: no key is called " + name)
	}
	for _, c.key = range keyNames[name] {
		m.strokes[c] = b
	}
}

// character returns the command of a character, if it has one.
func (m *keymap) character(c rune, repeated bool) (command.Command, bool) {
	b, ok := m.characters[c]
	return b.command, ok && (b.repeats || !repeated)
}

// key returns the command of a key that types no character, if it has one. Shift is ignored for
// keys without a separate command for it. With Alt there are none: Alt+Left is not Left, and AltGr, which some systems
// report as Ctrl+Alt, types characters.
func (m *keymap) key(key glfw.Key, mods glfw.ModifierKey, repeated bool) (command.Command, bool) {
	if mods&glfw.ModAlt != 0 {
		return command.Command{}, false
	}
	c := chord{key, mods&glfw.ModControl != 0, mods&glfw.ModShift != 0}
	b, ok := m.strokes[c]
	if !ok {
		c.shift = false
		b, ok = m.strokes[c]
	}
	return b.command, ok && (b.repeats || !repeated)
}
