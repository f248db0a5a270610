package fused

import (
	"fmt"

	"ffkvadrat/edge"
	"ffkvadrat/gpu"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
)

// Points starts the first pass over a picture for a list of its leaf pixels, as Tiles does for
// quads. With values, each point has its sample of luma, or of alpha if the decision is about
// alpha; planes must hold that plane. Lists of several classes, see [Builder.Classes], and lists
// for the order by value, which the reader sorts, are in Morton order.
func (b *Builder) Points(p *yuv.Picture, planes *glyuv.Buffers, classes []edge.Decision, order points.Order, values bool) error {
	d := classes[0]
	k := kindOf(p, planes, d, quadpyramid.Unlimited)
	k.points, k.lines = true, order == points.ByLines && len(classes) == 1
	b.source = nil
	if values {
		b.source = &planes.Luma
		k.values = valueKind{sampleBytes: p.Format.SampleBytes(), shift: p.LumaShift, depth: p.Format.Depth}
		if d.Alpha {
			b.source, k.values.shift = &planes.Alpha, p.Format.Shift
		}
		pair := 2 * k.values.sampleBytes
		k.values.pairs = 2*b.source.Step == pair && b.source.First%pair == 0 && b.source.Stride%pair == 0
	}
	return b.start(p, planes, classes, quadpyramid.Pixels, k)
}

// valueKind is the part compiled into passes that write points' values; zero without values.
type valueKind struct {
	sampleBytes, shift, depth int
	pairs                     bool // samples 2·n and 2·n + 1 of a row are in one word
}

func (v valueKind) defines() []string {
	if v == (valueKind{}) {
		return nil
	}
	d := []string{
		"VALUES",
		fmt.Sprintf("VALUE_BYTES %d", v.sampleBytes),
		fmt.Sprintf("VALUE_SHIFT %d", v.shift),
		fmt.Sprintf("VALUE_DEPTH %d", v.depth),
	}
	if v.pairs {
		d = append(d, "VALUE_PAIRS")
	}
	return d
}

// bindValues binds the inputs for values to a pass that writes the list, if there are values.
func (b *Builder) bindValues(pass *gpu.Program, binding int) {
	if b.source == nil {
		return
	}
	b.source.Buffer.BindStorage(binding)
	b.list.Values().BindStorage(7)
	pass.Int4("value_layout", int32(b.source.First), int32(b.source.Stride), int32(b.source.Step), 0)
}

const (
	partWidth  = 1024 // pixels that a workgroup of the passes by lines covers,
	stripLines = 4    // in this number of lines

	maxSide     = 16384
	partsInBand = 512
	lineBands   = maxSide / partWidth * maxSide / partsInBand
)

// lineBuffers are the results of the first pass by lines.
type lineBuffers struct {
	parts, strips int
	words         *gpu.Buffer
	sums          *gpu.Buffer
	// bands are the sums of this picture and, all zero, of the next one.
	bands [2]*gpu.Buffer
}

func (l *lineBuffers) Release() {
	l.bands[1].Release()
	l.bands[0].Release()
	l.sums.Release()
	l.words.Release()
	*l = lineBuffers{}
}

// fit allocates buffers if the present ones do not fit.
func (l *lineBuffers) fit(dev *gpu.Device, width, height int) error {
	parts, strips := (width+partWidth-1)/partWidth, (height+stripLines-1)/stripLines
	if parts == l.parts && strips == l.strips {
		return nil
	}
	l.Release()
	for _, s := range []struct {
		buffer **gpu.Buffer
		name   string
		bytes  int
	}{
		{&l.words, "leaf pixels by lines", 4 * halvesInTile * parts * strips},
		{&l.sums, "points in parts of lines", 4 * stripLines * parts * strips},
		{&l.bands[0], "points in bands", 4 * lineBands},
		{&l.bands[1], "points in bands", 4 * lineBands},
	} {
		var err error
		if *s.buffer, err = dev.NewBuffer(s.name, s.bytes); err != nil {
			l.Release()
			return err
		}
		(*s.buffer).Clear()
	}
	l.parts, l.strips = parts, strips
	return nil
}

func (l *lineBuffers) dispatch(pass *gpu.Program) {
	l.words.BindStorage(3)
	l.sums.BindStorage(4)
	l.bands[0].BindStorage(5)
	pass.Dispatch(l.parts, l.strips)
}

// count runs the first pass by lines, whose other inputs are bound.
func (l *lineBuffers) count(pass *gpu.Program) {
	l.bands[0], l.bands[1] = l.bands[1], l.bands[0]
	l.bands[1].BindStorage(6)
	l.dispatch(pass)
}
