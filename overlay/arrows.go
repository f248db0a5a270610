package overlay

import (
	"image"
	"image/color"
	"math"
	"slices"

	"ffkvadrat/analysis/partition"
)

// unchosen is the opacity of other vectors and directions than the chosen ones.
const unchosen = 0.25

// chose reports whether a rectangle of the picture has the chosen pixel.
func (s *CodecStyle) chose(p *partition.Picture, x, y, width, height int32) bool {
	left, top, right, bottom := p.Clip(x, y, width, height)
	return s.HasChosen && s.Chosen.In(image.Rect(left, top, right, bottom))
}

// motion adds the lines of intra prediction and of vectors, and the chosen ones over the others.
func (k *Strokes) motion(p *partition.Picture, v *View, within image.Rectangle, s *CodecStyle) {
	width, others := vectorWidth(s.LineWidth), *s
	if s.HasChosen {
		others.Opacity *= unchosen
	}
	k.directions(p, v, within, &others, false)
	k.vectors(p, v, within, &others, width)
	if !s.HasChosen {
		return
	}
	k.directions(p, v, within, s, true)
	for i := range p.Vectors {
		m := &p.Vectors[i]
		if !s.chose(p, m.X, m.Y, m.Width, m.Height) {
			continue
		}
		k.vector(m, v, within, s, width+2, 1)
		x, y := float64(m.X)+float64(m.DX)/float64(m.Scale), float64(m.Y)+float64(m.DY)/float64(m.Scale)
		source := v.Area(x, y, float64(m.Width), float64(m.Height))
		by := s.VectorsBy
		if by == ByDirection { // which the outline has not
			by = ByList
		}
		k.outline(source.Inset(-1), edgeColour, width+2)
		k.outline(source, by.of(m, 0, 0), width)
	}
}

// vectors adds the longest vector of each square of the picture; all of them where squares are small. Without long lines of the chosen
// pixel, which has its own.
func (k *Strokes) vectors(p *partition.Picture, v *View, within image.Rectangle, s *CodecStyle, width int) {
	times := max(s.Times, 1)
	add := func(m *partition.Vector) {
		if times == 1 || !s.chose(p, m.X, m.Y, m.Width, m.Height) {
			k.vector(m, v, within, s, width, times)
		}
	}
	if !k.choose(p, s.Density, min(v.ScaleX, v.ScaleY), times) {
		for i := range p.Vectors {
			add(&p.Vectors[i])
		}
		return
	}
	for _, i := range k.lines {
		if i > 0 {
			add(&p.Vectors[i-1])
		}
	}
}

// Counts returns how many vectors of a partition have motion, and of how many of these Of draws lines or dots, wherever
// they are; times is that of [CodecStyle].
func (k *Strokes) Counts(p *partition.Picture, v *View, d VectorDensity, times int) (drawn, all int) {
	for i := range p.Vectors {
		if !still(&p.Vectors[i]) {
			all++
		}
	}
	if !k.choose(p, d, min(v.ScaleX, v.ScaleY), max(times, 1)) {
		return all, all
	}
	for _, i := range k.lines {
		if i > 0 && !still(&p.Vectors[i-1]) {
			drawn++
		}
	}
	return drawn, all
}

func still(m *partition.Vector) bool { return m.DX == 0 && m.DY == 0 }

// choose finds the vectors of a density at a scale in k.lines, as thin does. Squares of LegibleVectors are as large as the median of
// the lines in squares of the least side: so lines that are longer than these are apart do not hatch the picture.
func (k *Strokes) choose(p *partition.Picture, d VectorDensity, scale float32, times int) (thinned bool) {
	if side := vectorDensities[d].side; side > 0 {
		return k.thin(p, side)
	}
	thinned = k.thin(p, apart/scale)
	if median, moving := k.median(p, thinned, scale*float32(times)); moving && median > apart {
		return k.thin(p, float32(median)/scale)
	}
	return thinned
}

