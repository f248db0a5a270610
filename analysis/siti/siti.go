// Package siti measures how much detail a frame has and how much it differs from the previous one:
// the spatial and the temporal information (SI and TI) of ITU-T P.910, as VQEG's siti-tools
// computes them.
//
// Input is a [yuv.Picture] with the previous one, and a [Domain]; output is [Values]. [Reference]
// is the definition; [Meter] is fast. Both give the same bits on every machine: all operations are
// IEEE 754's in float64, in the one order that docs/reference/measures.md gives, without fused
// multiply-add. No goroutines.
//
// Source: ITU-T P.910 (10/2023), and siti-tools 0.5.
package siti

import (
	"math"

	"ffkvadrat/yuv"
)

// Values are SI and TI of a picture.
type Values struct {
	SI, TI float64 // on the scale of 8 bits of full range
	// HasSI is false for pictures with fewer than 3 pixels a side, HasTI for those without a
	// previous picture of the same size and format.
	HasSI, HasTI bool
}

// lanes is the number of partial sums of a row: column x is added to lane x mod lanes.
const lanes = 4

// sums are the sums of numbers minus the first one, and of their squares, by lanes.
type sums struct{ first, second [lanes]float64 }

// add adds d, a number minus shift.
func (s *sums) add(column int, d float64) {
	s.first[column%lanes] += d
	s.second[column%lanes] += float64(d * d)
}

// spread accumulates rows for a standard deviation.
type spread struct{ first, second, n float64 }

// row adds the sums of a row of n numbers.
func (s *spread) row(r *sums, n int) {
	s.first += (r.first[0] + r.first[1]) + (r.first[2] + r.first[3])
	s.second += (r.second[0] + r.second[1]) + (r.second[2] + r.second[3])
	s.n += float64(n)
}

// deviation returns the standard deviation. The numbers are shifted by one of them, so the
// subtraction is accurate: the square of the mean is at most n times the variance.
func (s *spread) deviation() float64 {
	return math.Sqrt(max(s.second-float64(s.first*s.first)/s.n, 0) / s.n)
}

// magnitude returns the magnitude of the Sobel gradient, from the eight numbers around a pixel:
// above, in its row and below, from left to right.
func magnitude(al, am, ar, hl, hr, bl, bm, br float64) float64 {
	across := ((ar - al) + 2*(hr-hl)) + (br - bl)
	down := ((bl - al) + 2*(bm-am)) + (br - ar)
	return math.Sqrt(float64(across*across) + float64(down*down))
}

// Reference measures by the definition, a pixel at a time. The pictures' samples are in their planes'
// memory.
func Reference(p *yuv.Picture, d Domain) (v Values) {
	number := func(p *yuv.Picture, x, y int) float64 {
		return scaleOf(p, d).number(min(p.Sample(-1, x, y), p.Format.MaxValue()))
	}
	unit := scaleOf(p, d).unit()
	measure := func(from, width, height int, at func(x, y int) float64) float64 {
		var s spread
		shift := at(from, from)
		for y := range height {
			var r sums
			for x := range width {
				r.add(x, at(from+x, from+y)-shift)
			}
			s.row(&r, width)
		}
		return unit * s.deviation()
	}
	if v.HasSI = p.Width > 2 && p.Height > 2; v.HasSI {
		v.SI = measure(1, p.Width-2, p.Height-2, func(x, y int) float64 {
			n := func(dx, dy int) float64 { return number(p, x+dx, y+dy) }
			return magnitude(n(-1, -1), n(0, -1), n(1, -1), n(-1, 0), n(1, 0), n(-1, 1), n(0, 1), n(1, 1))
		})
	}
	if v.HasTI = comparable(p, d); v.HasTI {
		v.TI = measure(0, p.Width, p.Height, func(x, y int) float64 { return number(p, x, y) - number(p.Before, x, y) })
	}
	return v
}

// comparable reports whether there is a previous picture on the same scale.
func comparable(p *yuv.Picture, d Domain) bool {
	return p.Alike(p.Before) && scaleOf(p, d) == scaleOf(p.Before, d)
}
