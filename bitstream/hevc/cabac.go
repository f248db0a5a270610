package hevc

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// An engine is the arithmetic decoder between two bins (clause 9.3.4.3). Functions that decode many bins
// take it and return it, so that it is in registers.
type engine struct {
	value uint64 // ivlOffset in bits 54 to 62, and below them the stream's next bits
	width uint64 // ivlCurrRange
	ahead int    // the number of bits below ivlOffset that are there
}

const offsetShift = 54

// A cabac is an engine with its data and its context variables.
type cabac struct {
	engine
	data   []byte     // of the slice segment
	next   int        // index of the first byte that is not in value
	states [256]uint8 // pStateIdx·2 + valMps
}

// start initialises the engine at a byte of data (clause 9.3.2.5). ok is false if ivlOffset is 510 or 511,
// which no encoder writes: the offset is below the range at all times.
func (c *cabac) start(at int) (ok bool) {
	c.next = at
	c.engine = c.refill(engine{width: 510, ahead: -9})
	if ok = c.value>>offsetShift < c.width; !ok {
		c.value = 0
	}
	return ok
}

// refill makes the bits that are ahead 47 at least. Bits of a byte that does not fit as a whole are there
// already when its turn comes.
func (c *cabac) refill(e engine) engine {
	var word uint64 // the next bits of the data, whose end is followed by zeros
	if c.next+8 <= len(c.data) {
		word = binary.BigEndian.Uint64(c.data[c.next:])
	} else if c.next < len(c.data) {
		var rest [8]byte
		copy(rest[:], c.data[c.next:])
		word = binary.BigEndian.Uint64(rest[:])
	}
	e.value |= word >> uint((64-offsetShift+e.ahead)&63)
	n := (offsetShift - e.ahead) >> 3
	c.next += n
	e.ahead += 8 * n
	return e
}

// position returns how many bits of data the standard's engine has read.
func (c *cabac) position() int { return 8*c.next - c.ahead }

// overrun reports whether the engine has read bits after the data's end.
func (c *cabac) overrun() bool { return c.position() > 8*len(c.data) }

// decide decodes a bin in a state (clause 9.3.4.3.2). It returns the engine, which is to be renormalised,
// and the next state, with the bin as bit 8. No processor predicts bins, so the condition has to be one
// that the compiler turns into conditional moves: it does if the condition only chooses among values,
// and no address depends on them. A state that is decided goes to memory before it is an index.
func (e engine) decide(t *transition) (_ engine, shift uint64, next uint32) {
	ranges, less := t.ranges>>(e.width>>2&0x30), t.less
	e.width -= ranges & 0xff
	above := e.value - e.width<<offsetShift
	next, shift = t.more, e.width>>8^1
	if int64(above) >= 0 {
		e.value, e.width, shift, next = above, ranges&0xff, ranges>>8, less
	}
	return e, shift, next
}

// renormalise shifts the range by as much as the lowest bits of a number say (clause 9.3.4.3.3). If less
// than no bits are ahead then, the engine is to be refilled.
func (e engine) renormalise(shift uint64) engine {
	return engine{e.value << (shift & 63), e.width << (shift & 63), e.ahead - int(shift&63)}
}

// decode decodes a bin with a context variable.
func (c *cabac) decode(e engine, context int) (engine, int) {
	state := &c.states[uint8(context)]
	e, shift, next := e.decide(&transitions[*state])
	e = e.renormalise(shift)
	*state = uint8(next)
	if e.ahead < 0 {
		e = c.refill(e)
	}
	return e, int(next >> 8)
}

// bin decodes a bin with a context variable.
func (c *cabac) bin(context int) (bin int) {
	c.engine, bin = c.decode(c.engine, context)
	return bin
}

// flags decodes bins for the places from n down to 1, each with the context that the list has for it.
// It appends them to the bits of which.
func (c *cabac) flags(e engine, contexts *[16]uint8, n int, which uint32) (engine, uint32) {
	for ; n > 0; n-- {
		state := &c.states[contexts[n&15]]
		var shift uint64
		var next uint32
		e, shift, next = e.decide(&transitions[*state])
		e = e.renormalise(shift)
		*state = uint8(next)
		which = which<<1 | next>>8
		if e.ahead < 0 {
			e = c.refill(e)
		}
	}
	return e, which
}

// equal decodes bins as long as they equal bin, at most most, and returns how many do. steps has the context
// of each, from a first one on.
func (c *cabac) equal(e engine, bin uint32, first int, steps *[16]uint8, most int) (_ engine, n int) {
	for n < most {
		state := &c.states[uint8(first)+steps[n&15]]
		var shift uint64
		var next uint32
		e, shift, next = e.decide(&transitions[*state])
		e = e.renormalise(shift)
		*state = uint8(next)
		if e.ahead < 0 {
			e = c.refill(e)
		}
		if next>>8 != bin {
			break
		}
		n++
	}
	return e, n
}

// bypass decodes a bin of probability ½ (clause 9.3.4.3.4).
func (c *cabac) bypass() int {
	c.value <<= 1
	if c.ahead--; c.ahead < 0 {
		c.engine = c.refill(c.engine)
	}
	split := c.width << offsetShift
	if c.value < split {
		return 0
	}
	c.value -= split
	return 1
}

// A window of bins of probability ½ has this many.
const window = 46

// reciprocals has 2^64 / ivlCurrRange, rounded up, at the range's lower 8 bits.
var reciprocals = func() (r [256]uint64) {
	for i := range r {
		r[i] = math.MaxUint64/uint64(256+i) + 1
	}
	return r
}()

// peek returns the next bins of probability ½, the first as bit 45. Together they are the quotient of the
// offset with as many more bits, and the range.
func (c *cabac) peek(e engine) (engine, uint64) {
	if e.ahead < window {
		e = c.refill(e)
	}
	bins, _ := bits.Mul64(e.value>>(offsetShift-window), reciprocals[uint8(e.width)])
	return e, bins
}

// take passes over n of the bins that were peeked at.
func (e engine) take(bins uint64, n int) engine {
	taken := bins >> uint((window-n)&63) * e.width
	e.value = (e.value - taken<<uint((offsetShift-n)&63)) << uint(n&63)
	e.ahead -= n
	return e
}

// bypasses decodes n bins of probability ½, at most 32, the first into the highest bit.
func (c *cabac) bypasses(n int) int {
	e, bins := c.peek(c.engine)
	c.engine = e.take(bins, n)
	return int(bins >> uint(window-n))
}

// golomb decodes an Exp-Golomb code of order k (clause 9.3.3.5). ok is false if it has more bins than the
// code of any value up to 2^20.
func (c *cabac) golomb(k int) (value int, ok bool) {
	e, bins := c.peek(c.engine)
	prefix := bits.LeadingZeros64(^(bins << (64 - window)))
	n := 2*prefix + 1 + k
	if n > window {
		return 0, false
	}
	c.engine = e.take(bins, n)
	suffix := bins >> uint(window-n) & (1<<uint(prefix+k) - 1)
	return (1<<uint(prefix)-1)<<uint(k) + int(suffix), true
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
	split := c.width << offsetShift
	if c.value >= split {
		return true
	}
	shift := c.width>>8&1 ^ 1
	c.width <<= shift
	c.value <<= shift
	if c.ahead -= int(shift); c.ahead < 0 {
		c.engine = c.refill(c.engine)
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
