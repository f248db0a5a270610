package blocklist

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/pipeline/quads"
)

// Form is a form of the file.
type Form uint8

const (
	NDJSON    Form = iota // a line with the header, then one for each frame
	Parquet               // a table of blocks, with one of vectors next to it
	YUView                // statistics for the program YUView, with a playlist next to them
	CSV                   // as Parquet, in text; after YUView, whose files also end in .csv
	FormCount             // the number of forms
)

// writer writes a file, and the one next to it.
type writer interface {
	// frame writes a frame. placed is false if the form has no place for it.
	frame(f *frame) (placed bool, err error)
	// end completes the files.
	end() error
}

// forms has a row for each form.
var forms = [FormCount]struct {
	name, extension string
	title           string                                                               // for the documents
	sealed          bool                                                                 // it cannot be compressed
	companions      func(out string, units bool) []string                                // names of the files next to the one called out; may be nil
	begin           func(w io.Writer, companions []io.Writer, h *header) (writer, error) // writes the head; companions are those files, or none
}{
	NDJSON:  {"ndjson", ".ndjson", "a line for each frame", false, nil, beginLines},
	Parquet: {"parquet", ".parquet", "tables of blocks and of vectors", true, tableNames(".parquet"), beginTables},
	YUView:  {"yuview", ".yuview.csv", "statistics for YUView", false, playlistNames, beginStatistics},
	CSV:     {"csv", ".csv", "tables of blocks and of vectors, in text", false, tableNames(".csv"), beginCSV},
}

func (f Form) String() string { return forms[f].name }

// tableNames returns the names of the tables of vectors and, on demand, of units next to a table of blocks, by their
// extension.
func tableNames(extension string) func(out string, units bool) []string {
	return func(out string, units bool) []string {
		stem := strings.TrimSuffix(out, filepath.Ext(out))
		names := []string{stem + ".vectors" + extension}
		if units {
			names = append(names, stem+".units"+extension)
		}
		return names
	}
}

// playlistNames returns the name of the playlist next to statistics, if it has one.
func playlistNames(out string, _ bool) []string {
	if name := quads.PlaylistName(out); name != "" {
		return []string{name}
	}
	return nil
}

// FormOf returns the form and the compression of a file by its name. Standard output, which is -, is
// NDJSON.
func FormOf(name string) (Form, streams.Compression, error) {
	if name == "-" {
		return NDJSON, streams.Plain, nil
	}
	stem, compression := streams.CutCompression(name)
	for f := range FormCount {
		if strings.HasSuffix(strings.ToLower(stem), forms[f].extension) {
			return f, compression, f.TakesCompression(compression)
		}
	}
	return 0, streams.Plain, fmt.Errorf("blocklist: %s must have the extension %s", name, Extensions("or"))
}

// ParseForm returns the form with a name from String.
func ParseForm(name string) (Form, error) {
	for f := range FormCount {
		if f.String() == name {
			return f, nil
		}
	}
	return 0, fmt.Errorf("blocklist: no form is called %q; known are %s", name, FormNames("and"))
}

// TakesCompression returns why a file of the form cannot be compressed, or nil.
func (f Form) TakesCompression(c streams.Compression) error {
	if c == streams.Plain || !forms[f].sealed {
		return nil
	}
	return fmt.Errorf("blocklist: %v is already compressed, and is not read through %s", f, c.Extension())
}

// Extensions lists the extensions of all forms, with last before the last one.
func Extensions(last string) string {
	return listed(last, func(f Form) string { return forms[f].extension })
}

// FormNames lists the names of all forms, with last before the last one.
func FormNames(last string) string { return listed(last, Form.String) }

func listed(last string, of func(Form) string) string {
	var all []string
	for f := range FormCount {
		all = append(all, of(f))
	}
	all = slices.Clip(all)
	n := len(all) - 1
	return strings.Join(all[:n], ", ") + " " + last + " " + all[n]
}
