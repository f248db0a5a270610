// Package agreement computes how much the quads of a picture's content and the blocks of its codec
// have in common.
//
// Input is a quad list and a [partition.Picture] of one picture, output is an [Agreement]: areas by
// level of quad and block, boundaries, and sums about QPs. All arithmetic up to the last quotient
// is in integers, so the numbers are the same on every machine. No goroutines. The formulas are in
// docs/reference/measures.md, "Agreement with a codec's blocks".
package agreement

import (
	"math"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/quadpyramid"
)

// None is the class of pixels outside all quads or all blocks. The other classes, from 0 on, are
// levels.
const None = 15

// Classes is the number of classes.
const Classes = None + 1

// MostCover bounds how often blocks cover the picture, so that no sum overflows.
const MostCover = 4

// Small is the largest side of a small quad in pixels: that of level 3.
const Small = 8

// Agreement compares the quads of a picture with the codec's blocks.
type Agreement struct {
	Pixels        int64 // of the picture
	Quads, Blocks int
	// Areas are the numbers of pixels by the class of their quad, first, and that of their block.
	Areas [Classes][Classes]int64
	// Boundary pixels are those at the left or the upper edge of a quad or a block, except at the
	// picture's edge. These are the numbers of boundary pixels of quads, of blocks, and of both.
	QuadBoundary, BlockBoundary, BothBoundary int64
	// Quantiser correlates the QP with the density of small quads.
	Quantiser Correlation
	Bytes     int64 // of the coded picture; 0 if unknown
}

// IoU returns the intersection of the boundaries divided by their union; ok is false if there are
// no boundaries.
func (a *Agreement) IoU() (iou float64, ok bool) {
	union := a.QuadBoundary + a.BlockBoundary - a.BothBoundary
	if union == 0 {
		return 0, false
	}
	return float64(a.BothBoundary) / float64(union), true
}

// Split returns the numbers of pixels in a quad and in a block: where the codec is finer (the
// block's level is lower than the quad's), where the content is finer, and where the levels are
// equal.
func (a *Agreement) Split() (codec, content, equal int64) {
	for quad := range None {
		for block := range None {
			switch n := a.Areas[quad][block]; {
			case block < quad:
				codec += n
			case block > quad:
				content += n
			default:
				equal += n
			}
		}
	}
	return codec, content, equal
}

// Parts returns the parts of the pixels in a quad and in a block where the codec or the content is
// finer; ok is false if there are no such pixels.
func (a *Agreement) Parts() (codec, content float64, ok bool) {
	finer, coarser, equal := a.Split()
	all := finer + coarser + equal
	if all == 0 {
		return 0, 0, false
	}
	return float64(finer) / float64(all), float64(coarser) / float64(all), true
}

// AddAreas adds another picture's areas, boundaries and counts to a, but not the sums about QPs.
func (a *Agreement) AddAreas(b *Agreement) {
	a.Pixels += b.Pixels
	a.Quads += b.Quads
	a.Blocks += b.Blocks
	a.Bytes += b.Bytes
	for quad := range Classes {
		for block := range Classes {
			a.Areas[quad][block] += b.Areas[quad][block]
		}
	}
	a.QuadBoundary += b.QuadBoundary
	a.BlockBoundary += b.BlockBoundary
	a.BothBoundary += b.BothBoundary
}

// Outside returns the numbers of pixels outside all quads and outside all blocks.
func (a *Agreement) Outside() (quad, block int64) {
	for i := range Classes {
		quad += a.Areas[None][i]
		block += a.Areas[i][None]
	}
	return quad, block
}

// A byte of a map has a pixel's class, and whether it is a boundary pixel.
const (
	classBits = 4
	boundary  = 1 << classBits
	classMask = boundary - 1
)

// mark is a map of a byte a pixel.
type mark struct {
	width, height int
	bytes         []byte
}

// Comparer compares. The zero value is ready; it allocates only when pictures grow. One goroutine
// at a time may use it.
type Comparer struct {
	quads, blocks mark
	pairs         [2][1 << 10]uint32 // joint histogram of the two bytes, at (quad << 5 | block)
}

// Compare sets a to the agreement of a list with a partition of the same picture. Quads are inside
// the picture and do not overlap; their order does not matter. Where blocks overlap, the later one
// counts; for the QP, each counts. The sum of their areas inside the picture is at most MostCover
// times the picture's.
func (c *Comparer) Compare(a *Agreement, list []quadpyramid.Quad, p *partition.Picture) {
	*a = Agreement{Pixels: int64(p.Width) * int64(p.Height), Quads: len(list), Blocks: len(p.Blocks), Bytes: p.Bytes}
	c.quads.reset(p.Width, p.Height)
	for _, q := range list {
		c.quads.paint(q.X(), q.Y(), q.X()+q.Size(), q.Y()+q.Size(), q.Level())
	}
	c.blocks.reset(p.Width, p.Height)
	for i := range p.Blocks {
		b := &p.Blocks[i]
		left, top, right, bottom := p.Clip(b.X, b.Y, b.Width, b.Height)
		c.blocks.paint(left, top, right, bottom, min(b.Level(), None-1))
	}
	c.count(a)
	c.correlate(&a.Quantiser, p)
}

