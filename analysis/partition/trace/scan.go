package trace

import (
	"bytes"
	"errors"
	"fmt"
	"math"
)

// text is the rest of a line. Its methods consume it from the start. After the first mismatch it
// has failed, and they return only zeros.
type text struct {
	rest   []byte
	failed bool
}

func (t *text) spaces() {
	for len(t.rest) > 0 && (t.rest[0] == ' ' || t.rest[0] == '\t') {
		t.rest = t.rest[1:]
	}
}

// has consumes a character, and spaces before it, if it comes next.
func (t *text) has(c byte) bool {
	t.spaces()
	if len(t.rest) == 0 || t.rest[0] != c {
		return false
	}
	t.rest = t.rest[1:]
	return true
}

// take consumes a character that must come next.
func (t *text) take(c byte) {
	if !t.has(c) {
		t.failed = true
	}
}

// number consumes an integer of 32 bits, with spaces before it.
func (t *text) number() int64 {
	t.spaces()
	negative := len(t.rest) > 0 && t.rest[0] == '-'
	if negative {
		t.rest = t.rest[1:]
	}
	v, digits := int64(0), 0
	for len(t.rest) > digits && t.rest[digits]-'0' <= 9 && v <= math.MaxInt32 {
		v = 10*v + int64(t.rest[digits]-'0')
		digits++
	}
	if negative {
		v = -v
	}
	if digits == 0 || v > math.MaxInt32 || v < math.MinInt32 {
		t.failed = true
		return 0
	}
	t.rest = t.rest[digits:]
	return v
}

// until consumes and returns what precedes a character, and consumes the character.
func (t *text) until(c byte) []byte {
	i := bytes.IndexByte(t.rest, c)
	if i < 0 {
		t.failed = true
		return nil
	}
	part := t.rest[:i]
	t.rest = t.rest[i+1:]
	return bytes.TrimSpace(part)
}

// end fails if something is left.
func (t *text) end() {
	if t.spaces(); len(t.rest) != 0 {
		t.failed = true
	}
}

var errMalformed = errors.New("it is malformed")

// rectangle sets the rectangle of a row.
func (r *row) rectangle(x, y, width, height int64) error {
	if x < 0 || y < 0 || width < 1 || height < 1 {
		return fmt.Errorf("(%d,%d) of %d×%d is not a rectangle of pixels", x, y, width, height)
	}
	r.x, r.y, r.width, r.height = int32(x), int32(y), int32(width), int32(height)
	return nil
}

// value adds a value.
func (r *row) value(v int64) {
	if r.count < len(r.values) {
		r.values[r.count] = int32(v)
	}
	r.count++
}
