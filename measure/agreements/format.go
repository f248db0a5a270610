package agreements

import (
	"fmt"
	"strconv"
	"strings"

	"ffkvadrat/analysis/partition/agreement"
)

// Format is a format of records.
type Format uint8

// The formats.
const (
	CSV         Format = iota
	NDJSON             // an object a line
	FormatCount        // the number of formats
)

// formats has a row for each format.
var formats = [FormatCount]struct {
	name, extension string
	writer          func() writer
}{
	CSV:    {"csv", ".csv", func() writer { return table{} }},
	NDJSON: {"ndjson", ".ndjson", func() writer { return objects{} }},
}

func (f Format) String() string { return formats[f].name }

// writer returns the format's writer.
func (f Format) writer() writer { return formats[f].writer() }

// FormatOf returns the format for the extension of a file's name; standard output, which is -, is
// CSV.
func FormatOf(name string) (Format, error) {
	if name == "-" {
		return CSV, nil
	}
	for f, row := range formats {
		if strings.HasSuffix(strings.ToLower(name), row.extension) {
			return Format(f), nil
		}
	}
	return 0, fmt.Errorf("agreements: %s must have the extension .csv or .ndjson", name)
}

// writer formats records.
type writer interface {
	begin(to []byte) []byte
	append(to []byte, r *record) []byte
}

// field is a column of a table, or a member of an object.
type field struct {
	name string
	// value appends the record's value, or nothing if there is none.
	value func(to []byte, r *record) []byte
}

// whole returns a field of an integer that only frames that are found have.
func whole(name string, of func(*record) int64) field {
	return field{name, func(to []byte, r *record) []byte {
		if !r.found {
			return to
		}
		return strconv.AppendInt(to, of(r), 10)
	}}
}

// part returns a field of a quotient that only frames that are found have.
func part(name string, of func(*record) (float64, bool)) field {
	return field{name, func(to []byte, r *record) []byte {
		if !r.found {
			return to
		}
		v, ok := of(r)
		if !ok {
			return to
		}
		return strconv.AppendFloat(to, v, 'f', 6, 64)
	}}
}

// fields are those of all formats, in order. Areas follow them.
var fields = []field{
	{"frame_index", func(to []byte, r *record) []byte { return strconv.AppendInt(to, r.frame.Index, 10) }},
	{"pts", func(to []byte, r *record) []byte {
		if !r.frame.HasPTS {
			return to
		}
		return strconv.AppendInt(to, r.frame.PTS, 10)
	}},
	{"pts_time", func(to []byte, r *record) []byte { return strconv.AppendFloat(to, r.frame.Time, 'f', 6, 64) }},
	{"quads", func(to []byte, r *record) []byte { return strconv.AppendInt(to, int64(r.quads), 10) }},
	whole("blocks", func(r *record) int64 { return int64(r.Blocks) }),
	{"bytes", func(to []byte, r *record) []byte {
		if !r.found || r.Bytes == 0 {
			return to
		}
		return strconv.AppendInt(to, r.Bytes, 10)
	}},
	whole("pixels", func(r *record) int64 { return r.Pixels }),
	whole("no_quad", func(r *record) int64 { quad, _ := r.Outside(); return quad }),
	whole("no_block", func(r *record) int64 { _, block := r.Outside(); return block }),
	whole("codec_finer", func(r *record) int64 { codec, _, _ := r.Split(); return codec }),
	whole("content_finer", func(r *record) int64 { _, content, _ := r.Split(); return content }),
	whole("equal", func(r *record) int64 { _, _, equal := r.Split(); return equal }),
	part("codec_finer_part", func(r *record) (float64, bool) { codec, _, ok := r.Parts(); return codec, ok }),
	part("content_finer_part", func(r *record) (float64, bool) { _, content, ok := r.Parts(); return content, ok }),
	whole("quad_boundary", func(r *record) int64 { return r.QuadBoundary }),
	whole("block_boundary", func(r *record) int64 { return r.BlockBoundary }),
	whole("both_boundary", func(r *record) int64 { return r.BothBoundary }),
	part("boundary_iou", func(r *record) (float64, bool) { return r.IoU() }),
	part("qp_mean", func(r *record) (float64, bool) { return r.Quantiser.MeanQP() }),
	part("qp_correlation", func(r *record) (float64, bool) { return r.Quantiser.Pearson() }),
}

// className returns the name of a class in the columns of areas.
func className(class int) string {
	if class == agreement.None {
		return "none"
	}
	return strconv.Itoa(class)
}

// table writes CSV: a column for each field, then area_Q_B for each level Q of quads and B of blocks.
type table struct{}

func (table) begin(to []byte) []byte {
	for i, f := range fields {
		if i > 0 {
			to = append(to, ',')
		}
		to = append(to, f.name...)
	}
	for quad := range agreement.Classes {
		for block := range agreement.Classes {
			to = append(to, ",area_"+className(quad)+"_"+className(block)...)
		}
	}
	return append(to, "\r\n"...)
}

func (table) append(to []byte, r *record) []byte {
	for i, f := range fields {
		if i > 0 {
			to = append(to, ',')
		}
		to = f.value(to, r)
	}
	for quad := range agreement.Classes {
		for block := range agreement.Classes {
			if to = append(to, ','); r.found {
				to = strconv.AppendInt(to, r.Areas[quad][block], 10)
			}
		}
	}
	return append(to, "\r\n"...)
}

// objects writes NDJSON: the fields that have a value, then areas, a list for each level of quads
// with a number for each level of blocks. The last of each is for pixels outside.
type objects struct{}

func (objects) begin(to []byte) []byte { return to }

func (objects) append(to []byte, r *record) []byte {
	to = append(to, '{')
	for _, f := range fields {
		before := len(to)
		if before > 0 && to[before-1] != '{' {
			to = append(to, ',')
		}
		to = append(to, '"')
		to = append(append(to, f.name...), `":`...)
		name := len(to)
		if to = f.value(to, r); len(to) == name {
			to = to[:before]
		}
	}
	if r.found {
		to = append(to, `,"areas":[`...)
		for quad := range agreement.Classes {
			for block := range agreement.Classes {
				switch {
				case block > 0:
					to = append(to, ',')
				case quad > 0:
					to = append(to, "],["...)
				default:
					to = append(to, '[')
				}
				to = strconv.AppendInt(to, r.Areas[quad][block], 10)
			}
		}
		to = append(to, "]]"...)
	}
	return append(to, "}\n"...)
}
