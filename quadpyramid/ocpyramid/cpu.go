package ocpyramid

import (
	"math"
	"math/bits"
	"slices"

	"ffkvadrat/edge"
	"ffkvadrat/edge/morton"
	"ffkvadrat/quadpyramid"
)

// CPU is the fast builder. It makes the list that [Reference] makes from the same window. It
// allocates only when lists grow.
//
// The list in the order of the traversal is the leaves in Morton order, so the list is made
// without a traversal from the top. In a word of 4×4×4 cells in Morton order, with a bit for each
// cell that is a leaf marker,
//
//	eights = w & w>>1 & w>>2 & … & w>>7 & 0x0101…     2×2×2 cells, all leaf markers
//
// has a bit at the first cell of each, and leaves begin at the cells
//
//	w &^ 255·eights | eights
//
// A node has 64 words. Which of them are full is again a word of 64 bits, with cells of 4×4×4
// pixels. A tile has 64 nodes, and so 64×64 pixels of 64 frames. No cube is larger than that, so
// tiles are independent, and follow one another in the Morton order of x and y.
// [quadpyramid.Limits] restrict what may merge and what counts in each of these pairs of levels; see
// span.
type CPU struct {
	window *Window
	spans  [3]span // of words, of nodes, of the tile
	whole  bool    // a tile may be a leaf
	list   []Cube

	// State of the tile that is being built. words are those that are neither empty nor full; full
	// and some have a word for each node, whose bits say which these are. used has the nodes that
	// have any.
	words      [64][64]uint64
	full, some [64]uint64
	used       uint64
}

// NewCPU returns a builder.
func NewCPU() *CPU { return new(CPU) }

// Build appends the cubes of the window to list, in the order of the paper's traversal: x
// fastest, then y, then frames.
func (c *CPU) Build(list []Cube, w *Window, limits quadpyramid.Limits) []Cube {
	if w.Len() == 0 {
		return list
	}
	c.window, c.list = w, list
	for i := range c.spans {
		c.spans[i] = newSpan(limits, 2*i)
	}
	c.whole = limits.Min <= MaxLevel
	columns, rows := w.masks[0].Columns, w.masks[0].Rows
	level := 0
	for 1<<level < max(columns, rows) {
		level++
	}
	c.descend(0, 0, level)
	list, c.list, c.window = c.list, nil, nil
	return list
}

// descend builds the tiles of the square of 2^level × 2^level tiles at (column, row).
func (c *CPU) descend(column, row, level int) {
	if column >= c.window.masks[0].Columns || row >= c.window.masks[0].Rows {
		return
	}
	if level == 0 {
		c.tile(column, row)
		return
	}
	half := 1 << (level - 1)
	c.descend(column, row, level-1)
	c.descend(column+half, row, level-1)
	c.descend(column, row+half, level-1)
	c.descend(column+half, row+half, level-1)
}

// tile builds one tile.
func (c *CPU) tile(column, row int) {
	clear(c.full[:])
	clear(c.some[:])
	c.used = 0
	for layer := range (c.window.Len() + 3) / 4 {
		c.gather(column, row, layer)
	}
	if c.used != 0 {
		c.emit(NewCube(column*edge.TileSize, row*edge.TileSize, 0, 0))
	}
}

// nothing stands in for the frames that a window lacks.
var nothing [64]uint64

// gather transposes four frames of a tile into words.
func (c *CPU) gather(column, row, layer int) {
	var from [4]*[64]uint64
	for i := range from {
		from[i] = &nothing
		if at := 4*layer + i; at < c.window.Len() {
			from[i] = c.window.masks[at].Tile(column, row)
		}
	}
	node, word := int(spread(layer>>2))<<2, int(spread(layer&3))<<2 // bits of the frames in these positions
	s := &c.spans[0]
	for i := range nothing { // 8×8 pixels
		a, b, d, e := from[0][i], from[1][i], from[2][i], from[3][i]
		if a|b|d|e == 0 {
			continue
		}
		n := node | inTile[i>>2]
		at := word | i&3<<3 // position of the first of the four words, which are adjacent
		c.used |= 1 << n
		if a&b&d&e == math.MaxUint64 && s.whole {
			c.full[n] |= 15 << at
			continue
		}
		four := deepen(a, b, d, e)
		for q, w := range four {
			switch w = s.open(w); {
			case w == 0:
			case w == math.MaxUint64 && s.whole:
				c.full[n] |= 1 << (at + q)
			default:
				c.some[n] |= 1 << (at + q)
				c.words[n][at+q] = w
			}
		}
	}
}

