package analysis

import (
	"slices"

	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// cpuClasses is the part of [CPU] for classes of leaf pixels, each with its own list. The lists are
// consecutive. Without classes there is one list.
type cpuClasses struct {
	builder   func() *quadpyramid.CPU
	decisions []edge.Decision
	all       []cpuClass // the largest number ever needed
	now       []cpuClass // those of the running call
	of        []uint8    // the class of each quad
}

type cpuClass struct {
	decision edge.Decision
	mask     edge.BitMask
	builder  *quadpyramid.CPU
	end      int // end of the class's quads in the list
}

// decide sets the classes of a discriminator.
func (c *cpuClasses) decide(p *yuv.Picture, d edge.Discriminator) (err error) {
	if c.decisions, err = d.Classes(c.decisions[:0], p.Format); err != nil {
		return err
	}
	for len(c.all) < len(c.decisions) {
		c.all = append(c.all, cpuClass{builder: c.builder()})
	}
	c.now = c.all[:len(c.decisions)]
	for i := range c.now {
		c.now[i].decision = c.decisions[i]
		c.now[i].mask.Resize(p.Width, p.Height)
	}
	return nil
}

// begin returns the number of rows of tiles.
func (c *cpuClasses) begin(limits quadpyramid.Limits) (rows int) {
	for i := range c.now {
		c.now[i].builder.Begin(&c.now[i].mask, limits)
	}
	return c.now[0].mask.Rows
}

// merge extends list for the quads, and returns the number of chunks of works.
func (c *cpuClasses) merge(list []quadpyramid.Quad) (_ []quadpyramid.Quad, chunks int) {
	for i := range c.now {
		k := &c.now[i]
		list = k.builder.Merge(list)
		k.end = len(list)
		chunks += k.chunks()
	}
	return list, chunks
}

func (k *cpuClass) chunks() int { return (k.builder.Works() + chunk - 1) / chunk }

// chunk returns the class of chunk i and the works in it.
func (c *cpuClasses) chunk(i int) (k *cpuClass, first, end int) {
	for n := 0; ; n++ {
		k = &c.now[n]
		if i < k.chunks() {
			return k, i * chunk, min((i+1)*chunk, k.builder.Works())
		}
		i -= k.chunks()
	}
}

// list returns the class of each quad, or nil without classes.
func (c *cpuClasses) list() []uint8 {
	if len(c.now) == 1 {
		return nil
	}
	n := c.now[len(c.now)-1].end
	c.of = slices.Grow(c.of[:0], n)[:n]
	first := 0
	for i := range c.now {
		for at := first; at < c.now[i].end; at++ {
			c.of[at] = uint8(i)
		}
		first = c.now[i].end
	}
	return c.of
}
