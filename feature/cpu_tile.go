package feature

import (
	"math"
	"math/bits"

	"ffkvadrat/edge/morton"
	"ffkvadrat/yuv/channel"
)

// cells are the cells of a tile, level by level up to the tile itself. The cells of level k begin
// at starts[k], row by row, side(k) in each row. Masks of cells are words of 64 in Morton order.
type cells struct {
	features [3][tileCells]uint16 // averages above level 0
	samples  [3]samples

	width, height int // the part of the tile inside the picture
	// whole has the cells of a level that are one leaf or part of a larger one.
	whole [tileLevel + 1][16]uint64
}

// tileCells is 64² + 32² + … + 1, plus padding that aligns the channels.
const tileCells = 5472

// starts are the indices of the levels' first cells.
var starts = [tileLevel + 1]int{0, 4096, 5120, 5376, 5440, 5456, 5460}

// side returns the number of cells of level k in a row of a tile.
func side(k int) int { return tileSize >> k }

// words returns the number of words of level k.
func words(k int) int { return (side(k)*side(k) + 63) / 64 }

// isWhole reports whether the tile is whole.
func (c *cells) isWhole() bool { return c.whole[tileLevel][0] != 0 }

// vector returns the features of cell i of level k.
func (c *cells) vector(k, i int) channel.Vector {
	i += starts[k]
	return channel.Vector{c.features[0][i], c.features[1][i], c.features[2][i]}
}

// reduce merges the cells of all levels up to most.
func (c *cells) reduce(kernels *kernels, level uint32, most int) {
	for k := 1; k <= tileLevel; k++ {
		whole := c.whole[k][:words(k)]
		if k > most {
			clear(whole)
			continue
		}
		if n := c.candidates(k); n >= fewCandidates {
			kernels.merge(c, k, level)
		} else if n > 0 {
			mergeCells(c, k, level)
		}
	}
}

// fewCandidates is the number of cells below which merge merges them one by one.
const fewCandidates = 12

// candidates sets in whole the cells of a level whose four cells below are whole, and returns their
// number.
func (c *cells) candidates(k int) int {
	n := 0
	for j := range c.whole[k][:words(k)] {
		var w uint64
		if k == 1 {
			x, y := 8*int(morton.X[j]), 8*int(morton.Y[j])
			w = corner(c.width/2-x, c.height/2-y)
		} else {
			for i, below := range c.whole[k-1][4*j : min(4*j+4, 16)] {
				w |= fours(below) << (16 * i)
			}
		}
		c.whole[k][j] = w
		n += bits.OnesCount64(w)
	}
	return n
}

// mergeCells is the portable merge; it merges only the candidates.
func mergeCells(c *cells, k int, level uint32) {
	pitch := side(k - 1)
	for j, w := range c.whole[k][:words(k)] {
		x, y := 8*int(morton.X[j]), 8*int(morton.Y[j])
		first, into := starts[k-1]+2*y*pitch+2*x, starts[k]+y*pitch/2+x
		for rest := w; rest != 0; rest &= rest - 1 {
			i := bits.TrailingZeros64(rest) & 63
			x, y := int(morton.X[i]), int(morton.Y[i])
			at := first + 2*y*pitch + 2*x
			to := into + y*pitch/2 + x
			var sum uint32
			for channel := range c.features {
				f := &c.features[channel]
				upper, lower := f[at:at+2:at+2], f[at+pitch:at+pitch+2:at+pitch+2]
				p, q, r, s := uint32(upper[0]), uint32(upper[1]), uint32(lower[0]), uint32(lower[1])
				total := p + q + r + s
				mean := (total + 2) >> 2
				f[to] = uint16(mean)
				sum += p*p + q*q + r*r + s*s - 2*mean*(total-2*mean)
			}
			if sum > level {
				w &^= 1 << i
			}
		}
		c.whole[k][j] = w
	}
}

// fours returns a bit for each four bits of w: whether all four are set.
func fours(w uint64) uint64 {
	w &= w >> 1
	w &= w >> 2 & 0x1111111111111111
	w = (w | w>>3) & 0x0303030303030303
	w = (w | w>>6) & 0x000f000f000f000f
	w = (w | w>>12) & 0x000000ff000000ff
	return (w | w>>24) & 0xffff
}

// quarters spreads 16 bits over a word, to every fourth bit.
func quarters(w uint64) uint64 {
	w = (w | w<<24) & 0x000000ff000000ff
	w = (w | w<<12) & 0x000f000f000f000f
	w = (w | w<<6) & 0x0303030303030303
	return (w | w<<3) & 0x1111111111111111
}

// corner returns a word of 8×8 cells with the first columns of the first rows set.
func corner(columns, rows int) uint64 {
	if columns >= 8 && rows >= 8 {
		return math.MaxUint64
	}
	return morton.Left[min(max(columns, 0), 8)] & morton.Above[min(max(rows, 0), 8)]
}
