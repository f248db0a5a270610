package yuvtest

import (
	"fmt"
	"math/rand/v2"

	"ffkvadrat/yuv"
)

// Layouts are [Formats] and more: other depths and subsamplings, all kinds of RGB, and gray samples
// with gaps between them, as their names say. [Tight] supports all of them.
var Layouts = append([]yuv.Format{
	{Name: "packed 2", Model: yuv.Gray, Depth: 8},
	{Name: "packed 4", Model: yuv.Gray, Depth: 8},
	{Name: "packed 4 of 16 bits", Model: yuv.Gray, Depth: 10, Shift: 6},
	{Name: "packed 8 of 16 bits", Model: yuv.Gray, Depth: 16},
	{Name: "gray9le", Model: yuv.Gray, Depth: 9},
	{Name: "gray14le", Model: yuv.Gray, Depth: 14},
	{Name: "gray15le", Model: yuv.Gray, Depth: 15},
	{Name: "yuv422p12le", Model: yuv.YUV, Depth: 12, SubX: 1},
	{Name: "yuv420p16le", Model: yuv.YUV, Depth: 16, SubX: 1, SubY: 1},
	{Name: "gbrp", Model: yuv.RGB, Depth: 8},
	{Name: "ya8", Model: yuv.Gray, Depth: 8, Alpha: true},
	{Name: "gbrp16le", Model: yuv.RGB, Depth: 16},
}, Formats...)

// Tight does the same as [Picture] for [Layouts], but planes end with their last sample: a kernel that
// reads past the end gives an error or a fault.
func Tight(f yuv.Format, width, height int, fill Fill) *yuv.Picture {
	p := Picture(f, width, height, fill)
	step := 0
	if fmt.Sscanf(f.Name, "packed %d", &step); step != 0 {
		p.Luma = spread(p.Luma, step, f.SampleBytes())
		p.Planes[0] = p.Luma
	}
	cut := func(plane *yuv.Plane) {
		if plane.Height > 0 {
			end := (plane.Height-1)*plane.Stride + (plane.Width-1)*plane.Step + f.SampleBytes()
			plane.Data = plane.Data[:end:end]
		}
	}
	cut(&p.Luma)
	cut(&p.Alpha)
	for i := range p.Planes {
		cut(&p.Planes[i])
	}
	return p
}

// spread returns a plane with its samples step bytes apart, and other bytes between them.
func spread(from yuv.Plane, step, size int) yuv.Plane {
	to := yuv.Plane{Stride: from.Width*step + 5, Step: step, Width: from.Width, Height: from.Height}
	to.Data = make([]byte, to.Stride*to.Height)
	for i := range to.Data {
		to.Data[i] = byte(i * 37)
	}
	for y := range to.Height {
		for x := range to.Width {
			copy(to.Data[y*to.Stride+x*step:][:size], from.Row(y, size)[x*from.Step:])
		}
	}
	return to
}

// Biased returns a fill of samples at or near the ends of the scale.
func Biased(seed uint64) Fill {
	return Fill{"biased", func(plane, x, y, most int) int {
		h := rand.NewPCG(seed+uint64(plane), uint64(x)<<32|uint64(y)).Uint64()
		inside := 0
		if h>>8%4 == 0 {
			inside = int(h >> 16 % uint64(most>>4+1))
		}
		if h%2 == 0 {
			return inside
		}
		return most - inside
	}}
}

// Smooth returns fills with similar squares at all sizes: a slope, waves that get finer to the right,
// and even squares of all sizes with some noise.
func Smooth(seed uint64) []Fill {
	hash := func(plane, x, y int) int {
		return int(rand.NewPCG(seed+uint64(plane), uint64(x)<<32|uint64(y)).Uint64() >> 33)
	}
	return []Fill{
		{"slope", func(plane, x, y, most int) int { return (x*(plane+1) + 2*y) * most / 5000 % (most + 1) }},
		{"waves", func(plane, x, y, most int) int {
			return (most/2 + (x*x/400+y*y/900*(plane+1))*most/256) % (most + 1)
		}},
		{"squares", func(plane, x, y, most int) int {
			side := 1 << (hash(7, x/256, y/256) % 9)
			noise := hash(plane, x, y) % (most>>6 + 1)
			return (hash(plane, x/side, y/side)%(most+1) + noise) % (most + 1)
		}},
	}
}
