package regions

import (
	"image"
	"math/bits"
)

// Region is a part of a picture with one offset.
type Region struct {
	image.Rectangle // in pixels, inside the picture
	Offset          int
}

// Merge appends the largest squares of equal offsets to a list: the leaves of a quadtree over the
// blocks, in which a cell is a leaf if its four children have one offset. They cover the picture,
// do not overlap and are in Morton order. At the right and the lower border they are clipped to the
// picture.
func (g *Grid) Merge(list []Region) []Region {
	top := bits.Len(uint(max(g.Columns, g.Rows) - 1))
	list, _ = g.merge(list, 0, 0, top)
	return list
}

// merge appends the regions of a cell of blocks, and reports whether they are one square.
func (g *Grid) merge(list []Region, column, row, level int) ([]Region, bool) {
	if column >= g.Columns || row >= g.Rows {
		return list, false
	}
	if level == 0 {
		return append(list, g.region(column, row, level)), true
	}
	start, half, one := len(list), 1<<(level-1), true
	for i := range 4 {
		var whole bool
		list, whole = g.merge(list, column+i%2*half, row+i/2*half, level-1)
		one = one && whole && list[len(list)-1].Offset == list[start].Offset
	}
	if one {
		list = append(list[:start], g.region(column, row, level))
	}
	return list, one
}

// region returns the square of a cell of blocks.
func (g *Grid) region(column, row, level int) Region {
	x, y, side := column*g.Side, row*g.Side, g.Side<<level
	return Region{image.Rect(x, y, min(x+side, g.Width), min(y+side, g.Height)), int(g.Offsets[row*g.Columns+column])}
}
