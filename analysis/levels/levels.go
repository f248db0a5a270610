// Package levels computes how a picture's area is divided among the sizes of its quads.
//
// Input is a list of quads, or the number of quads of each size; output is [Areas] and their
// entropy. The bits of the entropy are the same on every machine. No goroutines.
package levels

import (
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv/elementary"
)

// Count is the number of levels that a quad can have.
const Count = 15

// Areas are the pixels in quads of each level, and last the pixels outside all quads. For cubes
// they are voxels.
type Areas [Count + 1]int64

// Of returns the areas of the quads of a picture with the given number of pixels.
func Of(quads []quadpyramid.Quad, pixels int64) (a Areas) {
	for _, q := range quads {
		a[q.Level()]++
	}
	return fromCounts(a, 2, pixels)
}

// FromCounts returns the areas from the number of quads of each level, in a picture with the given
// number of pixels.
func FromCounts(counts [Count]int64, pixels int64) Areas { return counted(counts, 2, pixels) }

// FromCubes returns the volumes from the number of cubes of each level, in a window with the given
// number of voxels.
func FromCubes(counts [Count]int64, voxels int64) Areas { return counted(counts, 3, voxels) }

func counted(counts [Count]int64, dimensions int, all int64) (a Areas) {
	copy(a[:], counts[:])
	return fromCounts(a, dimensions, all)
}

func fromCounts(a Areas, dimensions int, all int64) Areas {
	a[Count] = all
	for level := range Count {
		a[level] <<= dimensions * level
		a[Count] -= a[level]
	}
	return a
}

// Entropy returns the entropy of the areas in bits:
//
//	−Σ p · log2 p, p = area / all pixels
//
// in float64, in the order of the levels, and last the pixels outside all quads. It is 0 if all pixels
// are in one area, and at most 4.
func (a *Areas) Entropy() (bits float64) {
	all := int64(0)
	for _, area := range a {
		all += area
	}
	for _, area := range a {
		if area > 0 {
			p := float64(area) / float64(all)
			bits -= float64(p * elementary.Log2(p))
		}
	}
	return bits
}
