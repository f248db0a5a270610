package treecode

import (
	"encoding/binary"
	"math/bits"
)

// model is the adaptive probability of one binary decision. Its lowest 4 bits count the decisions
// seen, up to mostSeen; the others are the probability of a 0 in units of 2^-16, from 1 to 2^16 −
// 1.
type model uint32

const (
	newModel model = 1 << 15 << 4 // 0 and 1 are equally likely
	mostSeen       = 15
)

// pace is the adaptation rate: after n decisions, the next one moves the probability by 2^-pace[n]
// of the distance to 0 or 1.
var pace = [mostSeen + 1]uint8{1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5}

// chance returns the probability of a 0.
func (m model) chance() uint32 { return uint32(m >> 4) }

// after returns the model updated with a bit. It is branch-free: the bit is unpredictable. The
// probability reaches neither 0 nor 2^16, because the move is rounded down.
func (m model) after(bit uint32) model {
	chance, shift := m.chance(), pace[m&mostSeen]&15 // the mask spares a check of the shift
	chance += (1<<16-chance)>>shift&(bit-1) - chance>>shift&-bit
	return model(chance<<4) | min(m&mostSeen+1, mostSeen)
}

// renew resets models.
func renew(models []model) {
	for i := range models {
		models[i] = newModel
	}
}

// writer is the arithmetic encoder. The coded fraction lies in an interval that starts at the bytes
// written followed by low, and has this width.
type writer struct {
	low, width uint64 // in units of the last of the next 64 bits
	out        []byte
}

func newWriter(out []byte) writer { return writer{width: 1<<64 - 1, out: out} }

// put encodes a bit.
func (w *writer) put(m *model, bit uint32) {
	zero := w.width >> 16 * uint64(m.chance())
	one := -uint64(bit)
	var carry uint64
	w.low, carry = bits.Add64(w.low, zero&one, 0)
	w.width = zero + (w.width-2*zero)&one
	*m = m.after(bit)
	if w.width < 1<<32 || carry != 0 {
		w.settle(carry)
	}
}

// putPixels encodes the four bits of a cell of level 1. The loop is unrolled with the state in
// registers, because most decisions are made here.
func (w *writer) putPixels(models *pixelModels, at [4]uint32, pixels uint32) {
	low, width := w.low, w.width
	for i, at := range at {
		m, bit := &models[at%uint32(len(models))], pixels>>i&1
		zero := width >> 16 * uint64(m.chance())
		one := -uint64(bit)
		var carry uint64
		low, carry = bits.Add64(low, zero&one, 0)
		width = zero + (width-2*zero)&one
		*m = m.after(bit)
		if width < 1<<32 || carry != 0 {
			w.low, w.width = low, width
			w.settle(carry)
			low, width = w.low, w.width
		}
	}
	w.low, w.width = low, width
}

// putRaw encodes the n lowest bits of v with equal probabilities, n at most 16.
func (w *writer) putRaw(v uint32, n int) {
	w.width >>= n
	var carry uint64
	w.low, carry = bits.Add64(w.low, w.width*uint64(v), 0)
	w.settle(carry)
}

// settle propagates a carry into the written bytes, and writes 32 bits once the interval is small.
func (w *writer) settle(carry uint64) {
	if carry != 0 {
		i := len(w.out) - 1
		for ; w.out[i] == 0xff; i-- { // the fraction is below 1, so the loop ends
			w.out[i] = 0
		}
		w.out[i]++
	}
	if w.width < 1<<32 {
		w.out = binary.BigEndian.AppendUint32(w.out, uint32(w.low>>32))
		w.low <<= 32
		w.width <<= 32
	}
}

// end writes the fraction in the interval that needs the fewest bytes, and returns all bytes.
// Trailing zeros are left out.
func (w *writer) end() []byte {
	for n := 0; n <= 64; n += 8 {
		mask := ^uint64(0) >> n
		if v, carry := bits.Add64(w.low, mask, 0); v&^mask-w.low < w.width {
			w.low = v &^ mask
			w.settle(carry)
			break
		}
	}
	for ; w.low != 0; w.low <<= 8 {
		w.out = append(w.out, byte(w.low>>56))
	}
	return w.out
}

// Most returns the maximum number of entries that n bytes can code. Each entry takes a decision
// whose likelier result has a probability of at most 1 − 31/2^16, because a model does not move the
// last 31 units. That is more than 2^-11 bits. A reader adds up to 8 bytes of 0 after the end.
func Most(bytes int) int64 { return (int64(bytes) + 8) * 8 << 11 }

// reader is the arithmetic decoder.
type reader struct {
	at, width uint64 // at is the fraction minus the writer's low
	in        []byte
	missing   int // bytes after the end, read as 0
}

func newReader(in []byte) reader {
	r := reader{in: in, width: 1<<64 - 1}
	r.at = uint64(r.next())<<32 | uint64(r.next())
	return r
}

// next reads 32 bits.
func (r *reader) next() uint32 {
	if len(r.in) >= 4 {
		v := binary.BigEndian.Uint32(r.in)
		r.in = r.in[4:]
		return v
	}
	var last [4]byte
	r.missing += len(last) - copy(last[:], r.in)
	r.in = nil
	return binary.BigEndian.Uint32(last[:])
}

// ended reports whether all bytes were read, and no more zeros than a writer leaves out.
func (r *reader) ended() bool { return len(r.in) == 0 && r.missing <= 8 }

func (r *reader) get(m *model) uint32 {
	zero := r.width >> 16 * uint64(m.chance())
	_, below := bits.Sub64(r.at, zero, 0)
	bit := uint32(1 - below)
	one := -uint64(bit)
	r.at -= zero & one
	r.width = zero + (r.width-2*zero)&one
	*m = m.after(bit)
	if r.width < 1<<32 {
		r.more()
	}
	return bit
}

func (r *reader) getRaw(n int) uint32 {
	r.width >>= n
	v := min(r.at/r.width, 1<<n-1) // larger only at the very end of the first interval
	r.at -= r.width * v
	if r.width < 1<<32 {
		r.more()
	}
	return uint32(v)
}

func (r *reader) more() {
	r.at = r.at<<32 | uint64(r.next())
	r.width <<= 32
}
