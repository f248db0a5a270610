// Package browser is the model of the player's file browser: folders, places, and posters of
// videos.
//
// Input is the path of a folder, and a function that selects files by name; output is a [State] with
// immutable [Listing]s and [Place]s. A [Reader] reads in goroutines, as a folder may be huge or on an
// unresponsive network, and opens no files; their results are posted to the state's goroutine.
// [Posters] opens videos in its own goroutine.
package browser

import (
	"errors"
	"io/fs"
	"strings"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"

	"ffkvadrat/decode"
	"ffkvadrat/decode/sequence"
	"ffkvadrat/decode/userinfo"
	"ffkvadrat/decode/wording"
	"ffkvadrat/playback/playlist"
)

// Entry is a line of a list.
type Entry struct {
	Name     string // in the file system; not necessarily text
	Label    string // Name as one line of printable text
	Folder   bool
	Sequence sequence.Group // numbered pictures that can be opened as one video; zero for others
	Size     int64          // in bytes, −1 if unknown
	Modified time.Time      // zero if unknown

	folded string // Label in lower case
}

// Listing is the known content of a folder: folders, then files, sorted by name.
type Listing struct {
	Path    string // absolute
	Entries []Entry
	Reading bool  // reading is not complete
	Cut     bool  // there are more than Most entries; the others are missing
	Err     error // why reading ended early

	reader *Reader
	number int // number of the reader's call of Read
}

// Most is the maximum number of entries in a listing.
const Most = 100_000

// Counts are how many entries of each kind a listing has.
type Counts struct{ Videos, Pictures, Folders int }

// Counts counts the entries. A file is a picture if its name says so, see [decode.ClaimsStill].
func (l *Listing) Counts() (n Counts) {
	for i := range l.Entries {
		n.add(&l.Entries[i])
	}
	return n
}

// CountsOf counts the entries with the given indices.
func (l *Listing) CountsOf(rows []int) (n Counts) {
	for _, i := range rows {
		n.add(&l.Entries[i])
	}
	return n
}

func (n *Counts) add(e *Entry) {
	switch {
	case e.Folder:
		n.Folders++
	case e.Sequence.Count > 0: // its pictures are counted
	case decode.ClaimsStill(e.Name):
		n.Pictures++
	default:
		n.Videos++
	}
}

// Find returns the index of the entry with a name, −1 if there is none.
func (l *Listing) Find(name string) int {
	for i := range l.Entries {
		if l.Entries[i].Name == name {
			return i
		}
	}
	return -1
}

// Filter appends to rows the indices of the entries whose labels contain all words of text,
// ignoring case.
func (l *Listing) Filter(rows []int, text string) []int {
	words := strings.Fields(strings.ToLower(text))
entries:
	for i := range l.Entries {
		for _, w := range words {
			if !strings.Contains(l.Entries[i].folded, w) {
				continue entries
			}
		}
		rows = append(rows, i)
	}
	return rows
}

// StartingWith appends to rows the indices of the entries whose labels begin with text, ignoring case.
func (l *Listing) StartingWith(rows []int, text string) []int {
	text = strings.ToLower(text)
	for i := range l.Entries {
		if strings.HasPrefix(l.Entries[i].folded, text) {
			rows = append(rows, i)
		}
	}
	return rows
}

// order sorts folders first, then by name.
func order(a, b Entry) int {
	switch {
	case a.Folder == b.Folder:
		return playlist.Compare(a.Name, b.Name)
	case a.Folder:
		return -1
	}
	return 1
}

// Label returns a file's name, or a URL without its password, as one line of text. Unprintable
// characters, characters that change the direction of text, and invalid UTF-8 become U+FFFD.
func Label(name string) string {
	name = userinfo.Remove(name)
	plain := true
	for _, r := range name {
		plain = plain && r != utf8.RuneError && unicode.IsPrint(r)
	}
	if plain {
		return name
	}
	var b strings.Builder
	for _, r := range name { // invalid UTF-8 ranges as U+FFFD
		switch {
		case unicode.Is(unicode.Zs, r):
			r = ' '
		case !unicode.IsPrint(r):
			r = utf8.RuneError
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Explain returns a sentence for an error of reading a folder.
func Explain(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "This folder is not there any more."
	case errors.Is(err, fs.ErrPermission):
		return "You have no permission to read this folder."
	case errors.Is(err, syscall.ENOTDIR):
		return "This is not a folder."
	case errors.Is(err, syscall.ELOOP):
		return "The links in this path lead in a circle."
	case errors.Is(err, syscall.ENAMETOOLONG):
		return "This path is too long."
	}
	return "This folder cannot be read: " + cause(err) + "."
}

// ExplainNew returns a sentence for an error of making a folder.
func ExplainNew(err error) string {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return "You have no permission to make a folder there."
	case errors.Is(err, fs.ErrExist), errors.Is(err, syscall.ENOTDIR):
		return "No folder can be made there: a file has this name."
	case errors.Is(err, syscall.ENAMETOOLONG):
		return "This name is too long for a folder."
	}
	return "This folder cannot be made: " + cause(err) + "."
}

// cause returns an error without the path.
func cause(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return wording.Line(err)
}
