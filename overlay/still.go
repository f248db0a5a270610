package overlay

import (
	"image"
	"runtime"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// Still paints a picture as displayed, upright and with square pixels, one pixel per sample, and a
// list's quads over it. v must be made for the picture; aspect is as in [Native]. It uses all cores.
func Still(p *yuv.Picture, v yuv.Converter, o Orientation, aspect float64, list []quadpyramid.Quad, s Style) *image.RGBA {
	return StillOn(nil, p, v, o, aspect, list, s)
}

// StillOn does the same with a [Painter]'s Ground.
func StillOn(ground *image.RGBA, p *yuv.Picture, v yuv.Converter, o Orientation, aspect float64, list []quadpyramid.Quad, s Style) *image.RGBA {
	view := Native(p.Width, p.Height, o, aspect)
	out := image.NewRGBA(image.Rect(0, 0, view.TargetWidth, view.TargetHeight))
	painter := Painter{Goroutines: runtime.GOMAXPROCS(0), Ground: ground}
	painter.Paint(out, p, v, list, &view, s)
	return out
}
