package trace

import (
	"math"
	"slices"

	"ffkvadrat/analysis/partition"
)

// plane has the QP of each pixel, from rows whose rectangles need not be the blocks.
type plane struct {
	width int
	qp    []int16
}

const noQP = math.MinInt16

func clampQP(v int32) int16 { return int16(min(max(v, math.MinInt16+1), math.MaxInt16)) }

func (p *plane) reset(width, height int) {
	p.width = width
	p.qp = slices.Grow(p.qp[:0], width*height)[:width*height]
	for i := range p.qp {
		p.qp[i] = noQP
	}
}

// paint sets the pixels of a row's rectangle to its value.
func (p *plane) paint(of *partition.Picture, r *row) {
	if r.count == 0 {
		return
	}
	left, top, right, bottom := of.Clip(r.x, r.y, r.width, r.height)
	qp := clampQP(r.values[0])
	for y := top; y < bottom; y++ {
		line := p.qp[y*p.width+left : y*p.width+right]
		for i := range line {
			line[i] = qp
		}
	}
}

// apply sets the QP of each block to that of its upper left pixel.
func (p *plane) apply(to *partition.Picture) {
	for i := range to.Blocks {
		b := &to.Blocks[i]
		if qp := p.qp[int(b.Y)*p.width+int(b.X)]; qp != noQP {
			b.QP, b.HasQP = qp, true
		}
	}
}
