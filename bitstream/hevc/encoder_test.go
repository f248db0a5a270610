package hevc

import "math/bits"

// A bitWriter writes headers, and the arithmetic code of slice data (clause 9.3.4.4 describes the encoder).
type bitWriter struct {
	data        []byte
	n           int // bits
	low, width  uint32
	outstanding int
	first       bool
	states      [256]uint8
}

func (w *bitWriter) bit(b uint32) {
	if w.n%8 == 0 {
		w.data = append(w.data, 0)
	}
	w.data[w.n/8] |= byte(b&1) << (7 - w.n%8)
	w.n++
}

func (w *bitWriter) u(value, n int) {
	for i := n - 1; i >= 0; i-- {
		w.bit(uint32(value >> i))
	}
}

// us writes values of n bits each.
func (w *bitWriter) us(n int, values ...int) {
	for _, v := range values {
		w.u(v, n)
	}
}

func (w *bitWriter) ue(values ...int) {
	for _, v := range values {
		n := bits.Len(uint(v + 1))
		w.u(0, n-1)
		w.u(v+1, n)
	}
}

func (w *bitWriter) se(v int) {
	if v > 0 {
		w.ue(2*v - 1)
	} else {
		w.ue(-2 * v)
	}
}

func (w *bitWriter) flag(b bool) {
	if b {
		w.bit(1)
	} else {
		w.bit(0)
	}
}

// trail writes a 1 and zeros to the end of the byte.
func (w *bitWriter) trail() {
	w.bit(1)
	w.align()
}

func (w *bitWriter) align() {
	for w.n%8 != 0 {
		w.bit(0)
	}
}

// unit returns a NAL unit with a start code.
func (w *bitWriter) unit(t UnitType) []byte {
	out := []byte{0, 0, 0, 1, byte(t) << 1, 1}
	zeros := 0
	for _, b := range w.data {
		if zeros == 2 && b <= 3 {
			out, zeros = append(out, 3), 0
		}
		out = append(out, b)
		if zeros++; b != 0 {
			zeros = 0
		}
	}
	return out
}

func (w *bitWriter) start() { w.low, w.width, w.outstanding, w.first = 0, 510, 0, true }

func (w *bitWriter) put(b uint32) {
	if w.first {
		w.first = false
	} else {
		w.bit(b)
	}
	for ; w.outstanding > 0; w.outstanding-- {
		w.bit(1 - b)
	}
}

func (w *bitWriter) renormalise() {
	for ; w.width < 256; w.width <<= 1 {
		w.shift()
	}
}

func (w *bitWriter) shift() {
	switch {
	case w.low < 256:
		w.put(0)
	case w.low >= 512:
		w.low -= 512
		w.put(1)
	default:
		w.low -= 256
		w.outstanding++
	}
	w.low <<= 1
}

func (w *bitWriter) bin(context int, b bool) {
	s := w.states[context]
	lps := uint32(rangeLPS[s&0x7e<<1|uint8(w.width>>6&3)])
	w.width -= lps
	if b != (s&1 == 1) {
		w.low += w.width
		w.width = lps
		s ^= 0xff
	}
	w.states[context] = nextState[s]
	w.renormalise()
}

func (w *bitWriter) bypass(b bool) {
	w.low <<= 1
	if b {
		w.low += w.width
	}
	switch {
	case w.low >= 1024:
		w.low -= 1024
		w.put(1)
	case w.low < 512:
		w.put(0)
	default:
		w.low -= 512
		w.outstanding++
	}
}

// terminate writes a bin before termination; after a 1, bytes follow.
func (w *bitWriter) terminate(b bool) {
	w.width -= 2
	if !b {
		w.renormalise()
		return
	}
	w.low += w.width
	w.width = 2
	w.renormalise()
	w.put(w.low >> 9 & 1)
	w.u(int(w.low>>7&3|1), 2)
	w.align()
}

// unary writes a truncated unary code of which the first bins have contexts.
func (w *bitWriter) unary(value, most int, contexts ...int) {
	for i := range most {
		if i < len(contexts) {
			w.bin(contexts[i], i < value)
		} else {
			w.bypass(i < value)
		}
		if i == value {
			return
		}
	}
}

func (w *bitWriter) golomb(value, k int) {
	for ; value >= 1<<k; k++ {
		w.bypass(true)
		value -= 1 << k
	}
	w.bypass(false)
	for k--; k >= 0; k-- {
		w.bypass(value>>k&1 == 1)
	}
}
