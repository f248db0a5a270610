package quadpyramid_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/analysis/kerneltest"
	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/pyramidtest"
)

// Blocks of leaves of every size, so that leaves of every level lie next to each other.
func TestCPUOnBlocksOfEverySize(t *testing.T) {
	quads := kerneltest.Quads()
	random := rand.New(rand.NewPCG(seed, 1))
	for range 40 {
		width, height := 1+random.IntN(1400), 1+random.IntN(1400)
		m := &edge.Mask{}
		m.Resize(width, height)
		clear(m.Leaf)
		for range random.IntN(300) {
			side := 1 << random.IntN(11)
			x0, y0 := random.IntN(width)&^(side-1), random.IntN(height)&^(side-1)
			leaf := byte(1)
			if random.IntN(4) == 0 {
				leaf, x0, y0, side = 0, random.IntN(width), random.IntN(height), 1
			}
			for y := y0; y < min(y0+side, height); y++ {
				for x := x0; x < min(x0+side, width); x++ {
					m.Leaf[y*width+x] = leaf
				}
			}
		}
		in := kerneltest.NewLeaves(m, quadpyramid.Unlimited)
		in.Before = []quadpyramid.Quad{7, 8}
		quads.Check(t, "blocks of every size", in)
	}
}

// A full square of the largest size, and one with a hole, whose list has three
// quads of each level.
func TestCPULargest(t *testing.T) {
	const side = 1 << 14
	m := &edge.BitMask{}
	m.Resize(side, side)
	for i := range m.Words {
		m.Words[i] = math.MaxUint64
	}
	for _, v := range quadpyramid.Variants() {
		path, cpu := v.Name, v.New()
		if got, want := cpu.Build(nil, m, quadpyramid.Unlimited), []quadpyramid.Quad{quadpyramid.NewQuad(0, 0, 14)}; !slices.Equal(got, want) {
			t.Errorf("%s, full: %v, want %v", path, got, want)
		}
	}
	holeX, holeY := 9000, 5000
	m.Tile(holeX/64, holeY/64)[pyramidtest.Morton(quadpyramid.NewQuad(holeX%64/8, holeY%64/8, 0))] &^=
		1 << pyramidtest.Morton(quadpyramid.NewQuad(holeX%8, holeY%8, 0))
	var want []quadpyramid.Quad
	for level := range 14 {
		x, y := holeX>>level, holeY>>level
		for _, sibling := range [][2]int{{x ^ 1, y}, {x, y ^ 1}, {x ^ 1, y ^ 1}} {
			want = append(want, quadpyramid.NewQuad(sibling[0]<<level, sibling[1]<<level, level))
		}
	}
	slices.SortFunc(want, func(a, b quadpyramid.Quad) int { return int(pyramidtest.Morton(a)) - int(pyramidtest.Morton(b)) })
	for _, v := range quadpyramid.Variants() {
		path, cpu := v.Name, v.New()
		if got := cpu.Build(nil, m, quadpyramid.Unlimited); !slices.Equal(got, want) {
			t.Errorf("%s, with a hole: %s", path, pyramidtest.Difference(got, want))
		}
	}
}

// Emit for one range of works must not touch the quads of another.
func TestEmitStaysInItsRange(t *testing.T) {
	m := pyramidtest.BitMask(pyramidtest.Masks(320, 180)["dense"])
	for _, v := range quadpyramid.Variants() {
		path, cpu := v.Name, v.New()
		want := cpu.Build(nil, m, quadpyramid.Unlimited)
		list := cpu.Merge(nil)
		for i := cpu.Works() - 1; i >= 0; i-- {
			cpu.Emit(list, i, i+1)
		}
		if !slices.Equal(list, want) {
			t.Errorf("%s: %s", path, pyramidtest.Difference(list, want))
		}
	}
}
