package exporting

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"ffkvadrat/analysis/partition/origin"
	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/measure/blocklist"
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

var partNames = [partCount]string{"the whole video", "the loop", "this frame", "from here on", "from … to …, both included"}

// Parts returns all parts, in the order of the list.
func Parts() []Part { return []Part{Whole, Onwards, Here, Loop, Typed} }

// Of returns the part's name; thing is the word for the video.
func (p Part) Of(thing string) string { return strings.Replace(partNames[p], "video", thing, 1) }

// Formats of exports that are not lists of quads: pictures of them, written by the packages render and sheet, and
// the codec's blocks, by package blocklist.
const (
	Video    quadfile.Format = -iota // a media file
	Pictures                         // one file per frame
	Sheet                            // frames of the whole video in one picture
	Blocks                           // tables, or another form by the file's extension
)

// others has the titles of these formats and the extensions of their files. A video can also be
// NAME.mp4.
var others = map[quadfile.Format]struct{ title, extension string }{
	Video:    {"Video with its quads", "-quads.mp4"},
	Pictures: {"A picture of each frame", "-%05d.png"},
	Sheet:    {"Contact sheet", "-sheet.png"},
	Blocks:   {"Codec's blocks, a row per block", "-blocks.parquet"},
}

// Usual returns the format that a form has at first: what shows most without other programs.
func Usual(still bool) quadfile.Format {
	if still {
		return quadfile.CSV
	}
	return Video
}

// Formats returns all formats of exports, that of copied commands first.
func Formats() []quadfile.Format {
	all := []quadfile.Format{quadfile.NDJSON}
	for _, f := range quadfile.Formats() {
		if f != quadfile.NDJSON {
			all = append(all, f)
		}
	}
	return append(all, Video, Pictures, Sheet, Blocks)
}

// Group is a group of formats, as the list of formats shows it.
type Group struct {
	Title   string
	Formats []quadfile.Format
}

// Groups are all groups, what most people want first.
var Groups = [...]Group{
	{"Pictures and video", []quadfile.Format{Video, Pictures, Sheet}},
	{"Tables", []quadfile.Format{quadfile.CSV, quadfile.Parquet, quadfile.Arrow, Blocks}},
	{"Lists of quads", []quadfile.Format{quadfile.NDJSON, quadfile.JSON, quadfile.FFQ}},
	{"For other programs", []quadfile.Format{quadfile.YUView, quadfile.COCO, quadfile.PLY, quadfile.MatrixMarket, quadfile.NPZ}},
	{"Maps for encoders", []quadfile.Format{quadfile.SVTMap, quadfile.KvazaarMap, quadfile.KvazaarBinary, quadfile.Zones}},
}

// notes say what a format is good for.
var notes = map[quadfile.Format]string{
	Video: "as on the screen", Pictures: "PNG, TIFF or JPEG", Sheet: "of the whole video", Blocks: "QP, types, bits",
	quadfile.CSV: "a row per quad", quadfile.Parquet: "DuckDB, pandas", quadfile.Arrow: "pandas, Polars",
	quadfile.NDJSON: "for scripts", quadfile.JSON: "for scripts", quadfile.FFQ: "for archives",
	quadfile.YUView: "over the video", quadfile.COCO: "object detectors", quadfile.PLY: "Blender, MeshLab",
	quadfile.MatrixMarket: "MATLAB, SciPy", quadfile.NPZ: "Python", quadfile.SVTMap: "where bits go",
	quadfile.KvazaarMap: "where bits go", quadfile.KvazaarBinary: "where bits go", quadfile.Zones: "when bits go",
}

// Note says what a format is good for, in a few words.
func Note(f quadfile.Format) string { return notes[f] }

// Title returns a format's name for users.
func Title(f quadfile.Format) string {
	if d, ok := others[f]; ok {
		return d.title
	}
	return f.Title()
}

// Draws reports whether the files of a format have pictures.
func Draws(f quadfile.Format) bool { return f == Video || f == Pictures || f == Sheet }

// Form is the user's input for an export. Method and threshold are in the settings.
type Form struct {
	Format      quadfile.Format // or Video, Pictures, Sheet, Blocks
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

// blocks returns how to write the codec's blocks, in the form of the name's extension.
func (f *Form) blocks() (o blocklist.Options, err error) {
	const patience = 100
	o = blocklist.Options{Out: f.Path(), Source: &origin.Codec{}, Patience: patience}
	o.Form, o.Compression, err = blocklist.FormOf(f.Name)
	return o, err
}

// Extension returns the extension of the form's output files.
func (f *Form) Extension() string {
	if d, ok := others[f.Format]; ok {
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
	outputs, err := f.outputs()
	for _, name := range outputs {
		if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
			names = append(names, name)
		}
	}
	return names, err
}

// outputs returns the files to write, the one with the form's name first.
func (f *Form) outputs() ([]string, error) {
	if f.Format == Blocks {
		o, err := f.blocks()
		if err != nil {
			return nil, err
		}
		return o.Outputs(), nil
	}
	o := quads.Options{Out: f.Path(), Format: f.Format, Compression: f.Compression, Summary: f.Summary, Playlist: true}
	return o.Outputs(), nil
}

// Others returns the names of the files that are written next to the one with the form's name.
func (f *Form) Others() (names []string) {
	outputs, err := f.outputs()
	if err != nil || len(outputs) == 0 {
		return nil
	}
	for _, name := range outputs[1:] {
		names = append(names, filepath.Base(name))
	}
	return names
}
