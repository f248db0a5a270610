package widgets

import "image/color"

// IsLight reports whether a colour needs dark text on it.
func IsLight(c color.RGBA) bool {
	return 54*int(c.R)+183*int(c.G)+19*int(c.B) > 120<<8 // weights of BT.709
}

// Colours of values on light and dark cells, and of secondary values.
var (
	OnLight    = color.NRGBA{12, 13, 16, 255}
	OnLightDim = color.NRGBA{12, 13, 16, 215}
	OnDark     = color.NRGBA{255, 255, 255, 255}
	OnDarkDim  = color.NRGBA{255, 255, 255, 215}
)

// Blended mixes two colours.
func Blended(a, b color.RGBA, part float32) color.RGBA {
	mix := func(a, b uint8) uint8 { return uint8(float32(a) + (float32(b)-float32(a))*part + 0.5) }
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}
