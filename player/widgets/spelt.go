package widgets

import (
	"slices"
	"strings"
	"time"

	"ffkvadrat/imgui"
	"ffkvadrat/player/palette"
)

// spelt is what is typed to select a line of an open list.
type spelt struct {
	lines  []string      // of the open list
	text   string        // in lower case; letters that follow each other quickly
	rested time.Duration // since the last one
	fresh  bool          // it came after the last Build
	to     int           // index of the line to select in the next Build; −1 for none
}

// spellTime is the pause after which typing begins a new word.
const spellTime = time.Second

// begin starts a Build.
func (w *spelt) begin(elapsed time.Duration) {
	if len(w.lines) == 0 {
		w.text, w.to = "", -1
	}
	w.lines = w.lines[:0]
	switch w.rested += elapsed; {
	case w.fresh:
		w.fresh, w.rested = false, 0 // elapsed is mostly from before
	case w.rested > spellTime:
		w.text = ""
	}
}

// line adds a line, and gives it the keys if it is to be selected.
func (w *spelt) line(name string) {
	if len(w.lines) == w.to {
		imgui.SetKeyboardFocusHere(0)
		imgui.SetNavCursorVisible(true)
		w.to = -1
	}
	w.lines = append(w.lines, name)
}

// ListOpen reports whether a list of choices was open in the last Build.
func (w *spelt) ListOpen() bool { return len(w.lines) > 0 }

// Spell adds a character to what is typed in an open list, and selects the line that begins so, or else the first
// with a word that does. If there is none, the character begins a new word.
func (w *spelt) Spell(character rune) {
	letter := strings.ToLower(string(character))
	for _, text := range [...]string{w.text + letter, letter} {
		if i := lineOf(w.lines, text); i >= 0 {
			w.text, w.fresh, w.to = text, true, i
			return
		}
	}
}

// lineOf returns the index of the line that a text selects, or −1.
func lineOf(lines []string, text string) int {
	if i := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(strings.ToLower(line), text) }); i >= 0 {
		return i
	}
	return slices.IndexFunc(lines, func(line string) bool { return palette.WordBegins(strings.ToLower(line), text) })
}
