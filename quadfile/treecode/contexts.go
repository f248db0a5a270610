package treecode

// contexts are the models of a tree's decisions. Decisions with the same context share one.
type contexts struct {
	splits, leaves [levels << 6]model // of cells of level 1 and above
	pixels         pixelModels        // of the pixels of cells of level 1
}

// levels is the number of levels with their own contexts; higher levels share the last.
const levels = 8

type pixelModels [4 << 9]model

func (c *contexts) reset() {
	renew(c.splits[:])
	renew(c.leaves[:])
	renew(c.pixels[:])
}

// surroundings returns the context of a cell: its level, and the states of the cells of its size to
// the left, above, and at its place in the frame before.
func surroundings(level int, left, above, before cell) uint32 {
	return uint32(min(level, levels-1))<<6 | uint32(left.state()<<4|above.state()<<2|before.state())
}

// pixelSurroundings returns the context of pixel i of a split cell of level 1: the four pixels in
// the frame before, and the nearest pixels that are coded earlier. left, above and before are the
// pixels of the cells there. Of pixels, only those before i are read.
func pixelSurroundings(i int, pixels, left, above, before uint32) uint32 {
	at := uint32(i)<<9 | before<<4
	switch i {
	case upperLeft:
		return at | left>>upperRight&1 | above>>lowerLeft&1<<1
	case upperRight:
		return at | pixels&1 | above>>lowerRight&1<<1
	case lowerLeft:
		return at | left>>lowerRight&1 | pixels&3<<1
	}
	return at | pixels&7
}

// pixelsBefore returns the pixels of a cell of the frame before, or 16 if there is none.
func pixelsBefore(c cell) uint32 {
	if c == unknown {
		return 16
	}
	return c.pixels()
}
