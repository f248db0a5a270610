package parquet

import (
	"cmp"
	"encoding/binary"
	"math"

	"ffkvadrat/quadfile/columns"
)

// bounds are the least and the largest known value of a page or a row group.
type bounds struct {
	unknown int64 // rows whose value is unknown
	known   bool  // there are both bounds
	ints    [2]int64
	doubles [2]float64
	texts   [2]string
}

// boundsOf returns the bounds of a column's values, without the number of unknown ones.
func boundsOf(kind columns.Kind, v *columns.Values) (b bounds) {
	switch kind {
	case columns.Int32:
		var least [2]int32
		least, b.known = ends(v.Narrow, v.Unknown)
		b.ints = [2]int64{int64(least[0]), int64(least[1])}
	case columns.Double:
		b.doubles, b.known = ends(v.Doubles, v.Unknown)
	case columns.Text:
		b.texts, b.known = ends(v.Texts, v.Unknown)
	default:
		b.ints, b.known = ends(v.Ints, v.Unknown)
	}
	return b
}

// ends returns the least and the largest of the known values; ok is false if there is none.
func ends[T cmp.Ordered](list []T, unknown []bool) (of [2]T, ok bool) {
	if len(unknown) == 0 {
		if len(list) == 0 {
			return of, false
		}
		of[0], of[1] = list[0], list[0]
		for _, v := range list {
			of[0], of[1] = min(of[0], v), max(of[1], v)
		}
		return of, true
	}
	for i, v := range list {
		switch {
		case unknown[i]:
		case !ok:
			of[0], of[1], ok = v, v, true
		default:
			of[0], of[1] = min(of[0], v), max(of[1], v)
		}
	}
	return of, ok
}

// join extends b by other bounds.
func (b *bounds) join(o *bounds) {
	unknown := b.unknown + o.unknown
	if !b.known {
		*b = *o
	} else if o.known {
		b.ints = [2]int64{min(b.ints[0], o.ints[0]), max(b.ints[1], o.ints[1])}
		b.doubles = [2]float64{min(b.doubles[0], o.doubles[0]), max(b.doubles[1], o.doubles[1])}
		b.texts = [2]string{min(b.texts[0], o.texts[0]), max(b.texts[1], o.texts[1])}
	}
	b.unknown = unknown
}

// compare compares the least values, or the largest ones.
func (b *bounds) compare(o *bounds, end int) int {
	return cmp.Or(cmp.Compare(b.ints[end], o.ints[end]), cmp.Compare(b.doubles[end], o.doubles[end]), cmp.Compare(b.texts[end], o.texts[end]))
}

// plain returns the least or the largest value in the encoding PLAIN, a text without its length. It
// is not nil.
func (b *bounds) plain(kind columns.Kind, end int) []byte {
	switch kind {
	case columns.Bool:
		return []byte{byte(b.ints[end])}
	case columns.Int32:
		return binary.LittleEndian.AppendUint32(nil, uint32(b.ints[end]))
	case columns.Int64:
		return binary.LittleEndian.AppendUint64(nil, uint64(b.ints[end]))
	case columns.Double:
		v := b.doubles[end]
		if v == 0 { // zeros of both signs may be there, see ColumnOrder in parquet.thrift
			v = math.Copysign(0, float64(2*end-1))
		}
		return binary.LittleEndian.AppendUint64(nil, math.Float64bits(v))
	}
	return append([]byte{}, b.texts[end]...)
}
