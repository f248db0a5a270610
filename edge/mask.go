// Package edge decides which pixels are quadtree leaves of their own: those
// whose luma differs little from their neighbours'.
//
// Input is a luma plane and a threshold; output is a mask: a [Mask] of
// [Reference], the oracle, a [BitMask] of [CPU], the fast pass, or level 0 of
// the QuadPyramid on the GPU ([GPU]). All give the same decision for every
// pixel, in integer arithmetic. No goroutines; a [GPU] belongs to its device's
// thread.
//
// Source: Ziegler et al., "RealTime QuadTree Analysis using HistoPyramids",
// sections 4 and 7.2.
package edge

import (
	"fmt"
	"math"
)

// MaxThreshold is the end of the threshold's scale for the operator cross:
// four differences, each at most 1 when normalised and squared.
const MaxThreshold = 4

// Level is the integer form T of a threshold t for samples of the given depth:
//
//	T = ceil(t · M · M), M = 2^depth − 1, in float64
//
// A pixel is a leaf where its squared differences add up to less than T; with
// t = 0 none is. It fails where t is not in [0, MaxThreshold].
func Level(t float64, depth int) (uint64, error) {
	if !(t >= 0 && t <= MaxThreshold) {
		return 0, fmt.Errorf("edge: threshold %v is not between 0 and %d", t, MaxThreshold)
	}
	m := float64(uint64(1)<<depth - 1)
	return uint64(math.Ceil(t * m * m)), nil
}

// Mask tells for each pixel whether it is a leaf.
type Mask struct {
	Width, Height int
	Leaf          []byte // Width·Height values, row by row: 1 for a leaf, 0 for none
}

// Resize sets the size and makes room; the values are undefined until written.
func (m *Mask) Resize(width, height int) {
	m.Width, m.Height = width, height
	if n := width * height; cap(m.Leaf) < n {
		m.Leaf = make([]byte, n)
	} else {
		m.Leaf = m.Leaf[:n]
	}
}
