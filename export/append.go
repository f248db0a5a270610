package export

import (
	"strconv"
	"unicode/utf8"

	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
)

// maxQuadText is the length of the longest quad with its comma:
// ",[16383,16383,16384]".
const maxQuadText = 20

// maxMeanText is the length of the longest mean, which follows a quad's size:
// ",16383,16383,16383".
const maxMeanText = 18

// digitPairs holds "00" to "99".
const digitPairs = "00010203040506070809" +
	"10111213141516171819" +
	"20212223242526272829" +
	"30313233343536373839" +
	"40414243444546474849" +
	"50515253545556575859" +
	"60616263646566676869" +
	"70717273747576777879" +
	"80818283848586878889" +
	"90919293949596979899"

// putDecimal writes v, at most five digits, to the start of b and gives the
// number of digits. b has to have room for five.
func putDecimal(b []byte, v uint32) int {
	switch {
	case v < 10:
		b[0] = byte('0' + v)
		return 1
	case v < 100:
		copy(b[:2], digitPairs[2*v:2*v+2])
		return 2
	case v < 1000:
		b[0] = byte('0' + v/100)
		v %= 100
		copy(b[1:3], digitPairs[2*v:2*v+2])
		return 3
	case v < 10000:
		high := v / 100
		v %= 100
		copy(b[0:2], digitPairs[2*high:2*high+2])
		copy(b[2:4], digitPairs[2*v:2*v+2])
		return 4
	}
	b[0] = byte('0' + v/10000)
	v %= 10000
	high := v / 100
	v %= 100
	copy(b[1:3], digitPairs[2*high:2*high+2])
	copy(b[3:5], digitPairs[2*v:2*v+2])
	return 5
}

// appendQuads appends ",[x,y,size]" for each quad, or with means
// ",[x,y,size,a,b,c]", within b's capacity, which has to have room for
// maxQuadText bytes a quad and maxMeanText a mean.
func appendQuads(b []byte, quads []quadpyramid.Quad, means []feature.Mean) []byte {
	n := len(b)
	b = b[:cap(b)]
	for index, q := range quads {
		t := b[n : n+maxQuadText]
		t[0], t[1] = ',', '['
		i := 2 + putDecimal(t[2:], uint32(q.X()))
		t[i] = ','
		i++
		i += putDecimal(t[i:], uint32(q.Y()))
		t[i] = ','
		i++
		i += putDecimal(t[i:], uint32(q.Size()))
		if len(means) != 0 {
			t = b[n : n+maxQuadText+maxMeanText]
			for _, f := range means[index].Vector() {
				t[i] = ','
				i++
				i += putDecimal(t[i:], uint32(f))
			}
		}
		t[i] = ']'
		n += i + 1
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
