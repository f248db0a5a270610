package widgets

import (
	"image/color"
	"math"
)

// IsLight reports whether dark text on a colour has more contrast than light text.
func IsLight(c color.RGBA) bool {
	const middle = 0.179 // (L + 0.05)² = 0.05 · 1.05
	return luminance(color.NRGBA{c.R, c.G, c.B, 255}) > middle
}

// Colours of values on light and dark cells.
var (
	OnLight = color.NRGBA{0, 0, 0, 255}
	OnDark  = color.NRGBA{255, 255, 255, 255}
)

// Blended mixes two colours.
func Blended(a, b color.RGBA, part float32) color.RGBA {
	mix := func(a, b uint8) uint8 { return uint8(float32(a) + (float32(b)-float32(a))*part + 0.5) }
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}

// Over returns the colour that is seen where c covers an opaque ground.
func Over(c, ground color.NRGBA) color.NRGBA {
	mix := func(c8, g8 uint8) uint8 {
		return uint8((int(c8)*int(c.A) + int(g8)*(255-int(c.A)) + 127) / 255)
	}
	return color.NRGBA{mix(c.R, ground.R), mix(c.G, ground.G), mix(c.B, ground.B), 255}
}

// LeastContrast is the least contrast of text, by WCAG 2.1, 1.4.3.
const LeastContrast = 4.5

// leastMark is the least contrast of marks and borders, by WCAG 2.1, 1.4.11.
const leastMark = 3

// Contrast returns the contrast of two opaque colours as WCAG 2.1 defines it, from 1 to 21.
func Contrast(a, b color.NRGBA) float64 {
	light, dark := luminance(a), luminance(b)
	return (max(light, dark) + 0.05) / (min(light, dark) + 0.05)
}

// luminance returns the relative luminance of a colour in sRGB, from 0 to 1.
func luminance(c color.NRGBA) float64 {
	return 0.2126*linear[c.R] + 0.7152*linear[c.G] + 0.0722*linear[c.B]
}

// linear are the linear values of sRGB's.
var linear = func() (all [256]float64) {
	for v := range all {
		s := float64(v) / 255
		if all[v] = s / 12.92; s > 0.04045 {
			all[v] = math.Pow((s+0.055)/1.055, 2.4)
		}
	}
	return all
}()

// Edge returns the colour of the outline that a mark of a colour needs on the ground, to be seen; ok is false if it needs none.
func (i *Inks) Edge(c color.RGBA) (edge color.NRGBA, ok bool) {
	return i.Border, Contrast(color.NRGBA{c.R, c.G, c.B, 255}, i.Ground) < leastMark
}
