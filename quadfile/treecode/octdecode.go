package treecode

import (
	"errors"

	"ffkvadrat/quadpyramid"
)

// OctDecoder decodes lists of cubes. The zero value is ready for use.
type OctDecoder struct {
	r        reader
	contexts octContexts
	tree     *Octree
	quads    []quadpyramid.Quad
	starts   []uint8
	most     int // entries
	err      error
}

var errCubeOutside = errors.New("treecode: a cube is not inside the window")

// Decode decodes a window's octree from an OctEncoder's bytes, and appends its list of at most most
// entries to quads and starts, which have the same length. before is the tree that the encoder had.
// After an error the lists and the tree are undefined.
func (d *OctDecoder) Decode(quads []quadpyramid.Quad, starts []uint8, b []byte, width, height, frames, longest, most int, t, before *Octree) ([]quadpyramid.Quad, []uint8, error) {
	d.r, d.err = newReader(b), nil
	d.contexts.reset()
	d.tree, d.quads, d.starts, d.most = t, quads, starts, len(quads)+min(most, MostCubes)
	t.reset(width, height, frames, longest)
	was := unknown
	if before != nil {
		was = before.cells[0]
	}
	c := d.cell(t.top, 0, 0, 0, empty, empty, was, before)
	t.cells[0] = c
	if d.err == nil && !d.r.ended() {
		d.err = errLength
	}
	quads, starts = d.quads, d.starts
	d.tree, d.quads, d.starts, d.r.in = nil, nil, nil, nil
	return quads, starts, d.err
}

// fail records the first error.
func (d *OctDecoder) fail(err error) {
	if d.err == nil {
		d.err = err
	}
}

// add adds a cube to the list.
func (d *OctDecoder) add(k, x, y, frame int) {
	if len(d.quads) == d.most {
		d.fail(errMany)
		return
	}
	d.quads, d.starts = append(d.quads, quadpyramid.NewQuad(x, y, k)), append(d.starts, uint8(frame))
}

// cell decodes a cell of level k at (x, y) of a frame and everything below it. earlier is a cell of
// the tree before.
func (d *OctDecoder) cell(k, x, y, frame int, left, above, earlier cell, before *Octree) cell {
	t := d.tree
	if d.err != nil || t.outside(x, y, frame) {
		return empty
	}
	at := surroundings(k, left, above, earlier)
	if k == 0 || d.r.get(&d.contexts.splits[at]) == 0 {
		if t.inside(k, x, y, frame) && d.r.get(&d.contexts.leaves[at]) == 1 {
			d.add(k, x, y, frame)
			return leaf
		}
		return empty
	}
	if k == 1 {
		return d.eights(x, y, frame, left.eights(), above.eights(), pixelsEarlier(earlier))
	}
	if len(t.cells) > mostCells {
		d.fail(errMostCubes)
		return empty
	}
	size := 1 << (k - 1)
	first := uint32(len(t.cells))
	t.cells = append(t.cells, empty, empty, empty, empty, empty, empty, empty, empty)
	var any cell
	for i := range uint32(8) {
		childLeft, childAbove, childEarlier, tree := t.cells[first+i&^right], t.cells[first+i&^lower], t.cells[first+i&^later], t
		if i&right == 0 {
			childLeft = t.eighth(left, i|right)
		}
		if i&lower == 0 {
			childAbove = t.eighth(above, i|lower)
		}
		if i&later == 0 {
			childEarlier, tree = before.eighth(earlier, t.earlierEighth(k, i)), before
		}
		c := d.cell(k-1, x+int(i&right)*size, y+int(i&lower>>1)*size, frame+int(i>>2)*size, childLeft, childAbove, childEarlier, tree)
		t.cells[first+i] = c
		any |= c
	}
	if any == empty {
		d.fail(errNone)
	}
	return split | cell(first)<<2
}

// eights decodes the pixels of a split cell of level 1, those of its earlier frame first.
func (d *OctDecoder) eights(x, y, frame int, left, above, before uint32) cell {
	first := d.pixels(0, x, y, frame, left&15, above&15, before)
	second := d.pixels(1, x, y, frame+1, left>>4, above>>4, first)
	both := first | second
	switch {
	case both == 0:
		d.fail(errNone)
	case both&(1<<upperRight|1<<lowerRight) != 0 && x+1 >= d.tree.Width, both>>lowerLeft != 0 && y+1 >= d.tree.Height, second != 0 && frame+1 >= d.tree.Frames:
		d.fail(errCubeOutside)
	}
	return split | cell(first|second<<4)<<2
}

func (d *OctDecoder) pixels(layer, x, y, frame int, left, above, before uint32) (pixels uint32) {
	for i := range 4 {
		at := pixelSurroundings(i, pixels, left, above, before)
		if d.r.get(&d.contexts.pixels[layer][at]) == 1 {
			pixels |= 1 << i
			d.add(0, x+i&1, y+i>>1, frame)
		}
	}
	return pixels
}
