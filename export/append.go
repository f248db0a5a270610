package export

import (
	"strconv"
	"unicode/utf8"

	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
)

// maxQuadText is the length of the longest quad with its comma,
// ",[16383,16383,16384]", and two bytes that putNumber writes beyond it.
const maxQuadText = 22

// maxMeanText is the length of the longest mean, which follows a quad's size:
// ",16383,16383,16383".
const maxMeanText = 18

// numbers has the text of every number in a quad or a mean with a comma after
// it, and in its last byte the text's length.
var numbers = func() *[MaxSide + 1][8]byte {
	table := new([MaxSide + 1][8]byte)
	for v := range table {
		text := append(strconv.AppendInt(table[v][:0], int64(v), 10), ',')
		table[v][7] = byte(len(text))
	}
	return table
}()

// putNumber writes v, at most MaxSide, and a comma to the start of b and returns
// their length. b must have room for eight bytes, all of which are written.
func putNumber(b []byte, v int) int {
	text := &numbers[v]
	*(*[8]byte)(b) = *text
	return int(text[7])
}

// appendQuads appends ",[x,y,size]" for each quad, or with means ",[x,y,size,a,b,c]". b's
// capacity must have room for maxQuadText bytes for each quad and maxMeanText for each
// mean.
func appendQuads(b []byte, quads []quadpyramid.Quad, means []feature.Mean) []byte {
	n := len(b)
	b = b[:cap(b)]
	for index, q := range quads {
		t := b[n : n+maxQuadText]
		t[0], t[1] = ',', '['
		i := 2 + putNumber(t[2:], q.X())
		i += putNumber(t[i:], q.Y())
		i += putNumber(t[i:], q.Size())
		if len(means) != 0 {
			t = b[n : n+maxQuadText+maxMeanText]
			for _, f := range means[index].Vector() {
				i += putNumber(t[i:], int(f))
			}
		}
		t[i-1] = ']'
		n += i
	}
	return b[:n]
}

// appendMillionths appends v / 10⁶ with six decimals. v is not negative.
func appendMillionths(b []byte, v int64) []byte {
	b = strconv.AppendInt(b, v/1e6, 10)
	b = append(b, '.')
	v %= 1e6
	for unit := int64(1e5); unit > 0; unit /= 10 {
		b = append(b, byte('0'+v/unit%10))
	}
	return b
}

// appendSeconds appends t with six decimals, as C's "%f" prints it.
func appendSeconds(b []byte, t float64) []byte {
	return strconv.AppendFloat(b, t, 'f', 6, 64)
}

func appendBool(b []byte, v bool) []byte {
	if v {
		return append(b, '1')
	}
	return append(b, '0')
}

func appendRational(b []byte, r Rational) []byte {
	b = append(b, '"')
	b = strconv.AppendInt(b, int64(r.Num), 10)
	b = append(b, '/')
	b = strconv.AppendInt(b, int64(r.Den), 10)
	return append(b, '"')
}

// appendString appends s as a JSON string. A byte that is not part of valid
// UTF-8 becomes U+FFFD.
func appendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, '\\', 'n')
		case r == '\t':
			b = append(b, '\\', 't')
		case r < 0x20:
			b = append(b, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
