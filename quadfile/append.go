package quadfile

import (
	"encoding/binary"
	"slices"
	"strconv"
	"unicode/utf8"

	"ffkvadrat/quadpyramid"
)

// maxQuadText is the length of the longest quad with its comma and class,
// ",[16383,16383,16384,15]", plus the bytes that the writers store past its end.
const maxQuadText = 28

// maxMeanText is the length of the longest mean after a quad's size, ",16383,16383,16383".
const maxMeanText = 18

// numbers has the text of each number with a comma after it, from the lowest byte up. The highest
// byte is the text's length.
var numbers = func() *[MaxSide + 1]uint64 {
	table := new([MaxSide + 1]uint64)
	for v := range table {
		var text [8]byte
		n := len(append(strconv.AppendInt(text[:0], int64(v), 10), ','))
		text[n-1] = ','
		text[7] = byte(n)
		table[v] = binary.LittleEndian.Uint64(text[:])
	}
	return table
}()

// sizeEnds has the text of the size of each level of quads with "]" after it, as numbers have commas;
// lineEnds with a line end.
var sizeEnds, lineEnds = endsOf("]"), endsOf("\r\n")

// endsOf is like numbers, of sizes with an end of two bytes at most.
func endsOf(end string) (table [16]uint64) {
	for level := range quadpyramid.MaxLevel + 1 {
		var text [8]byte
		text[7] = byte(len(append(strconv.AppendInt(text[:0], 1<<level, 10), end...)))
		table[level] = binary.LittleEndian.Uint64(text[:])
	}
	return table
}

// putNumber writes v, at most MaxSide, and a comma to the start of b and returns
// their length. b must have room for eight bytes, all of which are written.
func putNumber(b []byte, v int) int {
	text := numbers[v]
	binary.LittleEndian.PutUint64(b, text)
	return int(text >> 56)
}

// putValue is putNumber for any v.
func putValue(b []byte, v uint16) int {
	if v <= MaxSide {
		return putNumber(b, int(v))
	}
	n := putNumber(b, int(v/10)) // has at most four digits
	b[n-1] = '0' + byte(v%10)
	b[n] = ','
	return n + 1
}

// appendQuads appends ",[x,y,size]" for each quad of a frame; with means ",[x,y,size,a,b,c]"; with
// values ",[x,y,value]". A class comes last.
func appendQuads(b []byte, f *Frame) []byte {
	quads, means := f.Quads, f.Means
	b = slices.Grow(b, len(quads)*maxQuadText+len(means)*maxMeanText)
	switch {
	case len(f.Starts) != 0:
		return appendCubes(b, f)
	case len(f.Values) != 0 || len(f.Classes) != 0:
		return appendOthers(b, f)
	case len(means) == 0:
		return appendPlain(b, quads)
	}
	n := len(b)
	b = b[:cap(b)]
	for index, q := range quads {
		t := b[n : n+maxQuadText+maxMeanText]
		t[0], t[1] = ',', '['
		i := 2 + putNumber(t[2:], q.X())
		i += putNumber(t[i:], q.Y())
		i += putNumber(t[i:], q.Size())
		for _, f := range means[index].Vector() {
			i += putNumber(t[i:], int(f))
		}
		t[i-1] = ']'
		n += i
	}
	return b[:n]
}

// appendOthers appends points, or quads with classes. b must have room for maxQuadText bytes each.
func appendOthers(b []byte, f *Frame) []byte {
	n := len(b)
	b = b[:cap(b)]
	for i, q := range f.Quads {
		t := b[n : n+maxQuadText]
		t[0], t[1] = ',', '['
		at := 2 + putNumber(t[2:], q.X())
		at += putNumber(t[at:], q.Y())
		at += putSize(t[at:], f, i)
		at += putClass(t[at:], f, i)
		t[at-1] = ']'
		n += at
	}
	return b[:n]
}

// putSize is putNumber for the value of point i of a frame, or the size of quad i.
func putSize(b []byte, f *Frame, i int) int {
	if len(f.Values) != 0 {
		return putValue(b, f.Values[i])
	}
	return putNumber(b, f.Quads[i].Size())
}

// putClass is putNumber for the class of quad i of a frame, if it has one.
func putClass(b []byte, f *Frame, i int) int {
	if len(f.Classes) == 0 {
		return 0
	}
	return putNumber(b, int(f.Classes[i]))
}

// appendPlain appends quads without means. b must have room for maxQuadText bytes each.
func appendPlain(b []byte, quads []quadpyramid.Quad) []byte {
	const open = ',' | '['<<8
	table, ends := numbers, &sizeEnds
	n := len(b)
	b = b[:cap(b)]
	for _, q := range quads {
		t := (*[maxQuadText]byte)(b[n:])
		text := table[q.X()]
		binary.LittleEndian.PutUint64(t[:], text<<16|open)
		i := text>>56 + 2 // at most 8
		text = table[q.Y()]
		binary.LittleEndian.PutUint64(t[i&15:], text)
		i += text >> 56 // at most 14
		text = ends[q.Level()]
		binary.LittleEndian.PutUint64(t[i&15:], text)
		n += int(i + text>>56)
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
