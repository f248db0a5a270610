package quadfile

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ffkvadrat/atomicfile/decimal"
)

// A cell is a field of a quad or of its frame, by its index in an entry or a row. Those of quads
// come first.
type cell uint8

const (
	columnX cell = iota
	columnY
	columnStart // a cube's first frame
	columnSize  // the value of a point or a hit
	columnMean  // the first of three channels
	columnMean1
	columnMean2
	columnClass
	columnFrame // the first field of the frame, in the order of facts
)

// quadColumns are the quad's fields with fixed names.
var quadColumns = map[string]cell{
	"x": columnX, "y": columnY, "frame": columnStart, "size": columnSize, "value": columnSize, "class": columnClass,
}

// facts are the columns of a frame in the order of tables. Unknown values are empty.
var facts = [...]struct {
	name   string
	has    func(h *Header) bool // nil: all tables have it
	append func(b []byte, f *Frame) []byte
}{
	{"frame_index", nil, func(b []byte, f *Frame) []byte {
		if f.Index < 0 {
			return b
		}
		return strconv.AppendInt(b, f.Index, 10)
	}},
	{"pts", nil, func(b []byte, f *Frame) []byte {
		if !f.HasPTS {
			return b
		}
		return strconv.AppendInt(b, f.PTS, 10)
	}},
	{"pts_time", nil, func(b []byte, f *Frame) []byte { return appendSeconds(b, f.Time) }},
	{"key_frame", nil, func(b []byte, f *Frame) []byte { return appendBool(b, f.KeyFrame) }},
	{"pict_type", nil, func(b []byte, f *Frame) []byte {
		if f.PictType == 0 || f.PictType == '?' {
			return b
		}
		return append(b, f.PictType)
	}},
	{"width", nil, func(b []byte, f *Frame) []byte { return strconv.AppendInt(b, int64(f.Width), 10) }},
	{"height", nil, func(b []byte, f *Frame) []byte { return strconv.AppendInt(b, int64(f.Height), 10) }},
	{"pix_fmt", nil, func(b []byte, f *Frame) []byte { return appendField(b, f.PixFmt) }},
	{"corrupt", nil, func(b []byte, f *Frame) []byte { return appendBool(b, f.Corrupt) }},
	{"errors", nil, func(b []byte, f *Frame) []byte { return strconv.AppendInt(b, int64(f.Errors), 10) }},
	{"interlaced", (*Header).isInterlaced, func(b []byte, f *Frame) []byte { return append(b, f.Interlacing.String()...) }},
	{"threshold", (*Header).hasThresholds, func(b []byte, f *Frame) []byte { return decimal.Append(b, f.Threshold) }},
	{"frames", (*Header).hasCubes, func(b []byte, f *Frame) []byte { return strconv.AppendInt(b, int64(f.Window), 10) }},
}

// maxFields is how many fields a table can have: a frame's, and a quad's with the three of its mean.
const maxFields = len(facts) + 6

// FrameFields returns the names of a frame's fields in tables of an export.
func (h *Header) FrameFields() []string {
	var names []string
	for _, fact := range facts {
		if fact.has == nil || fact.has(h) {
			names = append(names, fact.name)
		}
	}
	return names
}

// Choose selects fields by name: for a format with [Rows] among all columns, else among those of
// quads. No names selects all.
func (h *Header) Choose(format Format, names []string) {
	if h.QuadFields = names; format.Has(Rows) {
		h.QuadFields, h.Columns = nil, names
	}
}

// chooses reports whether the quad fields differ from the variant's own.
func (h *Header) chooses() bool {
	return len(h.QuadFields) != 0 && !slices.Equal(h.QuadFields, h.Analysis.QuadFields())
}

// fields returns the fields of quads that an export with this header has.
func (h *Header) fields() []string {
	if len(h.QuadFields) != 0 {
		return h.QuadFields
	}
	return h.Analysis.QuadFields()
}

// HasMeans reports whether quads come with their means: the variant has features, and the chosen
// fields include them.
func (h *Header) HasMeans() bool {
	fields := h.fields()
	if len(h.Columns) != 0 {
		fields = h.Columns
	}
	return h.Analysis.Variant.HasMeans() && slices.ContainsFunc(fields, isMean)
}

func isMean(name string) bool { return strings.HasPrefix(name, "mean_") }

