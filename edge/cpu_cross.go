package edge

import (
	"math"

	"ffkvadrat/yuv"
)

// crossPass decides by the operator cross on luma, from 0 to a level.
//
// A kernel decides a band of 8 rows, one group of 32 pixels after the other. Its
// input is 10 rows. The first sample of a row is the left neighbour of the first pixel,
// the last sample is the right neighbour of the last pixel. Samples outside the picture
// repeat those at its border: for the groups at the left and right end a small copy
// is made, and no kernel reads beyond a plane.
//
// The sums fit narrow lanes, exactly. With T the level and d the four
// differences:
//
//   - 8 bits, T ≤ 65535: squares and sums in 16 bits, sums saturating. A sum
//     of 65535 or more is never below T.
//   - 9 to 16 bits, T ≤ 255²: the same, after min(d, 255), which alone is
//     enough for a sum that is not below T.
//   - else: squares in lanes as wide as they need (16 or 32 bits), sums divided
//     by four. With k = −T mod 4, D < T if and only if ⌊(D+k)/4⌋ < (T+k)/4, and
//     ⌊(D+k)/4⌋ = Σ⌊d²/4⌋ + ⌊(k + Σ(d² mod 4))/4⌋ is at most 65025 or 65535².
type crossPass struct {
	kernels crossKernels

	rows     [bandRows][]byte // the kernel's input
	sides    [bandRows][]byte // of a group at the left or right border
	unpacked []byte           // samples of interleaved rows, without the other channels
}

const bandRows = bandHeight + 2 // the band's rows and the neighbours above and below

// crossKernel decides groups of 32 pixels of a band; first is the index of the first group in the
// picture. words begins with the band's first word in the first tile of its row of tiles.
type crossKernel func(words []uint64, first, groups int, rows *[bandRows][]byte, d cut)

// crossKernels are the kernels for samples of 8 and of 16 bits.
type crossKernels struct {
	bytes, words crossSizes
}

// crossSizes are the kernels for one sample size: narrow is exact up to level maximum, wide always.
type crossSizes struct {
	narrow, wide crossKernel
	maximum      uint64
}

// cut is the level T and the values that kernels derive from it.
type cut struct {
	level uint64
	shift int // right shift of 16-bit samples
	most  int // the largest sample; larger values are clamped to it
}

func newCrossPass(k crossKernels) crossPass {
	c := crossPass{kernels: k}
	sides := make([]byte, bandRows*2*(groupWidth+2))
	for i := range c.sides {
		c.sides[i] = sides[i*2*(groupWidth+2):][:2*(groupWidth+2)]
	}
	return c
}

// end drops the references to the picture.
func (c *crossPass) end() { clear(c.rows[:]) }

// band decides the rows from y on.
func (c *crossPass) band(words []uint64, p *yuv.Picture, y int, decision Decision) {
	plane, shift := decision.single(p)
	level := decision.Upper
	size := p.Format.SampleBytes()
	k, end := &c.kernels.bytes, uint64(4*math.MaxUint8*math.MaxUint8+1)
	if size == 2 {
		k, end = &c.kernels.words, 4*math.MaxUint16*math.MaxUint16+1
	}
	level = min(level, end)
	run := k.wide
	if level <= k.maximum {
		run = k.narrow
	}
	d := cut{level: level, shift: shift, most: p.Format.MaxValue()}

	c.load(plane, p.Height, y, size)
	c.side(p.Width, size, 0)
	run(words, 0, 1, &c.sides, d)
	groups := (p.Width + groupWidth - 1) / groupWidth
	if groups > 1 {
		for i := range c.rows {
			c.rows[i] = c.rows[i][(groupWidth-1)*size:]
		}
		if groups > 2 {
			run(words, 1, groups-2, &c.rows, d)
		}
		for i := range c.rows {
			c.rows[i] = c.rows[i][(groups-2)*groupWidth*size:]
		}
		c.side(p.Width-(groups-1)*groupWidth+1, size, 1)
		run(words, groups-1, 1, &c.sides, d)
	}
}

// load points c.rows at the samples of the rows y−1 to y+8. The picture's first
// and last row take the place of rows outside it.
func (c *crossPass) load(p *yuv.Plane, height, y, size int) {
	packed := p.Step == size
	width := p.Width * size
	if n := bandRows * width; !packed && len(c.unpacked) < n {
		c.unpacked = make([]byte, n)
	}
	for i := range c.rows {
		row := p.Row(min(max(y-1+i, 0), height-1), size)
		if !packed {
			row = unpackBytes(c.unpacked[i*width:][:width], row, p.Step, size)
		}
		c.rows[i] = row
	}
}

// side fills c.sides with a group at the border. The group's pixels begin at sample
// first (0 or 1) of c.rows, which end after n samples. Samples outside repeat
// the first and last.
func (c *crossPass) side(n, size, first int) {
	lead := (1 - first) * size
	for i, row := range c.rows {
		side := c.sides[i]
		copy(side[:size], row)
		end := lead + copy(side[lead:(groupWidth+2)*size], row[:n*size])
		for ; end < (groupWidth+2)*size; end += size {
			copy(side[end:end+size], side[end-size:end])
		}
	}
}
