package av1

import (
	"encoding/binary"
	"math/bits"
)

// A window is the state of the symbol decoder between two symbols (section 8.2). Functions that decode many symbols take
// it out of the engine, so that it is in registers.
type window struct {
	// value has SymbolValue in its highest 16 bits, and below them the inverted bits of the data that follow. After the
	// end of the data, they are ones.
	value uint64
	width uint64 // SymbolRange
	ahead int    // the number of bits below SymbolValue that are there
}

// An engine is the symbol decoder of a tile with its data and its distributions.
type engine struct {
	window
	next  int // index of the first byte that is not in value
	data  []byte
	adapt bool // !disable_cdf_update
	cdfs  cdfs
}

const valueShift = 48

// start initialises the decoder at the start of a tile's data (section 8.2.2).
func (e *engine) start(data []byte, adapt bool) {
	e.data, e.adapt, e.next = data, adapt, 0
	e.window = e.refill(window{width: 1 << 15, ahead: -15})
}

// refill makes the bits that are ahead at least 40. Bits of a byte that does not fit as a whole are there already when
// its turn comes.
func (e *engine) refill(w window) window {
	var word uint64
	if e.next+8 <= len(e.data) {
		word = binary.BigEndian.Uint64(e.data[e.next:])
	} else if e.next < len(e.data) {
		var rest [8]byte
		copy(rest[:], e.data[e.next:])
		word = binary.BigEndian.Uint64(rest[:])
	}
	used := uint(64 - valueShift + w.ahead) // of the bits in value
	w.value |= ^word >> (used & 63)
	n := (valueShift - w.ahead) >> 3
	e.next += n
	w.ahead += 8 * n
	return w
}

// position returns by how many bits SymbolValue was shifted: where the trailing bit is if the tile ends here.
func (e *engine) position() int { return 8*e.next - e.ahead - 15 }

// end checks that the tile ends where its data do (section 8.2.4): with a one bit, and zeros after it.
func (e *engine) end() bool {
	position := e.position()
	at := position >> 3
	if at >= len(e.data) || e.data[at]<<(position&7) != 0x80 {
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
func (e *engine) overrun() bool { return e.position() > 8*len(e.data) }

// part takes the part of the range from low to high as the new range. If less than no bits are ahead then, the window is
// to be refilled.
func (w window) part(high, low uint64) window {
	width := high - low
	n := bits.LeadingZeros64(width) - (64 - 16)
	return window{(w.value - low<<valueShift) << (n & 63), width << (n & 63), w.ahead - n}
}

// take takes a part of the range.
func (e *engine) take(high, low uint64) {
	if e.window = e.part(high, low); e.ahead < 0 {
		e.window = e.refill(e.window)
	}
}

// fourth decides a symbol of three or four values; the least probable has a part of 0 or 4 in the range, and
// returns the symbol and its part of the range. No processor predicts symbols, so the conditions have to be ones that the
// compiler turns into conditional moves.
func (w window) fourth(word, least uint64) (symbol, high, low uint64) {
	r, c := w.width>>8, w.value>>valueShift
	v0 := r*(word>>6&0x1ff)>>1 + least + 8
	v1 := r*(word>>22&0x1ff)>>1 + least + 4
	v2 := r*(word>>38&0x1ff)>>1 + least
	high, low = w.width, v0
	if c < v0 {
		high, low = v0, v1
	}
	if c < v1 {
		high, low = v1, v2
	}
	if c < v2 {
		high, low = v2, 0
	}
	symbol = (c-v0)>>63 + (c-v1)>>63 + (c-v2)>>63
	return symbol, high, low
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
	e.take(high, low)
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

// learned returns the word of a distribution of three or four values after a symbol.
func learned(word, symbol uint64, rate uint) uint64 {
	w := adapted(word&values, below[symbol&3], rate+uint(word>>(countShift+4)))
	return w | word&^values + (word>>(countShift+5)^1)<<countShift
}

// symbol4 decodes a symbol of three or four values.
func (e *engine) symbol4(at, n int) int {
	word := e.cdfs[at]
	symbol, high, low := e.fourth(word, uint64(4*n-12))
	e.take(high, low)
	if e.adapt {
		e.cdfs[at] = learned(word, symbol, 4+uint(n>>2))
	}
	return int(symbol)
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
	e.take(high, low)
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

// coin decodes a bit of equal probability.
func (w window) coin() (_ window, bit uint64) {
	split := w.width>>8<<7 + 4
	return w.tossed(), (w.value>>valueShift - split) >> 63
}

// tossed passes over a bit of equal probability.
func (w window) tossed() window {
	split := w.width>>8<<7 + 4
	value, width := w.value-split<<valueShift, w.width-split
	if w.value>>valueShift < split {
		value, width = w.value, split
	}
	n := bits.LeadingZeros64(width) - (64 - 16)
	return window{value << (n & 63), width << (n & 63), w.ahead - n}
}

// literal decodes n bits of equal probability: L(n) (section 4.10.8).
func (e *engine) literal(n int) int {
	w, x := e.window, uint64(0)
	for range n {
		var bit uint64
		if w, bit = w.coin(); w.ahead < 0 {
			w = e.refill(w)
		}
		x = x<<1 | bit
	}
	e.window = w
	return int(x)
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
