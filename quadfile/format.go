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

// Name is the header's "format". SummaryName differs so that a reader does not take a summary for a
// video without quads.
const (
	Name        = "ffkvadrat-quads"
	SummaryName = "ffkvadrat-summary"
)

// The header's "version". It is higher with a threshold for each frame, because older readers would
// use the header's.
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
	// NDJSON is a line with the header, then a line for each frame.
	NDJSON
	// CSV has a row for each quad (RFC 4180) and no header.
	CSV
	// YUView is the statistics file of the program YUView: integers, and one picture size.
	YUView
	// COCO is an object detection file: images, and annotations with boxes.
	COCO
	// MatrixMarket is a sparse matrix in text: the points of one frame.
	MatrixMarket
	// NPZ is the same matrix as compressed sparse rows, in SciPy's format.
	NPZ
	// FFQ is the frames' quadtrees, entropy coded, with an index.
	FFQ
	// PLY is a point cloud: the places of quads, points or cubes in the picture and in time.
	PLY
	// SVTMap is a map of QP offsets for each frame, for the encoder SVT-AV1.
	SVTMap
	// KvazaarMap is such a map for the encoder kvazaar, in text.
	KvazaarMap
	// KvazaarBinary is KvazaarMap in bytes.
	KvazaarBinary
	// Zones is bitrate factors of runs of frames, for the encoders x264 and x265.
	Zones
	// Parquet is a columnar table of quads with one of frames next to it; of a summary, the table
	// of frames.
	Parquet
	// Arrow is the same tables as an IPC stream with a batch for each frame.
	Arrow
)

// Group is what a format is for, as lists of formats show them.
type Group uint8

const (
	Lists    Group = iota // quads that this program reads
	Tables                // a row for each quad
	Geometry              // places in the picture
	Programs              // files of one other program each
	Encoders              // where an encoder should spend its bits
	GroupCount
)

var groupNames = [GroupCount]string{"Lists of quads", "Tables", "Points and geometry", "Other programs", "Maps for encoders"}

func (g Group) String() string { return groupNames[g] }

// Capability is a set of things that a format can hold or needs.
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
	// Coloured: it holds colours of quads, sampled from the picture.
	Coloured
	// Summaries: it can hold the number of quads of each size instead of the quads; see
	// [NewSummary].
	Summaries
	// Fields: it can hold a selection of the quads' fields in any order.
	Fields
	// Rows: each quad is a row with fields of its frame, which can also be selected.
	Rows
	// Columnar: it is a table by columns, whose rows also have the quad's level.
	Columnar
	// Maps: it is a map of QP offsets, with a strength.
	Maps
	// Repeated: it holds a map for each picture, also between the exported frames.
	Repeated
	// Numbered: it needs the frames' indices.
	Numbered
	// OneFrame: a file holds exactly one frame.
	OneFrame
	// Seekable: its head has the number of quads, which is known at the end. It cannot go to a pipe
	// and cannot be compressed.
	Seekable
	// Dense: it is compressed already; compressing again saves little.
	Dense
	// Sealed: it must not be compressed, as programs that read it expect it bare.
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

// row is a format's properties.
type row struct {
	group      Group
	name       string
	title      string   // for the player
	extensions []string // of names, without dot; the first is the default
	companion  string   // extension of the file that is written next to it, or ""
	quadBytes  float64  // about how many a quad takes, measured on clips and samples; 0 if the size depends on other things
	has        Capability
	encoder    func(o *output) (encoder, error) // also writes the head
}

