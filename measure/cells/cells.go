// Package cells divides a picture completely by its quads: into the quads of its list, and where no quad
// is, into the largest cells of the quadtree that have no pixel of a quad and lie inside the picture.
//
// Input is a mask of the picture and limits; output is a list of [Cell]s without overlaps, to which
// each pixel belongs. A [Divider] belongs to one goroutine at a time; it allocates only when pictures or
// lists grow.
package cells

import (
	"ffkvadrat/edge"
	"ffkvadrat/edge/morton"
	"ffkvadrat/quadpyramid"
)

// Cell is a square of the picture.
type Cell struct {
	quadpyramid.Quad
	Listed bool // it is a quad of the list; otherwise no quad has a pixel in it
}

// Divider divides pictures. Make it with [NewDivider].
type Divider struct {
	builder     *quadpyramid.CPU
	whole, free edge.BitMask
	quads, rest []quadpyramid.Quad
	cells       []Cell
}

// NewDivider returns a divider.
func NewDivider() *Divider { return &Divider{builder: quadpyramid.NewCPU()} }

// Divide divides a picture. edges are its pixels that are no leaves; the list is that of the other
// pixels, within the limits. The cells are in Morton order and valid until the next call.
func (d *Divider) Divide(edges *edge.BitMask, limits quadpyramid.Limits) []Cell {
	d.resize(edges.Width, edges.Height)
	for i, w := range d.whole.Words {
		d.free.Words[i] = w &^ edges.Words[i]
	}
	d.quads = d.builder.Build(d.quads[:0], &d.free, limits)
	copy(d.free.Words, d.whole.Words)
	for _, q := range d.quads {
		remove(&d.free, q)
	}
	d.rest = d.builder.Build(d.rest[:0], &d.free, quadpyramid.Unlimited)
	d.merge()
	return d.cells
}

// resize sets the size of the masks; whole has all pixels.
func (d *Divider) resize(width, height int) {
	if d.whole.Width == width && d.whole.Height == height {
		return
	}
	d.free.Resize(width, height)
	d.whole = edge.BitMask{}
	d.whole.Resize(width, height)
	for y := range height {
		for x := range width {
			d.whole.Set(x, y)
		}
	}
}

// merge merges the two lists, which are in Morton order.
func (d *Divider) merge() {
	d.cells = d.cells[:0]
	quads, rest := d.quads, d.rest
	for len(quads) > 0 || len(rest) > 0 {
		if len(rest) == 0 || len(quads) > 0 && quads[0].Morton() < rest[0].Morton() {
			d.cells = append(d.cells, Cell{quads[0], true})
			quads = quads[1:]
		} else {
			d.cells = append(d.cells, Cell{rest[0], false})
			rest = rest[1:]
		}
	}
}

// remove clears the pixels of a quad.
func remove(m *edge.BitMask, q quadpyramid.Quad) {
	const inWord, inTile = 3, 6 // levels of a word and of a tile
	x, y, level := q.X(), q.Y(), q.Level()
	column, row := x/edge.TileSize, y/edge.TileSize
	if level >= inTile {
		side := q.Size() / edge.TileSize
		for i := range side {
			for j := range side {
				clear(m.Tile(column+j, row+i)[:])
			}
		}
		return
	}
	words := m.Tile(column, row)[morton.Code(x%edge.TileSize/8, y%edge.TileSize/8):]
	if level >= inWord {
		clear(words[:1<<(2*(level-inWord))])
		return
	}
	pixels := uint64(1)<<(1<<(2*level)) - 1
	words[0] &^= pixels << morton.Code(x%8, y%8)
}
