package feature

import (
	"slices"

	"ffkvadrat/edge/kernel"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// CPU is the fast builder. It makes the quads and means of [Reference], tile by tile, with vector
// instructions if the processor has them. It allocates only when pictures or lists grow.
//
// A tile is 64×64 pixels. Its features are stored channel by channel in 16-bit lanes. Level by
// level, four cells give an average and the sum of their squared deviations; a word has a bit for
// each of 64 cells in Morton order, which says whether the cell is whole. A whole cell is one leaf
// or part of a larger one. The leaves are written in Morton order while the tile is in the cache.
// What remains is the levels above the tiles, which have few cells, and the order of the tiles.
//
// With f the four features of a channel, S their sum and a = (S+2)>>2,
//
//	Σ(f−a)² = Σf² − 2a·(S−2a)
//
// where all factors are below 2^15: f and 2a because features have 14 bits, and S−2a = 2a + (S−4a)
// because S−4a is at most 1.
//
// [CPU.Build] does everything. Several goroutines, the members, can share the work: one calls Begin,
// all call Tile until every tile is done, one calls Merge, all call Move for all runs, one calls List.
// Tile and Move may run concurrently for different members. A single member writes the final list
// directly. If there are several, each keeps the quads of its tiles in blocks until their positions
// are known. The quads of tiles with very many are recomputed then, which is faster than copying
// them.
type CPU struct {
	source  source
	level   uint32
	limits  quadpyramid.Limits
	kernels kernels

	columns, rows int        // in tiles
	order         []position // the tiles in the order of the traversal
	tiles         []tile     // row by row
	all           []*member
	members       []*member // all members; the first ones share the tiles
	blocks        blocks
	above         []grid // above[i] has the cells of level tileLevel+1+i
	runs          []run
	at            int // next position in the list, in descend

	quads []quadpyramid.Quad
	means []Mean
}

const (
	tileLevel = 6
	tileSize  = 1 << tileLevel
)

// position is the column and the row of a tile.
type position struct{ column, row int }

// tile is the result of a tile.
type tile struct {
	count int
	from  list           // its quads, unless they are in CPU's list or left to Move
	whole bool           // the tile is one leaf or part of a larger one
	mean  channel.Vector // of the tile
}

// member is the memory of one goroutine.
type member struct {
	cells cells
	free  list // the free part of its block
}

// kernels are the functions that have a version for each kind of processor.
type kernels struct {
	// unpack unpacks rows of samples of a full tile to samples, 64 a row; it reports whether it
	// supports the layout.
	unpack func(samples *samples, p plane, x, y, rows int) bool
	// convert and scale compute rows of features, from row first on, from samples; see source.
	convert func(c *cells, s *source, first, rows int)
	scale   func(c *cells, s *source, first, rows int)
	// merge averages the cells of a level and finds those of the candidates that are whole.
	// Averages of other cells are undefined.
	merge func(c *cells, k int, level uint32)
	// emit writes the leaves of a word and returns their number. All pixels are inside the picture.
	// It may write up to spare surplus quads inside the list.
	emit func(c *cells, l list, e emission) int
}

// portable returns the kernels without vector instructions.
func portable() kernels {
	return kernels{
		unpack:  func(*samples, plane, int, int, int) bool { return false },
		convert: convertRows,
		scale:   scaleRows,
		merge:   mergeCells,
		emit:    emitWord,
	}
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

// Build returns the quads of a picture in the order of the paper's traversal and
// the mean of each, at level T of [Level]. Both are valid until the next call.
// It fails if the picture does not have the features.
func (c *CPU) Build(p *yuv.Picture, space channel.Space, level uint32, limits quadpyramid.Limits) ([]quadpyramid.Quad, []Mean, error) {
	if err := c.Begin(p, space, level, limits, 1); err != nil {
		return nil, nil, err
	}
	for i := range c.Tiles() {
		c.Tile(0, i)
	}
	c.Merge()
	c.Move(0, 0, c.Runs())
	quads, means := c.List()
	return quads, means, nil
}

// Begin takes the picture for the next calls, and the number of members that share the tiles. It
// fails if the picture does not have the features.
func (c *CPU) Begin(p *yuv.Picture, space channel.Space, level uint32, limits quadpyramid.Limits, members int) error {
	if err := channel.Check(p.Format, space); err != nil {
		return err
	}
	c.source = newSource(p, space)
	c.level, c.limits = level, limits
	c.arrange((p.Width+tileSize-1)/tileSize, (p.Height+tileSize-1)/tileSize)
	for len(c.all) < members {
		c.all = append(c.all, &member{})
	}
	c.members = c.all[:members]
	for _, m := range c.members {
		m.free = list{}
	}
	c.blocks.taken = 0
	c.quads, c.means = c.quads[:0], c.means[:0]
	return nil
}

// Tiles returns the number of tiles.
func (c *CPU) Tiles() int { return len(c.order) }

// Tile computes tile i as the given member. A single member must take the tiles in their order.
func (c *CPU) Tile(member, i int) {
	m, at := c.members[member], c.order[i]
	c.fill(m, at)
	t := tile{count: m.cells.count(c.limits.Min), whole: m.cells.isWhole()}
	if t.whole {
		t.mean = m.cells.vector(tileLevel, 0)
	}
	switch {
	case len(c.members) == 1:
		n := len(c.quads)
		c.grow(n + t.count)
		m.cells.emit(&c.kernels, list{c.quads[n:cap(c.quads)], c.means[n:cap(c.means)]}, at, c.limits.Min)
	case t.count <= copied:
		if len(m.free.quads) < t.count+spare {
			m.free = c.blocks.take()
		}
		m.cells.emit(&c.kernels, m.free, at, c.limits.Min)
		t.from, m.free = m.free.cut(t.count)
	}
	c.tiles[at.row*c.columns+at.column] = t
	if len(c.members) == 1 {
		c.settle(at)
	}
}

// copied is the largest number of quads of a tile that Move copies; more are faster to recompute.
const copied = 2048

// fill computes the cells of a tile.
func (c *CPU) fill(m *member, at position) {
	m.cells.load(&c.source, &c.kernels, at.column*tileSize, at.row*tileSize)
	m.cells.reduce(&c.kernels, c.level, c.limits.Max)
}

// grow makes the list n quads long, with space after them for the surplus quads that kernels write.
func (c *CPU) grow(n int) {
	c.quads = slices.Grow(c.quads, max(n-len(c.quads)+spare, 0))[:n]
	c.means = slices.Grow(c.means, max(n-len(c.means)+spare, 0))[:n]
}

// List returns the quads and their means, after Move. It ends the work on the picture.
func (c *CPU) List() ([]quadpyramid.Quad, []Mean) {
	c.source = source{}
	return c.quads, c.means
}
