package edge

import (
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// Sum computes D of one pixel of a picture by the operator's forms. It is for inspecting single
// pixels and is slow. For an operator that compares with the previous frame, the picture is that of
// the differences; see [Previous].
func (d Decision) Sum(p *yuv.Picture, x, y int) uint64 {
	if d.Operator.Kind() == Distance {
		pixels := channel.Read(p, d.Features)
		return uint64(d.Colours.Distance(pixels.At(x, y)))
	}
	var sum uint64
	for plane := range d.Planes {
		near := d.Neighbourhood(p, plane, x, y)
		sum += operators[d.Operator].sum(&near)
	}
	return sum
}

// Neighbourhood returns the samples of a pixel and its neighbours, in the order of a Form, in one of
// the decision's planes, from 0 to Planes−1. Samples outside the picture repeat those at its border.
func (d Decision) Neighbourhood(p *yuv.Picture, plane, x, y int) (near [len(Form{})]int64) {
	from := -1 // luma
	switch {
	case d.Planes > 1:
		from = plane
	case d.Alpha:
		from = yuv.AlphaSample
	}
	for i := range near {
		nx, ny := min(max(x+i%3-1, 0), p.Width-1), min(max(y+i/3-1, 0), p.Height-1)
		near[i] = int64(min(p.Sample(from, nx, ny), p.Format.MaxValue()))
	}
	return near
}
