package browserpage

import (
	"path/filepath"
	"strings"

	"ffkvadrat/player/browser"
	"ffkvadrat/player/command"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/widgets"
)

// files is the state of the file browser. It handles keys from the call that opens it, before the
// next Build.
type files struct {
	open    bool
	filter  widgets.Edit
	chosen  string // name of the selected entry, empty for none
	clicked int    // n presses before this one belong to a double click
	reveal  bool   // scroll to the selected entry in the next Build
	top     bool   // scroll to the first entry in the next Build

	path    string           // in the last Build
	listing *browser.Listing // in the last Build
	written string           // the filter that rows were made with
	rows    []int            // indices of the entries that match the filter
	page    int              // number of entries in view
	crumbs  []browser.Crumb  // of path
	shown   browser.Counts   // of rows
	summary string           // the same, in words
	playing string           // absolute path of the playing video; empty for none
}

// follow updates the state after changes of folder or listing.
func (f *files) follow(b *browser.State) {
	if b.Path != f.path {
		f.chosen, f.filter = "", widgets.Edit{}
		if filepath.Dir(f.path) == b.Path && f.path != "" {
			f.chosen = filepath.Base(f.path) // the user came from this folder
		}
		f.path, f.listing, f.reveal, f.top = b.Path, nil, f.chosen != "", true
		f.rows, f.crumbs = f.rows[:0], browser.Crumbs(b.Path)
	}
	if b.Listing == nil || b.Listing == f.listing && f.filter.Text == f.written {
		return
	}
	typed := f.filter.Text != f.written
	f.listing, f.written = b.Listing, f.filter.Text
	f.rows = f.listing.Filter(f.rows[:0], f.filter.Text)
	f.shown = f.listing.CountsOf(f.rows)
	f.summary = summary(f.listing, f.shown, b.Kind != browser.Videos)
	if f.filter.Text != "" && f.at() < 0 && len(f.rows) > 0 {
		f.chosen = f.listing.Entries[f.rows[0]].Name
	}
	f.reveal = f.reveal || typed
}

// summary counts what is shown of a folder's content; plain files are settings files.
func summary(l *browser.Listing, shown browser.Counts, plain bool) string {
	all := l.Counts()
	var parts []string
	count := func(shown, all int, thing string) {
		text := quantity.Count(int64(all), thing)
		if shown < all {
			text = quantity.Grouped(int64(shown)) + " of " + text
		}
		if shown > 0 {
			parts = append(parts, text)
		}
	}
	if plain {
		count(shown.Videos+shown.Pictures, all.Videos+all.Pictures, "file")
	} else {
		count(shown.Videos, all.Videos, "video")
		count(shown.Pictures, all.Pictures, "picture")
	}
	count(shown.Folders, all.Folders, "folder")
	text := strings.Join(parts, ", ")
	switch {
	case text == "":
	case l.Cut:
		text = "the first " + text
	case l.Reading:
		text += " so far …"
	}
	return text
}

// at returns the index in rows of the selected entry, −1 without one.
func (f *files) at() int {
	if f.listing == nil || f.chosen == "" {
		return -1
	}
	for i, row := range f.rows {
		if f.listing.Entries[row].Name == f.chosen {
			return i
		}
	}
	return -1
}

// entry returns the selected entry, nil without one.
func (f *files) entry() *browser.Entry {
	if i := f.at(); i >= 0 {
		return &f.listing.Entries[f.rows[i]]
	}
	return nil
}

// playAll plays the videos and pictures that are shown, one after another.
func (f *files) playAll() command.Command {
	if f.filter.Text == "" {
		return command.Command{ID: command.OpenPath, Text: f.path}
	}
	var paths []string
	for _, i := range f.rows {
		if e := &f.listing.Entries[i]; !e.Folder && e.Sequence.Count == 0 {
			paths = append(paths, filepath.Join(f.path, e.Name))
		}
	}
	return command.Command{ID: command.OpenPath, Text: strings.Join(paths, command.BetweenPaths)}
}

// filterLength exceeds the length in bytes of any file's name.
const filterLength = 255

// Type adds a typed character to the filter.
func (f *files) Type(character rune) { f.filter.Type(character, filterLength) }

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
