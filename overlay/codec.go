package overlay

import (
	"image"
	"image/color"
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
	Outlines  Outlining
	Fill      bool // also fill the blocks whose colour means something
	Vectors   bool // also draw the motion vectors, and directions of intra prediction where there is room
	VectorsBy VectorColouring
	Density   VectorDensity
	Times     int // how many times as long as the motion the lines of vectors are, see [Strokes.Times]; 0 is 1
	// The vectors of the pixel Chosen, if HasChosen, are drawn thick, with outlines of where they lead, and the directions of its
	// block as usual; other vectors and directions are faint.
	Chosen    image.Point
	HasChosen bool
	// Kinds, if it has one per block, replaces these colours by those of KindColour, which show whether
	// the codec or the content is divided more finely.
	Kinds []agreement.Kind
}

// Strokes are the strokes of a partition. They reuse their memory.
type Strokes struct {
	List  []Stroke
	lines []int32 // memory of vectors

	lengths [1 << 10]int32 // how many lines have a length in target pixels
}

// Of computes the strokes of the blocks and vectors of a partition that are visible in a part of the
// target. A block's inside, or else its outline, has the colour of its quantiser, type, bits or kind; like
// quads, small blocks have fainter outlines. A vector is a line from a square in the middle of its
// rectangle to the position of its prediction, which has a diamond if it is in reference list 1, with dark edges. The line of
// intra prediction, in large views, goes through the middle of its part of a block.
func (k *Strokes) Of(p *partition.Picture, v *View, within image.Rectangle, s CodecStyle) {
	k.List = k.List[:0]
	units := p.Units
	if !s.Outlines.NeedsUnits() {
		units = nil
	}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		width, of := max(s.LineWidth, 1), unitsOf(b, units)
		if units = units[len(of):]; len(of) > 1 {
			width += outlinings[s.Outlines].thicker
		}
		left, top, right, bottom := p.Clip(b.X, b.Y, b.Width, b.Height)
		inside := image.Rect(left, top, right, bottom)
		outer, _ := v.frame(inside, width)
		if !outer.Overlaps(within) {
			continue
		}
		c, known := s.colour(p, i)
		if s.Fill && known {
			r := v.Cover(inside) // neighbours share no pixels
			c.A = uint8(inParts(s.filled(b)))
			k.outline(r, c, max(r.Dx(), r.Dy())) // no hole
		}
		side := float32(min(b.Width, b.Height)) * min(v.ScaleX, v.ScaleY)
		s.borders(k, outer, c, width, side, s.Fill && known)
	}
	if s.Outlines.NeedsUnits() {
		k.units(p, v, within)
	}
	if s.Vectors {
		k.motion(p, v, within, &s)
	}
}

// borders adds the lines around a block with a side in target pixels: of filled ones a dark line and a light one inside of
// it, which show on every colour and between neighbours of one colour; else a line of its colour and a dark one inside.
func (s *CodecStyle) borders(k *Strokes, outer image.Rectangle, c color.RGBA, width int, side float32, filled bool) {
	opacity := s.Opacity * min(max(side/wide, 0.2), 1)
	inner, second := edgeColour, opacity*edged
	if filled {
		opacity = min(max(side/wide, 0.2), 1)
		c, inner, second = edgeColour, color.RGBA{255, 255, 255, 255}, opacity*lit
		opacity *= bordered
	}
	c.A, inner.A = uint8(inParts(opacity)), uint8(inParts(second))
	k.outline(outer, c, width)
	if side >= twoLines {
		k.outline(outer.Inset(width), inner, 1)
	}
}

// colour returns the opaque colour of a block, and whether it means something.
func (s *CodecStyle) colour(p *partition.Picture, i int) (c color.RGBA, known bool) {
	if len(s.Kinds) == len(p.Blocks) {
		return KindColour(s.Kinds[i]), true
	}
	return blockColourings[s.Colour].colour(&p.Blocks[i], s.Low, s.High)
}

