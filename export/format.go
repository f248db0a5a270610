package export

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Name and Version are what the header's "format" and "version" say;
// SummaryName is the "format" of a summary, so that no reader takes one for a
// video without quads.
const (
	Name        = "ffkvadrat-quads"
	SummaryName = "ffkvadrat-summary"
	Version     = 1
)

// Format is the way in which an export is put into a file.
type Format int

const (
	// JSON is one document {"header":…,"frames":[…]}.
	JSON Format = iota + 1
	// NDJSON is a line with the header, then one line a frame.
	NDJSON
	// CSV is a row a quad (RFC 4180), without what the header says.
	CSV
	// YUView is the statistics file of the program YUView: integers alone, and
	// one size of pictures.
	YUView
	// COCO is an object detection file: images, and annotations with boxes.
	COCO
)

// formats are all of them. A name's ending is a dot and one of the endings;
// longer ones go before those that they end in.
var formats = [...]struct {
	format  Format
	name    string
	endings []string
}{
	{YUView, "yuview", []string{"yuview.csv"}},
	{COCO, "coco", []string{"coco.json"}},
	{JSON, "json", []string{"json"}},
	{NDJSON, "ndjson", []string{"ndjson", "jsonl"}},
	{CSV, "csv", []string{"csv"}},
}

func (f Format) String() string {
	for _, known := range formats {
		if known.format == f {
			return known.name
		}
	}
	return fmt.Sprintf("Format(%d)", int(f))
}

// Ending is that of the format's files, with its dot.
func (f Format) Ending() string {
	for _, known := range formats {
		if known.format == f {
			return "." + known.endings[0]
		}
	}
	return ""
}

// encoder makes what puts an export into the format, or nil.
func (f Format) encoder() encoder {
	switch f {
	case JSON:
		return &jsonEncoder{document: true}
	case NDJSON:
		return &jsonEncoder{}
	case CSV:
		return &csvEncoder{}
	case YUView:
		return &yuviewEncoder{}
	case COCO:
		return &cocoEncoder{}
	}
	return nil
}

// summaryEncoder makes what puts a summary into the format, or nil.
func (f Format) summaryEncoder() encoder {
	switch f {
	case JSON:
		return &jsonEncoder{document: true, summary: true}
	case NDJSON:
		return &jsonEncoder{summary: true}
	case CSV:
		return &csvSummaryEncoder{}
	}
	return nil
}

// Summarises reports whether there are summaries in the format.
func (f Format) Summarises() bool { return f.summaryEncoder() != nil }

// Numbers reports whether the format cannot do without the frames' indices.
func (f Format) Numbers() bool { return f == YUView || f == COCO }

// ParseFormat gives the format called s: "json", "ndjson", "csv", "yuview" or
// "coco", or one of the endings of FormatForName without its dot.
func ParseFormat(s string) (Format, error) {
	s = strings.ToLower(s)
	for _, known := range formats {
		if s == known.name || slices.Contains(known.endings, s) {
			return known.format, nil
		}
	}
	return 0, fmt.Errorf("export: unknown format %q: known are json, ndjson, csv, yuview and coco", s)
}

// FormatForName gives the format that the ending of a file name asks for,
// before that of a compression: .json, .ndjson or .jsonl, .csv, .yuview.csv,
// .coco.json. Case does not matter.
func FormatForName(name string) (Format, error) {
	stem, _ := CutCompression(name)
	base := strings.ToLower(filepath.Base(stem))
	for _, known := range formats {
		for _, ending := range known.endings {
			if strings.HasSuffix(base, "."+ending) {
				return known.format, nil
			}
		}
	}
	return 0, fmt.Errorf("export: %q: no format for the ending %q: known are .json, .ndjson, .csv, .yuview.csv and .coco.json, each also with .gz or .zst", name, filepath.Ext(base))
}
