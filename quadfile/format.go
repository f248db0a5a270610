package quadfile

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ffkvadrat/analysis/regions"
	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/quadfile/columns/arrow"
	"ffkvadrat/quadfile/columns/parquet"
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

// formats has a row for each format, in the order of their constants. The command line,
// its help, messages and the player's list come from it.
var formats = [...]struct {
	name    string
	title   string         // in the player
	endings []string       // of names, behind a dot; the first one is usual
	beside  string         // what is written beside the file
	encode  func() encoder // of frames
	sum     func() encoder // of summaries; nil without them
	numbers bool           // it needs the frames' indices
	squares bool           // it has quads of all sizes
	points  bool           // it has points with their values
	classes bool           // it has the classes of quads
	cubes   bool           // it has windows of frames, and cubes
	single  bool           // a file has one frame
	counts  bool           // it begins with the number of quads: the file has to be seekable
	colours bool           // it has the colours of quads
	maps    bool           // it tells an encoder where small quads are, with a strength
	sealed  bool           // its files go into no compression
	frames  string         // the ending of a table of frames that is written beside the file, or ""
	chooses bool           // it can have some of the quads' fields, in any order
	levels  bool           // its rows have the level of quads, too
	dense   bool           // it is compressed already, and another compression makes it hardly smaller
	rows    bool           // each quad is a row, with fields of its frame that can be chosen, too
	reads   bool           // a [Reader] reads it
}{
	JSON - 1: {
		name: "json", title: "JSON, one document", endings: []string{"json"},
		encode: func() encoder { return &jsonEncoder{document: true} },
		sum:    func() encoder { return &jsonEncoder{document: true, summary: true} },
		reads:  true, squares: true, points: true, classes: true, cubes: true, chooses: true,
	},
	NDJSON - 1: {
		name: "ndjson", title: "NDJSON, a line per frame", endings: []string{"ndjson", "jsonl"},
		encode: func() encoder { return &jsonEncoder{} },
		sum:    func() encoder { return &jsonEncoder{summary: true} },
		reads:  true, squares: true, points: true, classes: true, cubes: true, chooses: true,
	},
	CSV - 1: {
		name: "csv", title: "CSV, a row per quad", endings: []string{"csv"},
		encode:  func() encoder { return &csvEncoder{} },
		sum:     func() encoder { return &csvSummaryEncoder{} },
		squares: true, points: true, classes: true, cubes: true, chooses: true, rows: true,
	},
	YUView - 1: {
		name: "yuview", title: "YUView statistics", endings: []string{"yuview.csv"}, beside: "a .yuvplaylist",
		encode:  func() encoder { return &yuviewEncoder{} },
		numbers: true, squares: true, classes: true, cubes: true,
	},
	COCO - 1: {
		name: "coco", title: "COCO boxes", endings: []string{"coco.json"},
		encode:  func() encoder { return &cocoEncoder{} },
		numbers: true, squares: true, classes: true,
	},
	MatrixMarket - 1: {
		name: "mtx", title: "Matrix Market, a frame's points", endings: []string{"mtx"},
		encode: func() encoder { return &mtxEncoder{} },
		points: true, single: true,
	},
	NPZ - 1: {
		name: "npz", title: "SciPy CSR, a frame's points", endings: []string{"npz"},
		encode: func() encoder { return &npzEncoder{} },
		points: true, single: true, dense: true,
	},
	FFQ - 1: {
		name: "ffq", title: "ffkvadrat's own, the smallest", endings: []string{"ffq"},
		encode: newFFQEncoder,
		reads:  true, squares: true, points: true, classes: true, cubes: true, dense: true,
	},
	PLY - 1: {
		name: "ply", title: "PLY, a point cloud", endings: []string{"ply"},
		encode:  func() encoder { return plyEncoder{} },
		numbers: true, squares: true, points: true, classes: true, cubes: true, counts: true, colours: true,
	},
	SVTMap - 1: {
		name: "svtroi", title: "Map for SVT-AV1", endings: []string{"svtroi.txt"},
		encode:  func() encoder { return newMapEncoder(&svtForm) },
		numbers: true, squares: true, points: true, classes: true, maps: true,
	},
	KvazaarMap - 1: {
		name: "kvzroi", title: "Map for kvazaar, text", endings: []string{"kvzroi.txt"},
		encode:  func() encoder { return newMapEncoder(&kvazaarForm) },
		numbers: true, squares: true, points: true, classes: true, maps: true,
	},
	KvazaarBinary - 1: {
		name: "kvzroi-bin", title: "Map for kvazaar, binary", endings: []string{"kvzroi.bin"},
		encode:  func() encoder { return newMapEncoder(&kvazaarBinForm) },
		numbers: true, squares: true, points: true, classes: true, maps: true,
	},
	Zones - 1: {
		name: "zones", title: "Zones for x264 and x265", endings: []string{"zones.txt"},
		encode:  newZonesEncoder,
		numbers: true, squares: true, points: true, classes: true, maps: true,
	},
	Parquet - 1: {
		name: "parquet", title: "Parquet, a row per quad", endings: []string{"parquet"}, beside: "a .frames.parquet", frames: "frames.parquet",
		encode:  func() encoder { return &tableEncoder{form: parquet.New} },
		sum:     func() encoder { return &tableEncoder{form: parquet.New, frames: true, summary: true} },
		squares: true, points: true, classes: true, cubes: true, sealed: true, dense: true, chooses: true, rows: true, levels: true,
	},
	Arrow - 1: {
		name: "arrow", title: "Arrow, a stream of batches", endings: []string{"arrows"},
		encode:  func() encoder { return &tableEncoder{form: arrow.New, whole: true} },
		sum:     func() encoder { return &tableEncoder{form: arrow.New, whole: true, frames: true, summary: true} },
		squares: true, points: true, classes: true, cubes: true, chooses: true, rows: true, levels: true,
	},
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

// encoder makes the format's encoder, or nil.
func (f Format) encoder() encoder {
	if !f.known() {
		return nil
	}
	return formats[f-1].encode()
}

// summaryEncoder makes the format's encoder of summaries, or nil.
func (f Format) summaryEncoder() encoder {
	if !f.Summarises() {
		return nil
	}
	return formats[f-1].sum()
}

// Summarises reports whether the format has summaries.
func (f Format) Summarises() bool { return f.known() && formats[f-1].sum != nil }

// Numbers reports whether the format needs the frames' indices.
func (f Format) Numbers() bool { return f.known() && formats[f-1].numbers }

// Reads reports whether a [Reader] reads files of the format.
func (f Format) Reads() bool { return f.known() && formats[f-1].reads }

// Single reports whether a file has exactly one frame.
func (f Format) Single() bool { return f.known() && formats[f-1].single }

// Counts reports whether a file begins with the number of its quads, which is known at its
// end: it cannot go through a pipe, and cannot be compressed.
func (f Format) Counts() bool { return f.known() && formats[f-1].counts }

// Frames returns the ending, with its dot, of the table of frames that is beside a file of the format; ""
// if there is none.
func (f Format) Frames() string {
	if !f.known() || formats[f-1].frames == "" {
		return ""
	}
	return "." + formats[f-1].frames
}

// Sealed reports whether files of the format are not compressed again, as programs that read them would not
// know it.
func (f Format) Sealed() bool { return f.known() && formats[f-1].sealed }

// TakesCompression returns why a file of the format cannot be compressed, or nil.
func (f Format) TakesCompression(c streams.Compression) error {
	switch {
	case c == streams.Plain:
		return nil
	case f.Sealed():
		return fmt.Errorf("quadfile: %v is already compressed, and is not read through %s", f, c.Ending())
	case f.Counts():
		return fmt.Errorf("quadfile: %v %w", f, ErrNotSeekable)
	}
	return nil
}

// HasColours reports whether the format has the colours of quads, which are in the picture.
func (f Format) HasColours() bool { return f.known() && formats[f-1].colours }

// Maps reports whether the format is a map for an encoder, which has a strength.
func (f Format) Maps() bool { return f.known() && formats[f-1].maps }

// Chooses reports whether an export of the format may have some of the quads' fields, in any order.
func (f Format) Chooses() bool { return f.known() && formats[f-1].chooses }

// Rows reports whether each quad is a row with fields of its frame beside its own, which may be chosen, too.
func (f Format) Rows() bool { return f.known() && formats[f-1].rows }

// Dense reports whether files of the format are compressed already: another compression makes them hardly smaller.
func (f Format) Dense() bool { return f.known() && formats[f-1].dense }

// TakesStrength returns why an export of the format cannot have a strength, or nil.
func (f Format) TakesStrength(strength int) error {
	if !f.Maps() {
		return fmt.Errorf("quadfile: %v has no strength; these formats have one: %s", f, MapNames("and"))
	}
	return regions.CheckStrength(strength)
}

// NeedsColours reports whether frames of an analysis come with the Colours of their quads: the
// format has colours, and they are not those of the means.
func (f Format) NeedsColours(a *Analysis) bool {
	return f.HasColours() && !(a.variant().means && a.Features == channel.RGB.String())
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
	v := a.variant()
	return Contents{Points: v.values && !v.searches, Hits: v.searches, Classes: a.Bounds.Classes() > 0, Cubes: a.Cube != 0}
}

// Takes returns why the format cannot hold these contents, or nil.
func (f Format) Takes(c Contents) error {
	if !f.known() {
		return errNoFormat
	}
	row := &formats[f-1]
	lacks := func(what string, has func(f Format) bool) error {
		return fmt.Errorf("quadfile: %v cannot hold %s; these formats can: %s", f, what, listed("and", func(f Format) string { return f.nameIf(has(f)) }))
	}
	switch {
	case c.Points && !row.points:
		return lacks("points", func(f Format) bool { return formats[f-1].points })
	case !c.Points && !c.Hits && !row.squares:
		return fmt.Errorf("quadfile: %v holds points only", f)
	case c.Classes && !row.classes:
		return lacks("classes", func(f Format) bool { return formats[f-1].classes })
	case c.Cubes && !row.cubes:
		return fmt.Errorf("quadfile: %v cannot hold cubes; these formats can: %s", f, CubeNames("and"))
	}
	return nil
}

// TakesFields returns why the format cannot have the fields of a header's quads, or nil.
func (f Format) TakesFields(h *Header) error {
	switch {
	case h.chooses() && !f.Chooses():
		return fmt.Errorf("quadfile: %v always has all fields of quads, in their order; in these formats you can choose fields: %s", f, ChoosingNames("and"))
	case len(h.Columns) != 0 && !f.Rows():
		return fmt.Errorf("quadfile: %v is not a table with columns", f)
	case len(h.Columns) != 0:
		return checkNames("columns", h.Columns, &h.Analysis, f.Columns(&h.Analysis))
	}
	return nil
}

// Columns returns the names that columns can have, of a format with [Format.Rows]: fields of frames, and
// of quads.
func (f Format) Columns(a *Analysis) []string {
	names := append(a.FrameFields(), a.QuadFields()...)
	if f.known() && formats[f-1].levels && !a.variant().values {
		names = append(names, "level")
	}
	return names
}

// nameIf returns the format's name, or "".
func (f Format) nameIf(wanted bool) string {
	if wanted {
		return f.String()
	}
	return ""
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
	return 0, fmt.Errorf("quadfile: unknown format %q: known are %s", s, FormatNames("and"))
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

// FormatNames are the names of all formats, as in "json, csv and coco".
func FormatNames(last string) string {
	return listed(last, func(f Format) string { return f.String() })
}

// SummaryNames are the names of the formats that have summaries.
func SummaryNames(last string) string {
	return listed(last, func(f Format) string { return f.nameIf(f.Summarises()) })
}

// CubeNames are the names of the formats that have cubes.
func CubeNames(last string) string {
	return listed(last, func(f Format) string { return f.nameIf(formats[f-1].cubes) })
}

// ChoosingNames are the names of the formats that can have some of the quads' fields.
func ChoosingNames(last string) string {
	return listed(last, func(f Format) string { return f.nameIf(f.Chooses()) })
}

// RowNames are the names of the formats with a row for each quad.
func RowNames(last string) string {
	return listed(last, func(f Format) string { return f.nameIf(f.Rows()) })
}

// MapNames are the names of the formats that are maps for encoders.
func MapNames(last string) string {
	return listed(last, func(f Format) string { return f.nameIf(f.Maps()) })
}

// FormatEndings are the endings of all formats, with what is written beside the file if
// that is wanted.
func FormatEndings(last string, beside bool) string {
	return listed(last, func(f Format) string {
		if more := formats[f-1].beside; beside && more != "" {
			return f.Ending() + " (with " + more + " next to it)"
		}
		return f.Ending()
	})
}

// listed joins what name gives for all formats, but for what is empty.
func listed(last string, name func(Format) string) string {
	var names []string
	for _, f := range Formats() {
		if text := name(f); text != "" {
			names = append(names, text)
		}
	}
	n := len(names) - 1
	if n == 0 {
		return names[0]
	}
	return strings.Join(names[:n], ", ") + " " + last + " " + names[n]
}
