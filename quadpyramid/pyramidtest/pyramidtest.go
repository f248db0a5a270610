// Package pyramidtest provides masks, limits and comparisons for tests of lists.
package pyramidtest

import (
	"fmt"
	"math/rand/v2"

	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
)

// Seed is the seed of all random numbers here.
const Seed = 20070103

// Masks returns fills of a mask that make lists long, short, deep and ragged.
func Masks(width, height int) map[string]*edge.Mask {
	random := rand.New(rand.NewPCG(Seed, 0))
	fill := func(leaf func(x, y int) bool) *edge.Mask {
		m := &edge.Mask{}
		m.Resize(width, height)
		for i := range m.Leaf {
			m.Leaf[i] = 0
			if leaf(i%width, i/width) {
				m.Leaf[i] = 1
			}
		}
		return m
	}
	return map[string]*edge.Mask{
		"empty":        fill(func(_, _ int) bool { return false }),
		"full":         fill(func(_, _ int) bool { return true }),
		"checkerboard": fill(func(x, y int) bool { return (x^y)&1 == 0 }),
		"3 of 4":       fill(func(x, y int) bool { return x&y&1 == 0 }),
		"single":       fill(func(x, y int) bool { return x == width/2 && y == height-1 }),
		"hole":         fill(func(x, y int) bool { return x != width/2 || y != height/3 }),
		"noise":        fill(func(_, _ int) bool { return random.IntN(2) == 0 }),
		"dense":        fill(func(_, _ int) bool { return random.IntN(50) != 0 }),
		"blocks":       fill(func(x, y int) bool { return rand.NewPCG(Seed, uint64(x>>3<<20|y>>3)).Uint64()%4 != 0 }),
	}
}

// Morton interleaves the bits of x and y, x lowest.
func Morton(q quadpyramid.Quad) (code uint32) {
	x, y := q.X(), q.Y()
	return spread[x&127] | spread[x>>7]<<14 | spread[y&127]<<1 | spread[y>>7]<<15
}

// spread moves the 7 bits of a number to the even positions.
var spread = func() (s [1 << 7]uint32) {
	for i := range s {
		for bit := range 7 {
			s[i] |= uint32(i>>bit&1) << (2 * bit)
		}
	}
	return s
}()

// Difference returns the first difference between two lists that are not equal.
func Difference(got, want []quadpyramid.Quad) string {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return fmt.Sprintf("entry %d is %v, want %v", i, got[i], want[i])
		}
	}
	return fmt.Sprintf("%d entries, want %d", len(got), len(want))
}

// BitMask converts a mask to the form of the fast builder.
func BitMask(m *edge.Mask) *edge.BitMask {
	b := &edge.BitMask{}
	b.Resize(m.Width, m.Height)
	for i, leaf := range m.Leaf {
		x, y := i%m.Width, i/m.Width
		at := Morton(quadpyramid.NewQuad(x%64, y%64, 0))
		b.Tile(x/64, y/64)[at/64] |= uint64(leaf) << (at % 64)
	}
	return b
}

// Limits restrict the levels on either side and on both, also at the ends of the
// scale.
var Limits = []quadpyramid.Limits{
	quadpyramid.Unlimited, {Min: 0, Max: 0}, {Min: 0, Max: 1}, {Min: 0, Max: 3}, {Min: 1, Max: 14},
	{Min: 2, Max: 2}, {Min: 1, Max: 4}, {Min: 6, Max: 14}, {Min: 14, Max: 14},
}

// MaskOf makes a mask of at most 70×70 pixels from bits.
func MaskOf(width uint8, bits []byte) *edge.Mask {
	w := int(width)%70 + 1
	m := &edge.Mask{}
	m.Resize(w, min(len(bits)*8/w+1, 70))
	for i := range m.Leaf {
		m.Leaf[i] = 0
		if i/8 < len(bits) {
			m.Leaf[i] = bits[i/8] >> (i % 8) & 1
		}
	}
	return m
}
