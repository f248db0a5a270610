package av1

import (
	"fmt"
	"math/bits"
)

// A reader reads syntax elements of headers (section 4.10). After the end of the bytes, elements are 0, and err
// is about the first of them.
type reader struct {
	trace func(name string, value int64) // gets each element, if not nil
	data  []byte
	at    int // in bits
	err   error
}

func (r *reader) reset(data []byte) { r.data, r.at, r.err = data, 0, nil }

// fail records an error of a syntax element if it is the first.
func (r *reader) fail(name, format string, args ...any) {
	if r.err == nil {
		r.err = malformed("%s: %s", name, fmt.Sprintf(format, args...))
	}
}

func (r *reader) traced(name string, value int) int {
	if r.trace != nil && r.err == nil {
		r.trace(name, int64(value))
	}
	return value
}

// bits reads an unsigned number of n bits, at most 31, that is a part of an element.
func (r *reader) bits(name string, n int) int { return int(r.long(name, n)) }

// long reads an unsigned number of n bits, at most 32.
func (r *reader) long(name string, n int) (value int64) {
	if n > 8*len(r.data)-r.at {
		r.fail(name, "after the unit's end")
		r.at = 8 * len(r.data)
		return 0
	}
	for read := 0; read < n; {
		here := min(8-r.at&7, n-read)
		value = value<<here | int64(r.data[r.at>>3]<<(r.at&7)>>(8-here))
		read, r.at = read+here, r.at+here
	}
	return value
}

// skip passes over an unsigned number of n bits, at most 32.
func (r *reader) skip(name string, n int) {
	if value := r.long(name, n); r.trace != nil && r.err == nil {
		r.trace(name, value)
	}
}

// f reads an unsigned number of n bits: f(n).
func (r *reader) f(name string, n int) int { return r.traced(name, r.bits(name, n)) }

// flag reads one bit: f(1).
func (r *reader) flag(name string) bool { return r.f(name, 1) == 1 }

// su reads a signed number of n bits: su(n).
func (r *reader) su(name string, n int) int {
	value := r.bits(name, n)
	return r.traced(name, value-value&(1<<(n-1))<<1)
}

// ns reads a number below n: ns(n).
func (r *reader) ns(name string, n int) int {
	w := bits.Len(uint(n))
	m := 1<<w - n
	v := r.bits(name, w-1)
	if v >= m {
		v = v<<1 - m + r.bits(name, 1)
	}
	return r.traced(name, v)
}

// increment reads a number from least to most whose every one bit adds 1.
func (r *reader) increment(name string, least, most int) int {
	for least < most && r.bits(name, 1) == 1 {
		least++
	}
	return r.traced(name, least)
}

// skipVLC passes over a number of variable length: uvlc().
func (r *reader) skipVLC(name string) {
	zeros := 0
	for r.err == nil && r.bits(name, 1) == 0 {
		zeros++
	}
	value := int64(1)<<32 - 1
	if zeros < 32 {
		value = r.long(name, zeros) + 1<<zeros - 1
	}
	if r.trace != nil && r.err == nil {
		r.trace(name, value)
	}
}

// leb128 reads a number of up to eight bytes: leb128(). One that no packet can have is an error.
func (r *reader) leb128(name string) int {
	value := uint64(0)
	for i := range 8 {
		b := r.bits(name, 8)
		value |= uint64(b&0x7f) << (7 * i)
		if b&0x80 == 0 {
			if value >= 1<<31 {
				break
			}
			return r.traced(name, int(value))
		}
	}
	r.fail(name, "more than 31 bits")
	return 0
}

// align passes over the zero bits before the next byte: byte_alignment().
func (r *reader) align() {
	for r.at&7 != 0 && r.err == nil {
		if r.bits("zero_bit", 1) != 0 {
			r.fail("zero_bit", "1")
		}
	}
}

// trailing reads trailing_bits: a one bit, and zeros up to the end.
func (r *reader) trailing() {
	if r.bits("trailing_one_bit", 1) != 1 {
		r.fail("trailing_one_bit", "0")
	}
	for r.at < 8*len(r.data) && r.err == nil {
		if r.bits("trailing_zero_bit", 1) != 0 {
			r.fail("trailing_zero_bit", "1")
		}
	}
}
