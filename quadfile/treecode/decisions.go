package treecode

import "math/bits"

// decisions buffers a tree's decisions in order, each the index of its model and its bit. Traversal
// and coding are separate loops: one is bound by branches, the other by multiplications.
type decisions struct {
	models treeModels
	list   [mostDecisions]uint16
	n      int
}

// mostDecisions is the size of the buffer. It fits into the first-level cache.
const mostDecisions = 4096

// treeModels are the models of contexts in one array: splits, leaves, pixels.
type treeModels [1 << 12]model

const (
	leavesAt = levels << 6
	pixelsAt = 2 * leavesAt
)

// room codes the buffered decisions if n more may not fit.
func (d *decisions) room(w *writer, n int) {
	if d.n > mostDecisions-n {
		d.code(w)
	}
}

// code codes the buffered decisions, with the coder's state in registers.
func (d *decisions) code(w *writer) {
	low, width := w.low, w.width
	for _, decision := range d.list[:d.n] {
		m, one := &d.models[decision>>1&(1<<12-1)], -uint64(decision&1)
		zero := width >> 16 * uint64(m.chance())
		var carry uint64
		low, carry = bits.Add64(low, zero&one, 0)
		if width -= zero; decision&1 == 0 { // branch-free
			width = zero
		}
		*m = m.after(uint32(decision & 1))
		if width < 1<<32 || carry != 0 {
			w.low, w.width = low, width
			w.settle(carry)
			low, width = w.low, w.width
		}
	}
	w.low, w.width, d.n = low, width, 0
}

// top adds the root of a tree and everything below it.
func (d *decisions) top(w *writer, t, before *Tree) {
	renew(d.models[:])
	d.n = 0
	c, was := t.cells[0], unknown
	if before != nil {
		was = before.cells[0]
	}
	at := surroundings(t.top, empty, empty, was)
	if t.top > 0 {
		d.add(at, c.state() == split)
	}
	switch {
	case c.state() != split:
		if t.inside(t.top, 0, 0) {
			d.add(leavesAt+at, c == leaf)
		}
	case t.top == 1:
		d.pixels(c.pixels(), 0, 0, pixelsBefore(was))
	default:
		d.quarters(w, t, before, t.top, 0, 0, c, empty, empty, was)
	}
	d.code(w)
}

func (d *decisions) add(at uint32, one bool) {
	d.list[d.n] = uint16(at << 1)
	if one {
		d.list[d.n]++
	}
	d.n++
}

// quarters adds the quarters of a split cell c of level 2 or above at (x, y), and everything below
// them. left, above and was are the cells of its size there, or larger ones that cover them.
func (d *decisions) quarters(w *writer, t, before *Tree, k, x, y int, c, left, above, was cell) {
	d.room(w, 4*(1+4))
	whole := t.inside(k, x, y)
	k--
	four := (*[4]cell)(t.cells[c>>2:])
	lefts := [4]cell{left, four[0], left, four[2]}
	if left.state() == split {
		beside := (*[4]cell)(t.cells[left>>2:])
		lefts[0], lefts[2] = beside[1], beside[3]
	}
	aboves := [4]cell{above, above, four[0], four[1]}
	if above.state() == split {
		beside := (*[4]cell)(t.cells[above>>2:])
		aboves[0], aboves[1] = beside[2], beside[3]
	}
	wases := [4]cell{was, was, was, was}
	if was.state() == split {
		wases = *(*[4]cell)(before.cells[was>>2:])
	}
	if k == 1 && whole {
		d.small(four, &lefts, &aboves, &wases)
		return
	}
	level, size := uint32(min(k, levels-1))<<6, 1<<k
	for i, c := range four {
		x, y := x+i&1*size, y+i>>1*size
		if !whole && (x >= t.Width || y >= t.Height) {
			continue // nothing is coded
		}
		left, above, was := lefts[i], aboves[i], wases[i]
		at := level | uint32(left.state()<<4|above.state()<<2|was.state())
		list := (*[2]uint16)(d.list[d.n:])
		list[0] = uint16(at<<1 | uint32(c&split>>1))
		d.n++
		switch {
		case c.state() != split:
			if whole || t.inside(k, x, y) {
				list[1] = uint16((leavesAt+at)<<1 | uint32(c))
				d.n++
			}
		case k == 1:
			d.pixels(uint32(c>>2), left.pixels(), above.pixels(), pixelsBefore(was))
		default:
			d.quarters(w, t, before, k, x, y, c, left, above, was)
			d.room(w, 4*(1+4))
		}
	}
}

// pixelBits make cell.pixels and pixelsBefore branch-free: for each state of a cell of level 1, the
// mask of its bits and the bits to add.
var pixelBits = [4]struct{ mask, more uint32 }{split: {15, 0}, leaf: {0, 15}, unknown: {0, 16}}

func bitsOf(c cell) uint32 {
	b := pixelBits[c&3]
	return uint32(c>>2)&b.mask | b.more
}

// small is the branch-free inner loop of quarters, for cells of level 1 inside the picture: the
// decisions of a split cell and of any other are both stored, and the count advances by those that
// apply.
func (d *decisions) small(four, lefts, aboves, wases *[4]cell) {
	n := d.n
	for i, c := range four {
		left, above, was := lefts[i], aboves[i], wases[i]
		at := 1<<6 | uint32(left.state()<<4|above.state()<<2|was.state())
		list := (*[5]uint16)(d.list[n:])
		isSplit := uint32(c >> 1 & 1)
		d.n = n + 1
		d.pixels(uint32(c>>2), bitsOf(left), bitsOf(above), bitsOf(was))
		list[0] = uint16(at<<1 | isSplit)
		if other := uint16((leavesAt+at)<<1 | uint32(c)&1); isSplit == 0 {
			list[1] = other
		}
		n += 2 + 3*int(isSplit)
	}
	d.n = n
}

// pixels adds the pixels of a split cell of level 1.
func (d *decisions) pixels(pixels, left, above, was uint32) {
	list := (*[4]uint16)(d.list[d.n:])
	list[0] = uint16((pixelsAt+pixelSurroundings(upperLeft, pixels, left, above, was))<<1 | pixels&1)
	list[1] = uint16((pixelsAt+pixelSurroundings(upperRight, pixels, left, above, was))<<1 | pixels>>1&1)
	list[2] = uint16((pixelsAt+pixelSurroundings(lowerLeft, pixels, left, above, was))<<1 | pixels>>2&1)
	list[3] = uint16((pixelsAt+pixelSurroundings(lowerRight, pixels, left, above, was))<<1 | pixels>>3)
	d.n += 4
}
