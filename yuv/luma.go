package yuv

import "encoding/binary"

// Weights of R, G and B in the luma of an RGB source: BT.709's 0.2126, 0.7152
// and 0.0722 times 2^16, rounded; they add up to 2^16, so white stays white.
const (
	lumaR = 13933
	lumaG = 46871
	lumaB = 4732
)

// LumaOf returns the luma of a colour, (13933·R + 46871·G + 4732·B + 2^15) >> 16, at the depth of the
// channels.
func LumaOf(r, g, b uint32) uint32 { return (lumaR*r + lumaG*g + lumaB*b + 1<<15) >> 16 }

// LumaFromRGB computes p.Luma of an RGB picture with [LumaOf], which is BT.709 at full range. It writes
// into buf, which grows if it is too small, and returns buf for the next picture.
func LumaFromRGB(p *Picture, buf []byte) []byte {
	size := p.Format.SampleBytes()
	if n := p.Width * p.Height * size; cap(buf) < n {
		buf = make([]byte, n)
	} else {
		buf = buf[:n]
	}
	p.Luma = Plane{Data: buf, Stride: p.Width * size, Step: size, Width: p.Width, Height: p.Height}
	p.LumaShift = 0
	shift := p.Format.Shift
	step := p.Planes[0].Step
	for y := range p.Height {
		r := p.Planes[0].Row(y, size)
		g := p.Planes[1].Row(y, size)
		b := p.Planes[2].Row(y, size)
		out := p.Luma.Row(y, size)
		if size == 1 {
			for x := range out {
				i := x * step
				out[x] = byte(LumaOf(uint32(r[i]), uint32(g[i]), uint32(b[i])))
			}
			continue
		}
		for x := range p.Width {
			i := x * step
			rv := uint32(binary.LittleEndian.Uint16(r[i:]) >> shift)
			gv := uint32(binary.LittleEndian.Uint16(g[i:]) >> shift)
			bv := uint32(binary.LittleEndian.Uint16(b[i:]) >> shift)
			binary.LittleEndian.PutUint16(out[2*x:], uint16(LumaOf(rv, gv, bv)))
		}
	}
	return buf
}
