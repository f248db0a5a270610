// Package regions makes QP-offset maps for encoders from quad lists: a block with more small quads
// gets a lower QP and so more bits.
//
// Input is a quad list and its picture's size, output is a [Grid] of offsets, one a block, or the
// [Region]s of equal offsets. All arithmetic is in integers: a list has the same grid on every
// machine. No goroutines. The formulas are in docs/reference/measures.md, "Maps for encoders".
package regions

import (
	"fmt"
	"math/bits"
	"slices"

	"ffkvadrat/analysis"
	"ffkvadrat/quadpyramid"
)

// Small is the largest side of a quad that counts, in pixels.
const Small = 8

// MaxSide is the largest side of a block in pixels, up to which no sum overflows.
const MaxSide = 256

// MaxStrength is the largest strength, of either sign: the range of the QP of H.264 and HEVC.
const MaxStrength = 51

// DefaultStrength is the strength unless the user sets another.
const DefaultStrength = 12

// Settings are the parameters of a grid.
type Settings struct {
	// Side is the side of a block in pixels, a power of two from Small to MaxSide.
	Side int
	// Strength is the difference between the offsets of a block full of small quads and of one
	// without any. The full block has the lower offset, that is, more bits; with a negative
	// strength, the higher one. Strength may be the product of one up to MaxStrength and a scale up
	// to MaxScale.
	Strength int
	Counting
}

// Counting says which quads of a list count.
type Counting struct {
	// Limits are the list's. If they allow quads larger than Small, a small quad counts only if its
	// parent cell lies inside the picture: otherwise only the picture's border may have made it
	// small.
	Limits quadpyramid.Limits
	// PlaceWidth and PlaceHeight are 0, or the size of places, such as templates, whose upper left
	// corners are quads of one pixel. A pixel counts once, however many places contain it.
	PlaceWidth, PlaceHeight int
}

// CountingOf returns what counts in the lists of an analysis.
func CountingOf(p analysis.Params) (Counting, error) {
	limits, err := p.Limits()
	width, height := p.Box()
	return Counting{limits, width, height}, err
}

// MaxScale is the largest number of steps of an encoder's quantiser for one step of H.264's.
const MaxScale = 5

// CheckStrength returns an error if a user cannot set a strength.
func CheckStrength(strength int) error {
	if strength < -MaxStrength || strength > MaxStrength || strength == 0 {
		return fmt.Errorf("regions: a strength of %d: it is from %d to %d, and not 0", strength, -MaxStrength, MaxStrength)
	}
	return nil
}

// Grid is a QP-offset map of a picture: the offsets of its blocks, row by row. Blocks at the right
// and the lower border may extend outside the picture.
type Grid struct {
	Width, Height int // of the picture, in pixels
	Side          int // of a block, in pixels
	Columns, Rows int
	Offsets       []int16
}

// resize allocates the grid for pictures of a size.
func (g *Grid) resize(width, height, side int) {
	g.Width, g.Height, g.Side = width, height, side
	g.Columns, g.Rows = (width+side-1)/side, (height+side-1)/side
	g.Offsets = slices.Grow(g.Offsets[:0], g.Columns*g.Rows)[:g.Columns*g.Rows]
}

// At returns the offset of the block that contains a pixel.
func (g *Grid) At(x, y int) int { return int(g.Offsets[y/g.Side*g.Columns+x/g.Side]) }

// area returns the number of pixels of a block inside the picture.
func (g *Grid) area(column, row int) int64 {
	return int64(min(g.Side, g.Width-column*g.Side)) * int64(min(g.Side, g.Height-row*g.Side))
}

// Builder builds grids. The zero value is ready; it allocates only when pictures grow. One
// goroutine at a time may use it.
type Builder struct {
	areas  []int32  // counted pixels of each block
	pixels []uint64 // bitmap of places; rows begin at whole words
}

// Build builds the grid of a list: the quads of a picture, which lie inside it and do not overlap,
// in any order. Quads of one pixel may be points or, with a place, hits.
func (b *Builder) Build(g *Grid, list []quadpyramid.Quad, width, height int, s Settings) {
	g.resize(width, height, s.Side)
	b.areas = slices.Grow(b.areas[:0], len(g.Offsets))[:len(g.Offsets)]
	clear(b.areas)
	if s.PlaceWidth != 0 {
		b.addPlaces(g, list, s.PlaceWidth, s.PlaceHeight)
	} else {
		b.addQuads(g, list, s.Limits)
	}
	b.offsets(g, int64(s.Strength))
}

// counter decides which quads count.
type counter struct{ right, bottom int }

// newCounter returns the counter for a picture's list.
func newCounter(width, height int, limits quadpyramid.Limits) counter {
	if 1<<limits.Max <= Small {
		return counter{width + 2*Small, height + 2*Small} // all quads of the list are small
	}
	return counter{width, height}
}

// counts reports whether a quad is small, and not only because the picture ends.
func (c counter) counts(q quadpyramid.Quad) bool {
	side := q.Size()
	within := 2*side - 1 // position in the parent cell
	return side <= Small && q.X()|within < c.right && q.Y()|within < c.bottom
}

// addQuads adds the areas of quads that count. A quad lies inside one block, because both are cells
// of one tree.
func (b *Builder) addQuads(g *Grid, list []quadpyramid.Quad, limits quadpyramid.Limits) {
	shift := bits.TrailingZeros(uint(g.Side))
	counter := newCounter(g.Width, g.Height, limits)
	for _, q := range list {
		if counter.counts(q) {
			level := q.Level()
			b.areas[(q.Y()>>shift)*g.Columns+q.X()>>shift] += 1 << (2 * level)
		}
	}
}

// offsets computes offsets from areas: round(strength · (mean − density)), halves away from zero.
func (b *Builder) offsets(g *Grid, strength int64) {
	var all int64
	for _, area := range b.areas {
		all += int64(area)
	}
	whole := int64(g.Width) * int64(g.Height)
	for row := range g.Rows {
		for column := range g.Columns {
			i := row*g.Columns + column
			area := g.area(column, row)
			g.Offsets[i] = int16(Round(strength*(all*area-int64(b.areas[i])*whole), whole*area))
		}
	}
}

// Round returns n / d, d > 0, rounded to the nearest integer, halves away from zero.
func Round(n, d int64) int64 {
	quotient, rest := n/d, n%d
	switch {
	case rest >= d-rest:
		quotient++
	case -rest >= d+rest:
		quotient--
	}
	return quotient
}

// Area returns the number of pixels of a picture that count.
func (b *Builder) Area(list []quadpyramid.Quad, width, height int, c Counting) (area int64) {
	if c.PlaceWidth == 0 {
		counter := newCounter(width, height, c.Limits)
		for _, q := range list {
			if counter.counts(q) {
				area += 1 << (2 * q.Level())
			}
		}
		return area
	}
	for _, word := range b.mark(list, width, height, c.PlaceWidth, c.PlaceHeight) {
		area += int64(bits.OnesCount64(word))
	}
	return area
}
