package overlay

import (
	"image"
	"image/color"
	"math"
	"slices"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/analysis/partition/agreement"
	"ffkvadrat/yuv"
)

// CodecStyle is how a codec's partition is drawn.
type CodecStyle struct {
	Opacity   float32 // 0 to 1
	LineWidth int     // target pixels, at least 1
	Low, High int     // range of the quantisers' scale
	Colour    BlockColouring
	Fill      bool // also fill the blocks whose colour means something
	Vectors   bool // also draw the motion vectors, and directions of intra prediction where there is room
	VectorsBy VectorColouring
	Density   VectorDensity
	// The vectors of the pixel Chosen, if HasChosen, are drawn thick, with outlines of where they lead, and others faintly.
	Chosen    image.Point
	HasChosen bool
	// Kinds, if it has one per block, replaces these colours by those of KindColour, which show whether
	// the codec or the content is divided more finely.
	Kinds []agreement.Kind
}

// Stroke is the outline of a rectangle, or a line, in target pixels. It has the layout of
// overlay_strokes.vert.
type Stroke struct {
	X0, Y0, X1, Y1 int32 // of an outline the first pixels and those after the last; of a line its end points
	Colour         color.RGBA
	Width          int32 // of an outline; negated for a line
}

// Strokes are the strokes of a partition. They reuse their memory.
type Strokes struct {
	List  []Stroke
	lines []int32 // memory of vectors
}

// Of computes the strokes of the blocks and vectors of a partition that are visible in a part of the
// target. A block's outline and its inside have the colour of its quantiser, type, bits or kind; like
// quads, small blocks have fainter outlines. A vector is a line from the middle of its
// rectangle, with a dot there if that fits, to the position of its prediction, with dark edges. The line of
// intra prediction, in large views, goes through the middle of its part of a block.
func (k *Strokes) Of(p *partition.Picture, v *View, within image.Rectangle, s CodecStyle) {
	k.List = k.List[:0]
	width := max(s.LineWidth, 1)
	for i := range p.Blocks {
		b := &p.Blocks[i]
		left, top, right, bottom := p.Clip(b.X, b.Y, b.Width, b.Height)
		inside := image.Rect(left, top, right, bottom)
		outer, _ := v.frame(inside, width)
		if !outer.Overlaps(within) {
			continue
		}
		c, known := s.colour(p, i)
		if s.Fill && known {
			r := v.Cover(inside) // neighbours share no pixels
			c.A = uint8(inParts(s.Opacity * blockFill))
			k.outline(r, c, max(r.Dx(), r.Dy())) // no hole
		}
		side := float32(min(b.Width, b.Height)) * min(v.ScaleX, v.ScaleY)
		opacity := s.Opacity * min(max(side/wide, 0.2), 1)
		if s.Fill && known {
			opacity *= bordered
		}
		c.A = uint8(inParts(opacity))
		k.outline(outer, c, width)
	}
	if s.Vectors {
		k.directions(p, v, within, (width+1)/2, dense(s.Opacity))
		k.allVectors(p, v, within, &s, (width+3)/2)
	}
}

// unchosen is the opacity of other vectors than the chosen ones.
const unchosen = 0.25

// allVectors adds the vectors, and the chosen ones over the others.
func (k *Strokes) allVectors(p *partition.Picture, v *View, within image.Rectangle, s *CodecStyle, width int) {
	chosen := func(m *partition.Vector) bool {
		left, top, right, bottom := p.Clip(m.X, m.Y, m.Width, m.Height)
		return s.HasChosen && s.Chosen.In(image.Rect(left, top, right, bottom))
	}
	others := *s
	if slices.ContainsFunc(p.Vectors, func(m partition.Vector) bool { return chosen(&m) }) {
		others.Opacity *= unchosen
	}
	k.vectors(p, v, within, &others, width)
	if others.Opacity == s.Opacity {
		return
	}
	for i := range p.Vectors {
		m := &p.Vectors[i]
		if !chosen(m) {
			continue
		}
		k.vector(m, v, within, s, width+2)
		x, y := float64(m.X)+float64(m.DX)/float64(m.Scale), float64(m.Y)+float64(m.DY)/float64(m.Scale)
		source := image.Rectangle{v.point(x, y), v.point(x+float64(m.Width), y+float64(m.Height))}.Canon()
		c := EarlierColour
		if m.Future {
			c = LaterColour
		}
		k.outline(source.Inset(-1), edgeColour, width+2)
		k.outline(source, c, width)
	}
}

// colour returns the opaque colour of a block, and whether it means something.
func (s *CodecStyle) colour(p *partition.Picture, i int) (c color.RGBA, known bool) {
	if len(s.Kinds) == len(p.Blocks) {
		return KindColour(s.Kinds[i]), true
	}
	return blockColourings[s.Colour].colour(&p.Blocks[i], s.Low, s.High)
}

