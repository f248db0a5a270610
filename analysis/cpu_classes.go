package analysis

import (
	"slices"

	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// cpuClasses is the part of [CPU] that has the leaf pixels' classes, each with a list of its own.
// The lists stand one after another. Without classes there is one of them.
type cpuClasses struct {
	builder   func() *quadpyramid.CPU
	decisions []edge.Decision
	all       []cpuClass // as many as were ever needed
	now       []cpuClass // those of the call that is running
	of        []uint8    // the class of each quad
}

type cpuClass struct {
	decision edge.Decision
	mask     edge.BitMask
	builder  *quadpyramid.CPU
	end      int // of the class's quads in the list
}

// decide takes the classes of a discriminator.
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

// merge appends room for the quads to list, and returns how many chunks of works there are.
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

// list returns the class of each quad, or nothing without classes.
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
