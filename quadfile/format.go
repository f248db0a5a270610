package quadfile

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ffkvadrat/analysis/regions"
	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/yuv/channel"
)

// Name is the header's "format". SummaryName is that of a summary; it differs, to keep a
// reader from taking a summary for a video without quads.
const (
	Name        = "ffkvadrat-quads"
	SummaryName = "ffkvadrat-summary"
)

// The header's "version". With a threshold for each frame it is another one: a reader that
// does not know them would take the header's.
const (
	oneThreshold   = 1
	eachsThreshold = 2
)

func (a *Analysis) version() int64 {
	if a.EachFrame {
		return eachsThreshold
	}
	return oneThreshold
}

// Format is the form in which an export is written to a file.
type Format int

const (
	// JSON is one document {"header":…,"frames":[…]}.
	JSON Format = iota + 1
	// NDJSON is a line with the header, then one line a frame.
	NDJSON
	// CSV has one row for each quad (RFC 4180), without the header's data.
	CSV
	// YUView is the statistics file of the program YUView: integers alone, and
	// one size of pictures.
	YUView
	// COCO is an object detection file: images, and annotations with boxes.
	COCO
	// MatrixMarket is the points of one frame as a sparse matrix, in text.
	MatrixMarket
	// NPZ is the same matrix in compressed rows, as SciPy keeps it.
	NPZ
	// FFQ is the frames' quadtrees, coded in a few bits a quad, with an index.
	FFQ
	// PLY is a cloud of points in space: quads, points or cubes by place and frame.
	PLY
	// SVTMap is a map of offsets for each frame's blocks, as the encoder SVT-AV1 reads it.
	SVTMap
	// KvazaarMap is the same for the encoder kvazaar, in text.
	KvazaarMap
	// KvazaarBinary is KvazaarMap in bytes.
	KvazaarBinary
	// Zones is how many bits the encoders x264 and x265 give to runs of frames.
	Zones
	// Parquet is a table of quads by columns, and one of frames beside it; a summary is that of frames.
	Parquet
	// Arrow is the same tables as a stream, a batch for each frame.
	Arrow
)

// Capability is a set of things that a format can hold, or that it needs.
type Capability uint32

const (
	// Quads: it holds quads of all sizes.
	Quads Capability = 1 << iota
	// Points: it holds pixels with their values.
	Points
	// Classes: it holds the classes of quads.
	Classes
	// Cubes: it holds windows of frames, with cubes.
	Cubes
	// Coloured: it holds the colours of quads, which are in the picture.
	Coloured
	// Summaries: it holds the numbers of quads of each size in place of the quads, too; see [NewSummary].
	Summaries
	// Fields: it can hold some of the quads' fields, in any order.
	Fields
	// Rows: each quad is a row, with fields of its frame, which can be chosen as well.
	Rows
	// Columnar: it is a table by columns, whose rows also have the level of their quad.
	Columnar
	// Maps: it tells a video encoder where small quads are, with a strength.
	Maps
	// Repeated: it holds a map for each picture, also for those between the frames of the export.
	Repeated
	// Numbered: it needs the frames' indices.
	Numbered
	// OneFrame: a file holds exactly one frame.
	OneFrame
	// Seekable: a file begins with the number of its quads, which is known at its end: it cannot go through a
	// pipe, and cannot be compressed.
	Seekable
	// Dense: it is compressed, and another compression makes it hardly smaller.
	Dense
	// Sealed: it is not compressed again, as programs that read it would not know it.
	Sealed
	// Readable: a [Reader] reads it.
	Readable
)

var capabilityNames = [...]string{
	"quads", "points", "classes", "cubes", "colours", "summaries", "fields", "rows", "columnar", "maps", "repeated",
	"numbered", "one frame", "seekable", "dense", "sealed", "readable",
}

