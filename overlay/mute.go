package overlay

import (
	"image"
	"image/color"

	"ffkvadrat/analysis/partition"
)

// Muted returns how far the picture under a partition's fills is muted, in 255ths; see [Mute]. It is 0
// if no block is filled.
func (s *CodecStyle) Muted(p *partition.Picture) uint32 {
	for i := range p.Blocks {
		if _, known := s.colour(p, i); s.Fill && known {
			return inParts(dense(s.Opacity))
		}
	}
	return 0
}

// Mute mixes each pixel with a gray of the same lightness, but with less contrast, so that
// fills over it keep their colours. part is how far, in 255ths. It is the CPU twin of overlay_light.glsl.
func Mute(img *image.RGBA, part uint32) {
	if part == 0 {
		return
	}
	for y := img.Rect.Min.Y; y < img.Rect.Max.Y; y++ {
		row := img.Pix[img.PixOffset(img.Rect.Min.X, y):][:4*img.Rect.Dx()]
		for i := 0; i < len(row); i += 4 {
			c := muted(color.RGBA{row[i], row[i+1], row[i+2], 255}, part)
			row[i], row[i+1], row[i+2] = c.R, c.G, c.B
		}
	}
}

func muted(c color.RGBA, part uint32) color.RGBA {
	gray := byte(mutedBlack + (lightness(c)*mutedRange+128)>>8)
	return color.RGBA{mix(c.R, gray, part), mix(c.G, gray, part), mix(c.B, gray, part), c.A}
}

// Gray of muted black, and from there to muted white: three eighths of the picture's contrast, around a middle gray that leaves the
// colours of fills as they are over dark and bright pictures.
const mutedBlack, mutedRange = 40, 96

// FilledColour returns the colour of filled blocks, below vectors or without any, as it looks over the middle of the grays.
func FilledColour(c color.RGBA, opacity float32, vectors bool) color.RGBA {
	return overGray(c, opacity, filled(opacity, vectors))
}

// overGray returns the colour of a fill over the middle of the grays. opacity is that of the style.
func overGray(c color.RGBA, opacity, fill float32) color.RGBA {
	return over(muted(color.RGBA{128, 128, 128, 255}, inParts(dense(opacity))), c, inParts(fill))
}

func over(below, c color.RGBA, part uint32) color.RGBA {
	return color.RGBA{mix(below.R, c.R, part), mix(below.G, c.G, part), mix(below.B, c.B, part), 255}
}

// BlockFill is the inside of a filled block in the target, in its colour with the opacity.
type BlockFill struct {
	Place  image.Rectangle
	Colour color.RGBA
}

// Fills appends the fills of the blocks of a partition that are visible in a part of the target, in the order in which they are drawn.
func (s *CodecStyle) Fills(list []BlockFill, p *partition.Picture, v *View, within image.Rectangle) []BlockFill {
	for i := range p.Blocks {
		b := &p.Blocks[i]
		left, top, right, bottom := p.Clip(b.X, b.Y, b.Width, b.Height)
		place := v.Cover(image.Rect(left, top, right, bottom))
		if c, known := s.colour(p, i); s.Fill && known && place.Overlaps(within) {
			c.A = uint8(inParts(s.filled(b)))
			list = append(list, BlockFill{place, c})
		}
	}
	return list
}

// Filled returns a colour of the picture as it looks at a place in the target, muted as [CodecStyle.Muted] says and below fills.
func Filled(c color.RGBA, mute uint32, fills []BlockFill, at image.Point) color.RGBA {
	if mute > 0 {
		c = muted(c, mute)
	}
	for i := range fills {
		if at.In(fills[i].Place) {
			c = over(c, fills[i].Colour, uint32(fills[i].Colour.A))
		}
	}
	return c
}