// median returns the median length of the vectors with motion that choose found, in whole target pixels at a scale; moving is false
// without any.
func (k *Strokes) median(p *partition.Picture, thinned bool, scale float32) (median int, moving bool) {
	clear(k.lengths[:])
	n := int32(0)
	count := func(m *partition.Vector) {
		if !still(m) {
			k.lengths[int(min(length(m)*float64(scale), float64(len(k.lengths)-1)))]++
			n++
		}
	}
	if thinned {
		for _, i := range k.lines {
			if i > 0 {
				count(&p.Vectors[i-1])
			}
		}
	} else {
		for i := range p.Vectors {
			count(&p.Vectors[i])
		}
	}
	for below := k.lengths[0]; below <= n/2 && median < len(k.lengths)-1; below += k.lengths[median] {
		median++
	}
	return median, n > 0
}

// thin finds the longest vector of each square with a side in pixels, as one more than its index in k.lines, which is 0 for
// none. It returns false if the squares are so small that all vectors count.
func (k *Strokes) thin(p *partition.Picture, side float32) bool {
	if side <= leastSide {
		return false
	}
	across, down := int(float32(p.Width)/side)+1, int(float32(p.Height)/side)+1
	k.lines = slices.Grow(k.lines[:0], across*down)[:across*down]
	clear(k.lines)
	for i := range p.Vectors {
		m := &p.Vectors[i]
		x, y := int((float32(m.X)+float32(float32(m.Width)/2))/side), int((float32(m.Y)+float32(float32(m.Height)/2))/side)
		at := min(y, down-1)*across + min(x, across-1)
		if other := k.lines[at]; other == 0 || length(m) > length(&p.Vectors[other-1]) {
			k.lines[at] = int32(i + 1)
		}
	}
	return true
}

// vectorWidth returns the width of vectors' lines for that of outlines.
func vectorWidth(line int) int { return (max(line, 1) + 3) / 2 }

// square returns the side of the squares at which lines of a width begin, and diamond that of their ends in list 1.
func square(width int) int  { return 2*((width+1)/2) + 1 }
func diamond(width int) int { return square(width) + 4 }

// ShortVector is the length in target pixels, along the longer axis, below which a vector is a dot.
const ShortVector = 2

// vector adds a vector with dark edges, unless there is no motion: a line so many times as long as the motion. It has a square at the block,
// and a diamond at a source in list 1, where these leave the line visible. A vector too short for a line is a dot.
func (k *Strokes) vector(m *partition.Vector, v *View, within image.Rectangle, style *CodecStyle, width, times int) {
	if still(m) {
		return
	}
	x, y := float64(m.X)+float64(float64(m.Width)/2), float64(m.Y)+float64(float64(m.Height)/2)
	start, end := v.at(x, y), v.at(x+float64(int(m.DX)*times)/float64(m.Scale), y+float64(int(m.DY)*times)/float64(m.Scale))
	dx, dy := end.x-start.x, end.y-start.y
	reach := within.Inset(-diamond(width))
	from, to, ok := ends(start, end, reach)
	if !ok {
		return
	}
	c, edge, opacity := style.VectorsBy.of(m, dx, dy), edgeColour, dense(style.Opacity)
	c.A, edge.A = uint8(inParts(opacity)), uint8(inParts(opacity*edged))
	long, first, last := max(math.Abs(dx), math.Abs(dy)), start.pixel(), end.pixel()
	if long < ShortVector {
		side := (width - 1) | 1
		k.mark(Rectangle, first, side+2, edge)
		k.mark(Rectangle, first, side, c)
		return
	}
	begins := long >= 2*float64(square(width)) && first.In(reach)
	ended := m.Second() && long >= 2*float64(diamond(width)) && last.In(reach)
	for _, s := range [...]struct {
		colour color.RGBA
		more   int // on each side
	}{{edge, 1}, {c, 0}} {
		k.line(from, to, s.colour, width+2*s.more)
		if begins {
			k.mark(Rectangle, first, square(width)+2*s.more, s.colour)
		}
		if ended {
			k.mark(Diamond, last, diamond(width)+2*s.more, s.colour)
		}
	}
}