// inTile has, for each of 4×4 squares of 16 pixels in Morton order, the index of its first node in
// a tile.
var inTile = func() (at [16]int) {
	for i := range at {
		at[i] = int(spread(int(morton.X[i])) | spread(int(morton.Y[i]))<<1)
	}
	return at
}()

// deepen turns the words of 8×8 pixels in four frames into the four words of 4×4×4. In the Morton
// order of three numbers, nibble i of a square of 4×4 pixels (2×2 pixels) is the low half of byte i
// for the first frame and the high half for the second; the third and the fourth frame are four
// bytes higher.
func deepen(a, b, d, e uint64) (words [4]uint64) {
	const low = 0x0f0f0f0f0f0f0f0f
	even, odd := a&low|b&low<<4, a>>4&low|b&^low // even and odd nibbles, both frames in a byte
	even2, odd2 := d&low|e&low<<4, d>>4&low|e&^low
	words[0], words[1] = weave(even, odd, even2, odd2)
	words[2], words[3] = weave(even>>32, odd>>32, even2>>32, odd2>>32)
	return words
}

// weave interleaves the lowest four bytes of even and odd, and makes a word of each four.
func weave(even, odd, even2, odd2 uint64) (first, second uint64) {
	low, high := apart(even)|apart(odd)<<8, apart(even2)|apart(odd2)<<8
	return low&math.MaxUint32 | high<<32, low>>32 | high&^math.MaxUint32
}

// apart spreads the lowest four bytes, with a zero byte after each.
func apart(v uint64) uint64 {
	v &= math.MaxUint32
	v = (v | v<<16) & 0x0000ffff_0000ffff
	return (v | v<<8) & 0x00ff00ff_00ff00ff
}

// emit appends the cubes of a tile whose first pixel is origin.
func (c *CPU) emit(origin Cube) {
	nodes, tile := &c.spans[1], &c.spans[2]
	var full, some uint64 // of the tile's nodes
	for used := c.used; used != 0; used &= used - 1 {
		i := bits.TrailingZeros64(used)
		c.full[i] = nodes.open(c.full[i])
		switch {
		case c.full[i] == math.MaxUint64 && nodes.whole:
			full |= 1 << i
		case c.full[i]|c.some[i] != 0:
			some |= 1 << i
		}
	}
	full = tile.open(full)
	if full == math.MaxUint64 && tile.whole {
		if c.whole {
			c.list = append(c.list, origin+MaxLevel<<28)
		}
		return
	}
	eights := tile.merge(full)
	for visit := some | starts(full, eights); visit != 0; visit &= visit - 1 {
		i := bits.TrailingZeros64(visit)
		at := origin + cells[i]<<4
		if full>>i&1 != 0 {
			c.list = append(c.list, at+Cube(4+eights>>i&1)<<28)
		} else {
			c.emitNode(i, at)
		}
	}
}

// emitNode appends the cubes of a node.
func (c *CPU) emitNode(node int, origin Cube) {
	full := c.full[node]
	eights := c.spans[1].merge(full)
	for visit := c.some[node] | starts(full, eights); visit != 0; visit &= visit - 1 {
		i := bits.TrailingZeros64(visit)
		at := origin + cells[i]<<2
		if full>>i&1 != 0 {
			c.list = append(c.list, at+Cube(2+eights>>i&1)<<28)
			continue
		}
		w := c.words[node][i]
		if cap(c.list)-len(c.list) < 64 {
			c.list = slices.Grow(c.list, 64)
		}
		n := len(c.list)
		c.list = c.list[:n+emitWord((*[64]Cube)(c.list[n:n+64]), w, c.spans[0].merge(w), at)]
	}
}

// emitWord writes the cubes that begin in a word with first pixel origin, and returns their number.
func emitWord(list *[64]Cube, w, eights uint64, origin Cube) int {
	n := 0
	for begin := starts(w, eights); begin != 0; begin &= begin - 1 {
		i := bits.TrailingZeros64(begin)
		list[n&63] = origin + cells[i] + Cube(eights>>i&1)<<28
		n++
	}
	return n
}

// cells are the positions of 4×4×4 cells in Morton order, as cubes of level 0.
var cells = func() (table [64]Cube) {
	for x := range 4 {
		for y := range 4 {
			for frame := range 4 {
				c := NewCube(x, y, frame, 0)
				table[c.Morton()] = c
			}
		}
	}
	return table
}()
