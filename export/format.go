package export

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Name and Version are what the header's "format" and "version" say.
const (
	Name    = "ffkvadrat-quads"
	Version = 1
)

// Format is the way the header and the frames are put into a file.
type Format int

const (
	// JSON is one document {"header":…,"frames":[…]}.
	JSON Format = iota + 1
	// NDJSON is a line with the header, then one line a frame.
	NDJSON
)

func (f Format) String() string {
	switch f {
	case JSON:
		return "json"
	case NDJSON:
		return "ndjson"
	}
	return fmt.Sprintf("Format(%d)", int(f))
}

// encoder makes what puts an export into the format.
func (f Format) encoder() (encoder, error) {
	switch f {
	case JSON:
		return &jsonEncoder{document: true}, nil
	case NDJSON:
		return &jsonEncoder{}, nil
	}
	return nil, fmt.Errorf("export: %v cannot be written", f)
}

// ParseFormat gives the format called s: "json" or "ndjson" (also "jsonl").
func ParseFormat(s string) (Format, error) {
	switch strings.ToLower(s) {
	case "json":
		return JSON, nil
	case "ndjson", "jsonl":
		return NDJSON, nil
	}
	return 0, fmt.Errorf("export: unknown format %q: known are json and ndjson", s)
}

// FormatForName gives the format that the ending of a file name asks for:
// .json, or .ndjson and .jsonl, before that of a compression. Case does not
// matter.
func FormatForName(name string) (Format, error) {
	name, _ = CutCompression(name)
	ext := filepath.Ext(name)
	if ext != "" {
		if f, err := ParseFormat(ext[1:]); err == nil {
			return f, nil
		}
	}
	return 0, fmt.Errorf("export: %q: no format for the ending %q: known are .json, .ndjson and .jsonl", name, ext)
}
