package exporting

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/pipeline/render"
	"ffkvadrat/quadfile"
)

// Part is the part of the video to export.
type Part uint8

const (
	Whole Part = iota
	Onwards
	Loop
	partCount
)

var partNames = [partCount]string{"the whole video", "from here on", "the loop A–B"}

// Parts returns all parts.
func Parts() []Part { return []Part{Whole, Onwards, Loop} }

func (p Part) String() string { return partNames[p] }

// Formats of exports that show the quads in pictures, written by the packages render and sheet.
const (
	Video    quadfile.Format = -iota // a media file
	Pictures                         // one file per frame
	Sheet                            // frames of the whole video in one picture
)

// drawn has the titles of these formats and the extensions of their files. A video can also be
// NAME.mp4.
var drawn = map[quadfile.Format]struct{ title, extension string }{
	Video:    {"Video with its quads", "-quads.mp4"},
	Pictures: {"One picture per frame", "-%05d.png"},
	Sheet:    {"Contact sheet", "-sheet.png"},
}

// Formats returns all formats of exports, the default first.
func Formats() []quadfile.Format {
	all := []quadfile.Format{quadfile.NDJSON}
	for _, f := range quadfile.Formats() {
		if f != quadfile.NDJSON {
			all = append(all, f)
		}
	}
	return append(all, Video, Pictures, Sheet)
}

// Title returns a format's name for users.
func Title(f quadfile.Format) string {
	if d, ok := drawn[f]; ok {
		return d.title
	}
	return f.Title()
}

// Draws reports whether the files of a format have pictures.
func Draws(f quadfile.Format) bool {
	_, ok := drawn[f]
	return ok
}

// Form is the user's input for an export. Method and threshold are in the settings.
type Form struct {
	Format      quadfile.Format // or Video, Pictures, Sheet
	Compression streams.Compression
	Part        Part
	Every       int  // export every nth frame, at least 1
	Summary     bool // only counts, if the format allows it
	Name        string
	Named       bool // the user has chosen the name
}

// Extension returns the extension of the form's output files.
func (f *Form) Extension() string {
	if d, ok := drawn[f.Format]; ok {
		return d.extension
	}
	return f.Format.Extension() + f.Compression.Extension()
}

// Rename makes the name from the video's name without its extension, unless the user has chosen a
// name.
func (f *Form) Rename(base string) {
	if f.Format == Pictures {
		base = strings.ReplaceAll(base, "%", "_") // keeps % from being read as the number's verb
	}
	if !f.Named {
		f.Name = base + f.Extension()
	}
}

// Existing returns the existing files that the export would replace. A name such as a-%05d.png is a
// sequence only for package render.
func (f *Form) Existing() (names []string, err error) {
	if f.Format == Video || f.Format == Pictures {
		sequence, err := render.ParseSequence(f.Name)
		if container, other := render.ContainerForName(f.Name); err == nil && other == nil && container.Pictures() {
			return sequence.Existing()
		}
	}
	o := quads.Options{Out: f.Name, Format: f.Format, Compression: f.Compression, Summary: f.Summary, Playlist: true}
	for _, name := range o.Outputs() {
		if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
			names = append(names, name)
		}
	}
	return names, nil
}
