package quadpyramid

import (
	"math"
	"math/bits"
	"slices"

	"ffkvadrat/edge"
	"ffkvadrat/edge/kernel"
	"ffkvadrat/edge/morton"
)

// CPU is the fast builder. From an [edge.BitMask] it makes the list that [Reference]
// makes from the same mask, with vector instructions if the processor has
// them. It allocates only when pictures or lists grow.
//
// The list in the order of the traversal is the leaves in Morton order, so the list is
// made without a traversal from the top. In a word of 64 cells in Morton order, with a
// bit for each cell that is a leaf marker,
//
//	twos = w & w>>1 & w>>2 & w>>3 & 0x1111…     2×2 cells, all leaf markers
//	fours = the same of twos with steps of 4    4×4 cells
//
// have a bit at the first cell of each, and leaves begin at the cells
//
//	(w &^ 15·twos | twos) &^ (2^16−1)·fours | fours
//
// A tile has 64 words. Which of them are full is again a word of 64 bits, with cells of 8×8 pixels;
// which of 64 tiles are full is the next one, and so on up to the top. [Limits] restrict what may
// merge and what counts in each of these triples of levels; see span.
//
// [CPU.Build] does everything. Several goroutines can share the work: one calls Begin, all call
// Reduce until all rows of tiles are done, one calls Merge, all call Emit for all works. Reduce and
// Emit may run concurrently for different ranges.
type CPU struct {
	mask   *edge.BitMask
	levels []grid   // levels[0] has the tiles; a cell of level i+1 is a node of level i
	spans  [5]span  // spans[0] of words, spans[i+1] of levels[i]
	least  int      // Limits.Min
	opened []uint64 // if least is not 0: the mask's words without leaves that are too small
	works  []work
	at     int // next position in the list, in Merge

	kernels kernels
}

// kernels are the functions that have a version for each kind of processor.
type kernels struct {
	// reduce finds the words of a tile that have leaves and, if s allows larger
	// leaves, those that are full. It counts the leaves of the others.
	reduce func(words *[64]uint64, s *span) node
	// emit writes the tile's quads to the start of list and returns their number. It may store
	// surplus quads inside list, and may leave words whose stores could pass its end; rest has
	// these words.
	emit func(list []Quad, t tile) (rest uint64, n int)
}

// table has the kernels of every kind of processor.
func table() []kernel.Row[kernels] {
	return append([]kernel.Row[kernels]{kernel.Portable(portable())}, vector()...)
}

// Variants returns the builders that this processor can run.
func Variants() kernel.Variants[*CPU] { return kernel.Of(table(), newCPU) }

// NewCPU returns a builder with the best instructions that the processor has.
func NewCPU() *CPU { return Variants().Best() }

// NewPortableCPU returns a builder without vector instructions.
func NewPortableCPU() *CPU { return Variants().Portable() }

func newCPU(k kernels) *CPU { return &CPU{kernels: k} }

// portable returns the kernels without vector instructions.
func portable() kernels {
	return kernels{
		reduce: reduceTile,
		emit:   func(_ []Quad, t tile) (rest uint64, n int) { return t.visit, 0 },
	}
}

// grid has the nodes of one level, row by row.
type grid struct {
	columns, rows int
	nodes         []node
}

// node is 64 cells in Morton order.
type node struct {
	full  uint64 // cells that are leaf markers, and may merge
	some  uint64 // cells that have leaves
	count int    // leaves in the cells, of levels up to those of the cells' span
}

// work is one unit of Emit: a quad larger than the cells of a tile, or a tile that has leaves; then
// quad is the tile's first pixel, of level 0. Its first quad goes to position at of the list.
type work struct {
	quad Quad
	at   int
}

// Build appends the quads of the mask to list, in the order of the paper's
// traversal (UL, UR, LL, LR).
func (c *CPU) Build(list []Quad, m *edge.BitMask, limits Limits) []Quad {
	c.Begin(m, limits)
	c.Reduce(0, m.Rows)
	list = c.Merge(list)
	c.Emit(list, 0, c.Works())
	return list
}

