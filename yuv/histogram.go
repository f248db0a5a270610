package yuv

import "encoding/binary"

// Bins is the number of bins of a [Histogram].
const Bins = 256

// Histogram counts luma samples by code value, in bins of equal width: a sample v of b bits is in bin v
// >> (b−8). A sample above the largest value, which raw video can contain, counts as the largest value.
type Histogram [Bins]int

// Count counts a picture's luma.
func (h *Histogram) Count(p *Picture) {
	// Neighbouring samples use different tables, so that equal ones do not wait for each other's store.
	var tables [4][Bins]uint32
	size, step := p.Format.SampleBytes(), p.Luma.Step
	for y := range p.Height {
		row := p.Luma.Row(y, size)
		if size == 1 && step == 1 {
			for x, v := range row {
				tables[x&3][v]++
			}
			continue
		}
		for x := range p.Width {
			tables[x&3][p.bin(row[x*step:], size)]++
		}
	}
	for bin := range h {
		h[bin] = int(tables[0][bin] + tables[1][bin] + tables[2][bin] + tables[3][bin])
	}
}

// bin returns the bin of the luma sample at the start of row.
func (p *Picture) bin(row []byte, size int) int {
	if size == 1 {
		return int(row[0])
	}
	v := int(binary.LittleEndian.Uint16(row) >> p.LumaShift)
	return min(v>>(p.Format.Depth-8), Bins-1)
}
