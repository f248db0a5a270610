// Package shots finds the shots of a video: the frames at which the content changes so much that
// another shot begins.
//
// Input is the quads and the luma of frames in order, see [Look]; output is the numbers of the
// frames with which shots begin. All arithmetic is in integers, so every engine and machine finds
// the same shots. docs/reference/measures.md, *Shots*, has the rules. No goroutines.
package shots

import (
	"math/bits"

	"ffkvadrat/analysis/levels"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// bins is the number of bins of luma.
const bins = 64

// Look is what frames are compared by: the number of pixels in quads of each level and outside all
// quads, and a histogram of luma in 64 bins.
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

// Distance returns the distance of two looks, 0 to Most: one third from areas, two thirds from
// luma. Each is the sum of the absolute differences of the cumulative histograms, in millionths of
// the largest possible sum, rounded down.
//
// Histograms that are not cumulative would not do: a fade that moves all pixels to the next bin, or
// noise that merges four quads, would be as far as another picture.
func Distance(a, b *Look) int64 {
	area := apart(a.Areas[:], b.Areas[:], a.Pixels, b.Pixels)
	luma := apart(a.Luma[:], b.Luma[:], a.Pixels, b.Pixels)
	return (area + 2*luma) / 3
}

// apart compares two histograms; ofA and ofB are their sums.
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
