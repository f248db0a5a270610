package treecode

import (
	"fmt"
	"math/bits"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
)

// Octree is the octree of a list of cubes of one window of frames. Its cells are those of a Tree with
// frames as a third side, and with eighths in place of quarters: bit 0 of an eighth's number says
// that it is on the right, bit 1 below, bit 2 later. The zero value is to be filled.
type Octree struct {
	Width, Height int // of the pictures, in pixels
	Frames        int // of the window

	longest int    // frames of the longest window
	top     int    // level of the smallest cube of the grid that holds the pictures and the longest window
	cells   []cell // the top, then the eighths of the split cells of level 2 and above, in preorder
}

// The bits of an eighth's number.
const (
	right = 1 << iota
	lower
	later
)

// MostCubes is the most cubes that a window's list may have: as many as the largest picture has
// pixels.
const MostCubes = 1 << (2 * quadpyramid.MaxLevel)

// reset makes the octree of an empty list.
func (t *Octree) reset(width, height, frames, longest int) {
	t.Width, t.Height, t.Frames, t.longest = width, height, frames, longest
	t.top = bits.Len(uint(max(width, height, longest) - 1))
	t.cells = append(t.cells[:0], empty)
}

// eights are the leaf pixels of a cell of level 1 of an octree, a bit each in the order of lists.
func (c cell) eights() uint32 {
	switch c.state() {
	case leaf:
		return 255
	case split:
		return uint32(c >> 2)
	}
	return 0
}

// eighth is an eighth of a cell of level 2 or above. The eighths of one that is not split are as it
// is.
func (t *Octree) eighth(c cell, i uint32) cell {
	if c.state() == split {
		return t.cells[uint32(c>>2)+i]
	}
	return c
}

// inside reports whether a cell of level k is inside the pictures and the window, none of it beyond.
func (t *Octree) inside(k, x, y, frame int) bool {
	return x+1<<k <= t.Width && y+1<<k <= t.Height && frame+1<<k <= t.Frames
}

// outside reports whether all of a cell is beyond them.
func (t *Octree) outside(x, y, frame int) bool {
	return x >= t.Width || y >= t.Height || frame >= t.Frames
}

// earlierEighth is which eighth of a cell before one of level k, in time, is before its eighth i,
// which is in its earlier half: the later half is next to it, unless the cells are longer than windows. Then
// the cell before is that in the same place of the window before, and what is in its later half
// is beyond that window.
func (t *Octree) earlierEighth(k int, i uint32) uint32 {
	if 1<<k > t.longest {
		return i
	}
	return i | later
}

// Build makes the octree of a list: cubes in Morton order that do not overlap and lie inside a window
// of frames, of width × height pixels, where the longest windows have longest frames, a power of two.
// Cube i is quads[i] in its first frame, starts[i]. It fails if they are not in order, or too many.
func (t *Octree) Build(width, height, frames, longest int, quads []quadpyramid.Quad, starts []uint8) error {
	t.reset(width, height, frames, longest)
	if len(quads) > MostCubes {
		return errMostCubes
	}
	// eighths[k] is where the cells of level k are that come next, down to level open.
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
		// Both cubes lie in a cell of this level, whose eighths are of level common − 1.
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

// mostCells is how many cells the 30 bits of an index tell apart, but for the next eight.
const mostCells = 1<<30 - 8

var errMostCubes = fmt.Errorf("treecode: a window has more than %d cubes, or a tree that is too large for them", MostCubes)
