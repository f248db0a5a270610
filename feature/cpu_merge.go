package feature

import (
	"slices"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv/channel"
)

// grid has the cells of one level, row by row.
type grid struct {
	columns, rows int
	cells         []cell
}

// cell is a cell above the tiles.
type cell struct {
	whole bool
	mean  channel.Vector // of a whole cell
}

// run is a tile's quads, or one quad above the tiles, and their position in the list.
type run struct {
	place int
	tile  int // index in CPU.tiles, or −1
	quad  quadpyramid.Quad
	mean  Mean
}

// arrange computes the order of the tiles and the levels above them.
func (c *CPU) arrange(columns, rows int) {
	if c.columns == columns && c.rows == rows {
		return
	}
	c.columns, c.rows = columns, rows
	c.tiles = slices.Grow(c.tiles[:0], columns*rows)[:columns*rows]
	c.above = c.above[:0]
	for columns > 1 || rows > 1 {
		columns, rows = (columns+1)/2, (rows+1)/2
		c.above = slices.Grow(c.above, 1)[:len(c.above)+1]
		g := &c.above[len(c.above)-1]
		g.columns, g.rows = columns, rows
		g.cells = slices.Grow(g.cells[:0], columns*rows)[:columns*rows]
	}
	c.order = c.order[:0]
	c.line(len(c.above), 0, 0)
}

// line appends the tiles of a cell of level tileLevel+level to the order.
func (c *CPU) line(level, column, row int) {
	if column<<level >= c.columns || row<<level >= c.rows {
		return
	}
	if level == 0 {
		c.order = append(c.order, position{column, row})
		return
	}
	for i := range 4 {
		c.line(level-1, 2*column+i&1, 2*row+i>>1)
	}
}

// Merge computes the levels above the tiles and the position of each run of quads in the list.
func (c *CPU) Merge() {
	for i := range c.above {
		c.reduce(i)
	}
	c.runs, c.at = c.runs[:0], 0
	c.descend(len(c.above), 0, 0)
	c.grow(c.at)
}

// reduce computes the cells of above[i] from those below.
func (c *CPU) reduce(i int) {
	g := &c.above[i]
	for row := range g.rows {
		for column := range g.columns {
			c.merge(i, column, row)
		}
	}
}

// merge computes a cell of above[i] and reports whether it is whole.
func (c *CPU) merge(i, column, row int) bool {
	cell := &c.above[i].cells[row*c.above[i].columns+column]
	cell.whole = false
	if tileLevel+1+i > c.limits.Max {
		return false
	}
	upperLeft, isUpperLeft := c.below(i, 2*column, 2*row)
	upperRight, isUpperRight := c.below(i, 2*column+1, 2*row)
	lowerLeft, isLowerLeft := c.below(i, 2*column, 2*row+1)
	lowerRight, isLowerRight := c.below(i, 2*column+1, 2*row+1)
	if isUpperLeft && isUpperRight && isLowerLeft && isLowerRight {
		cell.mean, cell.whole = combine(upperLeft, upperRight, lowerLeft, lowerRight, c.level)
	}
	return cell.whole
}

// settle is called after the tile at a position. If it is the last tile of a whole cell, settle
// leaves space for one quad in place of the cell's four. So the quads of a single member are written
// to their final positions.
func (c *CPU) settle(at position) {
	whole := true
	for i := 0; i < len(c.above) && at.column&1 != 0 && at.row&1 != 0; i++ {
		at.column, at.row = at.column/2, at.row/2
		if !whole { // then no larger cell is whole, so cells of the previous picture do not matter
			c.above[i].cells[at.row*c.above[i].columns+at.column].whole = false
			continue
		}
		if whole = c.merge(i, at.column, at.row); !whole {
			continue
		}
		n := len(c.quads)
		if tileLevel+i >= c.limits.Min {
			n -= 4
		}
		if tileLevel+1+i >= c.limits.Min {
			n++
		}
		c.grow(n)
	}
}

// below returns the mean of a cell of level tileLevel+level, if it is whole.
func (c *CPU) below(level, column, row int) (channel.Vector, bool) {
	if level == 0 {
		if column >= c.columns || row >= c.rows {
			return channel.Vector{}, false
		}
		t := &c.tiles[row*c.columns+column]
		return t.mean, t.whole
	}
	g := &c.above[level-1]
	if column >= g.columns || row >= g.rows {
		return channel.Vector{}, false
	}
	cell := &g.cells[row*g.columns+column]
	return cell.mean, cell.whole
}

// descend lists the runs of a cell of level tileLevel+level.
func (c *CPU) descend(level, column, row int) {
	if column<<level >= c.columns || row<<level >= c.rows {
		return
	}
	if level == 0 {
		i := row*c.columns + column
		if n := c.tiles[i].count; n > 0 {
			c.runs = append(c.runs, run{place: c.at, tile: i})
			c.at += n
		}
		return
	}
	if mean, whole := c.below(level, column, row); whole {
		if tileLevel+level >= c.limits.Min {
			side := tileLevel + level
			c.runs = append(c.runs, run{c.at, -1, quadpyramid.NewQuad(column<<side, row<<side, side), NewMean(mean)})
			c.at++
		}
		return
	}
	for i := range 4 {
		c.descend(level-1, 2*column+i&1, 2*row+i>>1)
	}
}

// Runs returns the number of runs that Move has to copy.
func (c *CPU) Runs() int { return len(c.runs) }

// Move copies the quads of the runs first to end−1 to their positions in the list, as the given
// member.
func (c *CPU) Move(member, first, end int) {
	for _, r := range c.runs[first:end] {
		if r.tile < 0 {
			c.quads[r.place], c.means[r.place] = r.quad, r.mean
			continue
		}
		if len(c.members) == 1 {
			continue // settle has placed it
		}
		t := &c.tiles[r.tile]
		end := r.place + t.count
		to := list{c.quads[r.place:end:end], c.means[r.place:end:end]}
		if t.count > copied {
			m, at := c.members[member], position{r.tile % c.columns, r.tile / c.columns}
			c.fill(m, at)
			m.cells.emit(&c.kernels, to, at, c.limits.Min)
			continue
		}
		copy(to.quads, t.from.quads)
		copy(to.means, t.from.means)
	}
}
