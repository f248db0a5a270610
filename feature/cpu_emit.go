package feature

import (
	"math/bits"

	"ffkvadrat/edge/morton"
	"ffkvadrat/quadpyramid"
)

// emission describes the leaves of 8×8 cells of level 1 in a tile. The masks have a bit for each
// cell at which a leaf begins.
type emission struct {
	origin quadpyramid.Quad // the tile's first pixel
	word   int              // index among the tile's words of level 1
	pixels uint64           // cells that are not whole and have leaves of level 0
	leaves uint64           // of leaves of level 1 and above
	larger uint64           // of leaves of level 2 and above
	eights uint64           // of leaves of level 3
}

// count returns the number of the tile's leaves of level least or above.
func (c *cells) count(least int) int {
	n, below := 0, c.width*c.height
	for k := range tileLevel {
		whole := 0
		for _, w := range c.whole[k+1][:words(k+1)] {
			whole += bits.OnesCount64(w)
		}
		if k >= least {
			n += below - 4*whole
		}
		below = whole
	}
	if tileLevel >= least {
		n += below
	}
	return n
}

// emit writes the tile's leaves of level least or above, for the tile at a position. It may write
// up to spare surplus quads if l is long enough.
func (c *cells) emit(k *kernels, l list, at position, least int) {
	origin := quadpyramid.NewQuad(at.column*tileSize, at.row*tileSize, 0)
	if c.isWhole() {
		c.emitLarge(l, 0, tileLevel, origin, 0, 0, least)
		return
	}
	for j := 0; j < 16; j++ {
		x, y := int(morton.X[j])*16, int(morton.Y[j])*16
		n := 0
		switch {
		case j%4 == 0 && c.whole[5][0]>>(j/4)&1 != 0:
			n = c.emitLarge(l, 0, 5, origin, x, y, least)
			j += 3
		case c.whole[4][0]>>j&1 != 0:
			n = c.emitLarge(l, 0, 4, origin, x, y, least)
		default:
			n = c.emitWord(k, l, origin, j, least)
		}
		_, l = l.cut(n)
	}
}

// emitLarge writes one leaf of level k at (x, y) of the tile as quad n of l, and returns the new
// number of quads in l.
func (c *cells) emitLarge(l list, n, k int, origin quadpyramid.Quad, x, y, least int) int {
	if k < least {
		return n
	}
	l.quads[n] = origin + quadpyramid.NewQuad(x, y, k)
	l.means[n] = NewMean(c.vector(k, y>>k*side(k)+x>>k))
	return n + 1
}

// emitWord writes the leaves of word j of level 1 and returns their number.
func (c *cells) emitWord(k *kernels, l list, origin quadpyramid.Quad, j, least int) int {
	e := emission{origin: origin, word: j}
	ones := c.whole[1][j]
	twos := quarters(c.whole[2][j/4] >> (16 * (j % 4)) & 0xffff)
	eights := c.whole[3][0] >> (4 * j) & 15
	eights = (eights | eights<<15 | eights<<30 | eights<<45) & 0x0001000100010001
	inside := corner((c.width+1)/2-8*int(morton.X[j]), (c.height+1)/2-8*int(morton.Y[j]))

	e.leaves = (ones&^(15*twos)|twos)&^((1<<16-1)*eights) | eights
	e.larger = twos&^((1<<16-1)*eights) | eights
	e.eights = eights
	e.pixels = inside &^ ones
	switch {
	case least > 3:
		return 0
	case least == 3:
		e.leaves, e.pixels = eights, 0
	case least == 2:
		e.leaves, e.pixels = e.larger, 0
	case least == 1:
		e.pixels = 0
	}
	if e.pixels != 0 && (c.width|c.height)&1 != 0 {
		return emitOdd(c, l, e)
	}
	return k.emit(c, l, e)
}

// emitWord is the portable emit.
func emitWord(c *cells, l list, e emission) int {
	n := 0
	quads, means := l.quads, l.means
	left, top := 16*int(morton.X[e.word]), 16*int(morton.Y[e.word])
	for visit := e.pixels | e.leaves; visit != 0; visit &= visit - 1 {
		i := bits.TrailingZeros64(visit) & 63
		x, y := left+2*int(morton.X[i]), top+2*int(morton.Y[i])
		if e.leaves>>i&1 != 0 {
			n = c.emitLarge(list{quads, means}, n, e.levelOf(i), e.origin, x, y, 0)
			continue
		}
		at := y*tileSize + x
		quads, means := quads[n:n+4:n+4], means[n:n+4:n+4]
		quad := e.origin + quadpyramid.NewQuad(x, y, 0)
		quads[0], quads[1] = quad, quad+1
		quads[2], quads[3] = quad+1<<14, quad+1<<14+1
		f0, f1, f2 := &c.features[0], &c.features[1], &c.features[2]
		means[0] = Mean(f0[at]) | Mean(f1[at])<<14 | Mean(f2[at])<<32
		means[1] = Mean(f0[at+1]) | Mean(f1[at+1])<<14 | Mean(f2[at+1])<<32
		at += tileSize
		means[2] = Mean(f0[at]) | Mean(f1[at])<<14 | Mean(f2[at])<<32
		means[3] = Mean(f0[at+1]) | Mean(f1[at+1])<<14 | Mean(f2[at+1])<<32
		n += 4
	}
	return n
}

// emitOdd is emitWord for cells with pixels that may be outside the picture.
func emitOdd(c *cells, l list, e emission) int {
	n := 0
	left, top := 16*int(morton.X[e.word]), 16*int(morton.Y[e.word])
	for visit := e.pixels | e.leaves; visit != 0; visit &= visit - 1 {
		i := bits.TrailingZeros64(visit) & 63
		x, y := left+2*int(morton.X[i]), top+2*int(morton.Y[i])
		if e.leaves>>i&1 != 0 {
			n = c.emitLarge(l, n, e.levelOf(i), e.origin, x, y, 0)
			continue
		}
		for pixel := range 4 {
			if x, y := x+pixel&1, y+pixel>>1; x < c.width && y < c.height {
				n = c.emitLarge(l, n, 0, e.origin, x, y, 0)
			}
		}
	}
	return n
}

// levelOf returns the level of the leaf that begins at cell i, which is whole.
func (e *emission) levelOf(i int) int {
	return 1 + int(e.larger>>i&1) + int(e.eights>>i&1)
}
