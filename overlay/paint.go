package overlay

import (
	"image"
	"image/color"
	"math"

	"ffkvadrat/quadpyramid"
)

// PaintPicture fills dst, of the view's target size, with the picture in src
// and near black around it, each pixel from the nearest sample. It is the
// twin of gloverlay.Renderer.Picture without smoothing.
func PaintPicture(dst, src *image.RGBA, v *View) { paintPicture(dst, src, v, 0, v.TargetHeight) }

// paintPicture does PaintPicture for the rows from one on up to another.
func paintPicture(dst, src *image.RGBA, v *View, from, to int) {
	if v.plain() {
		for y := from; y < to; y++ {
			copy(dst.Pix[y*dst.Stride:][:4*v.Width], src.Pix[y*src.Stride:])
		}
		return
	}
	t := v.Turn()
	spanX, spanY := 1/v.ScaleX, 1/v.ScaleY
	for y := from; y < to; y++ {
		row := dst.Pix[y*dst.Stride:][:4*v.TargetWidth]
		ty := float32((float32(y)+0.5-v.OriginY)*spanY) - float32(t.Y)
		for x := range v.TargetWidth {
			tx := float32((float32(x)+0.5-v.OriginX)*spanX) - float32(t.X)
			px := int(math.Floor(float64(float32(t.A)*tx + float32(t.C)*ty)))
			py := int(math.Floor(float64(float32(t.B)*tx + float32(t.D)*ty)))
			if px < 0 || py < 0 || px >= v.Width || py >= v.Height {
				row[4*x], row[4*x+1], row[4*x+2], row[4*x+3] = 16, 17, 20, 255
				continue
			}
			copy(row[4*x:4*x+4], src.Pix[py*src.Stride+4*px:][:4])
		}
	}
}

// PaintQuads draws a list over dst, on the picture from which it was made. Only
// Mosaic and ByMean take colours from the picture. It is the twin of
// gloverlay.Renderer.Quads: the same pixels, blended in integers.
func PaintQuads(dst *image.RGBA, list []quadpyramid.Quad, rgb *image.RGBA, v *View, s Style) {
	var means []*image.RGBA
	if s.NeedsMeans() {
		means = reduced(nil, rgb)
	}
	clip := dst.Bounds()
	paintQuads(dst, clip.Min.Y, clip.Max.Y, list, means, v, s)
}

// paintQuads does PaintQuads for the rows from one on up to another, with the
// means if the style needs them.
func paintQuads(dst *image.RGBA, from, to int, list []quadpyramid.Quad, means []*image.RGBA, v *View, s Style) {
	var alphas, holes [Levels]uint32
	for level := range alphas {
		alpha := s.Alpha(v, level)
		alphas[level] = uint32(math.Round(float64(alpha) * 255))
		holes[level] = uint32(math.Round(float64(alpha*s.HolePart()) * 255))
	}
	cells, colour := looks[s.Look].cells, colourings[s.Colour].colour
	for i, q := range list {
		level := q.Level()
		outer, inner := v.frame(q, s.Width())
		a, hole := alphas[level], holes[level]
		var c color.RGBA
		if means != nil {
			c = means[level].RGBAAt(q.X()>>level, q.Y()>>level)
		}
		if !cells {
			age := uint32(0)
			if s.Ages != nil {
				age = s.Ages[i]
			}
			c = colour(level, c, age)
		}
		for y := max(outer.Min.Y, from); y < min(outer.Max.Y, to); y++ {
			if y < inner.Min.Y || y >= inner.Max.Y {
				blend(dst, outer.Min.X, outer.Max.X, y, c, a)
				continue
			}
			blend(dst, outer.Min.X, inner.Min.X, y, c, a)
			if hole != 0 {
				blend(dst, inner.Min.X, inner.Max.X, y, c, hole)
			}
			blend(dst, inner.Max.X, outer.Max.X, y, c, a)
		}
	}
}

// frame returns the outline of a quad: the pixels of outer that are not in inner. With a
// width of 0 both are the pixels that the quad covers. The right line of a quad is the
// left line of its neighbour, and its lower line is the upper line of the neighbour
// below; at the picture's end these lines move inside.
func (v *View) frame(q quadpyramid.Quad, width int) (outer, inner image.Rectangle) {
	outer = v.Cover(image.Rect(q.X(), q.Y(), q.X()+q.Size(), q.Y()+q.Size()))
	end := v.Bounds().Max
	outer.Max.X = min(outer.Max.X+width, end.X)
	outer.Max.Y = min(outer.Max.Y+width, end.Y)
	inner.Min.X = min(outer.Min.X+width, outer.Max.X)
	inner.Min.Y = min(outer.Min.Y+width, outer.Max.Y)
	inner.Max.X = max(outer.Max.X-width, inner.Min.X)
	inner.Max.Y = max(outer.Max.Y-width, inner.Min.Y)
	return outer, inner
}

// blend mixes a run of pixels of row y with a colour, a of 255 parts, and rounds to the
// nearest integer.
func blend(dst *image.RGBA, x0, x1, y int, c color.RGBA, a uint32) {
	bounds := dst.Bounds()
	for x := max(x0, bounds.Min.X); x < min(x1, bounds.Max.X); x++ {
		p := dst.Pix[dst.PixOffset(x, y):]
		p[0] = mix(p[0], c.R, a)
		p[1] = mix(p[1], c.G, a)
		p[2] = mix(p[2], c.B, a)
	}
}

func mix(below, above byte, a uint32) byte {
	return byte((uint32(above)*a + uint32(below)*(255-a) + 127) / 255)
}
