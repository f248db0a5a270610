package overlay

import (
	"image"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// Still paints a picture as the display shows it, upright and with square
// pixels, a sample to a pixel, and the quads of a list over it. aspect is as in
// [Native].
func Still(p *yuv.Picture, o Orientation, aspect float64, list []quadpyramid.Quad, s Style) *image.RGBA {
	rgb := image.NewRGBA(image.Rect(0, 0, p.Width, p.Height))
	yuv.NewConverter(p.Format, p.Colour, p.Width, p.Height).Paint(rgb, p)
	v := Native(p.Width, p.Height, o, aspect)
	out := image.NewRGBA(image.Rect(0, 0, v.TargetWidth, v.TargetHeight))
	PaintPicture(out, rgb, &v)
	PaintQuads(out, list, rgb, &v, s)
	return out
}
