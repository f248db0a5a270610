package treecode

import "math/bits"

// numberModels are the models of a whole number whose absolute value is below 2^16.
type numberModels struct {
	zero, negative model
	longer         [15]model // whether the absolute value has more than 1, 2, … bits
}

func (m *numberModels) reset() {
	m.zero, m.negative = newModel, newModel
	renew(m.longer[:])
}

// length returns the number of bits of v's absolute value.
func length(v int) int { return bits.Len(uint(max(v, -v))) }

// putNumber codes v: whether it is 0, its sign, its length in unary, and the bits below the leading
// one.
func (w *writer) putNumber(m *numberModels, v int) {
	if v == 0 {
		w.put(&m.zero, 1)
		return
	}
	w.put(&m.zero, 0)
	var negative uint32
	if v < 0 {
		v, negative = -v, 1
	}
	w.put(&m.negative, negative)
	n := length(v) - 1
	for i := range n {
		w.put(&m.longer[i], 1)
	}
	if n < len(m.longer) {
		w.put(&m.longer[n], 0)
	}
	w.putRaw(uint32(v)&(1<<n-1), n)
}

// getNumber is the inverse of putNumber.
func (r *reader) getNumber(m *numberModels) int {
	if r.get(&m.zero) == 1 {
		return 0
	}
	negative := r.get(&m.negative) == 1
	n := 0
	for n < len(m.longer) && r.get(&m.longer[n]) == 1 {
		n++
	}
	v := int(1<<n | r.getRaw(n))
	if negative {
		return -v
	}
	return v
}
