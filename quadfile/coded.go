package quadfile

import (
	"strconv"

	"ffkvadrat/analysis/partition"
)

// Coded has statistics of a coded frame.
type Coded struct {
	Bytes int // of the packet, 0 if unknown
	partition.Totals
	Density partition.Number // correlation of QP with the density of small quads
}

// codedField is a field of a summary for Coded.
type codedField struct {
	name  string
	whole bool                                       // a whole number
	of    func(c *Coded, quads int) partition.Number // quads is the frame's count
}

// codedFields are the summary's fields for Coded, in order.
var codedFields = [...]codedField{
	{"bytes", true, func(c *Coded, _ int) partition.Number {
		return partition.Number{Value: float64(c.Bytes), Known: c.Bytes > 0}
	}},
	{"bytes_per_quad", false, func(c *Coded, quads int) partition.Number {
		return partition.Number{Value: float64(c.Bytes) / float64(max(quads, 1)), Known: c.Bytes > 0 && quads > 0}
	}},
	{"qp_mean", false, func(c *Coded, _ int) partition.Number { return c.QP }},
	{"qp_density", false, func(c *Coded, _ int) partition.Number { return c.Density }},
	{"intra_part", false, func(c *Coded, _ int) partition.Number { return c.Intra }},
	{"skip_part", false, func(c *Coded, _ int) partition.Number { return c.Skip }},
	{"depth_mean", false, func(c *Coded, _ int) partition.Number { return c.Depth }},
}

// append appends the value of a frame's field, or nothing if it is unknown.
func (f *codedField) append(b []byte, p *Piece) []byte {
	n := f.of(&p.frame.Coded, p.count)
	switch {
	case !n.Known:
		return b
	case f.whole:
		return strconv.AppendInt(b, int64(n.Value), 10)
	}
	return strconv.AppendFloat(b, n.Value, 'f', 6, 64)
}

// appendCoded appends the known fields of Coded, if the header has them.
func appendCoded(b []byte, h *Header, p *Piece) []byte {
	if !h.Coded {
		return b
	}
	for i := range codedFields {
		f := &codedFields[i]
		start := len(b)
		b = append(append(append(b, `,"`...), f.name...), `":`...)
		value := len(b)
		if b = f.append(b, p); len(b) == value {
			b = b[:start]
		}
	}
	return b
}
