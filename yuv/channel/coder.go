package channel

import "ffkvadrat/yuv"

// Coder is the arithmetic of a [Reader] in 32 bits, as the fast engines use it.
type Coder struct {
	Convert bool // to RGB; else samples are only scaled
	// Conversion to RGB. The chroma terms include everything that does not depend on the samples: R =
	// clamp((Gain·Y + VtoR·V + R) >> Shift), and so on.
	Gain                   int32
	VtoR, UtoG, VtoG, UtoB int32
	R, G, B                int32
	// With Depth the samples' bits and M = 2^Depth − 1,
	//
	//	(v·16383 + ⌊M/2⌋) / M = v·Times + (v·Rest + ⌊M/2⌋) / M
	//
	// where 16383 = M·Times + Rest. The second quotient is at most Rest ≤ M,
	// and then n / M = (n + n>>Depth + 1) >> Depth.
	Depth             int
	Times, Rest, Half uint32
}

// Shift is the binary point of a Coder's gains.
const Shift = 15

// NewCoder returns the arithmetic for a picture and a space that its format supports.
func NewCoder(p *yuv.Picture, space Space) Coder {
	f := p.Format
	most := uint32(f.MaxValue())
	c := Coder{
		Convert: space == RGB && f.Model != yuv.RGB,
		Depth:   f.Depth, Times: Peak / most, Rest: Peak % most, Half: most >> 1,
	}
	if c.Convert {
		v := yuv.NewConverter14(f, p.Colour, p.Width, p.Height)
		c.Gain, c.VtoR, c.UtoG, c.VtoG, c.UtoB = v.Gain, v.VtoR, v.UtoG, v.VtoG, v.UtoB
		always := 1<<(Shift-1) - v.Gain*v.Black
		c.R = always - v.VtoR*v.Mid
		c.G = always - (v.UtoG+v.VtoG)*v.Mid
		c.B = always - v.UtoB*v.Mid
	}
	return c
}

// Scale scales a sample that is not converted.
func (c *Coder) Scale(v uint16) uint16 {
	n := uint32(v)*c.Rest + c.Half
	return uint16(uint32(v)*c.Times + (n+n>>(c.Depth&31)+1)>>(c.Depth&31))
}

// Clamp limits a converted channel to 0 … Peak.
func Clamp(v int32) uint16 { return uint16(min(max(v, 0), Peak)) }
