package edge

import (
	"encoding/binary"

	"ffkvadrat/edge/kernel"
	"ffkvadrat/edge/morton"
	"ffkvadrat/yuv"
)

// CPU is the fast mask pass: it makes the decisions of [Reference] as a [BitMask], eight rows of
// pixels at a time, with vector instructions if the processor has them. One goroutine at a time may
// use it; several passes may write different rows of tiles of one mask concurrently. It allocates
// only when pictures grow.
//
// The default, the operator cross on luma, has its own kernels: crossPass. rowPass makes all other
// decisions, and some of cross; see byCross.
type CPU struct {
	cross crossPass
	rows  rowPass
}

const (
	groupWidth = 32 // pixels that a kernel decides at a time
	bandHeight = 8
)

// kernels are the functions that have a version for each kind of processor.
type kernels struct {
	cross    crossKernels
	rows     rowKernels
	previous previousKernels
}

// table has the kernels of every kind of processor.
func table() []kernel.Row[kernels] {
	return append([]kernel.Row[kernels]{kernel.Portable(kernels{crossPortable(), rowsPortable(), previousPortable()})}, vector()...)
}

// Variants returns the passes that this processor can run.
func Variants() kernel.Variants[*CPU] { return kernel.Of(table(), newCPU) }

// NewCPU returns a pass with the best instructions that the processor has.
func NewCPU() *CPU { return Variants().Best() }

// NewPortableCPU returns a pass without vector instructions.
func NewPortableCPU() *CPU { return Variants().Portable() }

func newCPU(k kernels) *CPU {
	return &CPU{cross: newCrossPass(k.cross), rows: rowPass{kernels: k.rows}}
}

// Run fills dst with the decisions on a picture.
func (c *CPU) Run(dst *BitMask, p *yuv.Picture, d Decision) {
	dst.Resize(p.Width, p.Height)
	c.RunRows(dst, p, d, 0, dst.Rows)
}

// RunRows fills the rows of tiles first to end−1 of dst, which has the picture's size.
func (c *CPU) RunRows(dst *BitMask, p *yuv.Picture, d Decision, first, end int) {
	none := d.Lower >= d.Upper
	byCross := c.byCross(p.Format, d)
	switch {
	case none:
		clear(dst.Words[64*first*dst.Columns : 64*end*dst.Columns])
	case !byCross:
		c.rows.begin(p, d)
	}
	groups := (p.Width + groupWidth - 1) / groupWidth
	for y := first * TileSize; y < min(end*TileSize, p.Height); y += bandHeight {
		tile := 64 * dst.Columns * (y / TileSize)
		words := dst.Words[tile : tile+64*dst.Columns]
		words = words[morton.Code(0, y%TileSize/bandHeight):]
		switch {
		case none:
		case byCross:
			c.cross.band(words, p, y, d)
		default:
			c.rows.band(words, y)
		}
		if d.Invert {
			invert(words, groups)
		}
		trim(words, p.Width, p.Height-y)
	}
	c.cross.end()
	c.rows.end()
}

// byCross reports whether crossPass decides. It does for cross on luma from 0. The exception is
// samples of 16 bits whose sums exceed its narrow kernel: rowPass decides these, unless it has no
// kernel for them either.
func (c *CPU) byCross(f yuv.Format, d Decision) bool {
	if d.Operator != Cross || d.Planes != 1 || d.Lower != 0 {
		return false
	}
	return f.SampleBytes() == 1 || d.Upper <= c.cross.kernels.words.maximum || c.rows.kernel(f, d) == nil
}

// invert swaps leaf pixels and other pixels in a band's words.
func invert(words []uint64, groups int) {
	for group := range groups {
		four := words[wordAt(group*groupWidth/8):]
		four[morton.Code(0, 0)] = ^four[morton.Code(0, 0)]
		four[morton.Code(1, 0)] = ^four[morton.Code(1, 0)]
		four[morton.Code(2, 0)] = ^four[morton.Code(2, 0)]
		four[morton.Code(3, 0)] = ^four[morton.Code(3, 0)]
	}
}

// trim clears the bits of a band's words for pixels that are right of the picture or below the last
// of its height rows.
func trim(words []uint64, width, height int) {
	const perGroup = groupWidth / 8
	for column := width / 8; column < (width+groupWidth-1)/groupWidth*perGroup; column++ {
		words[wordAt(column)] &= morton.Left[max(width-8*column, 0)]
	}
	if height < bandHeight {
		for column := range (width + 7) / 8 {
			words[wordAt(column)] &= morton.Above[height]
		}
	}
}

// wordAt returns the index among a band's words of a column of 8 pixels.
func wordAt(column int) int { return column/8*64 + morton.Code(column%8, 0) }

// unpackBytes copies the samples of a row, which are step bytes apart, to consecutive memory.
func unpackBytes(dst, row []byte, step, size int) []byte {
	if size == 1 {
		for x := range dst {
			dst[x] = row[x*step]
		}
		return dst
	}
	for x := range len(dst) / 2 {
		binary.LittleEndian.PutUint16(dst[2*x:], binary.LittleEndian.Uint16(row[x*step:]))
	}
	return dst
}
