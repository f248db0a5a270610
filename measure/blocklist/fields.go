package blocklist

import (
	"strconv"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/atomicfile/decimal"
	"ffkvadrat/quadfile/columns"
)

// field is a number or a word that blocks, vectors or units have: an entry of their lists in NDJSON, a column of
// their tables.
type field[T any] struct {
	columns.Column
	words []string                           // of Text: the words of the values
	of    func(v *T) (n float64, known bool) // known is true if the column is not Optional
	text  func(v *T) string                  // of Text, instead of both: the word, empty if it is not known
}

// blockFields are the fields of blocks, in order.
var blockFields = []field[partition.Block]{
	always("x", columns.Near, func(b *partition.Block) int32 { return b.X }),
	always("y", columns.Near, func(b *partition.Block) int32 { return b.Y }),
	always("width", columns.Common, func(b *partition.Block) int32 { return b.Width }),
	always("height", columns.Common, func(b *partition.Block) int32 { return b.Height }),
	maybe("depth", columns.Common, func(b *partition.Block) (int, bool) { return int(b.Depth), b.HasDepth }),
	{
		Column: columns.Column{Name: "type", Kind: columns.Text, Optional: true, Coding: columns.Common}, words: typeWords(),
		of: func(b *partition.Block) (float64, bool) { return float64(b.Type), b.Type != partition.Unknown },
	},
	maybe("qp", columns.Common, func(b *partition.Block) (int, bool) { return int(b.QP), b.HasQP }),
	maybe("bits", columns.Near, func(b *partition.Block) (int, bool) { return b.Bits(), b.HasRate }),
}

// vectorFields are the fields of motion vectors, in order.
var vectorFields = []field[partition.Vector]{
	always("x", columns.Near, func(v *partition.Vector) int32 { return v.X }),
	always("y", columns.Near, func(v *partition.Vector) int32 { return v.Y }),
	always("width", columns.Common, func(v *partition.Vector) int32 { return v.Width }),
	always("height", columns.Common, func(v *partition.Vector) int32 { return v.Height }),
	pixels("dx", func(v *partition.Vector) int32 { return v.DX }),
	pixels("dy", func(v *partition.Vector) int32 { return v.DY }),
	{
		Column: columns.Column{Name: "later", Kind: columns.Bool, Coding: columns.Common},
		of: func(v *partition.Vector) (float64, bool) {
			if v.Future {
				return 1, true
			}
			return 0, true
		},
	},
	maybe("list", columns.Common, func(v *partition.Vector) (int, bool) { return int(v.List) - 1, v.List != 0 }),
	maybe("distance", columns.Common, func(v *partition.Vector) (int, bool) { return int(v.Distance), v.Distance != 0 }),
}

// unitFields are the fields of prediction units, in order.
var unitFields = []field[partition.Unit]{
	always("x", columns.Near, func(u *partition.Unit) int32 { return u.X }),
	always("y", columns.Near, func(u *partition.Unit) int32 { return u.Y }),
	always("width", columns.Common, func(u *partition.Unit) int32 { return u.Width }),
	always("height", columns.Common, func(u *partition.Unit) int32 { return u.Height }),
	{
		Column: columns.Column{Name: "type", Kind: columns.Text, Coding: columns.Common}, words: typeWords(),
		of: func(u *partition.Unit) (float64, bool) { return float64(u.Type), true },
	},
	maybe("luma_mode", columns.Common, func(u *partition.Unit) (int, bool) { return int(u.Luma), u.Luma >= 0 }),
	maybe("chroma_mode", columns.Common, func(u *partition.Unit) (int, bool) { return int(u.Chroma), u.Chroma >= 0 }),
	maybe("merge", columns.Common, func(u *partition.Unit) (int, bool) { return int(u.Merge), u.Merge >= 0 }),
	maybe("ref0", columns.Common, func(u *partition.Unit) (int, bool) { return int(u.Ref[0]), u.Ref[0] >= 0 }),
	maybe("ref1", columns.Common, func(u *partition.Unit) (int, bool) { return int(u.Ref[1]), u.Ref[1] >= 0 }),
	{
		Column: columns.Column{Name: "mode", Kind: columns.Text, Optional: true, Coding: columns.Common},
		text:   func(u *partition.Unit) string { return u.Mode },
	},
	filter("filter_x", 0),
	filter("filter_y", 1),
	maybe("transform_width", columns.Common, func(u *partition.Unit) (int, bool) { return u.Transforms.Width, u.Transforms.Count > 0 }),
	maybe("transform_height", columns.Common, func(u *partition.Unit) (int, bool) { return u.Transforms.Height, u.Transforms.Count > 0 }),
	always("transforms", columns.Common, func(u *partition.Unit) int32 { return int32(u.Transforms.Count) }),
}

