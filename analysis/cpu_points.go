package analysis

import (
	"slices"
	"time"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/yuv"
)

// cpuPoints is the part of [CPU] for [Points].
type cpuPoints struct {
	lines  points.Lines
	source points.Source
	values []uint16
	sorter points.Sorter

	emit    *crew // chunks of works: mask → points, in Morton order
	reduce  *crew // rows of tiles: samples → mask → lines
	emitRow *crew // chunks of lines: lines → points
}

// lineChunk is the number of lines that a goroutine takes at a time when it writes points.
const lineChunk = 8

func newCPUPoints(c *CPU, goroutines int) cpuPoints {
	return cpuPoints{
		emit: newCrew(goroutines, func(_, i int) {
			k, first, end := c.classes.chunk(i)
			k.builder.Emit(c.out[:k.end], first, end)
			from, to := k.builder.Place(first), k.end
			if end < k.builder.Works() {
				to = k.builder.Place(end)
			}
			c.points.source.Read(c.points.values[from:to], c.out[from:to])
		}),
		reduce: newCrew(goroutines, func(member, row int) {
			k := &c.classes.now[0]
			c.passes[member].RunRows(&k.mask, c.picture, k.decision, row, row+1)
			c.points.lines.Reduce(row, row+1)
		}),
		emitRow: newCrew(goroutines, func(_, i int) {
			c.points.lines.Emit(c.out, c.points.values, &c.points.source, i*lineChunk, (i+1)*lineChunk)
		}),
	}
}

// analyzePoints is Analyze for Points; start is when Analyze began.
func (c *CPU) analyzePoints(p *yuv.Picture, order points.Order, start time.Time) (Result, error) {
	members := c.begin(p)
	o := &c.points
	only := &c.classes.now[0]
	o.source = points.NewSource(p, only.decision.Alpha)
	var reduced, merged time.Time
	if order == points.ByLines {
		o.lines.Begin(&only.mask)
		o.reduce.run(members, only.mask.Rows)
		reduced = time.Now()
		n := o.lines.Merge()
		c.out = slices.Grow(c.out[:0], n)[:n]
		o.values = slices.Grow(o.values[:0], n)[:n]
		merged = time.Now()
		o.emitRow.run(members, (p.Height+lineChunk-1)/lineChunk)
	} else {
		rows := c.classes.begin(quadpyramid.Pixels)
		c.reduce.run(members, rows)
		reduced = time.Now()
		var chunks int
		c.out, chunks = c.classes.merge(c.out[:0])
		o.values = slices.Grow(o.values[:0], len(c.out))[:len(c.out)]
		merged = time.Now()
		o.emit.run(members, chunks)
	}
	c.picture, o.source = nil, points.Source{}
	quads, values := c.out, o.values
	if order == points.ByValue {
		quads, values = o.sorter.Sort(quads, values)
	}
	return Result{Quads: quads, Values: values, Classes: c.classes.list(), Times: Times{
		Edge:    reduced.Sub(start),
		Pyramid: merged.Sub(reduced),
		List:    time.Since(merged),
	}}, nil
}
