package treecode

// OctEncoder codes lists of cubes. The zero value is ready for use.
type OctEncoder struct {
	w        writer
	contexts octContexts
	tree     *Octree
}

// Append appends a coded octree to b. before is that of the window before, of the same picture size
// and known to the decoder, or nil. The trees are only read.
func (e *OctEncoder) Append(b []byte, t, before *Octree) []byte {
	e.w = newWriter(b)
	e.contexts.reset()
	e.tree = t
	was := unknown
	if before != nil {
		was = before.cells[0]
	}
	e.cell(t.top, 0, 0, 0, t.cells[0], empty, empty, was, before)
	e.tree = nil
	b, e.w.out = e.w.end(), nil
	return b
}

// cell codes a cell of level k at (x, y) of a frame and everything below it. left, above and
// earlier are the cells of its size there, or larger ones that cover them; earlier is a cell of the
// tree before.
func (e *OctEncoder) cell(k, x, y, frame int, c, left, above, earlier cell, before *Octree) {
	t := e.tree
	if t.outside(x, y, frame) {
		return // nothing is coded
	}
	at := surroundings(k, left, above, earlier)
	if k > 0 {
		e.w.put(&e.contexts.splits[at], uint32(c&split>>1))
	}
	switch {
	case c.state() != split:
		if t.inside(k, x, y, frame) {
			e.w.put(&e.contexts.leaves[at], uint32(c))
		}
		return
	case k == 1:
		pixels, l, a := uint32(c>>2), left.eights(), above.eights()
		e.pixels(0, pixels&15, l&15, a&15, pixelsEarlier(earlier))
		e.pixels(1, pixels>>4, l>>4, a>>4, pixels&15)
		return
	}
	size := 1 << (k - 1)
	eight := t.cells[c>>2:][:8]
	for i, child := range eight {
		i := uint32(i)
		childLeft, childAbove, childEarlier, tree := eight[i&^right], eight[i&^lower], eight[i&^later], t
		if i&right == 0 {
			childLeft = t.eighth(left, i|right)
		}
		if i&lower == 0 {
			childAbove = t.eighth(above, i|lower)
		}
		if i&later == 0 {
			childEarlier, tree = before.eighth(earlier, t.earlierEighth(k, i)), before
		}
		e.cell(k-1, x+int(i&right)*size, y+int(i&lower>>1)*size, frame+int(i>>2)*size, child, childLeft, childAbove, childEarlier, tree)
	}
}

// pixels codes the four pixels of a cell of level 1 in one of its two frames. left and above are
// pixels of the same frame, before those of the frame before.
func (e *OctEncoder) pixels(frame int, pixels, left, above, before uint32) {
	e.w.putPixels(&e.contexts.pixels[frame], [4]uint32{
		pixelSurroundings(upperLeft, pixels, left, above, before),
		pixelSurroundings(upperRight, pixels, left, above, before),
		pixelSurroundings(lowerLeft, pixels, left, above, before),
		pixelSurroundings(lowerRight, pixels, left, above, before),
	}, pixels)
}
