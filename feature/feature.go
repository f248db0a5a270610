// Package feature builds quad lists by the common feature combiner: pixels
// whose colours differ little merge. There is no discriminator.
//
// Input is a picture and a threshold. Output is a partition of the picture: a
// list of quads in the order of the traversal, and the mean colour of each.
// [Reference] is the oracle. All engines give the same list and the same means,
// byte for byte, in integer arithmetic.
//
// Source: Ziegler et al., "RealTime QuadTree Analysis using HistoPyramids",
// section 7.1.
package feature

import (
	"fmt"
	"math"

	"ffkvadrat/yuv/channel"
)

// MaxThreshold is the end of the threshold's scale. Four features of one channel deviate by at most
// 1 in all, three channels by 3, plus rounding.
const MaxThreshold = 4

// Mean is a vector packed into 64 bits as the GPU stores it: the first feature
// in bits 0 to 13, the second in 14 to 27, the third in 32 to 45.
type Mean uint64

// NewMean packs a vector.
func NewMean(v channel.Vector) Mean { return Mean(v[0]) | Mean(v[1])<<14 | Mean(v[2])<<32 }

// Vector unpacks a mean.
func (m Mean) Vector() channel.Vector {
	return channel.Vector{uint16(m & channel.Peak), uint16(m >> 14 & channel.Peak), uint16(m >> 32 & channel.Peak)}
}

// Level is the integer form T of a threshold t:
//
//	T = floor(t · 16383 · 16383), in float64
//
// Cells merge if their squared deviations add up to T at most, so with t = 0
// only equal cells merge. Level fails if t is not in [0, MaxThreshold].
func Level(t float64) (uint32, error) {
	if !(t >= 0 && t <= MaxThreshold) {
		return 0, fmt.Errorf("feature: threshold %v is not between 0 and %d", t, MaxThreshold)
	}
	return uint32(math.Floor(t * channel.Peak * channel.Peak)), nil
}

// combine returns the average of four vectors, and whether the sum of all squared deviations from
// it is at most T.
func combine(a, b, c, d channel.Vector, level uint32) (channel.Vector, bool) {
	mean, sum := Average(a, b, c, d)
	return mean, sum <= level
}

// Average returns the average of four vectors, and the sum of all squared deviations
// from it: at most 3·(16383² + 4), which fits 32 bits.
func Average(a, b, c, d channel.Vector) (mean channel.Vector, sum uint32) {
	for i := range mean {
		mean[i] = uint16((uint32(a[i]) + uint32(b[i]) + uint32(c[i]) + uint32(d[i]) + 2) >> 2)
		for _, v := range [4]uint16{a[i], b[i], c[i], d[i]} {
			deviation := int32(v) - int32(mean[i])
			sum += uint32(deviation * deviation)
		}
	}
	return mean, sum
}