// checkNames returns why the names are not fields of an export of an analysis, or nil.
func checkNames(what string, names []string, a *Analysis, all []string) error {
	for i, name := range names {
		switch {
		case slices.Contains(names[:i], name):
			return fmt.Errorf("unsupported %s %.40q: %.40q twice", what, names, name)
		case !slices.Contains(all, name):
			return fmt.Errorf("unsupported %s %.40q with variant %s, which has %s", what, names, a.Variant.Header(), strings.Join(all, ", "))
		}
	}
	return nil
}

// ErrFields means that the quads of an export lack fields which a [Reader] needs: all but the mean,
// and the mean whole or not at all.
var ErrFields = errors.New("its quads lack fields")

// checkReadable returns why a Reader cannot make quads of the header's fields, or nil. Means are
// optional.
func (h *Header) checkReadable() error {
	if !h.chooses() {
		return nil
	}
	means := 0
	for _, name := range h.Analysis.QuadFields() {
		switch has := slices.Contains(h.QuadFields, name); {
		case isMean(name) && has:
			means++
		case !isMean(name) && !has:
			return fmt.Errorf("%w: there are %s, but no %q", ErrFields, strings.Join(h.QuadFields, ", "), name)
		}
	}
	if means != 0 && means != 3 {
		return fmt.Errorf("%w: the mean is incomplete", ErrFields)
	}
	return nil
}

// columns returns the cells of a quad's entry, or nil if it has all in their order.
func (h *Header) columns() []cell {
	if !h.chooses() {
		return nil
	}
	return h.named(h.QuadFields)
}

// cells returns the cells of a quad's row, or nil if it has all in their order.
func (h *Header) cells() []cell {
	switch {
	case len(h.Columns) != 0:
		return h.named(h.Columns)
	case h.chooses():
		return h.named(append(h.FrameFields(), h.QuadFields...))
	}
	return nil
}

// named returns the cells with these names.
func (h *Header) named(names []string) []cell {
	own := h.Analysis.QuadFields()
	var list []cell
	for _, name := range names {
		c, known := quadColumns[name]
		at := slices.Index(own, name)
		switch {
		case at >= 0 && known:
		case at >= 0:
			c = columnMean + cell(at-3)
		default:
			c = columnFrame
			for facts[c-columnFrame].name != name {
				c++
			}
		}
		list = append(list, c)
	}
	return list
}

// places returns the index of each of the header's fields among the variant's own, or nil if they
// are equal.
func (h *Header) places() []int {
	if !h.chooses() {
		return nil
	}
	own := h.Analysis.QuadFields()
	var at []int
	for _, name := range h.QuadFields {
		at = append(at, slices.Index(own, name))
	}
	return at
}

// putColumn is putNumber for a field of quad i of a frame.
func putColumn(b []byte, f *Frame, i int, c cell) int {
	switch c {
	case columnX:
		return putNumber(b, f.Quads[i].X())
	case columnY:
		return putNumber(b, f.Quads[i].Y())
	case columnStart:
		return putNumber(b, int(f.Starts[i]))
	case columnSize:
		return putSize(b, f, i)
	case columnClass:
		return putClass(b, f, i)
	}
	return putNumber(b, int(f.Means[i].Vector()[c-columnMean]))
}

// appendChosen is appendQuads for chosen fields.
func appendChosen(b []byte, f *Frame, columns []cell) []byte {
	const longest = maxQuadText + maxMeanText
	b = slices.Grow(b, len(f.Quads)*longest)
	n := len(b)
	b = b[:cap(b)]
	for i := range f.Quads {
		t := b[n : n+longest]
		t[0], t[1] = ',', '['
		at := 2
		for _, c := range columns {
			at += putColumn(t[at:], f, i, c)
		}
		t[at-1] = ']'
		n += at
	}
	return b[:n]
}

// appendRows appends a row of CSV with the chosen fields for each quad. The frame's columns are
// formatted once and copied.
func appendRows(b []byte, f *Frame, columns []cell) []byte {
	var first [maxFields][2]int // their positions
	for i := range f.Quads {
		for k, c := range columns {
			switch {
			case c < columnFrame:
				const room = 8
				b = slices.Grow(b, room)
				n := len(b)
				b = b[:n+putColumn(b[n:n+room], f, i, c)]
				continue
			case i == 0:
				from := len(b)
				if b = facts[c-columnFrame].append(b, f); len(b) == from && len(columns) == 1 {
					b = append(b, `""`...) // an empty line would not be a row
				}
				first[k] = [2]int{from, len(b)}
			default:
				b = append(b, b[first[k][0]:first[k][1]]...)
			}
			b = append(b, ',')
		}
		b = append(b[:len(b)-1], "\r\n"...) // in place of the last comma
	}
	return b
}
