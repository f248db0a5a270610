package views

import (
	"image"
	"image/color"

	"ffkvadrat/analysis/regions"
	"ffkvadrat/yuv"
)

// Mapper paints pictures in gray, with each block tinted by its offset in the map for an encoder:
// orange for more bits, blue for fewer, gray for 0. One goroutine at a time may use it; its zero
// value is ready. It allocates only for larger pictures and new offsets.
type Mapper struct {
	Grid    regions.Grid // of the last picture
	builder regions.Builder
	form    regions.Form                                                 // form of tints
	tints   [2*regions.MaxStrength*regions.MaxScale + 1]*[256]color.RGBA // by offset, then luma; nil until used
}

// Paint paints the picture into dst, which has the picture's size; c converts it to RGB.
func (m *Mapper) Paint(dst *image.RGBA, p *yuv.Picture, of Given, c yuv.Converter) error {
	m.builder.BuildFor(of.MapFor, &m.Grid, of.Quads, p.Width, p.Height, regions.Settings{Strength: of.Strength, Counting: of.Counting})
	c.Paint(dst, p)
	if m.form != of.MapFor {
		m.form = of.MapFor
		clear(m.tints[:])
	}
	g := &m.Grid
	for row := range g.Rows {
		for column := range g.Columns {
			left, top := column*g.Side, row*g.Side
			tintBlock(dst, image.Rect(left, top, min(left+g.Side, p.Width), min(top+g.Side, p.Height)), m.tint(int(g.Offsets[row*g.Columns+column])))
		}
	}
	return nil
}

// tint returns an offset's colour for each luma.
func (m *Mapper) tint(offset int) *[256]color.RGBA {
	at := &m.tints[offset+len(m.tints)/2]
	if *at == nil {
		*at = new([256]color.RGBA)
		hue, opacity := tintOf(offset, m.form)
		for luma := range *at {
			(*at)[luma] = tinted(luma, hue, opacity)
		}
	}
	return *at
}

// tintBlock paints a block.
func tintBlock(dst *image.RGBA, block image.Rectangle, tint *[256]color.RGBA) {
	for y := block.Min.Y; y < block.Max.Y; y++ {
		row := dst.Pix[y*dst.Stride+4*block.Min.X:][:4*block.Dx()]
		for x := 0; x < len(row); x += 4 {
			c := tint[yuv.LumaOf(uint32(row[x]), uint32(row[x+1]), uint32(row[x+2]))]
			*(*[4]byte)(row[x:]) = [4]byte{c.R, c.G, c.B, 255}
		}
	}
}

// Colours of blocks with more bits and with fewer, which can be distinguished with every kind of
// colour vision.
var (
	moreBits  = color.RGBA{255, 150, 32, 255}
	fewerBits = color.RGBA{40, 140, 255, 255}
)

// FullTint is the offset with the strongest tint, in steps of H.264's QP: two doublings of the
// quantiser.
const FullTint = 12

// tintOf returns the hue of an offset and its opacity of 255. The smallest offset is visible; the
// largest leaves the picture visible.
func tintOf(offset int, form regions.Form) (hue color.RGBA, opacity int) {
	const least, most = 40, 190
	switch full := FullTint * form.Scale(); {
	case offset < 0:
		return moreBits, least + (most-least)*min(-offset, full)/full
	case offset > 0:
		return fewerBits, least + (most-least)*min(offset, full)/full
	}
	return color.RGBA{}, 0
}

// tinted returns the colour of a pixel: gray below the tint, darkened so that tints and numbers
// stand out.
func tinted(luma int, hue color.RGBA, opacity int) color.RGBA {
	gray := 16 + luma/2
	mix := func(v uint8) uint8 { return uint8((gray*(255-opacity) + int(v)*opacity + 127) / 255) }
	return color.RGBA{mix(hue.R), mix(hue.G), mix(hue.B), 255}
}

// OffsetColour returns the colour of an offset at medium gray.
func OffsetColour(offset int, form regions.Form) color.RGBA {
	hue, opacity := tintOf(offset, form)
	return tinted(128, hue, opacity)
}
