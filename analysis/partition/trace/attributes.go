package trace

import (
	"math"
	"slices"

	"ffkvadrat/analysis/partition"
)

// attribute is a property of blocks that has its own type of rows, whose rectangles need not be the
// blocks.
type attribute struct {
	names []string // plain names of types that have it
	// value returns the property from a row, and set stores it in a block.
	value func(r *row) int16
	set   func(b *partition.Block, value int16)
	tells partition.Type // the type of blocks that it tells, or Unknown
}

// attributes are the known properties of blocks.
var attributes = [...]attribute{
	{
		names: []string{"qp", "cuqp", "qpy", "lumaqp", "qindex"},
		value: func(r *row) int16 { return clamped(int64(r.values[0])) },
		set:   func(b *partition.Block, v int16) { b.QP, b.HasQP = v, true },
	},
	{
		names: []string{"skipflag", "skip", "cuskipflag"},
		value: func(r *row) int16 { return clamped(int64(r.values[0])) },
		set: func(b *partition.Block, v int16) {
			if v != 0 {
				b.Type = partition.Skipped
			}
		},
		tells: partition.Skipped,
	},
	{
		names: []string{"cudepth", "depth"},
		value: func(r *row) int16 { return int16(min(max(r.values[0], 0), math.MaxUint8)) },
		set:   func(b *partition.Block, v int16) { b.Depth, b.HasDepth = uint8(v), true },
	},
	{
		names: []string{"bits", "cubits", "blockbits", "bitcount"},
		value: func(r *row) int16 {
			const area = 16 * 16
			return clamped(max(int64(r.values[0]), 0) * area / (int64(r.width) * int64(r.height)))
		},
		set: func(b *partition.Block, v int16) { b.Rate, b.HasRate = float32(v), true },
	},
}

// plane has an attribute of each pixel.
type plane struct {
	kind    int // index of its type of rows, or -1
	width   int
	values  []int16
	painted bool  // in the current picture
	cover   int64 // pixels of the picture's rows so far
}

const noValue = math.MinInt16

func clamped(v int64) int16 { return int16(min(max(v, noValue+1), math.MaxInt16)) }

// paint sets the pixels of a row's rectangle to its value.
func (p *plane) paint(of *partition.Picture, r *row, value int16) {
	if !p.painted {
		p.painted, p.width = true, of.Width
		p.values = slices.Grow(p.values[:0], of.Width*of.Height)[:of.Width*of.Height]
		for i := range p.values {
			p.values[i] = noValue
		}
	}
	if r.count == 0 {
		return
	}
	left, top, right, bottom := of.Clip(r.x, r.y, r.width, r.height)
	for y := top; y < bottom; y++ {
		line := p.values[y*p.width+left : y*p.width+right]
		for i := range line {
			line[i] = value
		}
	}
}

// apply sets the attribute of each block to that of its upper left pixel.
func (p *plane) apply(to *partition.Picture, set func(*partition.Block, int16)) {
	for i := range to.Blocks {
		b := &to.Blocks[i]
		if v := p.values[int(b.Y)*p.width+int(b.X)]; v != noValue {
			set(b, v)
		}
	}
}

// told sets the type of blocks whose upper left pixel has a vector, unless they are skipped. Whether
// others are intra cannot be told from what traces have in common.
func (f *File) told(p *partition.Picture) {
	if len(p.Vectors) == 0 {
		return
	}
	p.Told[partition.Inter] = true
	predicted := &f.predicted
	predicted.painted, predicted.cover = false, 0
	for i := range p.Vectors {
		v := &p.Vectors[i]
		r := row{x: v.X, y: v.Y, width: v.Width, height: v.Height, count: 1}
		if predicted.cover += area(p, &r); predicted.cover > f.mostCover() {
			break // the rest stays unknown
		}
		predicted.paint(p, &r, 1)
	}
	predicted.apply(p, func(b *partition.Block, _ int16) {
		if b.Type == partition.Unknown {
			b.Type = partition.Inter
		}
	})
}
