package hevc

// An encoder writes bits, Exp-Golomb codes and arithmetic codes (clause 9.3.4.9, figures 9-11 to 9-15).
type encoder struct {
	data []byte
	n    int // bits

	low, width  uint32
	outstanding int
	first       bool
	states      [contexts]uint8 // pStateIdx·2 + valMps
	rice        [4]uint8
}

func (e *encoder) bit(b int) {
	if e.n%8 == 0 {
		e.data = append(e.data, 0)
	}
	e.data[e.n/8] |= byte(b) << (7 - e.n%8)
	e.n++
}

func (e *encoder) u(value, n int) {
	for n--; n >= 0; n-- {
		e.bit(value >> n & 1)
	}
}

func (e *encoder) flag(b bool) { e.u(number(b), 1) }

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (e *encoder) ue(value int) {
	n := 0
	for (value+1)>>n > 1 {
		n++
	}
	e.u(0, n)
	e.u(value+1, n+1)
}

func (e *encoder) se(value int) {
	if value > 0 {
		e.ue(2*value - 1)
	} else {
		e.ue(-2 * value)
	}
}

// align writes a one, which ends a unit or a header, and zeros up to a byte.
func (e *encoder) align() {
	e.bit(1)
	e.zeros()
}

func (e *encoder) zeros() {
	for e.n%8 != 0 {
		e.bit(0)
	}
}

func (e *encoder) start() { e.low, e.width, e.outstanding, e.first = 0, 510, 0, true }

func (e *encoder) put(b uint32) {
	if e.first {
		e.first = false
	} else {
		e.bit(int(b))
	}
	for ; e.outstanding > 0; e.outstanding-- {
		e.bit(int(1 - b))
	}
}

func (e *encoder) renorm() {
	for e.width < 256 {
		switch {
		case e.low < 256:
			e.put(0)
		case e.low >= 512:
			e.low -= 512
			e.put(1)
		default:
			e.low -= 256
			e.outstanding++
		}
		e.width <<= 1
		e.low <<= 1
	}
}

func (e *encoder) bin(context int, value bool) {
	state := e.states[context]
	p, mps := state>>1, state&1
	lps := uint32(rangeLPS[int(p)*4+int(e.width>>6&3)])
	e.width -= lps
	if uint8(number(value)) != mps {
		e.low += e.width
		e.width = lps
		if p == 0 {
			mps = 1 - mps
		}
		p = nextLPS[p]
	} else if p < 62 {
		p++
	}
	e.states[context] = p<<1 | mps
	e.renorm()
}

func (e *encoder) bypass(value bool) {
	e.low <<= 1
	if value {
		e.low += e.width
	}
	switch {
	case e.low >= 1024:
		e.put(1)
		e.low -= 1024
	case e.low < 512:
		e.put(0)
	default:
		e.low -= 512
		e.outstanding++
	}
}

func (e *encoder) bypasses(value, n int) {
	for n--; n >= 0; n-- {
		e.bypass(value>>n&1 == 1)
	}
}

// golomb writes an Exp-Golomb code of order k (clause 9.3.3.5).
func (e *encoder) golomb(value, k int) {
	for value >= 1<<k {
		e.bypass(true)
		value -= 1 << k
		k++
	}
	e.bypass(false)
	e.bypasses(value, k)
}

// terminate writes a bin before termination; after a one, the code ends on a byte.
func (e *encoder) terminate(value bool) {
	e.width -= 2
	if !value {
		e.renorm()
		return
	}
	e.low += e.width
	e.width = 2
	e.renorm()
	e.put(e.low >> 9 & 1)
	e.u(int(e.low>>7&3|1), 2)
	e.zeros()
}

// unit returns a NAL unit of a type with start code and emulation prevention.
func (e *encoder) unit(t UnitType) (unit []byte) {
	unit = []byte{0, 0, 1, byte(t) << 1, 1}
	zeros := 0
	for _, b := range e.data {
		if zeros == 2 && b <= 3 {
			unit, zeros = append(unit, 3), 0
		}
		if unit = append(unit, b); b == 0 {
			zeros++
		} else {
			zeros = 0
		}
	}
	return unit
}
