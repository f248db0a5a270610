package edge

import (
	"encoding/binary"

	"ffkvadrat/edge/kernel"
	"ffkvadrat/yuv"
)

// Previous makes pictures of the absolute differences between the samples of a frame and the
// previous one. Passes and shaders read such a picture as any other, for an operator that compares
// with the previous frame; see [Operator.Previous]. One goroutine at a time may use it; see Rows
// for several. It allocates only when pictures grow.
type Previous struct {
	kernels previousKernels
	p       *yuv.Picture
	pairs   []planePair
	made    yuv.Picture
	none    yuv.Picture // stands for an absent previous picture
	memory  [5][]byte
}

// planePair is a plane, the previous picture's plane, and their differences.
type planePair struct {
	from, before *yuv.Plane // before has no samples if there is no previous picture
	to           *yuv.Plane
	shift        int
}

// previousKernels write absolute differences of consecutive samples.
type previousKernels struct {
	bytes func(to, a, b []byte)
	// words is for samples of 16 bits, shifted left by shift and clamped to most.
	words func(to, a, b []byte, shift int, most uint16)
}

// PreviousVariants returns the passes that this processor can run.
func PreviousVariants() kernel.Variants[*Previous] { return kernel.Of(table(), newPrevious) }

// NewPrevious returns a pass with the best instructions that the processor has.
func NewPrevious() *Previous { return PreviousVariants().Best() }

func newPrevious(k kernels) *Previous { return &Previous{kernels: k.previous} }

// Of returns the picture of differences if a decision compares with the previous frame, in memory
// of c that is valid until the next call; else the picture itself. Without a previous picture, or
// with one of another size or format, all differences are 0.
func (c *Previous) Of(p *yuv.Picture, d Decision) *yuv.Picture {
	if !d.Operator.Previous() {
		return p
	}
	made := c.Begin(p)
	c.Rows(0, p.Height)
	return made
}

// Begin is Of for several goroutines and an operator that compares with the previous frame: all
// call Rows afterwards, until all rows are done.
func (c *Previous) Begin(p *yuv.Picture) *yuv.Picture {
	before := before(p)
	c.p, c.pairs = p, c.pairs[:0]
	made := &c.made
	*made = yuv.Picture{Width: p.Width, Height: p.Height, Format: p.Format, LumaShift: p.LumaShift, Colour: p.Colour}
	if before == nil {
		before = &c.none
	}
	for i := range p.Planes {
		c.add(&p.Planes[i], &before.Planes[i], &made.Planes[i], p.Format.Shift)
	}
	c.add(&p.Alpha, &before.Alpha, &made.Alpha, p.Format.Shift)
	if p.Format.Model == yuv.RGB {
		c.add(&p.Luma, &before.Luma, &made.Luma, p.LumaShift)
	} else {
		made.Luma = made.Planes[0]
	}
	return made
}

// before returns the previous picture, or nil if there is none of the same size and format.
func before(p *yuv.Picture) *yuv.Picture {
	if !p.Alike(p.Before) {
		return nil
	}
	return p.Before
}

// add appends the job for a plane's differences, if the picture has the plane.
func (c *Previous) add(from, before, to *yuv.Plane, shift int) {
	if from.Width == 0 {
		return
	}
	i, size := len(c.pairs), c.p.Format.SampleBytes()
	c.pairs = append(c.pairs, planePair{from, before, to, shift})
	*to = yuv.Plane{Width: from.Width, Height: from.Height, Step: size, Stride: (from.Width*size + 63) &^ 63}
	if n := to.Stride * to.Height; len(c.memory[i]) < n {
		c.memory[i] = make([]byte, n)
	}
	to.Data = c.memory[i][:to.Stride*to.Height]
}

// Rows computes the rows of pixels first to end−1, with the rows of chroma that begin in them.
func (c *Previous) Rows(first, end int) {
	for i := range c.pairs {
		pair := &c.pairs[i]
		height := pair.from.Height
		for y := first * height / c.p.Height; y < end*height/c.p.Height; y++ {
			c.line(pair, y)
		}
	}
}

// line computes a row of a plane.
func (c *Previous) line(pair *planePair, y int) {
	size := c.p.Format.SampleBytes()
	to := pair.to.Row(y, size)
	if pair.before.Width == 0 {
		clear(to)
		return
	}
	a, b := pair.from.Row(y, size), pair.before.Row(y, size)
	if stepA, stepB := pair.from.Step, pair.before.Step; stepA != size || stepB != size {
		c.apart(to, a, b, stepA, stepB, pair.shift)
		return
	}
	if size == 1 {
		c.kernels.bytes(to, a, b)
	} else {
		c.kernels.words(to, a, b, pair.shift, uint16(c.p.Format.MaxValue()))
	}
}

// apart computes a row of samples that are not consecutive.
func (c *Previous) apart(to, a, b []byte, stepA, stepB, shift int) {
	size := c.p.Format.SampleBytes()
	most := uint16(c.p.Format.MaxValue())
	for x := range len(to) / size {
		if size == 1 {
			to[x] = max(a[x*stepA], b[x*stepB]) - min(a[x*stepA], b[x*stepB])
			continue
		}
		wordsApart(to[2*x:], a[x*stepA:], b[x*stepB:], shift, most)
	}
}

// wordsApart writes the difference of two samples of 16 bits. Samples are clamped to the largest
// value, which raw video can exceed.
func wordsApart(to, a, b []byte, shift int, most uint16) {
	v, w := min(binary.LittleEndian.Uint16(a)>>shift, most), min(binary.LittleEndian.Uint16(b)>>shift, most)
	binary.LittleEndian.PutUint16(to, (max(v, w)-min(v, w))<<shift)
}

// previousPortable are the kernels without vector instructions.
func previousPortable() previousKernels {
	return previousKernels{
		bytes: func(to, a, b []byte) {
			a, b = a[:len(to)], b[:len(to)]
			for x := range to {
				to[x] = max(a[x], b[x]) - min(a[x], b[x])
			}
		},
		words: func(to, a, b []byte, shift int, most uint16) {
			for x := 0; x < len(to); x += 2 {
				wordsApart(to[x:], a[x:], b[x:], shift, most)
			}
		},
	}
}
