package quadfile

import (
	"encoding/binary"
	"fmt"
	"strconv"
)

// blockSize is the size of a block.
const blockSize = 64

// block is a text that is copied with the bytes after it: a fixed number of them takes less time than as
// many as the text has.
type block struct {
	text [blockSize]byte
	n    int // bytes of the text
}

func newBlock(text []byte) (k block) {
	if k.n = copy(k.text[:], text); k.n < len(text) {
		panic(fmt.Sprintf("quadfile: a block of %d bytes", len(text)))
	}
	return k
}

// put writes the text to the start of b and returns its length. b must have room for blockSize bytes, all
// of which are written.
func (k *block) put(b []byte) int {
	*(*[blockSize]byte)(b) = k.text
	return k.n
}

// tally counts in decimal digits.
type tally struct {
	n     int64
	low   uint64   // its last eight digits or less, the first in the lowest byte
	last  uint     // the bit in low at which the last digit begins
	high  [16]byte // the digits before low's
	above int      // their number
}

// newTally returns a tally whose next number is n+1.
func newTally(n int64) (t tally) {
	t.set(n)
	return t
}

func (t *tally) set(n int64) {
	var room [24]byte
	text := strconv.AppendInt(room[:0], n, 10)
	t.above = max(0, len(text)-8)
	copy(t.high[:], text[:t.above])
	var low [8]byte
	t.last = uint(copy(low[:], text[t.above:])-1) * 8
	t.n, t.low = n, binary.LittleEndian.Uint64(low[:])
}

// putNext writes the next number to the start of b and returns its length. b must have room for 24 bytes,
// all of which may be written.
func (t *tally) putNext(b []byte) int {
	t.n++
	if t.low += 1 << t.last; byte(t.low>>t.last) > '9' {
		t.carry()
	}
	if t.above > 0 {
		*(*[16]byte)(b) = t.high
	}
	binary.LittleEndian.PutUint64(b[t.above:], t.low)
	return t.above + int(t.last/8) + 1
}

// carry carries from the last digit, which has become ten.
func (t *tally) carry() {
	for at := t.last; byte(t.low>>at) > '9'; at -= 8 {
		if at == 0 {
			t.set(t.n)
			return
		}
		t.low = t.low - 10<<at + 1<<(at-8)
	}
}