// count computes the joint histogram of the two maps, and adds up the agreement.
func (c *Comparer) count(a *Agreement) {
	c.pairs[0], c.pairs[1] = [1 << 10]uint32{}, [1 << 10]uint32{}
	quads, blocks := c.quads.bytes, c.blocks.bytes[:len(c.quads.bytes)]
	i := 0
	for ; i+1 < len(quads); i += 2 { // two histograms, to avoid store-to-load dependencies
		c.pairs[0][uint(quads[i]&31)<<5|uint(blocks[i]&31)]++
		c.pairs[1][uint(quads[i+1]&31)<<5|uint(blocks[i+1]&31)]++
	}
	if i < len(quads) {
		c.pairs[0][uint(quads[i]&31)<<5|uint(blocks[i]&31)]++
	}
	for pair, n := range c.pairs[0] {
		n := int64(n) + int64(c.pairs[1][pair])
		quad, block := pair>>5, pair&31
		a.Areas[quad&classMask][block&classMask] += n
		if quad&boundary != 0 {
			a.QuadBoundary += n
		}
		if block&boundary != 0 {
			a.BlockBoundary += n
		}
		if quad&block&boundary != 0 {
			a.BothBoundary += n
		}
	}
}

// lines are a line of each class, without boundary pixels and with only boundary pixels.
var lines = func() (lines [2][Classes][64]byte) {
	for class := range Classes {
		for i := range lines[0][class] {
			lines[0][class][i], lines[1][class][i] = byte(class), byte(class|boundary)
		}
	}
	return lines
}()

// reset clears the map for a picture of a size.
func (m *mark) reset(width, height int) {
	m.width, m.height = width, height
	if n := width * height; n <= cap(m.bytes) {
		m.bytes = m.bytes[:n]
	} else {
		m.bytes = make([]byte, n)
	}
	fill(m.bytes, &lines[0][None])
}

// fill fills a part of a map.
func fill(to []byte, from *[64]byte) {
	for len(to) > len(from) {
		copy(to, from[:])
		to = to[len(from):]
	}
	copy(to, from[:len(to)])
}

// paint paints a rectangle of a class.
func (m *mark) paint(left, top, right, bottom, class int) {
	if left != 0 && right == left+1 { // a column of boundary pixels, which is often a single pixel
		for y := top; y < bottom; y++ {
			m.bytes[y*m.width+left] = byte(class | boundary)
		}
		return
	}
	for y := top; y < bottom; y++ {
		line := m.bytes[y*m.width+left : y*m.width+right]
		if y == top && top != 0 {
			fill(line, &lines[1][class])
			continue
		}
		fill(line, &lines[0][class])
		if left != 0 {
			line[0] |= boundary
		}
	}
}

// Correlation has the sums for Pearson's correlation over blocks with a QP, each weighted by its
// pixels inside the picture. A block's density is ⌊2^16 · s / pixels⌋, where s of the pixels are in
// small quads.
type Correlation struct {
	Pixels          int64 // the weights
	QP, QP2         int64 // QPs and their squares
	Density, Square int64 // densities and their squares
	Product         int64
}

// maxQP bounds QPs, so that their sums stay below those of densities: 2^30 pixels times 2^16 times
// 2^16.
const maxQP = 1 << 10

// Pearson returns the correlation of QP and density, −1 to 1. It is negative if the codec spends
// more bits on detail. ok is false if one of them is constant, or there are no QPs.
func (c *Correlation) Pearson() (r float64, ok bool) {
	qp := difference(c.Pixels, c.QP2, c.QP, c.QP)
	density := difference(c.Pixels, c.Square, c.Density, c.Density)
	if qp == 0 || density == 0 {
		return 0, false
	}
	return difference(c.Pixels, c.Product, c.QP, c.Density) / (math.Sqrt(qp) * math.Sqrt(density)), true
}

// MeanQP returns the mean QP of the pixels; ok is false if there are no QPs.
func (c *Correlation) MeanQP() (mean float64, ok bool) {
	if c.Pixels == 0 {
		return 0, false
	}
	return float64(c.QP) / float64(c.Pixels), true
}
