package quadfile

import (
	"slices"
	"strconv"
)

// maxEntryText is the length of the longest entry, "16384 16384 65535", and its line end.
const maxEntryText = 18

// mtxEncoder writes the points of one frame as a sparse matrix in Matrix Market's
// coordinate form: rows are y, columns are x, both counted from 1.
type mtxEncoder struct{ *output }

func newMTX(o *output) (encoder, error) {
	o.out.WriteString("%%MatrixMarket matrix coordinate integer general\n% row y + 1, column x + 1, value of the point\n")
	return mtxEncoder{o}, nil
}

func (mtxEncoder) plan(*Piece) (plan, error) {
	return plan{passes: 1, each: maxEntryText}, nil
}

func (mtxEncoder) append(b []byte, p *Piece) []byte {
	f := &p.frame
	if p.opens {
		for i, v := range [...]int{f.Height, f.Width, p.count} {
			b = strconv.AppendInt(b, int64(v), 10)
			b = append(b, "  \n"[i])
		}
	}
	b = slices.Grow(b, len(f.Quads)*maxEntryText+8)
	n := len(b)
	b = b[:cap(b)]
	for i, q := range f.Quads {
		n += putNumber(b[n:], q.Y()+1)
		b[n-1] = ' '
		n += putNumber(b[n:], q.X()+1)
		b[n-1] = ' '
		n += putValue(b[n:], f.Values[i])
		b[n-1] = '\n'
	}
	return b[:n]
}
