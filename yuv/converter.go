package yuv

import (
	"encoding/binary"
	"image"
	"math"
)

// gainShift is the binary point of the integer gains. The largest term of the
// conversion is about 255 · (255/219 + 255/224 · 1.8814) · 2^20 < 2^31 / 2,
// so 32 bits hold every sum; a gain's rounding error of 2^−21 times the
// largest sample, 2^16, is 1/32 of an output step.
const gainShift = 20

// Converter is the integer conversion from code values to 8-bit RGB for one combination of model,
// depth, matrix and range; see docs/reference/display.md.
//
//	R = clamp((Gain·(Y−Black) + VtoR·(V−Mid) + 2^19) >> 20, 0, 255)
//	G = clamp((Gain·(Y−Black) + UtoG·(U−Mid) + VtoG·(V−Mid) + 2^19) >> 20, 0, 255)
//	B = clamp((Gain·(Y−Black) + UtoB·(U−Mid) + 2^19) >> 20, 0, 255)
//
// A gray source has no chroma terms; an RGB source is only scaled to 8 bits. Pictures in PQ or HLG, or
// with a wider gamut than BT.709's, are converted to 14 bits, as [Converter14] does, then to light, and
// from light to 8 bits.
type Converter struct {
	Black, Mid             int32
	Gain                   int32
	VtoR, UtoG, VtoG, UtoB int32

	// Tables is nil if code values are shown unchanged.
	Tables *Tables
}

// NewConverter derives the gains. Untagged colour is resolved by the size, see [Colour.Resolve]. Light
// tables take some milliseconds to compute; [Converter.Next] reuses them for consecutive pictures.
func NewConverter(f Format, c Colour, width, height int) Converter {
	return Converter{}.Next(f, c, width, height)
}

// Next returns the converter for the next picture. It reuses v's tables if they apply.
func (v Converter) Next(f Format, c Colour, width, height int) Converter {
	l := c.light()
	if l.plain() {
		return newConverter(f, c, width, height, 255, gainShift)
	}
	t := v.Tables
	v = newConverter(f, c, width, height, 1<<14-1, gainShift14)
	if v.Tables = t; t == nil || t.of != l {
		v.Tables = newTables(l)
	}
	return v
}

func newConverter(f Format, c Colour, width, height int, peak float64, shift int) Converter {
	c = c.Resolve(width, height)
	one := float64(int(1) << shift)
	fixed := func(x float64) int32 { return int32(math.Round(x * one)) }
	if f.Model == RGB {
		return Converter{Gain: fixed(peak / float64(f.MaxValue()))}
	}
	step := float64(int(1) << (f.Depth - 8)) // code values per step at 8 bits
	lumaSpan, chromaSpan := 219*step, 224*step
	v := Converter{Black: int32(16 * step), Mid: int32(128 * step)}
	if c.Range == Full {
		lumaSpan, chromaSpan = float64(f.MaxValue()), float64(f.MaxValue())
		v.Black = 0
	}
	kr, kb := c.Matrix.Weights()
	kg := 1 - kr - kb
	v.Gain = fixed(peak / lumaSpan)
	v.VtoR = fixed(peak / chromaSpan * 2 * (1 - kr))
	v.UtoG = -fixed(peak / chromaSpan * 2 * (1 - kb) * kb / kg)
	v.VtoG = -fixed(peak / chromaSpan * 2 * (1 - kr) * kr / kg)
	v.UtoB = fixed(peak / chromaSpan * 2 * (1 - kb))
	return v
}

// Weights returns Kr and Kb of ITU-R BT.601-7 (2.5.1), BT.709-6 (3.2) and
// BT.2020-2 (table 4).
func (m Matrix) Weights() (kr, kb float64) {
	switch m {
	case BT709:
		return 0.2126, 0.0722
	case BT2020:
		return 0.2627, 0.0593
	default:
		return 0.299, 0.114
	}
}

// Paint converts a picture into the top left of dst, which must be at least as large. Chroma is the
// sample that covers the pixel. Paint is the CPU twin of the yuv_convert shader.
func (v Converter) Paint(dst *image.RGBA, p *Picture) { v.PaintRows(dst, p, 0, p.Height) }

// PaintRows does the same as Paint for rows from to to−1. Several goroutines may paint different rows
// at the same time.
func (v Converter) PaintRows(dst *image.RGBA, p *Picture, from, to int) {
	f := p.Format
	for y := from; y < to; y++ {
		out := dst.Pix[y*dst.Stride:]
		rows := [3]samples{}
		for i := range rows {
			if i > 0 && f.Model == Gray {
				break
			}
			row := y
			if i > 0 && f.Model == YUV {
				row = y >> f.SubY
			}
			rows[i] = samples{p.Planes[i].Row(row, f.SampleBytes()), p.Planes[i].Step, f.SampleBytes(), f.Shift}
		}
		if f.Model == YUV && f.SampleBytes() == 1 && v.Tables == nil {
			v.paintRow8(out, &rows, p.Width, f.SubX)
			continue
		}
		for x := range p.Width {
			a, b, c := rows[0].at(x), v.Mid, v.Mid
			switch f.Model {
			case RGB:
				b, c = rows[1].at(x), rows[2].at(x)
			case YUV:
				b, c = rows[1].at(x>>f.SubX), rows[2].at(x>>f.SubX)
			}
			rgb := v.rgb(f.Model, a, b, c)
			out[4*x], out[4*x+1], out[4*x+2], out[4*x+3] = rgb[0], rgb[1], rgb[2], 255
		}
	}
}

// At returns the colour that Paint gives a pixel.
func (v Converter) At(p *Picture, x, y int) [3]byte {
	return v.rgb(p.Format.Model, int32(p.Sample(0, x, y)), int32(p.Sample(1, x, y)), int32(p.Sample(2, x, y)))
}

// rgb converts a pixel's samples; for a gray picture u and w must be the middle of the scale.
func (v Converter) rgb(model Model, y, u, w int32) [3]byte {
	if v.Tables != nil {
		rgb := [3]uint16{to14(v.Gain * y), to14(v.Gain * u), to14(v.Gain * w)}
		if model != RGB {
			rgb = (*Converter14)(&v).RGB14(int(y), int(u), int(w))
		}
		return v.Tables.show(rgb[0], rgb[1], rgb[2])
	}
	if model == RGB {
		return [3]byte{toByte(v.Gain * y), toByte(v.Gain * u), toByte(v.Gain * w)}
	}
	luma, cu, cv := v.Gain*(y-v.Black), u-v.Mid, w-v.Mid
	return [3]byte{toByte(luma + v.VtoR*cv), toByte(luma + v.UtoG*cu + v.VtoG*cv), toByte(luma + v.UtoB*cu)}
}

func toByte(scaled int32) byte {
	return byte(min(max((scaled+1<<(gainShift-1))>>gainShift, 0), 255))
}

// samples is a row of a plane.
type samples struct {
	data        []byte
	step, bytes int
	shift       int
}

func (s samples) at(x int) int32 {
	if s.bytes == 1 {
		return int32(s.data[x*s.step])
	}
	return int32(binary.LittleEndian.Uint16(s.data[x*s.step:]) >> s.shift)
}
