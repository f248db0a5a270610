package nal

import (
	"fmt"
	"math/bits"
)

// A Reader reads syntax elements from the bytes of a NAL unit without emulation prevention. Each has
// the name that the standard gives it. After the end of the bytes and after a code that is too long,
// elements are 0 and Err reports the first element that failed.
type Reader struct {
	// Trace, if not nil, gets each element with a name.
	Trace func(name string, value int64)

	data []byte
	at   int // in bits
	err  error
}

// Reset starts reading data, and keeps Trace.
func (r *Reader) Reset(data []byte) { r.data, r.at, r.err = data, 0, nil }

// Err returns what went wrong first, or nil.
func (r *Reader) Err() error { return r.err }

// At returns the number of bits that were read.
func (r *Reader) At() int { return r.at }

// Left returns the number of bits after those that were read.
func (r *Reader) Left() int { return 8*len(r.data) - r.at }

// Fail records an error of a syntax element if it is the first.
func (r *Reader) Fail(name string, cause error) {
	if r.err == nil {
		r.err = fmt.Errorf("%s: %w", name, cause)
	}
}

// U reads an unsigned number of n bits, at most 32: u(n).
func (r *Reader) U(name string, n int) uint32 {
	value := r.bits(name, n)
	r.trace(name, int64(value))
	return value
}

// Flag reads one bit: u(1).
func (r *Reader) Flag(name string) bool { return r.U(name, 1) == 1 }

// UE reads an unsigned Exp-Golomb code: ue(v), at most 2^32 − 2 (clause 9.2).
func (r *Reader) UE(name string) uint32 {
	value := r.golomb(name)
	r.trace(name, int64(value))
	return value
}

// UEMax reads an unsigned Exp-Golomb code that is at most most; a larger one is malformed.
func (r *Reader) UEMax(name string, most uint32) int {
	value := r.UE(name)
	if value > most {
		r.Fail(name, fmt.Errorf("%d is more than %d: %w", value, most, ErrMalformed))
		return 0
	}
	return int(value)
}

// SE reads a signed Exp-Golomb code: se(v) (clause 9.2.2).
func (r *Reader) SE(name string) int32 {
	code := r.golomb(name)
	value := int32(code/2 + code&1)
	if code&1 == 0 {
		value = -value
	}
	r.trace(name, int64(value))
	return value
}

// SEIn reads a signed Exp-Golomb code between least and most; another one is malformed.
func (r *Reader) SEIn(name string, least, most int32) int {
	value := r.SE(name)
	if value < least || value > most {
		r.Fail(name, fmt.Errorf("%d is not between %d and %d: %w", value, least, most, ErrMalformed))
		return 0
	}
	return int(value)
}

// More reports whether there is data before the trailing bits: more_rbsp_data() (clause 7.2).
func (r *Reader) More() bool {
	last := len(r.data) - 1
	for last >= 0 && r.data[last] == 0 {
		last--
	}
	return last >= 0 && r.err == nil && r.at < 8*last+7-bits.TrailingZeros8(r.data[last])
}

// Skip passes over n bits.
func (r *Reader) Skip(name string, n int) {
	if n < 0 || n > r.Left() {
		r.end(name)
		return
	}
	r.at += n
}

func (r *Reader) trace(name string, value int64) {
	if r.Trace != nil && r.err == nil {
		r.Trace(name, value)
	}
}

func (r *Reader) end(name string) {
	r.Fail(name, fmt.Errorf("after the unit's end: %w", ErrMalformed))
	r.at = 8 * len(r.data)
}

func (r *Reader) bits(name string, n int) uint32 {
	if n > r.Left() {
		r.end(name)
		return 0
	}
	value := uint64(0)
	for read := 0; read < n; {
		here := min(8-r.at&7, n-read)
		b := uint64(r.data[r.at>>3]) << (r.at & 7) & 0xff >> (8 - here)
		value = value<<here | b
		read, r.at = read+here, r.at+here
	}
	return uint32(value)
}

func (r *Reader) golomb(name string) uint32 {
	zeros := 0
	for r.bits(name, 1) == 0 {
		if zeros++; zeros > 31 || r.err != nil {
			r.Fail(name, fmt.Errorf("an Exp-Golomb code of more than 63 bits: %w", ErrMalformed))
			return 0
		}
	}
	return 1<<zeros - 1 + r.bits(name, zeros)
}
