package hevc

import (
	"encoding/binary"
	"math/bits"
)

// A cabac is the arithmetic decoding engine with its context variables (clause 9.3.4.3).
//
// The standard's 9 bits of ivlOffset are bits 54 to 62 of value; the bits below are the stream's next
// ones, of which ahead are there already. ivlCurrRange is width. A state is pStateIdx·2 + valMps.
type cabac struct {
	value  uint64
	width  uint32
	ahead  int
	data   []byte // of the slice segment
	next   int    // index of the first byte that is not in value
	states [256]uint8
}

const offsetShift = 54

// start initialises the engine at a byte of data (clause 9.3.2.5).
func (c *cabac) start(at int) {
	c.width, c.value, c.ahead, c.next = 510, 0, -9, at
	c.refill()
}

// refill adds 32 bits to value if at most 21 are ahead.
func (c *cabac) refill() {
	c.value |= c.word() << uint(22-c.ahead)
	c.ahead += 32
}

// word returns the next 32 bits of the data, whose end is followed by zeros.
func (c *cabac) word() (word uint64) {
	if c.next+4 <= len(c.data) {
		word = uint64(binary.BigEndian.Uint32(c.data[c.next:]))
	} else {
		for i := c.next; i < c.next+4; i++ {
			word <<= 8
			if i < len(c.data) {
				word |= uint64(c.data[i])
			}
		}
	}
	c.next += 4
	return word
}

// position returns how many bits of data the standard's engine has read.
func (c *cabac) position() int { return 8*c.next - c.ahead }

// overrun reports whether the engine has read bits after the data's end.
func (c *cabac) overrun() bool { return c.position() > 8*len(c.data) }

// decide decodes a bin in a state (clause 9.3.4.3.2). It returns the engine after it, which the caller
// shifts, and the index in nextState, whose lowest bit is the bin. No processor predicts bins, so it has
// no branches. It is just small enough for the compiler to put it in line.
func decide(value uint64, width uint32, state uint8) (uint64, uint32, uint8) {
	lps := rangesLPS[state] >> (width >> 3 & 0x18) & 0xff
	width -= lps
	split := uint64(width) << offsetShift
	less := uint64(int64(split-1-value) >> 63) // all ones for the less probable symbol
	value -= split & less
	width += (lps - width) & uint32(less)
	return value, width, state ^ uint8(less)
}

// normal returns by how many bits a range is shifted (clause 9.3.4.3.3).
func normal(width uint32) uint { return uint(bits.LeadingZeros32(width)-23) & 7 }

// bin decodes a bin with a context variable.
func (c *cabac) bin(context int) int {
	state := &c.states[uint8(context)]
	value, width, s := decide(c.value, c.width, *state)
	*state = nextState[s]
	shift := normal(width)
	c.value, c.width = value<<shift, width<<shift
	if c.ahead -= int(shift); c.ahead < 0 {
		c.refill()
	}
	return int(s & 1)
}

// flags decodes bins for the places from n down to 1, each with the context of the place after base. It
// appends them to the bits of which. Here and in greater1, most bins of a picture are decoded, so the
// engine is in variables, which the compiler keeps in registers.
func (c *cabac) flags(places *[16]uint8, base uint8, n int, which uint32) uint32 {
	value, width, ahead := c.value, c.width, c.ahead
	for ; n > 0; n-- {
		state := &c.states[base+places[n&15]]
		var s uint8
		value, width, s = decide(value, width, *state)
		*state = nextState[s]
		which = which<<1 | uint32(s&1)
		shift := normal(width)
		value, width = value<<shift, width<<shift
		if ahead -= int(shift); ahead < 0 {
			value |= c.word() << uint((22-ahead)&63)
			ahead += 32
		}
	}
	c.value, c.width, c.ahead = value, width, ahead
	return which
}

// afterFlag has greater1Ctx after coeff_abs_level_greater1_flag of 0 and of 1 (clause 9.3.4.2.6).
var afterFlag = [8]uint8{0, 2, 3, 3, 0, 0, 0, 0}