// mark adds a filled shape of an odd side around a pixel.
func (k *Strokes) mark(shape Shape, at image.Point, side int, c color.RGBA) {
	r := image.Rectangle{at, at.Add(image.Pt(1, 1))}.Inset(-side / 2)
	k.List = append(k.List, Stroke{int32(r.Min.X), int32(r.Min.Y), int32(r.Max.X), int32(r.Max.Y), c, int32(side), shape})
}

func (k *Strokes) line(from, to image.Point, c color.RGBA, width int) {
	k.List = append(k.List, Stroke{int32(from.X), int32(from.Y), int32(to.X), int32(to.Y), c, int32(width), Line})
}

// length returns the length of a vector in pixels.
func length(m *partition.Vector) float64 {
	return hypot(float64(m.DX), float64(m.DY)) / float64(m.Scale)
}

// hypot returns √(x² + y²). math.Hypot rounds differently on some processors.
func hypot(x, y float64) float64 { return math.Sqrt(float64(x*x) + float64(y*y)) }

// longest is the length of a line along an axis up to which 32-bit arithmetic is exact.
const longest = 1 << 14

// ends returns the first and last pixel of a line that may be seen in a part of the target; ok is false if there is none. Only
// a line that is too long is cut, at the edges of that part: so what is cut off does not change the others' pixels.
func ends(from, to spot, within image.Rectangle) (first, last image.Point, ok bool) {
	if max(math.Abs(to.x-from.x), math.Abs(to.y-from.y)) >= longest-1 {
		if from, to, ok = from.cut(to, within); !ok {
			return first, last, false
		}
	}
	first, last = from.pixel(), to.pixel()
	reach := image.Rectangle{first, last}.Canon()
	reach.Max = reach.Max.Add(image.Pt(1, 1))
	return first, last, reach.Overlaps(within)
}

// spot is a point of the target, in pixels.
type spot struct{ x, y float64 }

func (s spot) pixel() image.Point { return image.Pt(int(math.Floor(s.x)), int(math.Floor(s.y))) }

// cut returns the ends of the part of a line inside a rectangle; ok is false if there is none.
func (s spot) cut(to spot, r image.Rectangle) (a, b spot, ok bool) {
	first, last := 0.0, 1.0 // parts of the line
	for _, axis := range [...][4]float64{{s.x, to.x, float64(r.Min.X), float64(r.Max.X)}, {s.y, to.y, float64(r.Min.Y), float64(r.Max.Y)}} {
		from, way, low, high := axis[0], axis[1]-axis[0], axis[2], axis[3]
		if way == 0 {
			if from < low || from > high {
				return a, b, false
			}
			continue
		}
		in, out := (low-from)/way, (high-from)/way
		first, last = max(first, min(in, out)), min(last, max(in, out))
	}
	part := func(t float64) spot { return spot{s.x + float64(t*(to.x-s.x)), s.y + float64(t*(to.y-s.y))} }
	return part(first), part(last), first < last
}

func abs(n int) int { return max(n, -n) }

// at returns the place of a point of the picture in the target.
func (v *View) at(x, y float64) spot {
	t := v.Turn()
	tx, ty := float64(float64(t.A)*x)+float64(float64(t.B)*y)+float64(t.X), float64(float64(t.C)*x)+float64(float64(t.D)*y)+float64(t.Y)
	return spot{float64(tx*float64(v.ScaleX)) + float64(v.OriginX), float64(ty*float64(v.ScaleY)) + float64(v.OriginY)}
}

// point returns the target pixel of a point of the picture.
func (v *View) point(x, y float64) image.Point { return v.at(x, y).pixel() }

// Area returns the target pixels of a rectangle of the picture whose place may have fractions, such as the source of a
// vector.
func (v *View) Area(x, y, width, height float64) image.Rectangle {
	return image.Rectangle{v.point(x, y), v.point(x+width, y+height)}.Canon()
}
