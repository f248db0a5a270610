package treecode

import (
	"ffkvadrat/feature"
)

// Details are what the entries of a list have besides their places. Those that they have are as
// many as the list's entries; where the list is of points, as many as its points.
type Details struct {
	Means   []feature.Mean
	Before  []feature.Mean // those of the list before, where its tree is given
	RGB     bool           // means are R, G and B, which change together
	Values  []uint16       // 0 to 65535
	Classes []uint8        // 0 to 15
}

// Encoder codes lists. The zero value is ready.
type Encoder struct {
	w            writer
	contexts     contexts
	details      detailModels
	walk         meansWalk
	tree, before *Tree
}

// Append codes a tree and its details behind b. before is the tree of the frame before, if it
// is known where the list is decoded and of a picture of the same size, or nil. With means, both
// have to be numbered. Trees are only read.
func (e *Encoder) Append(b []byte, t, before *Tree, d *Details) []byte {
	e.w = newWriter(b)
	e.contexts.reset()
	e.tree, e.before = t, before
	was := unknown
	if before != nil {
		was = before.cells[0]
	}
	e.cell(t.top, 0, 0, t.cells[0], empty, empty, was)
	if len(d.Means) != 0 {
		e.means(d)
	}
	if len(d.Values) != 0 {
		e.values(d.Values)
	}
	if len(d.Classes) != 0 {
		e.classes(d.Classes)
	}
	e.tree, e.before, e.walk.tree, e.walk.before, e.walk.was = nil, nil, nil, nil, nil
	b, e.w.out = e.w.end(), nil
	return b
}

// cell codes a cell of level k at (x, y), and all below it. left, above and before are the cells
// of its size there, or those larger ones that cover it.
func (e *Encoder) cell(k, x, y int, c, left, above, before cell) {
	t := e.tree
	if x >= t.Width || y >= t.Height {
		return // there is nothing
	}
	at := surroundings(k, left, above, before)
	if k > 0 {
		e.w.put(&e.contexts.splits[at], uint32(c&split>>1))
	}
	switch {
	case c.state() != split:
		if t.inside(k, x, y) {
			e.w.put(&e.contexts.leaves[at], uint32(c))
		}
		return
	case k == 1:
		e.pixels(uint32(c>>2), left.pixels(), above.pixels(), pixelsBefore(before))
		return
	}
	k--
	size := 1 << k
	four := t.cells[c>>2:][:4]
	e.cell(k, x, y, four[0], t.quarter(left, upperRight), t.quarter(above, lowerLeft), e.before.quarter(before, upperLeft))
	e.cell(k, x+size, y, four[1], four[0], t.quarter(above, lowerRight), e.before.quarter(before, upperRight))
	e.cell(k, x, y+size, four[2], t.quarter(left, lowerRight), four[0], e.before.quarter(before, lowerLeft))
	e.cell(k, x+size, y+size, four[3], four[2], four[1], e.before.quarter(before, lowerRight))
}

func (e *Encoder) pixels(pixels, left, above, before uint32) {
	e.w.putPixels(&e.contexts.pixels, [4]uint32{
		pixelSurroundings(upperLeft, pixels, left, above, before),
		pixelSurroundings(upperRight, pixels, left, above, before),
		pixelSurroundings(lowerLeft, pixels, left, above, before),
		pixelSurroundings(lowerRight, pixels, left, above, before),
	}, pixels)
}
