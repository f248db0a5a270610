package overlay

import (
	"image"
	"image/color"
	"math"

	"ffkvadrat/quadpyramid"
)

// PaintPicture fills dst, of the view's target size, with the picture in src, near black around it,
// each pixel from the nearest sample. It is the CPU twin of gloverlay.Renderer.Picture without
// smoothing.
func PaintPicture(dst, src *image.RGBA, v *View) { paintPicture(dst, src, v, 0, v.TargetHeight) }

// paintPicture does PaintPicture for rows from to to−1.
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
			px := int(math.Floor(float64(float32(float32(t.A)*tx) + float32(float32(t.C)*ty))))
			py := int(math.Floor(float64(float32(float32(t.B)*tx) + float32(float32(t.D)*ty))))
			if px < 0 || py < 0 || px >= v.Width || py >= v.Height {
				row[4*x], row[4*x+1], row[4*x+2], row[4*x+3] = 16, 17, 20, 255
				continue
			}
			copy(row[4*x:4*x+4], src.Pix[py*src.Stride+4*px:][:4])
		}
	}
}

// PaintQuads draws a list over dst, of the view's target size. rgb is the picture from which the list
// was made; only Mosaic and ByMean use its colours. PaintQuads is the CPU twin of
// gloverlay.Renderer.Quads: the same pixels, blended in integers.
func PaintQuads(dst *image.RGBA, list []quadpyramid.Quad, rgb *image.RGBA, v *View, s Style) {
	var b brush
	b.prepare(rgb, v, s)
	b.paint(dst, 0, v.TargetHeight, list, v, s)
}

// brush holds what painting quads needs in addition to the quads. It reuses its memory.
type brush struct {
	means []*image.RGBA // mean colours of the picture, if the style shows them
	tone  tone          // tone of small quads, if the style has one in the view, with the view's edges
	edges edges
}

// prepare prepares the brush for a picture, in RGB if the style shows means.
func (b *brush) prepare(rgb *image.RGBA, v *View, s Style) {
	if s.NeedsMeans() {
		b.means = reduced(b.means, rgb)
	}
	if s.Toned(v) {
		b.edges.find(v, s.Whole(v))
		b.tone = sized(b.tone, v)
	}
}

// paint does PaintQuads for rows from to to−1.
func (b *brush) paint(dst *image.RGBA, from, to int, list []quadpyramid.Quad, v *View, s Style) {
	if s.Toned(v) {
		b.spread(from, to, list, v, s)
		b.tone.paint(dst, v, from, to)
	}
	b.lines(pixels{dst}, from, to, list, v, s)
}

// canvas is what lines are drawn on. blend mixes pixels x0 to x1−1 of row y with a colour, with opacity a/255.
type canvas interface {
	blend(x0, x1, y int, c color.RGBA, a uint32)
}

// lines draws what is not in the tone, in rows from to to−1.
func (b *brush) lines(dst canvas, from, to int, list []quadpyramid.Quad, v *View, s Style) {
	var alphas, holes, halos [Levels]uint32
	for level := range alphas {
		alpha := s.Alpha(v, level)
		alphas[level] = inParts(alpha)
		holes[level] = inParts(alpha * s.HolePart())
		halos[level] = inParts(s.Halo(v, level))
	}
	for i, q := range list {
		level := q.Level()
		a, hole := alphas[level], holes[level]
		if a == 0 {
			continue
		}
		outer, inner := v.frame(s.rectangle(q), s.Width())
		if outer.Min.Y >= to || outer.Max.Y <= from {
			continue
		}
		c := b.colour(i, q, s)
		if halo := halos[level]; halo != 0 {
			inside := inner.Inset(s.HaloWidth())
			for y := max(inner.Min.Y, from); y < min(inner.Max.Y, to); y++ {
				if y < inside.Min.Y || y >= inside.Max.Y {
					dst.blend(inner.Min.X, inner.Max.X, y, color.RGBA{}, halo)
					continue
				}
				dst.blend(inner.Min.X, inside.Min.X, y, color.RGBA{}, halo)
				dst.blend(inside.Max.X, inner.Max.X, y, color.RGBA{}, halo)
			}
		}
		for y := max(outer.Min.Y, from); y < min(outer.Max.Y, to); y++ {
			if y < inner.Min.Y || y >= inner.Max.Y {
				dst.blend(outer.Min.X, outer.Max.X, y, c, a)
				continue
			}
			dst.blend(outer.Min.X, inner.Min.X, y, c, a)
			if hole != 0 {
				dst.blend(inner.Min.X, inner.Max.X, y, c, hole)
			}
			dst.blend(inner.Max.X, outer.Max.X, y, c, a)
		}
	}
}

