// Package yuvtest makes pictures for tests: all layouts, and difficult sizes and fills, from a printed
// seed.
package yuvtest

import (
	"encoding/binary"
	"math/rand/v2"

	"ffkvadrat/yuv"
)

// Sizes are widths and heights with remainders at every level.
var Sizes = [][2]int{{1, 1}, {1, 17}, {17, 1}, {2, 3}, {7, 7}, {17, 17}, {64, 64}, {65, 63}, {320, 180}, {1919, 1081}}

// Formats are layouts of every kind: depth, subsampling, interleaving, RGB.
var Formats = []yuv.Format{
	{Name: "gray", Model: yuv.Gray, Depth: 8},
	{Name: "yuv420p", Model: yuv.YUV, Depth: 8, SubX: 1, SubY: 1},
	{Name: "yuv422p", Model: yuv.YUV, Depth: 8, SubX: 1},
	{Name: "yuv440p", Model: yuv.YUV, Depth: 8, SubY: 1},
	{Name: "yuv410p", Model: yuv.YUV, Depth: 8, SubX: 2, SubY: 2},
	{Name: "yuv444p", Model: yuv.YUV, Depth: 8},
	{Name: "nv12", Model: yuv.YUV, Depth: 8, SubX: 1, SubY: 1},
	{Name: "yuv420p10le", Model: yuv.YUV, Depth: 10, SubX: 1, SubY: 1},
	{Name: "p010le", Model: yuv.YUV, Depth: 10, Shift: 6, SubX: 1, SubY: 1},
	{Name: "yuv444p16le", Model: yuv.YUV, Depth: 16},
	{Name: "rgb24", Model: yuv.RGB, Depth: 8},
	{Name: "gbrp12le", Model: yuv.RGB, Depth: 12},
	{Name: "rgba", Model: yuv.RGB, Depth: 8, Alpha: true},
	{Name: "yuva420p10le", Model: yuv.YUV, Depth: 10, SubX: 1, SubY: 1, Alpha: true},
}

// Fill computes the code value of sample (x, y) of a plane.
type Fill struct {
	Name string
	At   func(plane, x, y, max int) int
}

// Fills returns the extremes, and noise from the seed: white noise, and smooth ground with rare spikes,
// which has leaves of every size.
func Fills(seed uint64) []Fill {
	hash := func(plane, x, y int) uint64 {
		return rand.NewPCG(seed+uint64(plane), uint64(x)<<32|uint64(y)).Uint64()
	}
	return []Fill{
		{"zero", func(_, _, _, _ int) int { return 0 }},
		{"maximum", func(_, _, _, max int) int { return max }},
		{"checkerboard", func(_, x, y, max int) int { return (x ^ y) & 1 * max }},
		{"single", func(_, x, y, max int) int {
			if x == 5 && y == 0 || x == 0 && y == 5 {
				return max
			}
			return 0
		}},
		{"noise", func(plane, x, y, max int) int { return int(hash(plane, x, y) % uint64(max+1)) }},
		{"spikes", func(plane, x, y, max int) int {
			if h := hash(plane, x, y); h%97 == 0 {
				return int(h >> 32 % uint64(max+1))
			}
			return max / 3
		}},
	}
}

// Above returns a fill whose noise exceeds the depth if the stored sample has spare bits, as raw video
// can.
func Above(fill Fill) Fill {
	return Fill{fill.Name + " and above", func(plane, x, y, most int) int {
		v := fill.At(plane, x, y, most)
		if (x+3*y)%11 == 0 {
			v += most + 1
		}
		return v
	}}
}

// Picture returns a picture of the given layout. Rows are padded by a few bytes; the luma of RGB is
// derived.
func Picture(f yuv.Format, width, height int, fill Fill) *yuv.Picture {
	p := &yuv.Picture{Width: width, Height: height, Format: f, LumaShift: f.Shift}
	cw, ch := (width+1<<f.SubX-1)>>f.SubX, (height+1<<f.SubY-1)>>f.SubY
	size := f.SampleBytes()
	plane := func(data []byte, first, step, w, h int) yuv.Plane {
		stride := w*step + 6*size
		if data == nil {
			data = make([]byte, stride*h)
		}
		return yuv.Plane{Data: data[first:], Stride: stride, Step: step, Width: w, Height: h}
	}
	switch f.Name {
	case "gray":
		p.Planes[0] = plane(nil, 0, size, width, height)
	case "nv12", "p010le":
		p.Planes[0] = plane(nil, 0, size, width, height)
		p.Planes[1] = plane(nil, 0, 2*size, cw, ch)
		p.Planes[2] = plane(p.Planes[1].Data, size, 2*size, cw, ch)
	case "rgb24":
		p.Planes[0] = plane(nil, 0, 3, width, height)
		p.Planes[1] = plane(p.Planes[0].Data, 1, 3, width, height)
		p.Planes[2] = plane(p.Planes[0].Data, 2, 3, width, height)
	case "rgba":
		p.Planes[0] = plane(nil, 0, 4, width, height)
		p.Planes[1] = plane(p.Planes[0].Data, 1, 4, width, height)
		p.Planes[2] = plane(p.Planes[0].Data, 2, 4, width, height)
		p.Alpha = plane(p.Planes[0].Data, 3, 4, width, height)
	case "ya8":
		p.Planes[0] = plane(nil, 0, 2, width, height)
		p.Alpha = plane(p.Planes[0].Data, 1, 2, width, height)
	default:
		p.Planes[0] = plane(nil, 0, size, width, height)
		p.Planes[1] = plane(nil, 0, size, cw, ch)
		p.Planes[2] = plane(nil, 0, size, cw, ch)
	}
	if f.Alpha && p.Alpha.Data == nil {
		p.Alpha = plane(nil, 0, size, width, height)
	}
	for i, plane := range []*yuv.Plane{&p.Planes[0], &p.Planes[1], &p.Planes[2], &p.Alpha} {
		for y := range plane.Height {
			row := plane.Row(y, size)
			for x := range plane.Width {
				v := fill.At(i, x, y, f.MaxValue())
				if size == 1 {
					row[x*plane.Step] = byte(v)
				} else {
					binary.LittleEndian.PutUint16(row[x*plane.Step:], uint16(v<<f.Shift))
				}
			}
		}
	}
	p.Luma = p.Planes[0]
	if f.Model == yuv.RGB {
		yuv.LumaFromRGB(p, nil)
	}
	return p
}
