package edge

import "ffkvadrat/yuv"

// CPU is the fast mask pass: the decisions of [Reference] as a [BitMask], eight
// rows of samples at a time and with vector instructions where the processor
// has them. One goroutine at a time may use it; several passes may write
// different rows of tiles of the same mask at the same time. It allocates only
// when pictures grow.
//
// A kernel decides a band of 8 rows, 32 pixels (a group) after the other. Its
// input is 10 rows whose first sample is the left neighbour of the first pixel
// and whose last is the right neighbour of the last; the picture's border is
// made of repeated samples, which for the groups at the left and right end
// happens in a small copy, so that no kernel reads beyond a plane.
//
// The sums fit narrow lanes, exactly. With T the level and d the four
// differences:
//
//   - 8 bits, T ≤ 65535: squares and sums in 16 bits, sums saturating. A sum
//     of 65535 or more is never below T.
//   - 9 to 16 bits, T ≤ 255²: the same, after min(d, 255), which alone is
//     enough for a sum that is not below T.
//   - else: squares in lanes as wide as they need (16 or 32 bits), sums divided
//     by four. With k = −T mod 4, D < T where ⌊(D+k)/4⌋ < (T+k)/4, and
//     ⌊(D+k)/4⌋ = Σ⌊d²/4⌋ + ⌊(k + Σ(d² mod 4))/4⌋ is at most 65025 or 65535².
type CPU struct {
	bytes, words kernels

	rows     [bandRows][]byte // what the kernel reads
	sides    [bandRows][]byte // of a group at the left or right end
	unpacked []byte           // rows of interleaved samples, without the others
}

const (
	groupWidth = 32
	bandHeight = 8
	bandRows   = bandHeight + 2 // with the neighbours above and below
)

// kernel decides groups of 32 pixels of a band: groups of them, the first being
// group first of the picture. words begins with the band's first word in the
// first tile of its row.
type kernel func(words []uint64, first, groups int, rows *[bandRows][]byte, d cut)

// kernels are those of one sample size: narrow is exact up to level maximum,
// wide always.
type kernels struct {
	narrow, wide kernel
	maximum      uint64
}

// instructions are the kernels of one kind of processor.
type instructions struct {
	name         string
	bytes, words kernels
}

// cut is the level T and what kernels derive from it.
type cut struct {
	level uint64
	shift int // of samples of 16 bits
}

// NewCPU makes a pass with the best instructions that the processor has.
func NewCPU() *CPU {
	all := append([]instructions{portable()}, vector()...)
	return newCPU(all[len(all)-1])
}

// NewPortableCPU makes a pass without vector instructions.
func NewPortableCPU() *CPU { return newCPU(portable()) }

func newCPU(i instructions) *CPU {
	c := &CPU{bytes: i.bytes, words: i.words}
	sides := make([]byte, bandRows*2*(groupWidth+2))
	for i := range c.sides {
		c.sides[i] = sides[i*2*(groupWidth+2):][:2*(groupWidth+2)]
	}
	return c
}

// Run fills dst with the decisions on a picture.
func (c *CPU) Run(dst *BitMask, p *yuv.Picture, d Decision) {
	dst.Resize(p.Width, p.Height)
	c.RunRows(dst, p, d, 0, dst.Rows)
}

// RunRows fills the rows of tiles from first to end−1 of dst, which has the
// picture's size.
func (c *CPU) RunRows(dst *BitMask, p *yuv.Picture, d Decision, first, end int) {
	level := d.Upper
	if level == 0 {
		clear(dst.Words[64*first*dst.Columns : 64*end*dst.Columns])
		return
	}
	for y := first * TileSize; y < min(end*TileSize, p.Height); y += bandHeight {
		tile := 64 * dst.Columns * (y / TileSize)
		words := dst.Words[tile : tile+64*dst.Columns]
		c.band(words[morton(0, y%TileSize/bandHeight):], p, y, level)
	}
	clear(c.rows[:]) // let go of the picture
}

// band decides the rows from y on.
func (c *CPU) band(words []uint64, p *yuv.Picture, y int, level uint64) {
	size := p.Format.SampleBytes()
	k := &c.bytes
	if size == 2 {
		k = &c.words
	}
	run := k.wide
	if level <= k.maximum {
		run = k.narrow
	}
	d := cut{level: level, shift: p.LumaShift}

	c.load(p, y, size)
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
	trim(words, p.Width, p.Height-y)
}

// load points c.rows at the samples of the rows y−1 to y+8, the picture's first
// and last row taking the place of those outside.
func (c *CPU) load(p *yuv.Picture, y, size int) {
	packed := p.Luma.Step == size
	width := p.Width * size
	if n := bandRows * width; !packed && len(c.unpacked) < n {
		c.unpacked = make([]byte, n)
	}
	for i := range c.rows {
		row := p.Luma.Row(min(max(y-1+i, 0), p.Height-1), size)
		if !packed {
			row = unpackBytes(c.unpacked[i*width:][:width], row, p.Luma.Step, size)
		}
		c.rows[i] = row
	}
}

// unpackBytes copies the samples of a row, step bytes apart, side by side.
func unpackBytes(dst, row []byte, step, size int) []byte {
	if size == 1 {
		for x := range dst {
			dst[x] = row[x*step]
		}
		return dst
	}
	for x := range len(dst) / 2 {
		copy(dst[2*x:2*x+2], row[x*step:])
	}
	return dst
}

// side fills c.sides with a group at the border, whose pixels begin at sample
// first (0 or 1) of c.rows, which end after n samples. Samples outside repeat
// the first and last.
func (c *CPU) side(n, size, first int) {
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

// trim clears what a band's words hold of pixels right of the picture and
// below its last height rows.
func trim(words []uint64, width, height int) {
	const perGroup = groupWidth / 8
	for column := width / 8; column < (width+groupWidth-1)/groupWidth*perGroup; column++ {
		words[wordAt(column)] &= leftOf[max(width-8*column, 0)]
	}
	if height < bandHeight {
		for column := range (width + 7) / 8 {
			words[wordAt(column)] &= above[height]
		}
	}
}

// wordAt is the place of a column of 8 pixels among a band's words.
func wordAt(column int) int { return column/8*64 + morton(column%8, 0) }
