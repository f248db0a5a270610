package overlay

import (
	"image"
	"runtime"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// Still paints a picture as the display shows it, upright and with square
// pixels, a sample to a pixel, and the quads of a list over it. v is made for
// the picture; aspect is as in [Native]. It works on all cores.
func Still(p *yuv.Picture, v yuv.Converter, o Orientation, aspect float64, list []quadpyramid.Quad, s Style) *image.RGBA {
	view := Native(p.Width, p.Height, o, aspect)
	out := image.NewRGBA(image.Rect(0, 0, view.TargetWidth, view.TargetHeight))
	painter := Painter{Goroutines: runtime.GOMAXPROCS(0)}
	painter.Paint(out, p, v, list, &view, s)
	return out
}
