package reconstruction

import (
	"encoding/binary"
	"math/bits"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// CPU is the fast form. Its zero value is ready; it allocates only when pictures grow.
type CPU struct {
	picture yuv.Picture
	memory  [3][]byte // of the picture's planes
	luma    []byte
	words   []uint16 // samples of a plane of more than 8 bits
}

// Run returns the picture reconstructed from the quads of p's list, valid until the next call. p's
// samples must be in memory; the result shares p's alpha.
func (c *CPU) Run(p *yuv.Picture, list []quadpyramid.Quad, fill Fill) *yuv.Picture {
	c.picture = Empty(p, &c.memory)
	for i := range planes(p.Format) {
		subX, subY := sub(p.Format, i)
		from, to := &p.Planes[i], &c.picture.Planes[i]
		if p.Format.SampleBytes() == 1 {
			pack(to, from)
			fillQuads(to.Data, to.Width, list, subX, subY, fills[fill].bytes)
			continue
		}
		if n := to.Width * to.Height; cap(c.words) < n {
			c.words = make([]uint16, n)
		} else {
			c.words = c.words[:n]
		}
		load(c.words, from, p.Format.Shift, p.Format.MaxValue())
		fillQuads(c.words, to.Width, list, subX, subY, fills[fill].words)
		for i, v := range c.words {
			binary.LittleEndian.PutUint16(to.Data[2*i:], v<<p.Format.Shift)
		}
	}
	c.luma = Finish(&c.picture, c.luma)
	return &c.picture
}

// pack copies the bytes of a plane without padding between rows.
func pack(to, from *yuv.Plane) {
	for y := range to.Height {
		row, src := to.Row(y, 1), from.Row(y, 1)
		if from.Step == 1 {
			copy(row, src)
			continue
		}
		for x := range row {
			row[x] = src[x*from.Step]
		}
	}
}

// load reads a plane of 16 bits a sample, clamped to the largest value.
func load(words []uint16, from *yuv.Plane, shift, most int) {
	for y := range from.Height {
		row, dst := from.Row(y, 2), words[y*from.Width:][:from.Width]
		for x := range dst {
			dst[x] = min(binary.LittleEndian.Uint16(row[x*from.Step:])>>(shift&15), uint16(most))
		}
	}
}

func fillQuads[T uint8 | uint16](pix []T, width int, list []quadpyramid.Quad, subX, subY int, fill func([]T, int, block)) {
	for _, q := range list {
		if b := blockOf(q, subX, subY); b.width*b.height > 1 {
			fill(pix, width, b)
		}
	}
}

// fillMean fills a block with its mean, halves rounded up.
func fillMean[T uint8 | uint16](pix []T, width int, b block) {
	sum := uint64(0)
	for y := range b.height {
		// A row has up to 2^14 samples of 16 bits.
		part := uint32(0)
		for _, v := range pix[(b.y+y)*width+b.x:][:b.width] {
			part += uint32(v)
		}
		sum += uint64(part)
	}
	n := uint64(b.width * b.height)
	mean := T((sum + n/2) >> bits.TrailingZeros64(n))
	for y := range b.height {
		row := pix[(b.y+y)*width+b.x:][:b.width]
		for x := range row {
			row[x] = mean
		}
	}
}

// fillLinear interpolates a block between its corners. It steps from sample to sample by quotient
// and remainder, without a division.
func fillLinear[T uint8 | uint16](pix []T, width int, b block) {
	if b.width <= 2 && b.height <= 2 {
		return // every sample is a corner
	}
	across, down := max(b.width-1, 1), max(b.height-1, 1)
	top, bottom := b.y*width+b.x, (b.y+b.height-1)*width+b.x
	nw, ne := int(pix[top]), int(pix[top+b.width-1])
	sw, se := int(pix[bottom]), int(pix[bottom+b.width-1])
	d := across * down
	for y := range b.height {
		west, east := nw*(down-y)+sw*y, ne*(down-y)+se*y
		from := west*across + d/2
		value, rest := from/d, from%d
		step, more := (east-west)/d, (east-west)%d
		if more < 0 {
			step, more = step-1, more+d
		}
		row := pix[(b.y+y)*width+b.x:][:b.width]
		for x := range row {
			row[x] = T(value)
			value, rest = value+step, rest+more
			if rest >= d {
				value, rest = value+1, rest-d
			}
		}
	}
}
