//go:build !purego

package feature

import (
	"math"
	"math/bits"

	"golang.org/x/sys/cpu"

	"ffkvadrat/edge/kernel"
	"ffkvadrat/edge/morton"
	"ffkvadrat/quadpyramid"
)

//go:generate go -C asm run . -out ../kernels_amd64.s -stubs ../kernels_amd64.go -pkg feature

// vector returns the kernels in assembly.
func vector() []kernel.Row[kernels] {
	avx2 := kernels{
		unpack:  unpackAVX2,
		convert: convertRowsAVX2,
		scale:   scaleRowsAVX2,
		merge:   mergeCellsAVX2,
		emit:    emitWordAVX2,
	}
	avx512 := avx2
	avx512.convert, avx512.merge = convertRowsAVX512, mergeCellsAVX512
	x := &cpu.X86
	return []kernel.Row[kernels]{
		{Name: "AVX2", Runs: x.HasAVX2 && x.HasBMI1, Kernels: avx2},
		{Name: "AVX-512", Runs: x.HasAVX2 && x.HasBMI1 && x.HasAVX512F && x.HasAVX512BW, Kernels: avx512},
	}
}

// layoutAVX2 is a layout of samples that has a kernel.
type layoutAVX2 struct {
	bytes, step, across int
}

// unpackAVX2 unpacks planes of the common layouts.
func unpackAVX2(s *samples, p plane, x, y, rows int) bool {
	var run func(samples *uint16, from *byte, rows, stride, shift, most int)
	reads := 0 // bytes a row
	switch (layoutAVX2{p.bytes, p.Step, p.across}) {
	case layoutAVX2{1, 1, 0}:
		run, reads = unpackBytesAVX2, 64
	case layoutAVX2{2, 2, 0}:
		run, reads = unpackWordsAVX2, 128
	case layoutAVX2{1, 1, 1}:
		run, reads = doubleBytesAVX2, 32
	case layoutAVX2{2, 2, 1}:
		run, reads = doubleWordsAVX2, 64
	case layoutAVX2{1, 2, 1}:
		run, reads = pairedBytesAVX2, 64
	case layoutAVX2{2, 4, 1}:
		run, reads = pairedWordsAVX2, 128
	case layoutAVX2{1, 3, 0}:
		run, reads = thirdBytesAVX2, 190
	case layoutAVX2{1, 4, 0}:
		run, reads = fourthBytesAVX2, 256
	default:
		return false
	}
	first := y*p.Stride + x*p.Step
	if first+(rows-1)*p.Stride+reads > len(p.Data) {
		return false
	}
	run(&s[0], &p.Data[first], rows, p.Stride, p.shift, p.most)
	return true
}

func convertRowsAVX2(c *cells, s *source, first, rows int) {
	down, factors := s.planes[1].down, s.factors()
	convertAVX2(&c.features[0][first*tileSize], &c.samples[0][0], (rows+1<<down-1)>>down, 1<<down, &factors)
}

func convertRowsAVX512(c *cells, s *source, first, rows int) {
	down, factors := s.planes[1].down, s.factors()
	convertAVX512(&c.features[0][first*tileSize], &c.samples[0][0], (rows+1<<down-1)>>down, 1<<down, &factors)
}

// factors returns the multipliers and addends of convertAVX2.
func (s *source) factors() [8]int32 {
	return [8]int32{s.VtoR, s.UtoG, s.VtoG, s.UtoB, s.R, s.G, s.B, s.Gain}
}

func scaleRowsAVX2(c *cells, s *source, first, rows int) {
	if s.Depth > 14 {
		scaleRows(c, s, first, rows)
		return
	}
	for i := range s.planes {
		down := s.planes[i].down
		scaleAVX2(&c.features[i][first*tileSize], &c.samples[i][0], (rows+1<<down-1)>>down, 1<<down, s.Times, s.Rest, s.Half, s.Depth)
	}
}

// apart has a byte for each 8 consecutive cells of a level, row by row.
type apart [32 * 4]byte

// mergeCellsAVX2 merges all cells of levels 1 to 3, which fill whole vectors.
func mergeCellsAVX2(c *cells, k int, level uint32) {
	if k > 3 {
		mergeCells(c, k, level)
		return
	}
	var a apart
	mergeAVX2(&c.features[0][starts[k]], &c.features[0][starts[k-1]], side(k), side(k)/8, min(level, math.MaxInt32), &a[0])
	c.part(k, &a)
}

// mergeCellsAVX512 merges all cells of levels 1 and 2 in vectors of twice the length.
func mergeCellsAVX512(c *cells, k int, level uint32) {
	if k > 2 {
		mergeCellsAVX2(c, k, level)
		return
	}
	var a apart
	mergeAVX512(&c.features[0][starts[k]], &c.features[0][starts[k-1]], side(k), side(k)/16, min(level, math.MaxInt32), &a[0])
	c.part(k, &a)
}

// part clears those whole cells that are apart.
func (c *cells) part(k int, a *apart) {
	across := side(k) / 8
	for j := range c.whole[k][:words(k)] {
		at := 8*int(morton.Y[j])*across + int(morton.X[j])
		var w uint64
		for y := range 8 {
			w |= uint64(morton.Row[a[at+y*across]]) << morton.Code(0, y)
		}
		c.whole[k][j] &^= w
	}
}

func emitWordAVX2(c *cells, l list, e emission) int {
	visit := e.pixels | e.leaves
	if visit == 0 {
		return 0
	}
	needed := 4*bits.OnesCount64(e.pixels) + bits.OnesCount64(e.leaves) + spare
	if len(l.quads) < needed || len(l.means) < needed {
		return emitWord(c, l, e)
	}
	return emitAVX2((*uint32)(&l.quads[0]), (*uint64)(&l.means[0]), &c.features[0][0],
		visit, e.leaves, e.larger, e.eights, uint32(e.origin)+wordQuads[e.word], &wordOffsets[e.word][0], &emitCells[0])
}

// emitCells are the 64 cells of a word: as quads, then as offsets in bytes from
// the word's first cell of levels 0 to 3.
var emitCells = func() (table [5 * 64]uint32) {
	for i := range 64 {
		x, y := 2*int(morton.X[i]), 2*int(morton.Y[i])
		table[i] = uint32(quadpyramid.NewQuad(x, y, 0))
		for k := range 4 {
			table[64*(k+1)+i] = uint32(2 * (y>>k*side(k) + x>>k))
		}
	}
	return table
}()

// wordQuads and wordOffsets are the positions of the words in a tile: as quads, and as byte offsets
// of their first cells of levels 0 to 3.
var wordQuads, wordOffsets = func() (quads [16]uint32, offsets [16][4]uint32) {
	for j := range quads {
		x, y := 16*int(morton.X[j]), 16*int(morton.Y[j])
		quads[j] = uint32(quadpyramid.NewQuad(x, y, 0))
		for k := range offsets[j] {
			offsets[j][k] = uint32(2 * (starts[k] + y>>k*side(k) + x>>k))
		}
	}
	return quads, offsets
}()
