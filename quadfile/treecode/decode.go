package treecode

import (
	"errors"

	"ffkvadrat/quadpyramid"
)

// Decoder decodes lists. The zero value is ready.
type Decoder struct {
	r            reader
	contexts     contexts
	details      detailModels
	walk         meansWalk
	tree, before *Tree
	list         []quadpyramid.Quad
	most         int // entries
	err          error
}

// Decode decodes the tree from an Encoder's bytes, and appends its list, of at most most entries.
// before is the tree that the Encoder had. Calls that decode the details follow, in the order of
// [Details], then End.
func (d *Decoder) Decode(list []quadpyramid.Quad, b []byte, width, height, most int, t, before *Tree) []quadpyramid.Quad {
	d.r, d.err = newReader(b), nil
	d.contexts.reset()
	d.tree, d.before, d.list, d.most = t, before, list, len(list)+most
	t.reset(width, height)
	was := unknown
	if before != nil {
		was = before.cells[0]
	}
	c := d.cell(t.top, 0, 0, empty, empty, was)
	t.cells[0] = c
	list, d.list = d.list, nil
	return list
}

// End returns what was wrong with the bytes, or nil. After an error, everything decoded is
// undefined.
func (d *Decoder) End() error {
	if d.err == nil && !d.r.ended() {
		d.err = errLength
	}
	d.tree, d.before, d.r.in = nil, nil, nil
	d.walk.tree, d.walk.before, d.walk.was = nil, nil, nil
	return d.err
}

var (
	errLength  = errors.New("treecode: the coded list has another length than its bytes")
	errMany    = errors.New("treecode: the coded list has more entries than it says")
	errNone    = errors.New("treecode: a cell is split, and nothing is in it")
	errOutside = errors.New("treecode: a quad is not inside the picture")
	errMean    = errors.New("treecode: a mean is outside its range")
	errValue   = errors.New("treecode: a value is outside its range")
)

// fail records the first error.
func (d *Decoder) fail(err error) {
	if d.err == nil {
		d.err = err
	}
}

// add adds a quad to the list.
func (d *Decoder) add(k, x, y int) {
	if len(d.list) == d.most {
		d.fail(errMany)
		return
	}
	d.list = append(d.list, quadpyramid.NewQuad(x, y, k))
}

// cell decodes a cell of level k at (x, y) and everything below it.
func (d *Decoder) cell(k, x, y int, left, above, before cell) cell {
	t := d.tree
	if x >= t.Width || y >= t.Height || d.err != nil {
		return empty
	}
	at := surroundings(k, left, above, before)
	if k == 0 || d.r.get(&d.contexts.splits[at]) == 0 {
		if t.inside(k, x, y) && d.r.get(&d.contexts.leaves[at]) == 1 {
			d.add(k, x, y)
			return leaf
		}
		return empty
	}
	if k == 1 {
		return d.pixels(x, y, left.pixels(), above.pixels(), pixelsBefore(before))
	}
	k--
	size := 1 << k
	first := uint32(len(t.cells))
	t.cells = append(t.cells, empty, empty, empty, empty)
	a := d.cell(k, x, y, t.quarter(left, upperRight), t.quarter(above, lowerLeft), d.before.quarter(before, upperLeft))
	t.cells[first] = a
	b := d.cell(k, x+size, y, a, t.quarter(above, lowerRight), d.before.quarter(before, upperRight))
	t.cells[first+1] = b
	c := d.cell(k, x, y+size, t.quarter(left, lowerRight), a, d.before.quarter(before, lowerLeft))
	t.cells[first+2] = c
	e := d.cell(k, x+size, y+size, c, b, d.before.quarter(before, lowerRight))
	t.cells[first+3] = e
	if a|b|c|e == empty {
		d.fail(errNone)
	}
	return split | cell(first)<<2
}

// pixels decodes the pixels of a split cell of level 1.
func (d *Decoder) pixels(x, y int, left, above, before uint32) cell {
	var pixels uint32
	for i := range 4 {
		at := pixelSurroundings(i, pixels, left, above, before)
		if d.r.get(&d.contexts.pixels[at]) == 1 {
			pixels |= 1 << i
			d.add(0, x+i&1, y+i>>1)
		}
	}
	switch {
	case pixels == 0:
		d.fail(errNone)
	case pixels&(1<<upperRight|1<<lowerRight) != 0 && x+1 >= d.tree.Width, pixels>>lowerLeft != 0 && y+1 >= d.tree.Height:
		d.fail(errOutside)
	}
	return split | cell(pixels<<2)
}
