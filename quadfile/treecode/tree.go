package treecode

import (
	"fmt"
	"math/bits"

	"ffkvadrat/quadpyramid"
)

// cell is a node of the tree. Its lowest two bits are its state. For a split cell of level 1 the
// four bits above are its leaf pixels; for a split cell of a higher level the other bits are the
// index of its four quarters.
type cell uint32

const (
	empty   cell = iota // no quad covers any of it
	leaf                // a quad, or part of one
	split               // has smaller quads
	unknown             // of a frame that does not exist
)

func (c cell) state() cell { return c & 3 }

// pixels returns the leaf pixels of a cell of level 1, one bit each in list order.
func (c cell) pixels() uint32 {
	switch c.state() {
	case leaf:
		return 15
	case split:
		return uint32(c >> 2)
	}
	return 0
}

// The quarters of a cell, in list order.
const (
	upperLeft = iota
	upperRight
	lowerLeft
	lowerRight
)

// Tree is the quadtree of a list. Build fills the zero value.
type Tree struct {
	Width, Height int // of the picture, in pixels

	top   int      // level of the smallest grid square around the picture
	cells []cell   // the root, then the quarters of the split cells of level 2 and above, in preorder
	first []uint32 // after Number: the index of each cell's first quad
}

// reset makes t the tree of an empty list.
func (t *Tree) reset(width, height int) {
	t.Width, t.Height = width, height
	t.top = bits.Len(uint(max(width, height) - 1))
	t.cells, t.first = append(t.cells[:0], empty), t.first[:0]
}

// quarter returns a quarter of a cell of level 2 or above. The quarters of a cell that is not split
// have its state.
func (t *Tree) quarter(c cell, i uint32) cell {
	if c.state() == split {
		return t.cells[uint32(c>>2)+i]
	}
	return c
}

// inside reports whether a cell of level k at (x, y) lies completely inside the picture.
func (t *Tree) inside(k, x, y int) bool {
	return x+1<<k <= t.Width && y+1<<k <= t.Height
}

// Build builds the tree of a list: quads in Morton order that do not overlap and lie inside a
// picture of width × height pixels. Lists out of order are an error.
func (t *Tree) Build(width, height int, list []quadpyramid.Quad) error {
	t.reset(width, height)
	// quarters[k] is the index of the next cell of level k, down to level open.
	var quarters [quadpyramid.MaxLevel + 1]uint32
	open := t.top
	var before, next uint32
	for i, q := range list {
		place, level := q.Morton(), q.Level()
		switch {
		case place < before:
			return fmt.Errorf("treecode: quad %d %v is not after the one before it in Morton order", i, q)
		case place < next:
			return fmt.Errorf("treecode: quad %d %v overlaps the one before it", i, q)
		}
		// Both quads lie in a cell of level common, whose quarters are of level common − 1.
		common := (bits.Len32(place^before) + 1) / 2
		open = max(open, common-1)
		for open > max(level, 1) {
			at := quarters[open] + place>>(2*open)&3
			open--
			quarters[open] = uint32(len(t.cells))
			t.cells[at] = split | cell(len(t.cells))<<2
			t.cells = append(t.cells, empty, empty, empty, empty)
		}
		at := quarters[open] + place>>(2*open)&3
		if open > level {
			t.cells[at] |= split | 4<<(place&3)
		} else {
			t.cells[at] = leaf
		}
		before, next = place, place+1<<(2*level)
	}
	return nil
}
