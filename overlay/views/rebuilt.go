package views

import (
	"image"

	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/yuv"
)

// Rebuilder paints the reconstruction. One goroutine at a time may use it; its zero value is ready.
type Rebuilder struct{ cpu reconstruction.CPU }

// Paint paints the reconstruction of the picture from its quads into dst, which has the picture's
// size; c converts it to RGB.
func (r *Rebuilder) Paint(dst *image.RGBA, p *yuv.Picture, of Given, c yuv.Converter) error {
	c.Paint(dst, r.cpu.Run(p, of.Quads, of.Fill))
	return nil
}