// blockFill and bordered are the opacities of the inside and the outline of filled blocks: neighbours
// of one colour have weak lines between them. edged is that of the dark edges of vectors, and denser that of
// vectors and of muting.
const blockFill, bordered, edged, denser = 0.9, 0.15, 0.8, 1.4

func dense(opacity float32) float32 { return min(denser*opacity, 1) }

func (k *Strokes) outline(r image.Rectangle, c color.RGBA, width int) {
	k.List = append(k.List, Stroke{int32(r.Min.X), int32(r.Min.Y), int32(r.Max.X), int32(r.Max.Y), c, int32(width)})
}

// longest is the length of a line along an axis up to which 32-bit arithmetic is exact.
const longest = 1 << 14

// wide is the side, in target pixels, from which the outlines of blocks have full opacity. It is larger
// than for quads, because blocks are everywhere. Vectors are about apart target pixels apart, unless
// rectangles of leastSide pixels, the smallest of codecs, are that large.
const wide, apart, leastSide = 24, 24, 4

// vectors adds the longest vector of each square of the picture, of those from earlier and from later
// frames; all of them in a large view.
func (k *Strokes) vectors(p *partition.Picture, v *View, within image.Rectangle, s *CodecStyle, width int) {
	side := s.Density.side(min(v.ScaleX, v.ScaleY))
	if side <= leastSide {
		for i := range p.Vectors {
			k.vector(&p.Vectors[i], v, within, s, width)
		}
		return
	}
	across, down := int(float32(p.Width)/side)+1, int(float32(p.Height)/side)+1
	k.lines = slices.Grow(k.lines[:0], 2*across*down)[:2*across*down]
	clear(k.lines) // 0 for none, else one more than the vector's index
	for i := range p.Vectors {
		m := &p.Vectors[i]
		x, y := int((float32(m.X)+float32(float32(m.Width)/2))/side), int((float32(m.Y)+float32(float32(m.Height)/2))/side)
		at := 2 * (min(y, down-1)*across + min(x, across-1))
		if m.Future {
			at++
		}
		if other := k.lines[at]; other == 0 || length(m) > length(&p.Vectors[other-1]) {
			k.lines[at] = int32(i + 1)
		}
	}
	for _, i := range k.lines {
		if i > 0 {
			k.vector(&p.Vectors[i-1], v, within, s, width)
		}
	}
}

// directions adds a line for each direction of intra prediction whose part of a block is large in the view.
func (k *Strokes) directions(p *partition.Picture, v *View, within image.Rectangle, width int, opacity float32) {
	c, edge := IntraColour, edgeColour
	c.A, edge.A = uint8(inParts(opacity)), uint8(inParts(opacity*edged))
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if !directs(b, min(v.ScaleX, v.ScaleY)) {
			continue
		}
		across := 1
		if b.Intra.Count == 4 {
			across = 2
		}
		w, h := float64(b.Width)/float64(across), float64(b.Height)/float64(across)
		for part := range int(b.Intra.Count) {
			d := b.Intra.Directions[part]
			if d == (yuv.IntraDirection{}) {
				continue
			}
			x, y := float64(b.X)+float64(w*(float64(part%across)+0.5)), float64(b.Y)+float64(h*(float64(part/across)+0.5))
			reach := throughPart * min(w, h) / hypot(int(d.DX), int(d.DY)) / 2
			dx, dy := float64(reach*float64(d.DX)), float64(reach*float64(d.DY))
			from, to := v.point(x-dx, y-dy), v.point(x+dx, y+dy)
			if !(image.Rectangle{from, to}).Canon().Inset(-width-2).Overlaps(within) || abs(to.X-from.X) >= longest || abs(to.Y-from.Y) >= longest {
				continue
			}
			k.line(from, to, edge, width+2)
			k.line(from, to, c, width)
		}
	}
}

// directs reports whether directions of intra prediction of a block are drawn at a scale.
func directs(b *partition.Block, scale float32) bool {
	side := float32(min(b.Width, b.Height))
	if b.Intra.Count == 4 {
		side /= 2
	}
	return b.Intra.Count > 0 && side*scale >= wide
}

// DrawsDirections reports whether directions of intra prediction of a partition are drawn at a scale.
func DrawsDirections(p *partition.Picture, scale float32) bool {
	return slices.ContainsFunc(p.Blocks, func(b partition.Block) bool { return directs(&b, scale) })
}

// throughPart is the length of the line of intra prediction, as a part of the side of its part of a block.
const throughPart = 0.7

