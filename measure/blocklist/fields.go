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

// appendJSON appends the field of a block or vector as a value of JSON.
func (f *field[T]) appendJSON(b []byte, v *T) []byte {
	n, known := f.of(v)
	switch {
	case !known:
		return append(b, "null"...)
	case f.Kind == columns.Text:
		return append(append(append(b, '"'), f.words[int(n)]...), '"')
	case f.Kind == columns.Double:
		return decimal.Append(b, n)
	}
	return strconv.AppendInt(b, int64(n), 10)
}

// add appends the field of a block or vector to a column.
func (f *field[T]) add(to *columns.Values, v *T) {
	n, known := f.of(v)
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
		to.Texts = append(to.Texts, f.words[int(n)])
	default:
		to.Ints = append(to.Ints, int64(n))
	}
}