// blockFill is the opacity of the inside of filled blocks, at most 1: enough for vivid colours, while the picture is still seen at
// the usual opacity. bordered and lit are those of the dark and the light line around it. Below vectors, the inside is belowVectors
// as opaque. edged is that of the dark edges of vectors and of blocks without a
// fill, and denser that of vectors and of the gray under fills.
const blockFill, belowVectors, bordered, lit, edged, denser = 1.05, 0.8, 0.75, 0.3, 0.8, 1.4

// filled returns the opacity of the inside of filled blocks.
func filled(opacity float32, vectors bool) float32 {
	if opacity = min(blockFill*opacity, 1); vectors {
		opacity *= belowVectors
	}
	return opacity
}

// skippedFill is the opacity of the inside of skipped blocks that are coloured by their QP, as a part of that of others: such a QP codes
// nothing.
const skippedFill = 0.4

// filled returns the opacity of the inside of a block, if it is filled.
func (s *CodecStyle) filled(b *partition.Block) float32 {
	opacity := filled(s.Opacity, s.Vectors)
	if b.Type == partition.Skipped && blockColourings[s.Colour].residual {
		opacity *= skippedFill
	}
	return opacity
}

func dense(opacity float32) float32 { return min(denser*opacity, 1) }

func (k *Strokes) outline(r image.Rectangle, c color.RGBA, width int) {
	k.List = append(k.List, Stroke{int32(r.Min.X), int32(r.Min.Y), int32(r.Max.X), int32(r.Max.Y), c, int32(width), Rectangle})
}

// wide is the side, in target pixels, from which the outlines of blocks have full opacity. It is larger
// than for quads, because blocks are everywhere. Vectors are at least about apart target pixels apart, unless
// rectangles of leastSide pixels, the smallest of codecs, are that large. From the side roomy on, directions of intra
// prediction have lines.
const wide, apart, leastSide, roomy = 24, 40, 4, 40

// twoLines is the side of blocks, in target pixels, from which they have a second line inside of the outline.
const twoLines = 12

// directions adds a line for each direction of intra prediction whose part of a block is large in the view; of the chosen block
// if there is one, only of this block or only of the others.
func (k *Strokes) directions(p *partition.Picture, v *View, within image.Rectangle, s *CodecStyle, chosen bool) {
	width, opacity := (max(s.LineWidth, 1)+1)/2, dense(s.Opacity)
	c, edge := edgeColour, IntraColour
	c.A, edge.A = uint8(inParts(opacity)), uint8(inParts(opacity*edged))
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if !directs(b, min(v.ScaleX, v.ScaleY)) || chosen != s.chose(p, b.X, b.Y, b.Width, b.Height) {
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
			reach := throughPart * min(w, h) / hypot(float64(d.DX), float64(d.DY)) / 2
			dx, dy := float64(reach*float64(d.DX)), float64(reach*float64(d.DY))
			from, to, ok := ends(v.at(x-dx, y-dy), v.at(x+dx, y+dy), within.Inset(-width-2))
			if !ok {
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
	return b.Intra.Count > 0 && side*scale >= roomy
}

// DrawsDirections reports whether directions of intra prediction of a partition are drawn at a scale.
func DrawsDirections(p *partition.Picture, scale float32) bool {
	return slices.ContainsFunc(p.Blocks, func(b partition.Block) bool { return directs(&b, scale) })
}

// throughPart is the length of the line of intra prediction, as a part of the side of its part of a block.
const throughPart = 0.7

// Colours of blocks whose value is unknown, of the edges of lines of intra prediction, which are dark unlike vectors, and of these
// lines and the edges of vectors.
var (
	plainBlock  = color.RGBA{190, 200, 195, 255}
	IntraColour = color.RGBA{255, 255, 255, 255}
	edgeColour  = color.RGBA{16, 17, 20, 255}
)

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
