package quadpyramid

import (
	"slices"
	"sort"
)

// Cells computes the values and index ranges of a [Pyramid]'s cells from the list, without the
// pyramid. The list is in Morton order, so the quads of a cell are consecutive in it, and a leaf
// marker is a quad or part of one.
type Cells struct {
	Width, Height int // of the picture
	// Leaves has all leaves in the order of the traversal, as if there were no smallest quad. List
	// has those that are listed as quads; often it is the same slice.
	Leaves, List []Quad
}

// Top is the level of the single cell that covers the picture.
func (c *Cells) Top() int { return TopLevel(c.Width, c.Height) }

// Size returns the number of cells of a level, across and down.
func (c *Cells) Size(level int) (width, height int) {
	return LevelSize(c.Width, level), LevelSize(c.Height, level)
}

// Value returns the leaf marker or the number of quads below a cell, as a Pyramid of the same
// leaves has it. Cells outside the picture are inactive, 0.
func (c *Cells) Value(level, x, y int) int32 {
	first := cell(level, x, y)
	i := from(c.Leaves, first+1) - 1 // the leaf that covers the cell's first pixel, if one does
	if i >= 0 {
		if q := c.Leaves[i]; q.Level() >= level && first-q.Morton() < places(q.Level()) {
			return LeafMarker
		}
	}
	start, end := c.Range(level, x, y)
	return int32(end - start)
}

// Range returns the half-open index range of a cell: the quads below it, or the quad itself if the
// cell is one.
func (c *Cells) Range(level, x, y int) (start, end int) {
	first := cell(level, x, y)
	return from(c.List, first), from(c.List, first+places(level))
}

// Fill appends the values of all cells of a level to values, row by row.
func (c *Cells) Fill(values []int32, level int) []int32 {
	width, height := c.Size(level)
	begin := len(values)
	values = slices.Grow(values, width*height)[:begin+width*height]
	cells := values[begin:]
	clear(cells)
	for _, q := range c.Leaves {
		if q.Level() < level {
			continue
		}
		x, y, n := q.X()>>level, q.Y()>>level, q.Size()>>level
		for row := range n {
			for i := range cells[(y+row)*width+x:][:n] {
				cells[(y+row)*width+x+i] = LeafMarker
			}
		}
	}
	for _, q := range c.List {
		if q.Level() < level {
			cells[q.Y()>>level*width+q.X()>>level]++
		}
	}
	return values
}

// Step is a cell that the traversal visits.
type Step struct {
	Level, X, Y int
	Value       int32
	Start, End  int // index range
	// Child is the cell entered next: 0 to 3 for upper left, upper right, lower
	// left and lower right, -1 at the end.
	Child int
}

// Descend appends the steps of the traversal from the top towards a pixel, down to a leaf marker or
// a cell without quads. If the last step has a leaf marker and a non-empty index range, its Start
// is the index of the pixel's quad.
func (c *Cells) Descend(steps []Step, x, y int) []Step {
	for level := c.Top(); ; level-- {
		s := Step{Level: level, X: x >> level, Y: y >> level, Child: -1}
		s.Value = c.Value(level, s.X, s.Y)
		s.Start, s.End = c.Range(level, s.X, s.Y)
		if s.Value > 0 {
			s.Child = x>>(level-1)&1 | y>>(level-1)&1<<1
		}
		steps = append(steps, s)
		if s.Value <= 0 {
			return steps
		}
	}
}

// cell returns the Morton index of a cell's first pixel.
func cell(level, x, y int) uint32 { return NewQuad(x<<level, y<<level, 0).Morton() }

// places returns the number of Morton indices that a cell of a level spans.
func places(level int) uint32 { return 1 << (2 * level) }

// from returns the index of the first quad at or after a Morton index.
func from(list []Quad, place uint32) int {
	return sort.Search(len(list), func(i int) bool { return list[i].Morton() >= place })
}
