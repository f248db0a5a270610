package main

import (
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

const levelShift = 28 // of a quad's level

// tables are the offsets of the lookup tables, which follow one another in memory.
type tables struct {
	memory Mem
	picks  int // 256 × 8 bytes: the positions of the set bits of an index, then 0
	levels int // 20 × 8 doublewords, see levelsAt
	places int // 64 doublewords: the quads of 8×8 words in a tile
	cells  int // 64 doublewords: the quads of 8×8 cells in a word
}

func newTables() tables {
	t := tables{memory: GLOBL("tables", RODATA|NOPTR)}
	at := 0
	t.picks = at
	for index := range 256 {
		var picks uint64
		rest := uint(index)
		for i := range bits.OnesCount(rest) {
			picks |= uint64(bits.TrailingZeros(rest)) << (8 * i)
			rest &= rest - 1
		}
		DATA(at, U64(picks))
		at += 8
	}
	t.levels = at
	for index := range 20 {
		for _, level := range levelsAt(index) {
			DATA(at, U32(level<<levelShift))
			at += 4
		}
	}
	t.places = at
	for i := range 64 {
		DATA(at, U32(cell(i)<<3))
		at += 4
	}
	t.cells = at
	for i := range 64 {
		DATA(at, U32(cell(i)))
		at += 4
	}
	return t
}

// levelsAt returns the levels of 8 cells in Morton order, 2 × 2 × 2 cells. Bits 0 and 4 of the
// index say that 2×2 leaf markers begin there; bit 1 says that 4×4 begin at cell 0.
func levelsAt(index int) (levels [8]uint32) {
	levels[0] = uint32(index&1 + index>>1&1)
	levels[4] = uint32(index >> 4 & 1)
	return levels
}

// cell returns x and y of a Morton index, packed as a quad.
func cell(place int) uint32 {
	var x, y int
	for bit := range 3 {
		x |= place >> (2 * bit) & 1 << bit
		y |= place >> (2*bit + 1) & 1 << bit
	}
	return uint32(x | y<<14)
}
