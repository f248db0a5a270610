package align

import (
	"encoding/binary"
	"slices"

	"ffkvadrat/analysis"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

const (
	// The cells of luma, those of quads, and the fine cells of luma.
	columns, rows         = 8, 6
	wideColumns, wideRows = 4, 3
	fineColumns, fineRows = 32, 18
	// The bits of the means of cells: 12 are sixteenths of a level.
	bits, fineBits = 12, 14
	// sizes is the number of quads' sizes that are distinguished; the last one is any larger, too.
	sizes = 8

	lumaAt  = 0
	quadsAt = lumaAt + columns*rows
	sizesAt = quadsAt + wideColumns*wideRows
	numbers = sizesAt + sizes

	// Level is the distance of frames whose luma differs by one of 255 levels in each cell.
	Level = 16 * columns * rows
	// share is the number for the whole area.
	share = 32
	// same is the distance of frames of one video up to which they show the same: a sixteenth of a level.
	same = Level / 16
)

// Print is a frame's fingerprint: the mean luma of 8 × 6 cells in sixteenths of a level, and the
// area in quads of 4 × 3 cells and of each size in parts of 32; and the mean luma of 32 × 18 cells in
// 64ths of a level.
type Print struct {
	list    [numbers]int16
	corners [4]int32 // sums of luma of the quarters
	fine    [fineColumns * fineRows]int16
}

// Distance returns the sum of the differences, at most Farthest.
func (p *Print) Distance(o *Print) int32 {
	// The quarters' differences are at most as large.
	sum := int32(0)
	for i, v := range p.corners {
		sum += abs(v - o.corners[i])
	}
	if sum >= Farthest {
		return Farthest
	}
	sum = 0
	for i, v := range p.list {
		sum += abs(int32(v) - int32(o.list[i]))
	}
	return min(sum, Farthest)
}

// close returns the sum of the differences of the fine cells, with the same unit, at most Farthest.
func (p *Print) close(o *Print) int32 {
	sum := int32(0)
	for at := 0; at < len(p.fine) && sum < Farthest*fineUnit; at += fineColumns {
		a, b := p.fine[at:at+fineColumns], o.fine[at:at+fineColumns]
		for i, v := range a {
			sum += abs(int32(v) - int32(b[i]))
		}
	}
	return min(sum/fineUnit, Farthest)
}

// fineUnit is the sum of the differences of fine cells for a distance of 1.
const fineUnit = fineColumns * fineRows << (fineBits - bits) / (columns * rows)

// change is the differences of the fine cells from those of the frame before, and the sum of their sizes.
type change struct {
	list [fineColumns * fineRows]int16
	sum  int32
}

func (c *change) set(before, now *Print) {
	c.sum = 0
	for i, v := range now.fine {
		c.list[i] = v - before.fine[i]
		c.sum += abs(int32(c.list[i]))
	}
}

// common returns the part of all that is in both changes.
func (c *change) common(o *change, all int32) int32 {
	sum := c.sum + o.sum
	if sum == 0 {
		return 0
	}
	differs := int32(0)
	for i, v := range c.list {
		differs += abs(int32(v) - int32(o.list[i]))
	}
	return int32(int64(all) * int64(sum-differs) / int64(sum))
}

func abs(v int32) int32 {
	s := v >> 31
	return (v ^ s) - s
}

// Meter makes fingerprints. One goroutine at a time may use it; it allocates only when pictures grow.
type Meter struct {
	engine *analysis.CPU
	lines  []uint32 // sums of luma of the columns of a row of cells
}

// NewMeter returns a meter.
func NewMeter() *Meter { return &Meter{engine: analysis.NewCPUOf(1)} }

// Of sets a picture's fingerprint.
func (m *Meter) Of(p *yuv.Picture, to *Print) error {
	result, err := m.engine.Analyze(p, analysis.Params{Threshold: analysis.DefaultThreshold})
	if err != nil {
		return err
	}
	*to = Print{}
	m.luma(p, columns, rows, bits, to.list[lumaAt:])
	m.luma(p, fineColumns, fineRows, fineBits, to.fine[:])
	to.quarter()
	area(result.Quads, p.Width, p.Height, to)
	return nil
}

// glanced is the number of lines of a row of coarse cells that a glance takes.
const glanced = 4

// Glance sets only the luma of the coarse cells, from 24 lines; p is in memory. Any goroutine
// may call it.
func Glance(p *yuv.Picture, to *Print) {
	*to = Print{}
	size := p.Format.SampleBytes()
	for row := range rows {
		var sums [columns]uint64
		top, bottom := bounds(row, rows, p.Height)
		for i := range glanced {
			line := p.Luma.Row(top+(2*i+1)*(bottom-top)/(2*glanced), size)
			for column := range columns {
				left, right := bounds(column, columns, p.Width)
				sums[column] += total(line[left*p.Luma.Step:], right-left, p.Luma.Step, size)
			}
		}
		for column, sum := range sums {
			left, right := bounds(column, columns, p.Width)
			to.list[lumaAt+row*columns+column] = level(sum, uint64(right-left)*glanced, bits, p)
		}
	}
	to.quarter()
}

// total returns the sum of n samples.
func total(line []byte, n, step, size int) (sum uint64) {
	switch {
	case size == 1 && step == 1:
		for _, v := range line[:n] {
			sum += uint64(v)
		}
	case size == 1:
		for x := range n {
			sum += uint64(line[x*step])
		}
	default:
		for x := range n {
			sum += uint64(binary.LittleEndian.Uint16(line[x*step:]))
		}
	}
	return sum
}

// quarter sets the corners from the coarse cells.
func (p *Print) quarter() {
	for i, v := range p.list[:quadsAt] {
		p.corners[corner(i/columns, i%columns)] += int32(v)
	}
}

// level returns the mean of n samples, of whatever depth, in bits.
func level(sum, n uint64, bits int, p *yuv.Picture) int16 {
	n <<= p.Format.Depth + p.LumaShift
	return int16(min((sum<<bits+n/2)/n, 1<<bits))
}

// luma sets the means of cells, in bits.
func (m *Meter) luma(p *yuv.Picture, columns, rows, bits int, to []int16) {
	for row := range rows {
		top, bottom := bounds(row, rows, p.Height)
		m.lines = slices.Grow(m.lines[:0], p.Width)[:p.Width]
		clear(m.lines)
		for y := top; y < bottom; y++ {
			add(m.lines, p.Luma.Row(y, p.Format.SampleBytes()), p.Luma.Step, p.Format.SampleBytes())
		}
		for column := range columns {
			left, right := bounds(column, columns, p.Width)
			sum := uint64(0)
			for _, v := range m.lines[left:right] {
				sum += uint64(v)
			}
			to[row*columns+column] = level(sum, uint64(right-left)*uint64(bottom-top), bits, p)
		}
	}
}

// add adds a line of samples to sums; 2^14 lines of 16 bits fit.
func add(sums []uint32, line []byte, step, size int) {
	switch {
	case size == 1 && step == 1:
		for x, v := range line[:len(sums)] {
			sums[x] += uint32(v)
		}
	case size == 1:
		for x := range sums {
			sums[x] += uint32(line[x*step])
		}
	default:
		for x := range sums {
			sums[x] += uint32(binary.LittleEndian.Uint16(line[x*step:]))
		}
	}
}

// corner returns the quarter of a cell.
func corner(row, column int) int { return row*2/rows*2 + column*2/columns }

// bounds returns the first sample of a cell and the first one after it; a cell has at least one.
func bounds(cell, cells, size int) (first, end int) {
	first = cell * size / cells
	return first, max(first+1, (cell+1)*size/cells)
}

// area sets the areas of quads. A quad counts in the cell of its centre.
func area(list []quadpyramid.Quad, width, height int, to *Print) {
	var cells [wideColumns * wideRows]int
	var levels [sizes]int
	for _, q := range list {
		n := q.Size() * q.Size()
		cells[(2*q.Y()+q.Size())*wideRows/(2*height)*wideColumns+(2*q.X()+q.Size())*wideColumns/(2*width)] += n
		levels[min(q.Level(), sizes-1)] += n
	}
	all := width * height
	for i, n := range cells {
		to.list[quadsAt+i] = int16((2*share*n*len(cells) + all) / (2 * all))
	}
	for i, n := range levels {
		to.list[sizesAt+i] = int16((2*share*n + all) / (2 * all))
	}
}
