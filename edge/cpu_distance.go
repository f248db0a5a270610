package edge

import (
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// distance holds the precomputed values for a picture's D of a Distance.
type distance struct {
	coder   channel.Coder
	colours channel.Box
}

func newDistance(p *yuv.Picture, d Decision) distance {
	return distance{channel.NewCoder(p, d.Features), d.Colours}
}

// distanceKernels are the kernels for a Distance.
type distanceKernels struct {
	// decide decides the groups of a row, as a rowKernel does; nil if only sums has a kernel
	decide func(bits []uint32, w *window, groups int, d *distance, i interval)
	sums   func(sums []uint64, w *window, d *distance)
}

func distancesPortable() distanceKernels {
	return distanceKernels{sums: func(sums []uint64, w *window, d *distance) { d.sums(sums, w) }}
}

// sums computes D of the pixels of a row.
func (d *distance) sums(sums []uint64, w *window) {
	for x := range sums {
		sums[x] = uint64(d.colours.Distance(d.channels(w[0][1][x+1], w[1][1][x+1], w[2][1][x+1])))
	}
}

// channels returns the channels of a pixel with the given samples.
func (d *distance) channels(a, b, c uint16) channel.Vector {
	k := &d.coder
	if !k.Convert {
		return channel.Vector{k.Scale(a), k.Scale(b), k.Scale(c)}
	}
	luma, u, v := k.Gain*int32(a), int32(b), int32(c)
	return channel.Vector{
		channel.Clamp((luma + k.VtoR*v + k.R) >> channel.Shift),
		channel.Clamp((luma + k.UtoG*u + k.VtoG*v + k.G) >> channel.Shift),
		channel.Clamp((luma + k.UtoB*u + k.B) >> channel.Shift),
	}
}
