package av1

import (
	"encoding/binary"
	"math/bits"
)

// An engine is the symbol decoder of a tile (section 8.2) with its distributions.
type engine struct {
	// value has SymbolValue in its highest 16 bits, and below them the inverted bits of the data that follow. After the
	// end of the data, they are ones.
	value uint64
	width uint64 // SymbolRange
	ahead int    // the number of bits below SymbolValue that are there
	shift int    // by which SymbolValue was shifted: the position of the trailing bit if the tile ends here
	next  int    // index of the first byte that is not in value
	data  []byte
	adapt bool // !disable_cdf_update
	cdfs  cdfs
}

const valueShift = 48

// start initialises the decoder at the start of a tile's data (section 8.2.2).
func (e *engine) start(data []byte, adapt bool) {
	e.data, e.adapt, e.next, e.shift = data, adapt, 0, 0
	e.value, e.width, e.ahead = 0, 1<<15, -15
	e.refill()
}

// refill makes the bits that are ahead at least 40. Bits of a byte that does not fit as a whole are there already when
// its turn comes.
func (e *engine) refill() {
	var word uint64
	if e.next+8 <= len(e.data) {
		word = binary.BigEndian.Uint64(e.data[e.next:])
	} else if e.next < len(e.data) {
		var rest [8]byte
		copy(rest[:], e.data[e.next:])
		word = binary.BigEndian.Uint64(rest[:])
	}
	used := uint(64 - valueShift + e.ahead) // of the bits in value
	e.value |= ^word >> (used & 63)
	n := (valueShift - e.ahead) >> 3
	e.next += n
	e.ahead += 8 * n
}

// end checks that the tile ends where its data do (section 8.2.4): with a one bit, and zeros after it.
func (e *engine) end() bool {
	at := e.shift >> 3
	if at >= len(e.data) || e.data[at]<<(e.shift&7) != 0x80 {
		return false
	}
	for _, b := range e.data[at+1:] {
		if b != 0 {
			return false
		}
	}
	return true
}

// overrun reports whether more bits were read than there may be (section 8.2.4).
func (e *engine) overrun() bool { return e.shift > 8*len(e.data) }

// renormalise takes the part of the range from low to high as the new range.
func (e *engine) renormalise(high, low uint64) {
	width := high - low
	n := bits.LeadingZeros16(uint16(width))
	e.value = (e.value - low<<valueShift) << (n & 63)
	e.width = width << (n & 63)
	e.shift += n
	if e.ahead -= n; e.ahead < 0 {
		e.refill()
	}
}

const (
	lanes  = 0x0001_0001_0001_0001
	half   = 0x8000_8000_8000_8000
	values = 1<<countShift - 1
)

// below has ones in the lanes below an index.
var below = [4]uint64{0, 0xffff, 0xffff_ffff, 0xffff_ffff_ffff}

// adapted returns a word whose lanes below a symbol went up, and the others down (section 8.2.6).
func adapted(w, up uint64, rate uint) uint64 {
	mask := uint64(0xffff>>(rate&15)) * lanes
	down := w >> (rate & 63) & mask &^ up
	more := (half - w) >> (rate & 63) & mask & up
	return w - down + more
}

// flag decodes a symbol of two values.
func (e *engine) flag(at int) bool { return e.bit(at) != 0 }

// bit decodes a symbol of two values.
func (e *engine) bit(at int) int {
	word := e.cdfs[at]
	split := (e.width>>8)*(word>>6&0x1ff)>>1 + 4
	symbol := 0
	high, low := e.width, split
	if e.value>>valueShift < split {
		symbol, high, low = 1, split, 0
	}
	e.renormalise(high, low)
	if e.adapt {
		count := word >> countShift
		rate := 4 + uint(count>>4)
		w := word & 0xffff
		if symbol != 0 {
			w += (32768 - w) >> (rate & 63)
		} else {
			w -= w >> (rate & 63)
		}
		e.cdfs[at] = w | (count+(count>>5^1))<<countShift
	}
	return symbol
}

// symbol4 decodes a symbol of three or four values.
func (e *engine) symbol4(at, n int) int {
	word := e.cdfs[at]
	r := int64(e.width >> 8)
	c := int64(e.value >> valueShift)
	least := int64(4 * (n - 1))
	v0 := r*int64(word>>6&0x1ff)>>1 + least
	v1 := r*int64(word>>22&0x1ff)>>1 + least - 4
	v2 := r*int64(word>>38&0x1ff)>>1 + least - 8
	symbol := 0
	high, low := int64(e.width), v0
	if c < v0 {
		symbol, high, low = 1, v0, v1
	}
	if c < v1 {
		symbol, high, low = 2, v1, v2
	}
	if n == 4 && c < v2 {
		symbol, high, low = 3, v2, 0
	} else if symbol == 2 && n == 3 {
		low = 0
	}
	e.renormalise(uint64(high), uint64(low))
	if e.adapt {
		count := word >> countShift
		w := adapted(word&values, below[symbol], 4+uint(n>>2)+uint(count>>4))
		e.cdfs[at] = w | (count+(count>>5^1))<<countShift
	}
	return symbol
}

// symbol decodes a symbol of 5 to 16 values.
func (e *engine) symbol(at, n int) int {
	r := e.width >> 8
	c := e.value >> valueShift
	high, low := e.width, uint64(0)
	symbol := 0
	words := e.cdfs[at : at+(n+3)>>2]
	for {
		low = 0
		if symbol == n-1 {
			break
		}
		low = r*(words[symbol>>2]>>(uint(symbol&3)*16+6)&0x1ff)>>1 + uint64(4*(n-1-symbol))
		if c >= low {
			break
		}
		high = low
		symbol++
	}
	e.renormalise(high, low)
	if e.adapt {
		last := len(words) - 1
		count := words[last] >> countShift
		words[last] &= values
		rate := 5 + uint(count>>4)
		for i := range words {
			up := uint64(0)
			switch first := 4 * i; {
			case symbol >= first+4:
				up = ^up
			case symbol > first:
				up = below[symbol-first]
			}
			words[i] = adapted(words[i], up, rate)
		}
		words[last] = words[last]&values | (count+(count>>5^1))<<countShift
	}
	return symbol
}

// literal decodes n bits of equal probability: L(n) (section 4.10.8).
func (e *engine) literal(n int) int {
	x := 0
	for range n {
		split := e.width>>8*(16384>>6)>>1 + 4
		if e.value>>valueShift < split {
			e.renormalise(split, 0)
			x = x<<1 | 1
		} else {
			e.renormalise(e.width, split)
			x <<= 1
		}
	}
	return x
}

// uniform decodes a number below n: NS(n) (section 4.10.10).
func (e *engine) uniform(n int) int {
	w := bits.Len(uint(n))
	m := 1<<w - n
	v := e.literal(w - 1)
	if v < m {
		return v
	}
	return v<<1 - m + e.literal(1)
}
