package browserpage

import (
	"cmp"
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
	base    string // folder where the user began to type a path; empty if none is typed
	waits   bool   // for what is at the typed path, to enter it

	state   browser.State    // in the last Build
	path    string           // in the last Build
	listing *browser.Listing // in the last Build
	written string           // the filter that rows were made with
	sorting sorting          // order of rows
	sorted  sorting          // the order that rows have
	rows    []int            // indices of the entries that match the filter
	page    int              // number of entries in view
	crumbs  []browser.Crumb  // of path
	shown   browser.Counts   // of rows
	summary string           // the same, in words
	playing string           // absolute path of the playing video; empty for none
}

// follow updates the state after changes of folder or listing.
func (f *files) follow(b *browser.State) {
	f.state = *b
	if b.Path != f.path {
		f.chosen = ""
		typing := b.Typed.Path != "" || b.Path == f.base && f.typed() == "" // or the path was cleared
		if !typing {
			f.filter, f.base = widgets.Edit{}, ""
		}
		if !typing && filepath.Dir(f.path) == b.Path && f.path != "" {
			f.chosen = filepath.Base(f.path) // the user came from this folder
		}
		f.path, f.listing, f.reveal, f.top = b.Path, nil, f.chosen != "", true
		f.rows, f.shown, f.summary, f.crumbs = f.rows[:0], browser.Counts{}, "", browser.Crumbs(b.Path)
	}
	path := f.typed()
	switch {
	case path != "" && f.base == "":
		f.base = f.path
	case path == "" && f.base == f.path:
		f.base = ""
	}
	if b.Listing == nil || b.Listing == f.listing && f.filter.Text == f.written && f.sorting == f.sorted {
		return
	}
	typed := f.filter.Text != f.written || f.sorting != f.sorted
	f.listing, f.written, f.sorted = b.Listing, f.filter.Text, f.sorting
	folder, name := filepath.Split(path)
	switch f.rows = f.rows[:0]; {
	case path == "":
		f.rows = f.listing.Filter(f.rows, f.filter.Text)
	case filepath.Clean(folder) == f.path: // else it is not the listing of that folder
		f.rows = f.listing.StartingWith(f.rows, name)
	}
	f.sorting.sort(f.listing, f.rows)
	f.shown = f.listing.CountsOf(f.rows)
	f.summary = summary(f.listing, f.shown, b.Kind != browser.Videos)
	switch {
	case path != "" && (typed || f.chosen == ""):
		f.chosen = name
	case path == "" && f.filter.Text != "" && f.at() < 0 && f.choosable() > 0:
		f.chosen = f.listing.Entries[f.rows[0]].Name
	}
	f.reveal = f.reveal || typed
}

// typed returns the path that is typed, or "" if the text is a filter.
func (f *files) typed() string {
	return browser.TypedPath(f.filter.Text, cmp.Or(f.base, f.path))
}

// found returns what is at the typed path, as far as it is known.
func (f *files) found() (t browser.Typed) {
	if f.state.Typed.Path == f.typed() {
		t = f.state.Typed
	}
	return t
}

// usable reports whether something is at the typed path that can be opened or used.
func (f *files) usable() bool {
	t := f.found()
	return t.Looked && t.Err == nil && (t.Folder || f.state.Kind != browser.Folder)
}

// refused reports whether the selected entry, or else what is at the typed path, could not be played.
func (f *files) refused(e *browser.Entry) bool {
	return f.state.Refused != "" && f.state.Refused == f.folder(e)
}

// aboutTyped describes what is at the typed path.
func (f *files) aboutTyped() string {
	switch t := f.found(); {
	case t.Missing() && f.state.Kind == browser.Folder:
		return "There is no such folder."
	case t.Missing():
		return "There is no such file or folder."
	case t.Err != nil:
		return browser.Explain(t.Err)
	case !t.Looked:
		return "Reading the folder …"
	case t.Folder:
		return "Enter goes to this folder."
	case f.state.Kind == browser.Folder:
		return "This is a file, not a folder."
	}
	if f.refused(nil) {
		return "This file cannot be played."
	}
	return "Enter opens this file."
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

// choosable returns how many of the rows can be selected: where a folder is chosen, only folders, which are the first.
func (f *files) choosable() int {
	if f.state.Kind == browser.Folder {
		return min(f.shown.Folders, len(f.rows))
	}
	return len(f.rows)
}

// at returns the index in rows of the selected entry, −1 without one.
func (f *files) at() int {
	if f.listing == nil || f.chosen == "" {
		return -1
	}
	for i, row := range f.rows[:f.choosable()] {
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

// playAll plays the videos and pictures that are shown, one after another, in the order shown.
func (f *files) playAll() command.Command {
	if f.filter.Text == "" && f.sorting == (sorting{}) {
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

// filterLength is the longest path of most systems, in bytes.
const filterLength = 4096

// Type adds a typed character to the filter.
func (f *files) Type(character rune) {
	f.filter.Type(character, filterLength)
	f.waits = false
}

// move moves the selection by a number of lines. Without a selection, it selects the last line for
// −1 (Up) and choosable (End), else the first one.
func (f *files) move(lines int) {
	n := f.choosable()
	if n == 0 || f.listing == nil {
		return
	}
	at := f.at()
	switch {
	case at >= 0:
		at = min(max(at+lines, 0), n-1)
	case lines == -1 || lines == n && lines > 1:
		at = n - 1
	default:
		at = 0
	}
	f.chosen, f.reveal = f.listing.Entries[f.rows[at]].Name, true
}
