// Package shots finds the shots of a video: where the pictures change so much that another one begins.
//
// Input are the quads and the luma of pictures in their order, see [Look]; output are the numbers of the
// pictures with which shots begin. All is integer arithmetic, so that every engine and machine finds the
// same shots. docs/reference/measures.md, *Shots*, has the rules. No goroutines.
package shots

import (
	"math/bits"

	"ffkvadrat/analysis/levels"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// bins is the number of bins of luma.
const bins = 64

// Look is what pictures are compared by: how many pixels are in quads of each level and in none, and how many
// have luma in each of 64 bins of equal width.
type Look struct {
	Pixels int64
	Areas  levels.Areas
	Luma   [bins]int64
}

// LookOf returns the look of a picture, whose samples are in its planes' memory, and its quads.
func LookOf(p *yuv.Picture, quads []quadpyramid.Quad) (l Look) {
	l.Pixels = int64(p.Width) * int64(p.Height)
	l.Areas = levels.Of(quads, l.Pixels)
	var h yuv.Histogram
	h.Count(p)
	for v, n := range h {
		l.Luma[v*bins/yuv.Bins] += int64(n)
	}
	return l
}

// Most is the distance of two pictures that have nothing in common.
const Most = 1_000_000

// Distance returns how far looks are from each other, 0 to Most: a third of it is of areas, the rest of luma.
// Each is the sum of the absolute differences of the cumulated parts of the picture, up to each level or bin,
// in millionths of the largest such sum; fractions are cut off.
//
// Of parts that are not cumulated, the sum is as large if a fade moves all pixels to the next bin, or a noise
// merges four quads, as if the picture were another.
func Distance(a, b *Look) int64 {
	area := apart(a.Areas[:], b.Areas[:], a.Pixels, b.Pixels)
	luma := apart(a.Luma[:], b.Luma[:], a.Pixels, b.Pixels)
	return (area + 2*luma) / 3
}

// apart compares two histograms of so many pixels.
func apart(a, b []int64, ofA, ofB int64) int64 {
	sum, below := uint64(0), int64(0) // below 2^62 and 2^56
	for i := range a {
		below += a[i]*ofB - b[i]*ofA
		sum += uint64(max(below, -below))
	}
	high, low := bits.Mul64(sum, Most)
	part, _ := bits.Div64(high, low, uint64(len(a)-1)*uint64(ofA)*uint64(ofB))
	return int64(part)
}
