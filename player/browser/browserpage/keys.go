package browserpage

import (
	"unicode"
	"unicode/utf8"

	"ffkvadrat/imgui"
	"ffkvadrat/player/browser"
	"ffkvadrat/player/command"
)

// filterLength exceeds the length in bytes of any file's name.
const filterLength = 255

// Type adds a typed character to the filter.
func (f *files) Type(character rune) {
	if unicode.IsPrint(character) && len(f.filter) < filterLength {
		f.filter += string(character)
	}
}

// Press handles a key while the file browser is open.
func (p *Page) Press(key imgui.Key) {
	f := &p.files
	switch key {
	case imgui.KeyEscape:
		if f.filter == "" {
			p.Do(command.Do(command.CloseFiles))
		}
		f.filter = ""
	case imgui.KeyBackspace:
		if f.filter == "" {
			p.up()
			return
		}
		_, n := utf8.DecodeLastRuneInString(f.filter)
		f.filter = f.filter[:len(f.filter)-n]
	case imgui.KeyEnter:
		if f.filter != f.written { // the filter has changed since the last Build
			f.follow(&browser.State{Path: f.path, Listing: f.listing})
		}
		if e := f.entry(); e != nil {
			p.enter(e)
		}
	case imgui.KeyUpArrow:
		f.move(-1)
	case imgui.KeyDownArrow:
		f.move(1)
	case imgui.KeyPageUp:
		f.move(-max(f.page-1, 1))
	case imgui.KeyPageDown:
		f.move(max(f.page-1, 1))
	case imgui.KeyHome:
		f.move(-len(f.rows))
	case imgui.KeyEnd:
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
