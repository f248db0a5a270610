package edge

import (
	"encoding/binary"

	"ffkvadrat/yuv"
)

// Reference is the CPU's mask pass, the twin of the edge_mask shader. It keeps
// three rows of samples between calls, so that it allocates only when pictures
// grow. The zero value is ready.
type Reference struct {
	above, row, below []int32
}

// Run fills dst with the mask of the picture's luma at level T of [Level]:
// a pixel p is a leaf where
//
//	(p−E)² + (p−W)² + (p−N)² + (p−S)² < T
//
// with the neighbours' coordinates clamped to the picture.
func (r *Reference) Run(dst *Mask, p *yuv.Picture, level uint64) {
	dst.Resize(p.Width, p.Height)
	if len(r.row) != p.Width {
		r.above = make([]int32, p.Width)
		r.row = make([]int32, p.Width)
		r.below = make([]int32, p.Width)
	}
	unpack(r.row, p, 0)
	copy(r.above, r.row)
	for y := range p.Height {
		if y+1 < p.Height {
			unpack(r.below, p, y+1)
		} else {
			copy(r.below, r.row)
		}
		leaves(dst.Leaf[y*p.Width:(y+1)*p.Width], r.above, r.row, r.below, level)
		r.above, r.row, r.below = r.row, r.below, r.above
	}
}

// unpack reads row y of the luma plane as sample values.
func unpack(dst []int32, p *yuv.Picture, y int) {
	size, step := p.Format.SampleBytes(), p.Luma.Step
	row := p.Luma.Row(y, size)
	if size == 1 {
		for x := range dst {
			dst[x] = int32(row[x*step])
		}
		return
	}
	for x := range dst {
		dst[x] = int32(binary.LittleEndian.Uint16(row[x*step:]) >> p.LumaShift)
	}
}

func leaves(dst []byte, above, row, below []int32, level uint64) {
	last := len(row) - 1
	above, below, dst = above[:len(row)], below[:len(row)], dst[:len(row)]
	for x, v := range row {
		d := square(v, row[min(x+1, last)]) + square(v, row[max(x-1, 0)]) +
			square(v, above[x]) + square(v, below[x])
		var leaf byte
		if d < level {
			leaf = 1
		}
		dst[x] = leaf
	}
}

func square(a, b int32) uint64 {
	d := int64(a - b)
	return uint64(d * d)
}
