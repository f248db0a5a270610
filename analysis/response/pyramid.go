package response

import (
	"slices"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/feature"
	"ffkvadrat/match"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// addSums counts the critical places of pixels and of the cells above them.
func (c *Curve) addSums(p *yuv.Picture, params analysis.Params) error {
	params.Threshold = params.MaxThreshold()
	decision, err := params.Decision(p.Format)
	if err != nil {
		return err
	}
	for k := range c.top + 1 {
		for i := range c.rows[k] {
			n := p.Width >> k
			c.rows[k][i] = slices.Grow(c.rows[k][i][:0], n)[:n]
		}
	}
	if c.sums == nil {
		c.sums = edge.NewSums()
	}
	c.tabulate(decision.MaxSum(p.Format))
	if decision.Operator.Previous() {
		if c.previous == nil {
			c.previous = edge.NewPrevious()
		}
		p = c.previous.Of(p, decision)
	}
	c.sums.Begin(p, decision)
	defer c.sums.End()
	for y := range p.Height {
		c.places(c.rows[0][y&1], c.sums.Row(y))
		c.combine(0, y)
	}
	return nil
}

// mostTabulated limits the table of places to 4 MiB, which suffices for cross on three planes of 8
// bits.
const mostTabulated = 1 << 20

// tabulate computes the table of the places of all values up to most, unless it would be too large.
func (c *Curve) tabulate(most uint64) {
	s := &c.scale
	of := tabulated{s.key, s.lower, c.turned}
	if of == c.tabulated {
		return
	}
	c.tabulated, c.table = of, c.table[:0]
	if most >= mostTabulated {
		return
	}
	c.table = slices.Grow(c.table, int(most)+1)[:most+1]
	for value := range c.table {
		c.table[value] = c.place(uint64(value))
	}
}

// tabulated identifies the table's contents.
type tabulated struct {
	key    key
	lower  uint64
	turned bool
}

// place returns the critical place of a pixel with the given D.
func (c *Curve) place(d uint64) uint32 {
	step, never := c.scale.critical(d), uint32(c.scale.steps())
	if d < c.scale.lower {
		step = never
	}
	if c.turned {
		return never - step
	}
	return step
}

// places computes the critical places of a row of D and counts them.
func (c *Curve) places(dst []uint32, sums []uint64) {
	dst = dst[:len(sums)]
	full, table := c.full[0], c.table
	if len(table) == 0 {
		for x, d := range sums {
			dst[x] = c.place(d)
			full[dst[x]]++
		}
		return
	}
	for x, d := range sums {
		place := table[d]
		dst[x] = place
		full[place]++
	}
}

// combine is called after row y of a level. If that completes a row of the next level, it computes
// and counts that row, and so on upwards.
func (c *Curve) combine(level, y int) {
	if y&1 == 0 || level == c.top {
		return
	}
	above, full := c.rows[level+1][y>>1&1], c.full[level+1]
	upper, lower := c.rows[level][0][:2*len(above)], c.rows[level][1][:2*len(above)]
	for x := range above {
		place := max(upper[2*x], upper[2*x+1], lower[2*x], lower[2*x+1])
		above[x] = place
		full[place]++
	}
	c.combine(level+1, y>>1)
}

// addFeatures counts the critical places of cells by their features.
func (c *Curve) addFeatures(p *yuv.Picture, space channel.Space) error {
	if c.criticals == nil {
		c.criticals = feature.NewCriticals()
	}
	c.full[0][c.scale.critical(0)] += uint32(c.pixels)
	return c.criticals.Run(p, space, c.top, func(level int, criticals []uint32) {
		full := c.full[level]
		for _, value := range criticals {
			full[c.scale.critical(uint64(value))]++
		}
	})
}

// addHits counts the critical places of hits. A hit that another one suppresses does not count at
// any threshold: the other one has a smaller sum, so it is a hit at every threshold at which this
// one would be.
func (c *Curve) addHits(p *yuv.Picture, search match.Search) error {
	if c.finder == nil {
		c.finder = match.NewFinder()
	}
	if _, err := c.finder.Begin(p, search, 1); err != nil {
		return err
	}
	c.finder.Load(0, p.Height)
	c.finder.Sum(0, p.Height)
	for y := range p.Height {
		c.hits = c.finder.Hits(c.hits[:0], y)
		for _, sum := range c.hits {
			c.full[0][c.scale.critical(uint64(sum))]++
		}
	}
	return nil
}