// spread computes the tone of small quads in rows from to to−1.
func (b *brush) spread(from, to int, list []quadpyramid.Quad, v *View, s Style) {
	var tones [Levels]uint32
	var colours [Levels]uint64
	for level := range tones {
		tones[level] = inParts(s.Tone(v, level))
		colours[level] = premultiplied(s.Colour.LevelColour(level), tones[level])
	}
	bySize := s.BySize()
	clear(b.tone[from*v.TargetWidth : to*v.TargetWidth])
	first, end := b.edges.within(from, to)
	for i, q := range list {
		level, at := q.Level(), q.Y()
		if b.edges.sideways {
			at = q.X()
		}
		if tones[level] == 0 || at >= end || at+1<<level <= first {
			continue
		}
		c := colours[level]
		if !bySize {
			c = premultiplied(b.colour(i, q, s), tones[level])
		}
		b.tone.add(q, c, &b.edges, int32(from), int32(to))
	}
}

// inParts converts an opacity to 255ths.
func inParts(opacity float32) uint32 { return uint32(math.Round(float64(opacity) * 255)) }

// colour returns the colour of quad i of a list.
func (b *brush) colour(i int, q quadpyramid.Quad, s Style) color.RGBA {
	level := q.Level()
	var mean color.RGBA
	if s.NeedsMeans() {
		mean = b.means[level].RGBAAt(q.X()>>level, q.Y()>>level)
	}
	if looks[s.Look].cells {
		return mean
	}
	age := uint32(0)
	if s.Ages != nil {
		age = s.Ages[i]
	}
	class := 0
	if s.Of != nil {
		class = int(s.Of[i])
	}
	return colourings[s.Colour].colour(level, mean, age, class, s.Classes)
}

// rectangle returns the picture pixels that a quad stands for.
func (s Style) rectangle(q quadpyramid.Quad) image.Rectangle {
	size := image.Pt(q.Size(), q.Size())
	if s.box != (image.Point{}) {
		size = s.box
	}
	at := image.Pt(q.X(), q.Y())
	return image.Rectangle{Min: at, Max: at.Add(size)}
}

// frame returns the outline of a rectangle of the picture, such as a quad: the pixels of outer that are
// not in inner. For width 0 both are the pixels that the quad covers. A quad's right line is the left
// line of its neighbour, and its bottom line is the top line of the neighbour below; at the picture's
// edge these lines move inside.
func (v *View) frame(r image.Rectangle, width int) (outer, inner image.Rectangle) {
	outer = v.Cover(r)
	end := v.Bounds().Max
	outer.Max.X = min(outer.Max.X+width, end.X)
	outer.Max.Y = min(outer.Max.Y+width, end.Y)
	inner.Min.X = min(outer.Min.X+width, outer.Max.X)
	inner.Min.Y = min(outer.Min.Y+width, outer.Max.Y)
	inner.Max.X = max(outer.Max.X-width, inner.Min.X)
	inner.Max.Y = max(outer.Max.Y-width, inner.Min.Y)
	return outer, inner
}

// pixels is a canvas of an image.
type pixels struct{ dst *image.RGBA }

func (p pixels) blend(x0, x1, y int, c color.RGBA, a uint32) { blend(p.dst, x0, x1, y, c, a) }

// blend mixes a run of pixels of row y with a colour, with opacity a/255, rounding to nearest.
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
