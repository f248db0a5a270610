package regions

import (
	"math/bits"
	"slices"

	"ffkvadrat/quadpyramid"
)

// addPlaces adds the pixels inside places.
func (b *Builder) addPlaces(g *Grid, list []quadpyramid.Quad, width, height int) {
	b.mark(list, g.Width, g.Height, width, height)
	words := (g.Width + 63) / 64
	for y := range g.Height {
		row := b.pixels[y*words:][:words]
		areas := b.areas[y/g.Side*g.Columns:][:g.Columns]
		for i, word := range row {
			if g.Side >= 64 {
				areas[i*64/g.Side] += int32(bits.OnesCount64(word))
				continue
			}
			for part := 0; word != 0; part++ { // bits of one block at a time
				areas[(i*64+part*g.Side)/g.Side] += int32(bits.OnesCount64(word & (1<<g.Side - 1)))
				word >>= g.Side
			}
		}
	}
}

// mark returns a bitmap of the pixels inside places; places may extend outside the picture. Rows
// begin at whole words. It is valid until the next call.
func (b *Builder) mark(list []quadpyramid.Quad, width, height, placeWidth, placeHeight int) []uint64 {
	words := (width + 63) / 64
	b.pixels = slices.Grow(b.pixels[:0], words*height)[:words*height]
	clear(b.pixels)
	for _, q := range list {
		left, right := q.X(), min(q.X()+placeWidth, width)
		for y := q.Y(); y < min(q.Y()+placeHeight, height); y++ {
			fill(b.pixels[y*words:][:words], left, right)
		}
	}
	return b.pixels
}

// fill sets the bits from left to right−1.
func fill(row []uint64, left, right int) {
	for left < right {
		n := min(right-left, 64-left%64)
		row[left/64] |= (1<<n - 1) << (left % 64) // all bits for n = 64
		left += n
	}
}
