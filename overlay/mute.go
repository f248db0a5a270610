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
	below, part := muted(color.RGBA{128, 128, 128, 255}, inParts(dense(opacity))), inParts(fill)
	return color.RGBA{mix(below.R, c.R, part), mix(below.G, c.G, part), mix(below.B, c.B, part), 255}
}