// Begin takes the mask and the limits for the next calls.
func (c *CPU) Begin(m *edge.BitMask, limits Limits) {
	c.mask = m
	for i := range c.spans {
		c.spans[i] = newSpan(limits, 3*i)
	}
	c.least = limits.Min
	if limits.Min > 0 {
		c.opened = slices.Grow(c.opened[:0], len(m.Words))[:len(m.Words)]
	}
	columns, rows := m.Columns, m.Rows
	c.levels = c.levels[:0]
	for {
		c.levels = slices.Grow(c.levels, 1)[:len(c.levels)+1]
		g := &c.levels[len(c.levels)-1]
		g.columns, g.rows = columns, rows
		g.nodes = slices.Grow(g.nodes[:0], columns*rows)[:columns*rows]
		if len(c.levels) > 1 && columns*rows == 1 {
			return
		}
		columns, rows = (columns+7)/8, (rows+7)/8
	}
}

// Reduce counts the leaves of the rows of tiles first to end−1.
func (c *CPU) Reduce(first, end int) {
	g := &c.levels[0]
	for row := first; row < end; row++ {
		for column := range g.columns {
			words := c.tile(column, row)
			if c.least > 0 {
				for i, w := range c.mask.Tile(column, row) {
					words[i] = c.spans[0].open(w)
				}
			}
			n := c.kernels.reduce(words, &c.spans[0])
			n.finish(&c.spans[1])
			g.nodes[row*g.columns+column] = n
		}
	}
}

// tile returns the words of a tile, without leaves that are too small.
func (c *CPU) tile(column, row int) *[64]uint64 {
	if c.least > 0 {
		return (*[64]uint64)(c.opened[64*(row*c.mask.Columns+column):])
	}
	return c.mask.Tile(column, row)
}

// reduceTile is the portable kernels.reduce.
func reduceTile(words *[64]uint64, s *span) node {
	var n node
	for i, w := range words {
		switch {
		case w == 0:
		case w == math.MaxUint64 && s.whole:
			n.full |= 1 << i
		default:
			n.some |= 1 << i
			n.count += bits.OnesCount64(s.starts(w))
		}
	}
	n.some |= n.full
	return n
}

// finish opens the full cells of a node and counts the remaining leaves.
func (n *node) finish(s *span) {
	if s.least > 0 {
		n.some &^= n.full
		n.full = s.open(n.full)
		n.some |= n.full
	}
	n.count += bits.OnesCount64(s.starts(n.full))
}

// Merge computes the levels above the tiles, extends list for all quads and computes the position
// of each tile's quads (an exclusive prefix sum).
func (c *CPU) Merge(list []Quad) []Quad {
	for i := 1; i < len(c.levels); i++ {
		reduceGrid(&c.levels[i], &c.levels[i-1], &c.spans[i+1], c.spans[i].whole)
	}
	c.works = c.works[:0]
	level := 3*len(c.levels) + 3
	top := &c.levels[len(c.levels)-1].nodes[0]
	if top.full == math.MaxUint64 && c.spans[len(c.levels)].whole {
		if level < c.least {
			return list
		}
		return append(list, NewQuad(0, 0, level))
	}
	c.at = len(list)
	list = slices.Grow(list, top.count)[:c.at+top.count]
	c.descend(len(c.levels)-1, 0, 0)
	return list
}

// reduceGrid computes the nodes of above, of span s, from those of below. Nodes of below become
// leaf markers if whole allows it.
func reduceGrid(above, below *grid, s *span, whole bool) {
	for at := range above.nodes {
		var n node
		for i, cell := range cells {
			x, y := 8*(at%above.columns)+cell.X(), 8*(at/above.columns)+cell.Y()
			if x >= below.columns || y >= below.rows {
				continue
			}
			switch from := &below.nodes[y*below.columns+x]; {
			case from.full == math.MaxUint64 && whole:
				n.full |= 1 << i
			case from.some != 0:
				n.some |= 1 << i
				n.count += from.count
			}
		}
		n.some |= n.full
		n.finish(s)
		above.nodes[at] = n
	}
}