// greater1 decodes n coeff_abs_level_greater1_flag, at most 8, the first into the lowest bit. base is the
// first of the context set.
func (c *cabac) greater1(base uint8, n int) (above uint32) {
	value, width, ahead := c.value, c.width, c.ahead
	context, bit := uint8(1), uint32(1)
	for ; n > 0; n-- {
		state := &c.states[base+context]
		var s uint8
		value, width, s = decide(value, width, *state)
		*state = nextState[s]
		above |= bit & -uint32(s&1)
		bit += bit
		context = afterFlag[(s&1<<2|context)&7]
		shift := normal(width)
		value, width = value<<shift, width<<shift
		if ahead -= int(shift); ahead < 0 {
			value |= c.word() << uint((22-ahead)&63)
			ahead += 32
		}
	}
	c.value, c.width, c.ahead = value, width, ahead
	return above
}

// bypass decodes a bin of probability ½ (clause 9.3.4.3.4).
func (c *cabac) bypass() int {
	c.value <<= 1
	if c.ahead--; c.ahead < 0 {
		c.refill()
	}
	split := uint64(c.width) << offsetShift
	if c.value < split {
		return 0
	}
	c.value -= split
	return 1
}

// bypasses decodes n bins of probability ½, at most 16, the first into the highest bit.
func (c *cabac) bypasses(n int) int {
	value := c.peek(n)
	c.take(value, n)
	return int(value)
}

// peek returns the next n bins of probability ½, at most 16. Together they are the quotient of the
// offset with n more bits and the range.
func (c *cabac) peek(n int) uint32 {
	if c.ahead < n {
		c.refill()
	}
	return uint32(c.value>>uint(offsetShift-n)) / c.width
}

// take passes over n bins that were peeked at.
func (c *cabac) take(bins uint32, n int) {
	c.value = (c.value - uint64(bins*c.width)<<uint(offsetShift-n)) << uint(n)
	c.ahead -= n
}

// fixed decodes a fixed-length code of n bins, at most 32.
func (c *cabac) fixed(n int) int {
	value := 0
	for ; n > 16; n -= 16 {
		value = value<<16 | c.bypasses(16)
	}
	return value<<uint(n) | c.bypasses(n)
}

// golomb decodes an Exp-Golomb code of order k (clause 9.3.3.5); one that is too long has a prefix of
// 32 bins, which no value has.
func (c *cabac) golomb(k int) (value int, ok bool) {
	for c.bypass() == 1 {
		value += 1 << uint(k)
		if k++; k == 32 {
			return 0, false
		}
	}
	return value + c.fixed(k), true
}

// unary decodes a truncated unary code of at most most bins, the first with a context and the others
// of probability ½.
func (c *cabac) unary(context, most int) int {
	if most == 0 || c.bin(context) == 0 {
		return 0
	}
	n := 1
	for n < most && c.bypass() == 1 {
		n++
	}
	return n
}

// terminate decodes a bin before termination (clause 9.3.4.3.5).
func (c *cabac) terminate() bool {
	c.width -= 2
	split := uint64(c.width) << offsetShift
	if c.value >= split {
		return true
	}
	shift := normal(c.width) // 0 or 1
	c.width <<= shift
	c.value <<= shift
	if c.ahead -= int(shift); c.ahead < 0 {
		c.refill()
	}
	return false
}

// finish returns the index of the byte after a terminating bin. The last bit that the engine read is
// the one that ends the arithmetic code (clause 9.3.2.5); ok is false if it is 0 or if other bits than
// zeros follow it in its byte.
func (c *cabac) finish() (at int, ok bool) {
	position := c.position()
	at = (position + 7) >> 3
	if position < 1 || at > len(c.data) {
		return at, false
	}
	return at, c.data[at-1]<<uint((position-1)&7) == 0x80
}

// align prepares for bypass bins of whole bits (clause 9.3.4.3.6).
func (c *cabac) align() { c.width = 256 }
