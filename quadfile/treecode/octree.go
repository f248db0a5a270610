package treecode

import (
	"fmt"
	"math/bits"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
)

// Octree is the octree of a window's cubes: a [Tree] with frames as a third dimension and octants
// ("eighths") instead of quarters. Bit 0 of an eighth's index means right, bit 1 below, bit 2
// later. Build fills the zero value.
type Octree struct {
	Width, Height int // of the pictures, in pixels
	Frames        int // of the window

	longest int    // length of the longest window in frames
	top     int    // level of the smallest grid cube around the pictures and the longest window
	cells   []cell // the root, then the eighths of the split cells of level 2 and above, in preorder
}

// The bits of an eighth's index.
const (
	right = 1 << iota
	lower
	later
)

// MostCubes is the maximum length of a window's list: the pixels of the largest picture.
const MostCubes = 1 << (2 * quadpyramid.MaxLevel)

// reset makes t the octree of an empty list.
func (t *Octree) reset(width, height, frames, longest int) {
	t.Width, t.Height, t.Frames, t.longest = width, height, frames, longest
	t.top = bits.Len(uint(max(width, height, longest) - 1))
	t.cells = append(t.cells[:0], empty)
}

// eights returns the leaf pixels of a cell of level 1 of an octree, one bit each in list order.
func (c cell) eights() uint32 {
	switch c.state() {
	case leaf:
		return 255
	case split:
		return uint32(c >> 2)
	}
	return 0
}

// eighth returns an eighth of a cell of level 2 or above. The eighths of a cell that is not split
// have its state.
func (t *Octree) eighth(c cell, i uint32) cell {
	if c.state() == split {
		return t.cells[uint32(c>>2)+i]
	}
	return c
}

// inside reports whether a cell of level k lies completely inside the pictures and the window.
func (t *Octree) inside(k, x, y, frame int) bool {
	return x+1<<k <= t.Width && y+1<<k <= t.Height && frame+1<<k <= t.Frames
}

// outside reports whether a cell lies completely outside them.
func (t *Octree) outside(x, y, frame int) bool {
	return x >= t.Width || y >= t.Height || frame >= t.Frames
}

// earlierEighth returns which eighth of the cell earlier in time precedes eighth i, in the earlier
// half of a cell of level k. It is in the later half of the earlier cell, except for cells longer
// than windows: there the earlier cell is the one in the same place of the window before, whose
// later half is outside that window.
func (t *Octree) earlierEighth(k int, i uint32) uint32 {
	if 1<<k > t.longest {
		return i
	}
	return i | later
}

// Build builds the octree of a list: cubes in Morton order that do not overlap and lie inside a
// window of frames of width × height pixels. longest is the length of the longest window, a power
// of two. Cube i is quads[i] from frame starts[i] on. Lists out of order or too long are an error.
func (t *Octree) Build(width, height, frames, longest int, quads []quadpyramid.Quad, starts []uint8) error {
	t.reset(width, height, frames, longest)
	if len(quads) > MostCubes {
		return errMostCubes
	}
	// eighths[k] is the index of the next cell of level k, down to level open.
	var eighths [quadpyramid.MaxLevel + 1]uint32
	open := t.top
	var before, next uint64
	for i, q := range quads {
		c := ocpyramid.Of(q, int(starts[i]))
		place, level := c.Morton(), c.Level()
		switch {
		case place < before:
			return fmt.Errorf("treecode: cube %d %v is not after the one before it in Morton order", i, c)
		case place < next:
			return fmt.Errorf("treecode: cube %d %v overlaps the one before it", i, c)
		}
		// Both cubes lie in a cell of level common, whose eighths are of level common − 1.
		common := (bits.Len64(place^before) + 2) / 3
		open = max(open, common-1)
		for open > max(level, 1) {
			at := eighths[open] + uint32(place>>(3*open)&7)
			open--
			eighths[open] = uint32(len(t.cells))
			t.cells[at] = split | cell(len(t.cells))<<2
			t.cells = append(t.cells, empty, empty, empty, empty, empty, empty, empty, empty)
		}
		at := eighths[open] + uint32(place>>(3*open)&7)
		if open > level {
			t.cells[at] |= split | 4<<(place&7)
		} else {
			t.cells[at] = leaf
		}
		before, next = place, place+1<<(3*level)
		if len(t.cells) > mostCells {
			return errMostCubes
		}
	}
	return nil
}

// mostCells is the number of cells that an index of 30 bits addresses, with room for eight more.
const mostCells = 1<<30 - 8

var errMostCubes = fmt.Errorf("treecode: a window has more than %d cubes, or a tree that is too large for them", MostCubes)