// descend lists the works of a node above the tiles.
func (c *CPU) descend(level, column, row int) {
	n := c.levels[level].nodes[row*c.levels[level].columns+column]
	s := &c.spans[level+1]
	twos, fours := s.merge(n.full)
	for visit := n.some&^n.full | s.starts(n.full); visit != 0; visit &= visit - 1 {
		i := bits.TrailingZeros64(visit)
		x, y := 8*column+cells[i].X(), 8*row+cells[i].Y()
		switch {
		case n.full>>i&1 != 0:
			side := 3*level + 3
			c.works = append(c.works, work{NewQuad(x<<side, y<<side, side+int(twos>>i&1+fours>>i&1)), c.at})
			c.at++
		case level > 1:
			c.descend(level-1, x, y)
		default:
			c.works = append(c.works, work{NewQuad(edge.TileSize*x, edge.TileSize*y, 0), c.at})
			c.at += c.levels[0].nodes[y*c.levels[0].columns+x].count
		}
	}
}

// Works returns the number of works for Emit.
func (c *CPU) Works() int { return len(c.works) }

// Place returns the position in the list at which work i begins.
func (c *CPU) Place(i int) int { return c.works[i].at }

// Emit writes the quads of the works first to end−1 to their positions in list, the list that Merge
// returned.
func (c *CPU) Emit(list []Quad, first, end int) {
	if end < len(c.works) {
		list = list[:c.works[end].at] // what follows may belong to another goroutine
	}
	for _, w := range c.works[first:end] {
		if w.quad.Level() != 0 {
			list[w.at] = w.quad
			continue
		}
		column, row := w.quad.X()/edge.TileSize, w.quad.Y()/edge.TileSize
		n := &c.levels[0].nodes[row*c.levels[0].columns+column]
		t := tile{words: c.tile(column, row), span: &c.spans[0], origin: w.quad}
		t.full, t.visit = n.full, n.some&^n.full|c.spans[1].starts(n.full)
		t.twos, t.fours = c.spans[1].merge(n.full)
		rest, done := c.kernels.emit(list[w.at:], t)
		if rest != 0 {
			t.visit = rest
			t.emit(list[w.at:][:n.count], done)
		}
	}
}

// tile is the part of a tile that is still to be written.
type tile struct {
	words             *[64]uint64
	span              *span  // of a word
	visit             uint64 // words that have quads or begin a leaf
	full, twos, fours uint64 // full words, and the first words of 2×2 and of 4×4 full ones
	origin            Quad   // of the first pixel
}

// emit writes the quads to list, from position at on.
func (t *tile) emit(list []Quad, at int) {
	for ; t.visit != 0; t.visit &= t.visit - 1 {
		i := bits.TrailingZeros64(t.visit)
		origin := t.origin + cells[i]<<3
		if t.full>>i&1 != 0 {
			list[at] = origin + Quad(3+t.twos>>i&1+t.fours>>i&1)<<28
			at++
			continue
		}
		at += emitWord(list[at:], t.words[i], t.span, origin)
	}
}

// emitWord writes the quads that begin in a word with first pixel origin.
func emitWord(list []Quad, w uint64, s *span, origin Quad) int {
	twos, fours := s.merge(w)
	n := 0
	for begin := s.starts(w); begin != 0; begin &= begin - 1 {
		i := bits.TrailingZeros64(begin)
		list[n] = origin + cells[i] + Quad(twos>>i&1+fours>>i&1)<<28
		n++
	}
	return n
}

// cells are the positions of 8×8 cells in Morton order, as quads of level 0.
var cells = func() (table [64]Quad) {
	for i := range table {
		table[i] = NewQuad(int(morton.X[i]), int(morton.Y[i]), 0)
	}
	return table
}()
