package export

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Name and Version are the header's "format" and "version". SummaryName is the "format" of
// a summary; it differs, to keep a reader from taking a summary for a video without
// quads.
const (
	Name        = "ffkvadrat-quads"
	SummaryName = "ffkvadrat-summary"
	Version     = 1
)

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
)

// formats has a row for each format. A name's ending is a dot and one of the endings;
// longer ones come before those with which they end.
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

// Ending returns the ending of the format's files, with its dot.
func (f Format) Ending() string {
	for _, known := range formats {
		if known.format == f {
			return "." + known.endings[0]
		}
	}
	return ""
}

// encoder makes the format's encoder, or nil.
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

// summaryEncoder makes the format's encoder of summaries, or nil.
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

// Summarises reports whether the format has summaries.
func (f Format) Summarises() bool { return f.summaryEncoder() != nil }

// Numbers reports whether the format needs the frames' indices.
func (f Format) Numbers() bool { return f == YUView || f == COCO }

// ParseFormat returns the format called s: "json", "ndjson", "csv", "yuview" or
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

// FormatForName returns the format for the ending of a file name. The ending of a
// compression may follow it. Endings are .json, .ndjson or .jsonl, .csv, .yuview.csv,
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
