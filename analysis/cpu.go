package analysis

import (
	"runtime"
	"time"

	"ffkvadrat/edge"
	"ffkvadrat/feature"
	"ffkvadrat/match"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// CPU is the fast engine on the CPU. It analyses a large picture with several goroutines:
// GOMAXPROCS when the engine is made. They end with each call.
type CPU struct {
	passes  []*edge.CPU // one a goroutine
	classes cpuClasses
	reduce  *crew // rows of tiles: samples → masks → counts
	emit    *crew // chunks of works: masks → quads
	out     []quadpyramid.Quad
	feature cpuFeature
	points  cpuPoints

	previous *edge.Previous
	differ   *crew // chunks of lines: samples → differences to the previous picture

	finder *match.Finder
	find   *crew                   // chunks of lines: samples → sums → scores of a template
	stages [3]func(first, end int) // stages of a search
	stage  func(first, end int)    // the running stage

	picture *yuv.Picture // picture of the running call
}

const (
	// sharedPixels is the size from which on starting goroutines pays off.
	sharedPixels = 1 << 18
	// chunk is the number of works that a goroutine takes at a time when it writes quads: some
	// microseconds.
	chunk = 16
	// differChunk is the number of lines of differences that a goroutine takes at a time.
	differChunk = 64
	// findChunk is the number of lines of a search that a goroutine takes at a time.
	findChunk = 8
)

// NewCPU returns an engine; it allocates when pictures need it.
func NewCPU() *CPU {
	return NewCPUOf(runtime.GOMAXPROCS(0))
}

// NewCPUOf returns an engine with a number of goroutines. With one, it runs in the calling
// goroutine, for callers that are concurrent themselves.
func NewCPUOf(goroutines int) *CPU {
	return newCPU(edge.NewCPU, edge.NewPrevious(), match.NewFinder(), quadpyramid.NewCPU, feature.NewCPU(), goroutines)
}

// NewPortableCPU returns such an engine without vector instructions.
func NewPortableCPU(goroutines int) *CPU {
	return newCPU(edge.NewPortableCPU, edge.PreviousVariants().Portable(), match.Variants().Portable(), quadpyramid.NewPortableCPU, feature.NewPortableCPU(), goroutines)
}

func newCPU(pass func() *edge.CPU, previous *edge.Previous, finder *match.Finder, builder func() *quadpyramid.CPU, combiner *feature.CPU, goroutines int) *CPU {
	c := &CPU{previous: previous, finder: finder, classes: cpuClasses{builder: builder}, feature: newCPUFeature(combiner, goroutines)}
	for range goroutines {
		c.passes = append(c.passes, pass())
	}
	c.reduce = newCrew(goroutines, func(member, row int) {
		for i := range c.classes.now {
			k := &c.classes.now[i]
			c.passes[member].RunRows(&k.mask, c.picture, k.decision, row, row+1)
			k.builder.Reduce(row, row+1)
		}
	})
	c.emit = newCrew(goroutines, func(_, i int) {
		k, first, end := c.classes.chunk(i)
		k.builder.Emit(c.out[:k.end], first, end)
	})
	c.points = newCPUPoints(c, goroutines)
	c.stages = [...]func(first, end int){finder.Load, finder.Sum, finder.Score}
	c.find = newCrew(goroutines, func(_, i int) {
		c.stage(i*findChunk, min((i+1)*findChunk, c.picture.Height))
	})
	c.differ = newCrew(goroutines, func(_, i int) {
		c.previous.Rows(i*differChunk, min((i+1)*differChunk, c.picture.Height))
	})
	return c
}

// Release does nothing; the garbage collector frees the engine.
func (c *CPU) Release() {}

// Analyze fails if the parameters do not fit the picture, or if the picture's device has lost it.
func (c *CPU) Analyze(p *yuv.Picture, params Params) (Result, error) {
	limits, err := params.Limits()
	if err != nil {
		return Result{}, err
	}
	if err := Fetch(p); err != nil {
		return Result{}, err
	}
	if params.Variant == CommonFeature {
		return c.analyzeFeature(p, params, limits)
	}
	start := time.Now()
	if params.Variant == Templates {
		if p, err = c.scores(p, params); err != nil {
			return Result{}, err
		}
		params = params.Scored()
	}
	if err := c.classes.decide(p, params.Discriminator()); err != nil {
		return Result{}, err
	}
	if params.Operator.Previous() {
		p = c.differences(p)
	}
	if params.Variant == Points {
		return c.analyzePoints(p, params.Order, start)
	}
	members := c.begin(p)
	rows := c.classes.begin(limits)
	c.reduce.run(members, rows)
	c.picture = nil
	reduced := time.Now()
	var chunks int
	c.out, chunks = c.classes.merge(c.out[:0])
	merged := time.Now()
	c.emit.run(members, chunks)
	return Result{Quads: c.out, Classes: c.classes.list(), Times: Times{
		Edge:    reduced.Sub(start),
		Pyramid: merged.Sub(reduced),
		List:    time.Since(merged),
	}}, nil
}

// differences returns the picture for operators that compare with the previous frame.
func (c *CPU) differences(p *yuv.Picture) *yuv.Picture {
	made := c.previous.Begin(p)
	c.differ.run(c.begin(p), (p.Height+differChunk-1)/differChunk)
	c.picture = nil
	return made
}

// scores returns the picture of scores of a search.
func (c *CPU) scores(p *yuv.Picture, params Params) (*yuv.Picture, error) {
	made, err := c.finder.Begin(p, params.Search, params.Threshold)
	if err != nil {
		return nil, err
	}
	members := c.begin(p)
	for _, c.stage = range c.stages {
		c.find.run(members, (p.Height+findChunk-1)/findChunk)
	}
	c.picture = nil
	return made, nil
}

// Fetch copies the samples of a picture and of the previous one to main memory.
func Fetch(p *yuv.Picture) error {
	if p.Before != nil {
		if err := p.Before.Fetch(); err != nil {
			return err
		}
	}
	return p.Fetch()
}

// begin sets the picture of a call, and returns the number of goroutines that share it.
func (c *CPU) begin(p *yuv.Picture) (members int) {
	c.picture = p
	if p.Width*p.Height < sharedPixels {
		return 1
	}
	return len(c.passes)
}
