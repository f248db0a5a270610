package panel

import (
	"unicode"
	"unicode/utf8"

	"ffkvadrat/player/command"
)

// filterLength exceeds the length in bytes of any file's name.
const filterLength = 255

// put adds a typed character to the filter.
func (f *files) put(character rune) {
	if unicode.IsPrint(character) && len(f.filter) < filterLength {
		f.filter += string(character)
	}
}

// press handles a key while the file browser is open.
func (p *browserPage) press(key EditKey) {
	f := &p.files
	switch key {
	case KeyEscape:
		if f.filter == "" {
			p.Do(command.Do(command.CloseFiles))
		}
		f.filter = ""
	case KeyBackspace:
		if f.filter == "" {
			p.up()
			return
		}
		_, n := utf8.DecodeLastRuneInString(f.filter)
		f.filter = f.filter[:len(f.filter)-n]
	case KeyEnter:
		if f.filter != f.written { // the filter has changed since the last Build
			f.follow(&Browser{Path: f.path, Listing: f.listing})
		}
		if e := f.entry(); e != nil {
			p.enter(e)
		}
	case KeyUp:
		f.move(-1)
	case KeyDown:
		f.move(1)
	case KeyPageUp:
		f.move(-max(f.page-1, 1))
	case KeyPageDown:
		f.move(max(f.page-1, 1))
	case KeyHome:
		f.move(-len(f.rows))
	case KeyEnd:
		f.move(len(f.rows))
	}
}

// move moves the selection by a number of lines. Without a selection, it selects the last line for
// −1 (Up) and len(rows) (End), else the first one.
func (f *files) move(lines int) {
	if len(f.rows) == 0 || f.listing == nil {
		return
	}
	at := f.at()
	switch {
	case at >= 0:
		at = min(max(at+lines, 0), len(f.rows)-1)
	case lines == -1 || lines == len(f.rows) && lines > 1:
		at = len(f.rows) - 1
	default:
		at = 0
	}
	f.chosen, f.reveal = f.listing.Entries[f.rows[at]].Name, true
}

func firstRune(text string) (rune, int) { return utf8.DecodeRuneInString(text) }
