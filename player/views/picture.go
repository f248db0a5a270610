package views

import (
	"image"
	"image/color"

	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// Painter makes pictures of views on the CPU, in the size of the analysed picture:
// the colours are those that the player's passes have at one pixel for each sample, where
// the strength of edges may differ by one. One goroutine at a time may use it; its zero
// value is ready.
type Painter struct {
	sums   *edge.Sums
	values []int32
	colour map[int32]color.RGBA // of the values of a level
	level  int
}

// Pixels paints a view of pixels into dst, which has the picture's size.
func (w *Painter) Pixels(dst *image.RGBA, v View, p *yuv.Picture, d edge.Decision) {
	if w.sums == nil {
		w.sums = edge.NewSums()
	}
	w.sums.Begin(p, d)
	defer w.sums.End()
	unit, colour := d.Unit(p.Format), views[v].colour
	for y := range p.Height {
		row := dst.Pix[y*dst.Stride:][:4*p.Width]
		for x, sum := range w.sums.Row(y) {
			c := colour(float64(sum)/unit, d.Leaf(sum))
			*(*[4]byte)(row[4*x:]) = [4]byte{c.R, c.G, c.B, c.A}
		}
	}
}

// Level paints a level of a pyramid into dst, which has the picture's size: each
// cell covers its pixels.
func (w *Painter) Level(dst *image.RGBA, cells *quadpyramid.Cells, level int) {
	if w.colour == nil || w.level != level {
		w.colour, w.level = map[int32]color.RGBA{}, level
	}
	w.values = cells.Fill(w.values[:0], level)
	width, _ := cells.Size(level)
	for y := range cells.Height {
		row := dst.Pix[y*dst.Stride:][:4*cells.Width]
		values := w.values[y>>level*width:]
		if y&(1<<level-1) != 0 {
			copy(row, dst.Pix[(y-1)*dst.Stride:])
			continue
		}
		var c color.RGBA
		for x := range cells.Width {
			if x&(1<<level-1) == 0 {
				value := values[x>>level]
				known := false
				if c, known = w.colour[value]; !known {
					c = CellColour(value, level)
					w.colour[value] = c
				}
			}
			*(*[4]byte)(row[4*x:]) = [4]byte{c.R, c.G, c.B, c.A}
		}
	}
}