func (k *Strokes) line(from, to image.Point, c color.RGBA, width int) {
	k.List = append(k.List, Stroke{int32(from.X), int32(from.Y), int32(to.X), int32(to.Y), c, int32(-width)})
}

// length returns the length of a vector in pixels.
func length(m *partition.Vector) float64 {
	return hypot(int(m.DX), int(m.DY)) / float64(m.Scale)
}

// hypot returns √(x² + y²). math.Hypot rounds differently on some processors.
func hypot(x, y int) float64 { return math.Sqrt(float64(x*x + y*y)) }

// vector adds a line with its edges, unless its motion is too small to be seen.
func (k *Strokes) vector(m *partition.Vector, v *View, within image.Rectangle, style *CodecStyle, width int) {
	x, y := float64(m.X)+float64(float64(m.Width)/2), float64(m.Y)+float64(float64(m.Height)/2)
	from := v.point(x, y)
	to := v.point(x+float64(m.DX)/float64(m.Scale), y+float64(m.DY)/float64(m.Scale))
	if from == to {
		return
	}
	for max(abs(to.X-from.X), abs(to.Y-from.Y)) >= longest {
		to = from.Add(to.Sub(from).Div(2))
	}
	reach := image.Rectangle{from, to}.Canon()
	if reach.Max = reach.Max.Add(image.Pt(1, 1)); !reach.Inset(-width - 1).Overlaps(within) {
		return
	}
	c, edge, opacity := EarlierColour, edgeColour, dense(style.Opacity)
	switch {
	case style.VectorsBy == ByDirection:
		c = DirectionColour(to.X-from.X, to.Y-from.Y)
	case m.Future:
		c = LaterColour
	}
	c.A, edge.A = uint8(inParts(opacity)), uint8(inParts(opacity*edged))
	dotted := max(abs(to.X-from.X), abs(to.Y-from.Y)) > 4*width
	for _, s := range [...]struct {
		colour color.RGBA
		more   int // on each side
	}{{edge, 1}, {c, 0}} {
		k.line(from, to, s.colour, width+2*s.more)
		if dotted {
			dot := image.Rectangle{from, from.Add(image.Pt(1, 1))}.Inset(-(width+1)/2 - s.more)
			k.outline(dot, s.colour, dot.Dx())
		}
	}
}

func abs(n int) int { return max(n, -n) }

// point returns the target pixel of a point of the picture.
func (v *View) point(x, y float64) image.Point {
	t := v.Turn()
	tx, ty := float64(float64(t.A)*x)+float64(float64(t.B)*y)+float64(t.X), float64(float64(t.C)*x)+float64(float64(t.D)*y)+float64(t.Y)
	return image.Pt(int(math.Floor(float64(tx*float64(v.ScaleX))+float64(v.OriginX))), int(math.Floor(float64(ty*float64(v.ScaleY))+float64(v.OriginY))))
}

// PaintStrokes draws strokes over dst. It is the CPU twin of gloverlay.Renderer.Strokes: the same
// pixels, blended in integers.
func PaintStrokes(dst *image.RGBA, list []Stroke) {
	bounds := dst.Bounds()
	for i := range list {
		s := &list[i]
		if s.Width < 0 {
			s.line(dst)
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
	x0, y0, x1, y1, width := int(s.X0), int(s.Y0), int(s.X1), int(s.Y1), -int(s.Width)
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

// floorDiv divides by a positive number, rounding down.
func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// Colours of blocks whose value is unknown, of vectors from earlier and later frames, of directions of
// intra prediction, and of the edges of both.
var (
	plainBlock    = color.RGBA{190, 200, 195, 255}
	EarlierColour = color.RGBA{255, 255, 255, 255}
	LaterColour   = color.RGBA{255, 150, 190, 255}
	IntraColour   = color.RGBA{255, 225, 110, 255}
	edgeColour    = color.RGBA{16, 17, 20, 255}
)

// QuantiserColour returns the opaque colour of a quantiser on a scale from low to high; the finest is
// the lightest.
func QuantiserColour(qp, low, high int) color.RGBA {
	if high <= low {
		return scale[ScaleSteps-1]
	}
	return scale[ScaleSteps-1-min(max((ScaleSteps-1)*(qp-low)/(high-low), 0), ScaleSteps-1)]
}

// KindColour returns the opaque colour of blocks of a kind. It is the colour of quads that are in both
// lists or only in one of them, with the codec's as the stored list.
func KindColour(kind agreement.Kind) color.RGBA {
	switch kind {
	case agreement.CodecFiner:
		return DifferenceColour(OnlyStored)
	case agreement.ContentFiner:
		return DifferenceColour(OnlyLive)
	}
	return DifferenceColour(InBoth)
}