// filters are AV1's names of its interpolation filters, by the value of interp_filter.
var filters = []string{"EIGHTTAP", "EIGHTTAP_SMOOTH", "EIGHTTAP_SHARP", "BILINEAR"}

// filter returns the field of an interpolation filter.
func filter(name string, direction int) field[partition.Unit] {
	return field[partition.Unit]{
		Column: columns.Column{Name: name, Kind: columns.Text, Optional: true, Coding: columns.Common}, words: filters,
		of: func(u *partition.Unit) (float64, bool) { return float64(u.Filter[direction]), u.Filter[direction] >= 0 },
	}
}

// always returns the field of a whole number that is always known.
func always[T any](name string, coding columns.Coding, of func(*T) int32) field[T] {
	return field[T]{
		Column: columns.Column{Name: name, Kind: columns.Int32, Coding: coding},
		of:     func(v *T) (float64, bool) { return float64(of(v)), true },
	}
}

// maybe returns the field of a whole number that may be unknown.
func maybe[T any](name string, coding columns.Coding, of func(*T) (int, bool)) field[T] {
	return field[T]{
		Column: columns.Column{Name: name, Kind: columns.Int32, Optional: true, Coding: coding},
		of: func(v *T) (float64, bool) {
			n, known := of(v)
			return float64(n), known
		},
	}
}

// pixels returns the field of a coordinate of a vector, in pixels.
func pixels(name string, of func(*partition.Vector) int32) field[partition.Vector] {
	return field[partition.Vector]{
		Column: columns.Column{Name: name, Kind: columns.Double, Coding: columns.Loose},
		of:     func(v *partition.Vector) (float64, bool) { return float64(of(v)) / float64(v.Scale), true },
	}
}

func typeWords() (words []string) {
	for t := range partition.TypeCount {
		words = append(words, t.String())
	}
	return words
}

// word returns the value of a field of Text.
func (f *field[T]) word(v *T) (word string, known bool) {
	if f.text != nil {
		word = f.text(v)
		return word, word != ""
	}
	n, known := f.of(v)
	if !known {
		return "", false
	}
	return f.words[int(n)], true
}

// appendJSON appends the field as a value of JSON.
func (f *field[T]) appendJSON(b []byte, v *T) []byte {
	if f.Kind == columns.Text {
		word, known := f.word(v)
		if !known {
			return append(b, "null"...)
		}
		return append(append(append(b, '"'), word...), '"')
	}
	n, known := f.of(v)
	switch {
	case !known:
		return append(b, "null"...)
	case f.Kind == columns.Double:
		return decimal.Append(b, n)
	}
	return strconv.AppendInt(b, int64(n), 10)
}

// add appends the field to a column.
func (f *field[T]) add(to *columns.Values, v *T) {
	var n float64
	var word string
	var known bool
	if f.Kind == columns.Text {
		word, known = f.word(v)
	} else {
		n, known = f.of(v)
	}
	if f.Optional {
		if to.Unknown = append(to.Unknown, !known); !known {
			n = 0
		}
	}
	switch f.Kind {
	case columns.Int32:
		to.Narrow = append(to.Narrow, int32(n))
	case columns.Double:
		to.Doubles = append(to.Doubles, n)
	case columns.Text:
		to.Texts = append(to.Texts, word)
	default:
		to.Ints = append(to.Ints, int64(n))
	}
}
