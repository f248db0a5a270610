package exporting

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
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
	Loop
	Here    // the frame on the screen
	Onwards // from the frame on the screen to the end
	Typed   // between the typed ends
	partCount
)

var partNames = [partCount]string{"the whole video", "the loop A–B", "this frame", "from here on", "from … to …"}

// Parts returns all parts.
func Parts() []Part { return []Part{Whole, Loop, Here, Onwards, Typed} }

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

// Groups returns the titles of all groups of formats.
func Groups() []string {
	var titles []string
	for g := range quadfile.GroupCount {
		if titles = append(titles, g.String()); g == quadfile.Tables {
			titles = append(titles, drawnGroup)
		}
	}
	return titles
}

// drawnGroup is the group of the formats that show the quads in pictures.
const drawnGroup = "Pictures and video"

// Group returns the title of a format's group.
func Group(f quadfile.Format) string {
	if Draws(f) {
		return drawnGroup
	}
	return f.Group().String()
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
	Ends        Ends // the typed ones
	Every       int  // export every nth frame, at least 1
	Summary     bool // only counts, if the format allows it
	// Encoder is FFmpeg's name of the encoder of a video or pictures; empty means the container's usual
	// one. Quality is on its scale, if Rated is set; otherwise it is the usual one.
	Encoder string
	Quality float64
	Rated   bool
	Folder  string // absolute; empty for the working folder
	Name    string // of the file in the folder; an absolute path replaces both
	Named   bool   // the user has chosen the name
}

// Path returns the file to write.
func (f *Form) Path() string {
	if f.Name == "" || filepath.IsAbs(f.Name) {
		return f.Name
	}
	return filepath.Join(f.Folder, f.Name)
}

// Offer is an encoder with its scale of quality.
type Offer = render.Offer

// Ending returns the extension of the form's name.
func (f *Form) Ending() string { return filepath.Ext(f.Name) }

// Offers returns the encoders for the form's file, the usual one first; none for formats without
// encoders.
func (f *Form) Offers() []render.Offer {
	container, err := render.ContainerForName(f.Name)
	if f.Format != Video && f.Format != Pictures || err != nil {
		return nil
	}
	return container.Offers()
}

// output returns how to encode the form's video or pictures.
func (f *Form) output() (render.Output, error) {
	container, err := render.ContainerForName(f.Name)
	o := render.Output{Container: container, Encoder: f.Encoder}
	if f.Rated {
		o.Quality = &f.Quality
	}
	return o, err
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
		sequence, err := render.ParseSequence(f.Path())
		if container, other := render.ContainerForName(f.Name); err == nil && other == nil && container.Pictures() {
			return sequence.Existing()
		}
	}
	o := quads.Options{Out: f.Path(), Format: f.Format, Compression: f.Compression, Summary: f.Summary, Playlist: true}
	for _, name := range o.Outputs() {
		if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
			names = append(names, name)
		}
	}
	return names, nil
}