func (c Capability) String() string {
	var names []string
	for i, name := range capabilityNames {
		if c>>i&1 != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// row is what there is to know about a format.
type row struct {
	name      string
	title     string   // in the player
	endings   []string // of names, after a dot; the first one is usual
	companion string   // the ending of the file that is written next to it, or ""
	has       Capability
	encoder   func(o *output) (encoder, error) // also writes what comes before the first frame
}

// formats has a row for each format, in the order of their constants. The command line,
// its help, messages and the player's list come from it.
var formats = [...]row{
	JSON - 1: {"json", "JSON, one document", []string{"json"}, "",
		Quads | Points | Classes | Cubes | Summaries | Fields | Readable, newJSON},
	NDJSON - 1: {"ndjson", "NDJSON, a line per frame", []string{"ndjson", "jsonl"}, "",
		Quads | Points | Classes | Cubes | Summaries | Fields | Readable, newNDJSON},
	CSV - 1: {"csv", "CSV, a row per quad", []string{"csv"}, "",
		Quads | Points | Classes | Cubes | Summaries | Fields | Rows, newCSV},
	YUView - 1: {"yuview", "YUView statistics", []string{"yuview.csv"}, "yuvplaylist",
		Quads | Classes | Cubes | Numbered, newYUView},
	COCO - 1: {"coco", "COCO boxes", []string{"coco.json"}, "",
		Quads | Classes | Numbered, newCOCO},
	MatrixMarket - 1: {"mtx", "Matrix Market, a frame's points", []string{"mtx"}, "",
		Points | OneFrame, newMTX},
	NPZ - 1: {"npz", "SciPy CSR, a frame's points", []string{"npz"}, "",
		Points | OneFrame | Dense, newNPZ},
	FFQ - 1: {"ffq", "ffkvadrat's own, the smallest", []string{"ffq"}, "",
		Quads | Points | Classes | Cubes | Dense | Readable, newFFQ},
	PLY - 1: {"ply", "PLY, a point cloud", []string{"ply"}, "",
		Quads | Points | Classes | Cubes | Coloured | Numbered | Seekable, newPLY},
	SVTMap - 1: {"svtroi", "Map for SVT-AV1", []string{"svtroi.txt"}, "",
		Quads | Points | Classes | Maps | Numbered, svtForm.encoder},
	KvazaarMap - 1: {"kvzroi", "Map for kvazaar, text", []string{"kvzroi.txt"}, "",
		Quads | Points | Classes | Maps | Repeated | Numbered, kvazaarForm.encoder},
	KvazaarBinary - 1: {"kvzroi-bin", "Map for kvazaar, binary", []string{"kvzroi.bin"}, "",
		Quads | Points | Classes | Maps | Repeated | Numbered, kvazaarBinForm.encoder},
	Zones - 1: {"zones", "Zones for x264 and x265", []string{"zones.txt"}, "",
		Quads | Points | Classes | Maps | Numbered, newZones},
	Parquet - 1: {"parquet", "Parquet, a row per quad", []string{"parquet"}, "frames.parquet",
		Quads | Points | Classes | Cubes | Summaries | Fields | Rows | Columnar | Dense | Sealed, newParquet},
	Arrow - 1: {"arrow", "Arrow, a stream of batches", []string{"arrows"}, "",
		Quads | Points | Classes | Cubes | Summaries | Fields | Rows | Columnar, newArrow},
}

// Formats returns all formats.
func Formats() []Format {
	all := make([]Format, len(formats))
	for i := range all {
		all[i] = Format(i + 1)
	}
	return all
}

// known reports whether f is a format.
func (f Format) known() bool { return f >= 1 && int(f) <= len(formats) }

// Has reports whether f is a format that has all of these capabilities.
func (f Format) Has(c Capability) bool { return f.known() && formats[f-1].has&c == c }

func (f Format) String() string {
	if f.known() {
		return formats[f-1].name
	}
	return fmt.Sprintf("Format(%d)", int(f))
}

// Title returns the player's name for the format.
func (f Format) Title() string { return formats[f-1].title }

// Ending returns the ending of the format's files, with its dot.
func (f Format) Ending() string {
	if !f.known() {
		return ""
	}
	return "." + formats[f-1].endings[0]
}

// Frames returns the ending, with its dot, of the table of frames that is next to a file of the format; ""
// if there is none.
func (f Format) Frames() string {
	if !f.Has(Rows) || formats[f-1].companion == "" {
		return ""
	}
	return "." + formats[f-1].companion
}

// TakesCompression returns why a file of the format cannot be compressed, or nil.
func (f Format) TakesCompression(c streams.Compression) error {
	switch {
	case c == streams.Plain:
		return nil
	case f.Has(Sealed):
		return fmt.Errorf("quadfile: %v is already compressed, and is not read through %s", f, c.Ending())
	case f.Has(Seekable):
		return fmt.Errorf("quadfile: %v %w", f, ErrNotSeekable)
	}
	return nil
}

// TakesStrength returns why an export of the format cannot have a strength, or nil.
func (f Format) TakesStrength(strength int) error {
	if !f.Has(Maps) {
		return fmt.Errorf("quadfile: %v has no strength; these formats have one: %s", f, FormatNames("and", Maps))
	}
	return regions.CheckStrength(strength)
}

// NeedsColours reports whether frames of an analysis come with the Colours of their quads: the
// format has colours, and they are not those of the means.
func (f Format) NeedsColours(a *Analysis) bool {
	return f.Has(Coloured) && !(a.Variant.HasMeans() && a.Features == channel.RGB)
}

// Contents is what there is to write, besides quads.
type Contents struct {
	Points  bool // pixels with their values instead of quads
	Hits    bool // places where a picture looks like a template instead of quads
	Classes bool
	Cubes   bool // cubes of windows of frames instead of quads
}

// contents returns what an export with this analysis has.
func (a *Analysis) contents() Contents {
	v := a.Variant
	return Contents{Points: v.HasValues() && !v.Searches(), Hits: v.Searches(), Classes: a.Bounds.Classes() > 0, Cubes: a.Cube != 0}
}

// Takes returns why the format cannot hold these contents, or nil.
func (f Format) Takes(c Contents) error {
	if !f.known() {
		return errNoFormat
	}
	switch {
	case c.Points && !f.Has(Points):
		return f.lacks(Points)
	case !c.Points && !c.Hits && !f.Has(Quads):
		return fmt.Errorf("quadfile: %v holds points only", f)
	case c.Classes && !f.Has(Classes):
		return f.lacks(Classes)
	case c.Cubes && !f.Has(Cubes):
		return f.lacks(Cubes)
	}
	return nil
}

// lacks returns the error of a format that cannot hold c.
func (f Format) lacks(c Capability) error {
	return fmt.Errorf("quadfile: %v cannot hold %v; these formats can: %s", f, c, FormatNames("and", c))
}

// TakesFields returns why the format cannot have the fields of a header's quads, or nil.
func (f Format) TakesFields(h *Header) error {
	switch {
	case h.chooses() && !f.Has(Fields):
		return fmt.Errorf("quadfile: %v always has all fields of quads, in their order; in these formats you can choose fields: %s", f, FormatNames("and", Fields))
	case len(h.Columns) != 0 && !f.Has(Rows):
		return fmt.Errorf("quadfile: %v is not a table with columns", f)
	case len(h.Columns) != 0:
		return checkNames("columns", h.Columns, &h.Analysis, f.Columns(&h.Analysis))
	}
	return nil
}

// Columns returns the names that columns can have, of a format with [Rows]: fields of frames, and
// of quads.
func (f Format) Columns(a *Analysis) []string {
	names := append(a.FrameFields(), a.QuadFields()...)
	if f.Has(Columnar) && !a.Variant.HasValues() {
		names = append(names, "level")
	}
	return names
}

// ParseFormat returns the format called s: one of the names or endings of the table,
// without the dot.
func ParseFormat(s string) (Format, error) {
	s = strings.ToLower(s)
	for i, known := range formats {
		if s == known.name || slices.Contains(known.endings, s) {
			return Format(i + 1), nil
		}
	}
	return 0, fmt.Errorf("quadfile: unknown format %q: known are %s", s, FormatNames("and", 0))
}

// FormatForName returns the format for the ending of a file name, the longest that fits.
// The ending of a compression may follow it. Case does not matter.
func FormatForName(name string) (Format, error) {
	stem, _ := streams.CutCompression(name)
	base := strings.ToLower(filepath.Base(stem))
	var found Format
	longest := 0
	for i, known := range formats {
		for _, ending := range known.endings {
			if strings.HasSuffix(base, "."+ending) && len(ending) > longest {
				found, longest = Format(i+1), len(ending)
			}
		}
	}
	if found == 0 {
		return 0, fmt.Errorf("quadfile: %q: no format has the extension %q; the known extensions are %s, and .gz or .zst may follow", name, filepath.Ext(base), FormatEndings("and", false))
	}
	return found, nil
}

// FormatNames are the names of the formats that have these capabilities, 0 for all formats, as in "json, csv
// and coco".
func FormatNames(last string, c Capability) string {
	return listed(last, c, Format.String)
}

// FormatEndings are the endings of all formats, with what is written next to the file if
// that is wanted.
func FormatEndings(last string, beside bool) string {
	return listed(last, 0, func(f Format) string {
		if more := formats[f-1].companion; beside && more != "" {
			return f.Ending() + " (with a ." + more + " next to it)"
		}
		return f.Ending()
	})
}

// listed joins what name gives for the formats that have these capabilities.
func listed(last string, c Capability, name func(Format) string) string {
	var names []string
	for _, f := range Formats() {
		if f.Has(c) {
			names = append(names, name(f))
		}
	}
	n := len(names) - 1
	if n == 0 {
		return names[0]
	}
	return strings.Join(names[:n], ", ") + " " + last + " " + names[n]
}