// formats has a row for each format, in the order of the constants. The command line, help,
// messages and the player's list derive from it.
var formats = [...]row{
	JSON - 1: {Lists, "json", "JSON, one document", []string{"json"}, "", 12,
		Quads | Points | Classes | Cubes | Summaries | Fields | Readable, newJSON},
	NDJSON - 1: {Lists, "ndjson", "NDJSON, a line per frame", []string{"ndjson", "jsonl"}, "", 12,
		Quads | Points | Classes | Cubes | Summaries | Fields | Readable, newNDJSON},
	CSV - 1: {Tables, "csv", "Table for spreadsheets (CSV)", []string{"csv"}, "", 52,
		Quads | Points | Classes | Cubes | Summaries | Fields | Rows, newCSV},
	YUView - 1: {Programs, "yuview", "YUView statistics", []string{"yuview.csv"}, "yuvplaylist", 18,
		Quads | Classes | Cubes | Numbered, newYUView},
	COCO - 1: {Programs, "coco", "COCO boxes", []string{"coco.json"}, "", 86,
		Quads | Classes | Numbered, newCOCO},
	MatrixMarket - 1: {Geometry, "mtx", "Matrix Market, a frame's points", []string{"mtx"}, "", 12,
		Points | OneFrame, newMTX},
	NPZ - 1: {Geometry, "npz", "SciPy CSR, a frame's points", []string{"npz"}, "", 6,
		Points | OneFrame | Dense, newNPZ},
	FFQ - 1: {Lists, "ffq", "ffkvadrat's own, the smallest", []string{"ffq"}, "", 0.1,
		Quads | Points | Classes | Cubes | Dense | Readable, newFFQ},
	PLY - 1: {Geometry, "ply", "PLY, a point cloud", []string{"ply"}, "", 25,
		Quads | Points | Classes | Cubes | Coloured | Numbered | Seekable, newPLY},
	SVTMap - 1: {Encoders, "svtroi", "Map for SVT-AV1", []string{"svtroi.txt"}, "", 0,
		Quads | Points | Classes | Maps | Numbered, svtForm.encoder},
	KvazaarMap - 1: {Encoders, "kvzroi", "Map for kvazaar, text", []string{"kvzroi.txt"}, "", 0,
		Quads | Points | Classes | Maps | Repeated | Numbered, kvazaarForm.encoder},
	KvazaarBinary - 1: {Encoders, "kvzroi-bin", "Map for kvazaar, binary", []string{"kvzroi.bin"}, "", 0,
		Quads | Points | Classes | Maps | Repeated | Numbered, kvazaarBinForm.encoder},
	Zones - 1: {Encoders, "zones", "Zones for x264 and x265", []string{"zones.txt"}, "", 0,
		Quads | Points | Classes | Maps | Numbered, newZones},
	Parquet - 1: {Tables, "parquet", "Parquet, a row per quad", []string{"parquet"}, "frames.parquet", 1.8,
		Quads | Points | Classes | Cubes | Summaries | Fields | Rows | Columnar | Dense | Sealed, newParquet},
	Arrow - 1: {Tables, "arrow", "Arrow, a stream of batches", []string{"arrows"}, "", 40,
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

// Group returns what the format is for.
func (f Format) Group() Group { return formats[f-1].group }

// QuadBytes returns about how many bytes a quad takes, uncompressed; 0 if the size of a file depends on
// other things.
func (f Format) QuadBytes() float64 { return formats[f-1].quadBytes }

// Title returns the player's name for the format.
func (f Format) Title() string { return formats[f-1].title }

// Extension returns the file name extension of the format, with its dot.
func (f Format) Extension() string {
	if !f.known() {
		return ""
	}
	return "." + formats[f-1].extensions[0]
}

// Frames returns the extension, with its dot, of the table of frames next to a file of the format;
// "" if there is none.
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
		return fmt.Errorf("quadfile: %v is already compressed, and is not read through %s", f, c.Extension())
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

// NeedsColours reports whether frames of an analysis need Colours: the format has colours, and
// means do not give them.
func (f Format) NeedsColours(a *Analysis) bool {
	return f.Has(Coloured) && !(a.Variant.HasMeans() && a.Features == channel.RGB)
}

// Contents is what a file has to hold.
type Contents struct {
	Points  bool // pixels with values instead of quads
	Hits    bool // matches of a template instead of quads
	Classes bool
	Cubes   bool // cubes instead of quads
}

// contents returns the contents of an export with this analysis.
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
		return checkNames("columns", h.Columns, &h.Analysis, f.Columns(h))
	}
	return nil
}

// Columns returns the names of a format's columns, of frames and of quads; the format has [Rows].
func (f Format) Columns(h *Header) []string {
	names := append(h.FrameFields(), h.Analysis.QuadFields()...)
	if f.Has(Columnar) && h.hasSizes() {
		names = append(names, "level")
	}
	return names
}

// ParseFormat returns the format with this name or extension, without the dot.
func ParseFormat(s string) (Format, error) {
	s = strings.ToLower(s)
	for i, known := range formats {
		if s == known.name || slices.Contains(known.extensions, s) {
			return Format(i + 1), nil
		}
	}
	return 0, fmt.Errorf("quadfile: unknown format %q: known are %s", s, FormatNames("and", 0))
}

// FormatForName returns the format with the longest matching extension. The extension of a
// compression may follow it. Case does not matter.
func FormatForName(name string) (Format, error) {
	stem, _ := streams.CutCompression(name)
	base := strings.ToLower(filepath.Base(stem))
	var found Format
	longest := 0
	for i, known := range formats {
		for _, extension := range known.extensions {
			if strings.HasSuffix(base, "."+extension) && len(extension) > longest {
				found, longest = Format(i+1), len(extension)
			}
		}
	}
	if found == 0 {
		return 0, fmt.Errorf("quadfile: %q: no format has the extension %q; the known extensions are %s, and .gz or .zst may follow", name, filepath.Ext(base), FormatExtensions("and", false))
	}
	return found, nil
}

// FormatNames lists the names of the formats that have these capabilities, 0 for all formats:
// "json, csv and coco" with last "and".
func FormatNames(last string, c Capability) string {
	return listed(last, c, Format.String)
}

// FormatGroups lists the names of all formats by group: "Tables: csv and arrow; …", with last "and".
func FormatGroups(last string) string {
	lists := make([]string, GroupCount)
	for g := range GroupCount {
		lists[g] = g.String() + ": " + joined(last, slices.DeleteFunc(Formats(), func(f Format) bool { return f.Group() != g }), Format.String)
	}
	return strings.Join(lists, "; ")
}

// FormatExtensions lists the extensions of all formats; with companions, also those of the files next to
// them.
func FormatExtensions(last string, companions bool) string {
	return listed(last, 0, func(f Format) string {
		if more := formats[f-1].companion; companions && more != "" {
			return f.Extension() + " (with a ." + more + " next to it)"
		}
		return f.Extension()
	})
}

// listed joins the results of name for the formats that have these capabilities.
func listed(last string, c Capability, name func(Format) string) string {
	return joined(last, slices.DeleteFunc(Formats(), func(f Format) bool { return !f.Has(c) }), name)
}

// joined joins the results of name for some formats, at least one.
func joined(last string, of []Format, name func(Format) string) string {
	var names []string
	for _, f := range of {
		names = append(names, name(f))
	}
	n := len(names) - 1
	if n == 0 {
		return names[0]
	}
	return strings.Join(names[:n], ", ") + " " + last + " " + names[n]
}
