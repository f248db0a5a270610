package feature

import (
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// CPU is the fast builder: the quads and means of [Reference], tile by tile and
// with vector instructions where the processor has them. It allocates only when
// pictures or lists grow.
//
// A tile is 64×64 pixels. Its features stand channel by channel in 16-bit
// lanes; level by level, four cells give an average and the sum of their
// squared deviations, so that a word of 64 cells in Morton order tells which of
// them are whole: one leaf, if nothing larger takes them in. The leaves are
// written in Morton order while the tile is in the cache. What is left are the
// levels above the tiles, few cells, and the order of the tiles.
//
// With f the four features of a channel, S their sum and a = (S+2)>>2,
//
//	Σ(f−a)² = Σf² − 2a·(S−2a)
//
// where all factors are below 2^15: f and 2a because features have 14 bits, and
// S−2a = 2a + (S−4a) because S−4a is at most 1.
//
// [CPU.Build] does everything. Several goroutines share the work by calling
// Begin on one, Tile for all tiles, Merge on one, and Move for all runs; Tile
// may run at the same time for different members, Move for different ranges.
// Each member keeps its tiles' quads in memory of its own, and Move copies them
// into the list; a member that is alone writes the list itself.
type CPU struct {
	source  source
	level   uint32
	limits  quadpyramid.Limits
	kernels kernels

	columns, rows int        // of tiles
	order         []position // of the tiles in the traversal
	tiles         []tile     // row by row
	all           []*member
	members       []*member // of all, those that share the tiles
	above         []grid    // above[i] has the cells of level tileLevel+1+i
	runs          []run
	at            int // of descend: place in the list

	quads []quadpyramid.Quad // of several members; one has the list itself
	means []Mean
}

const (
	tileLevel = 6
	tileSize  = 1 << tileLevel
)

// position is the column and the row of a tile.
type position struct{ column, row int }

// tile is what is known of a tile when its leaves are written.
type tile struct {
	member, from, count int // where its quads stand among a member's
	whole               bool
	mean                Vector // of a whole tile
}

// member is the memory of one goroutine.
type member struct {
	cells cells
	quads []quadpyramid.Quad // of its tiles, one behind the other
	means []Mean
}

// kernels are what one kind of processor does better.
type kernels struct {
	name string
	// unpack puts rows of the samples of a full tile into samples, 64 a row; it
	// tells whether it can.
	unpack func(samples *samples, p plane, x, y, rows int) bool
	// convert and scale make rows of features, from the given one on, of
	// samples; see source.
	convert func(c *cells, s *source, first, rows int)
	scale   func(c *cells, s *source, first, rows int)
	// merge averages the cells of a level and finds those that are whole among
	// the candidates. Averages of other cells may be anything.
	merge func(c *cells, k int, level uint32)
	emit  func(c *cells, l list, e emission) int
}

// portable are kernels without vector instructions.
func portable() kernels {
	return kernels{
		name:    "portable",
		unpack:  func(*samples, plane, int, int, int) bool { return false },
		convert: convertRows,
		scale:   scaleRows,
		merge:   mergeCells,
		emit:    emitWord,
	}
}

// NewCPU makes a builder with the best instructions that the processor has.
func NewCPU() *CPU {
	all := append([]kernels{portable()}, vector()...)
	return newCPU(all[len(all)-1])
}

// NewPortableCPU makes a builder without vector instructions.
func NewPortableCPU() *CPU { return newCPU(portable()) }

func newCPU(k kernels) *CPU { return &CPU{kernels: k} }

// Build gives the quads of a picture in the order of the paper's traversal and
// the mean of each, at level T of [Level]. Both are valid until the next call.
// It fails where the picture does not have the features.
func (c *CPU) Build(p *yuv.Picture, space Space, level uint32, limits quadpyramid.Limits) ([]quadpyramid.Quad, []Mean, error) {
	if err := c.Begin(p, space, level, limits, 1); err != nil {
		return nil, nil, err
	}
	for i := range c.Tiles() {
		c.Tile(0, i)
	}
	c.Merge()
	c.Move(0, c.Runs())
	quads, means := c.List()
	return quads, means, nil
}

// Begin takes the picture that the next calls work on, and the number of
// members that share the tiles. It fails where the picture does not have the
// features.
func (c *CPU) Begin(p *yuv.Picture, space Space, level uint32, limits quadpyramid.Limits, members int) error {
	if err := Check(p.Format, space); err != nil {
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
		m.quads, m.means = m.quads[:0], m.means[:0]
	}
	return nil
}

// Tiles is the number of tiles.
func (c *CPU) Tiles() int { return len(c.order) }

// Tile does tile i as the given member. A member that is alone has to take the
// tiles in their order.
func (c *CPU) Tile(memberIndex, i int) {
	at := c.order[i]
	m := c.members[memberIndex]
	x, y := at.column*tileSize, at.row*tileSize
	m.cells.load(&c.source, &c.kernels, x, y)
	m.cells.reduce(&c.kernels, c.level, c.limits.Max)
	t := tile{member: memberIndex, from: len(m.quads), whole: m.cells.isWhole()}
	if t.whole {
		t.mean = m.cells.vector(tileLevel, 0)
	}
	m.emit(&c.kernels, quadpyramid.NewQuad(x, y, 0), c.limits.Min)
	t.count = len(m.quads) - t.from
	c.tiles[at.row*c.columns+at.column] = t
	if len(c.members) == 1 {
		c.settle(m, at)
	}
}

// List is the quads and their means, after Move.
func (c *CPU) List() ([]quadpyramid.Quad, []Mean) {
	if len(c.members) == 1 {
		return c.members[0].quads, c.members[0].means
	}
	return c.quads, c.means
}
