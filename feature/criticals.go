package feature

import (
	"slices"

	"ffkvadrat/edge/kernel"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// Criticals computes the critical level of each cell of a picture: the smallest T of [Level] at
// which the cell is one leaf or part of a larger one. The features of a cell do not depend on T, so
// this is the largest of the squared deviations of the cell and of all cells in it. One goroutine
// at a time may use it; it allocates only when pictures grow.
type Criticals struct {
	kernels kernels
	source  source
	cells   cells
	levels  [tileCells]uint32 // in the layout of cells.features
	above   []criticalGrid    // above[i] has the cells of level tileLevel+i
}

// criticalGrid has the critical levels of the whole cells of a level, row by row.
type criticalGrid struct {
	columns, rows int
	levels        []uint32
	means         []channel.Vector
}

// CriticalsVariants returns the passes that this processor can run.
func CriticalsVariants() kernel.Variants[*Criticals] {
	return kernel.Of(table(), func(k kernels) *Criticals { return &Criticals{kernels: k} })
}

// NewCriticals returns a pass with the best instructions that the processor has.
func NewCriticals() *Criticals { return CriticalsVariants().Best() }

// Run calls visit with the critical levels of the cells of levels 1 to most that lie inside the
// picture. Each call has a part of a row; levels come in no particular order. The critical level of
// a pixel is 0. Run fails if the picture does not have the features.
func (c *Criticals) Run(p *yuv.Picture, space channel.Space, most int, visit func(level int, criticals []uint32)) error {
	if err := channel.Check(p.Format, space); err != nil {
		return err
	}
	c.arrange(p.Width, p.Height, most)
	c.source = newSource(p, space)
	defer func() { c.source = source{} }()
	for y := 0; y < p.Height; y += tileSize {
		for x := 0; x < p.Width; x += tileSize {
			c.cells.load(&c.source, &c.kernels, x, y)
			c.tile(min(most, tileLevel), visit)
			if c.cells.width == tileSize && c.cells.height == tileSize && most >= tileLevel {
				g := &c.above[0]
				at := y/tileSize*g.columns + x/tileSize
				g.levels[at], g.means[at] = c.levels[starts[tileLevel]], c.cells.vector(tileLevel, 0)
			}
		}
	}
	for i := 1; i < len(c.above); i++ {
		c.above[i].reduce(&c.above[i-1])
		if n := c.above[i].columns; n > 0 {
			for row := range c.above[i].rows {
				visit(tileLevel+i, c.above[i].levels[row*n:][:n])
			}
		}
	}
	return nil
}

// arrange allocates the cells of the levels from the tiles' level up.
func (c *Criticals) arrange(width, height, most int) {
	n := max(most-tileLevel+1, 0)
	c.above = slices.Grow(c.above[:0], n)[:n]
	for i := range c.above {
		g := &c.above[i]
		g.columns, g.rows = width>>(tileLevel+i), height>>(tileLevel+i)
		cells := g.columns * g.rows
		g.levels = slices.Grow(g.levels[:0], cells)[:cells]
		g.means = slices.Grow(g.means[:0], cells)[:cells]
	}
}

// tile computes the critical levels of a tile's cells up to level most.
func (c *Criticals) tile(most int, visit func(level int, criticals []uint32)) {
	clear(c.levels[:starts[1]])
	for k := 1; k <= most; k++ {
		columns := c.cells.width >> k
		if columns == 0 {
			return
		}
		for y := range c.cells.height >> k {
			row := c.levels[starts[k]+y*side(k):][:columns]
			c.row(row, k, y)
			visit(k, row)
		}
	}
}

// row computes row y of level k of a tile from the two rows below it.
func (c *Criticals) row(row []uint32, k, y int) {
	n := 2 * len(row)
	below, pitch := starts[k-1]+2*y*side(k-1), side(k-1)
	upper, lower := c.levels[below:][:n], c.levels[below+pitch:][:n]
	for x := range row {
		row[x] = max(upper[2*x], upper[2*x+1], lower[2*x], lower[2*x+1])
	}
	var sums [tileSize / 2]uint32
	for channel := range c.cells.features {
		f := &c.cells.features[channel]
		upper, lower := f[below:][:n], f[below+pitch:][:n]
		means := f[starts[k]+y*side(k):][:len(row)]
		for x := range means {
			p, q, r, s := uint32(upper[2*x]), uint32(upper[2*x+1]), uint32(lower[2*x]), uint32(lower[2*x+1])
			total := p + q + r + s
			mean := (total + 2) >> 2
			means[x] = uint16(mean)
			sums[x] += p*p + q*q + r*r + s*s - 2*mean*(total-2*mean) // the formula of CPU
		}
	}
	for x := range row {
		row[x] = max(row[x], sums[x])
	}
}

// reduce computes the cells of a level from those of the level below.
func (g *criticalGrid) reduce(below *criticalGrid) {
	for y := range g.rows {
		for x := range g.columns {
			a, b := 2*y*below.columns+2*x, (2*y+1)*below.columns+2*x
			mean, sum := Average(below.means[a], below.means[a+1], below.means[b], below.means[b+1])
			at := y*g.columns + x
			g.means[at] = mean
			g.levels[at] = max(sum, below.levels[a], below.levels[a+1], below.levels[b], below.levels[b+1])
		}
	}
}
