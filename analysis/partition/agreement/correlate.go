package agreement

import (
	"encoding/binary"
	"math/bits"

	"ffkvadrat/analysis/partition"
)

// correlate adds the blocks with a QP.
func (c *Comparer) correlate(to *Correlation, p *partition.Picture) {
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if !b.HasQP {
			continue
		}
		left, top, right, bottom := p.Clip(b.X, b.Y, b.Width, b.Height)
		pixels := int64(right-left) * int64(bottom-top)
		density := c.small(left, top, right, bottom) << 16 / pixels
		qp := int64(min(max(b.QP, -maxQP), maxQP))
		to.Pixels += pixels
		to.QP += pixels * qp
		to.QP2 += pixels * qp * qp
		to.Density += pixels * density
		to.Square += pixels * density * density
		to.Product += pixels * qp * density
	}
}

// In a byte of the map of quads, these bits are 0 if the quad is small: its class is below 4, as
// Small is 2^3.
const (
	larger  = classMask &^ 3
	larger8 = larger * 0x0101010101010101
)

// small returns the number of pixels of a rectangle that are in small quads.
func (c *Comparer) small(left, top, right, bottom int) (n int64) {
	for y := top; y < bottom; y++ {
		line := c.quads.bytes[y*c.quads.width+left : y*c.quads.width+right]
		for len(line) >= 8 { // combines the two bits of each byte in the lower one
			w := binary.LittleEndian.Uint64(line) & larger8
			n += int64(8 - bits.OnesCount64((w|w>>1)&(larger8&(larger8>>1))))
			line = line[8:]
		}
		for _, b := range line {
			if b&larger == 0 {
				n++
			}
		}
	}
	return n
}

// difference returns a·b − c·d, exact up to the final rounding to float64. a and b may be up to
// 2^62.
func difference(a, b, c, d int64) float64 {
	high1, low1 := product(a, b)
	high2, low2 := product(c, d)
	low, borrow := bits.Sub64(low1, low2, 0)
	high, _ := bits.Sub64(high1, high2, borrow)
	negative := int64(high) < 0
	if negative {
		low, borrow = bits.Sub64(0, low, 0)
		high, _ = bits.Sub64(0, high, borrow)
	}
	v := toFloat(high, low)
	if negative {
		return -v
	}
	return v
}

// product returns a·b in 128 bits, in two's complement.
func product(a, b int64) (high, low uint64) {
	high, low = bits.Mul64(uint64(a), uint64(b))
	if a < 0 {
		high -= uint64(b)
	}
	if b < 0 {
		high -= uint64(a)
	}
	return high, low
}

// toFloat rounds 128 bits once. It converts the 64 highest bits; the lowest of these is sticky: it
// also stands for all bits below, which float64 cannot hold.
func toFloat(high, low uint64) float64 {
	if high == 0 {
		return float64(low)
	}
	shift := bits.LeadingZeros64(high)
	top := high << shift
	if shift > 0 {
		top |= low >> (64 - shift)
	}
	if low<<shift != 0 {
		top |= 1
	}
	scaled := float64(top)
	for range 64 - shift {
		scaled *= 2
	}
	return scaled
}
