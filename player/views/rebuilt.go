package views

import (
	"image"

	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/yuv"
)

// Rebuilder paints the picture that quads make. One goroutine at a time may use it; its zero value
// is ready.
type Rebuilder struct{ cpu reconstruction.CPU }

// Paint paints into dst, which has the picture's size, what the quads make of the picture, in the colours
// of c.
func (r *Rebuilder) Paint(dst *image.RGBA, p *yuv.Picture, of Given, c yuv.Converter) error {
	c.Paint(dst, r.cpu.Run(p, of.Quads, of.Fill))
	return nil
}
