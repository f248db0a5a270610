package overlay

import (
	"image"
	"image/color"
)

// Stroke is a shape of one colour, in target pixels. It has the layout of overlay_strokes.vert.
type Stroke struct {
	X0, Y0, X1, Y1 int32 // of a line its end points, else the first pixels and those after the last
	Colour         color.RGBA
	Width          int32 // of the line or the outline; an outline of at least the side's width has no hole
	Shape          Shape
}

// Shape is the form of a stroke.
type Shape uint32

const (
	Rectangle Shape = iota
	Line
	Diamond // in a square, on a corner, without a hole
)

// PaintStrokes draws strokes over dst. It is the CPU twin of gloverlay.Renderer.Strokes: the same
// pixels, blended in integers.
func PaintStrokes(dst *image.RGBA, list []Stroke) {
	bounds := dst.Bounds()
	for i := range list {
		s := &list[i]
		switch s.Shape {
		case Line:
			s.line(dst)
			continue
		case Diamond:
			s.diamond(dst)
			continue
		}
		outer := image.Rect(int(s.X0), int(s.Y0), int(s.X1), int(s.Y1))
		w := int(s.Width)
		inner := image.Rectangle{Min: image.Pt(min(outer.Min.X+w, outer.Max.X), min(outer.Min.Y+w, outer.Max.Y))}
		inner.Max = image.Pt(max(outer.Max.X-w, inner.Min.X), max(outer.Max.Y-w, inner.Min.Y))
		for y := max(outer.Min.Y, bounds.Min.Y); y < min(outer.Max.Y, bounds.Max.Y); y++ {
			if y < inner.Min.Y || y >= inner.Max.Y {
				blend(dst, outer.Min.X, outer.Max.X, y, s.Colour, uint32(s.Colour.A))
				continue
			}
			blend(dst, outer.Min.X, inner.Min.X, y, s.Colour, uint32(s.Colour.A))
			blend(dst, inner.Max.X, outer.Max.X, y, s.Colour, uint32(s.Colour.A))
		}
	}
}

// line draws a line: at each step along its longer axis, the pixels of its width around the nearest
// one.
func (s *Stroke) line(dst *image.RGBA) {
	x0, y0, x1, y1, width := int(s.X0), int(s.Y0), int(s.X1), int(s.Y1), int(s.Width)
	steep := abs(y1-y0) > abs(x1-x0)
	if steep {
		x0, y0, x1, y1 = y0, x0, y1, x1
	}
	if x0 > x1 {
		x0, y0, x1, y1 = x1, y1, x0, y0
	}
	bounds := dst.Bounds()
	for x := x0; x <= x1; x++ {
		y := y0
		if x1 > x0 {
			y += floorDiv(2*(x-x0)*(y1-y0)+(x1-x0), 2*(x1-x0))
		}
		for at := y - (width-1)/2; at <= y+width/2; at++ {
			p := image.Pt(x, at)
			if steep {
				p = image.Pt(at, x)
			}
			if p.In(bounds) {
				blend(dst, p.X, p.X+1, p.Y, s.Colour, uint32(s.Colour.A))
			}
		}
	}
}

// diamond draws a diamond.
func (s *Stroke) diamond(dst *image.RGBA) {
	r := image.Rect(int(s.X0), int(s.Y0), int(s.X1), int(s.Y1)).Intersect(dst.Bounds())
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			// Twice the distances from the middle.
			across, down := abs(2*x+1-int(s.X0+s.X1)), abs(2*y+1-int(s.Y0+s.Y1))
			if across+down <= int(s.X1-s.X0) {
				blend(dst, x, x+1, y, s.Colour, uint32(s.Colour.A))
			}
		}
	}
}

// floorDiv divides by a positive number, rounding down.
func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
