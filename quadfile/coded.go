package quadfile

import "strconv"

// Coded has statistics of a coded frame.
type Coded struct {
	Bytes      int     // of the packet, 0 if unknown
	QP         float64 // the mean QP over pixels, if HasQP
	HasQP      bool
	Density    float64 // correlation of QP with the density of small quads, if HasDensity
	HasDensity bool
}

// codedNames are the summary's fields for Coded.
var codedNames = [...]string{"bytes", "bytes_per_quad", "qp_mean", "qp_density"}

// appendField appends the value of a field, or nothing if it is unknown. quads is the frame's
// count.
func (c *Coded) appendField(b []byte, field, quads int) []byte {
	switch {
	case field == 0 && c.Bytes > 0:
		return strconv.AppendInt(b, int64(c.Bytes), 10)
	case field == 1 && c.Bytes > 0 && quads > 0:
		return strconv.AppendFloat(b, float64(c.Bytes)/float64(quads), 'f', 6, 64)
	case field == 2 && c.HasQP:
		return strconv.AppendFloat(b, c.QP, 'f', 6, 64)
	case field == 3 && c.HasDensity:
		return strconv.AppendFloat(b, c.Density, 'f', 6, 64)
	}
	return b
}

// appendCoded appends the known fields of Coded, if the header has them.
func appendCoded(b []byte, h *Header, p *Piece) []byte {
	if !h.Coded {
		return b
	}
	for i, name := range codedNames {
		start := len(b)
		b = append(b, `,"`...)
		b = append(b, name...)
		b = append(b, `":`...)
		value := len(b)
		if b = p.frame.Coded.appendField(b, i, p.count); len(b) == value {
			b = b[:start]
		}
	}
	return b
}
