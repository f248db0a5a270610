package treecode

// octContexts are the models of an octree's decisions.
type octContexts struct {
	splits, leaves [levels << 6]model // of cells of level 1 and above
	pixels         [2]pixelModels     // of the pixels of cells of level 1: in the earlier frame, in the later one
}

func (c *octContexts) reset() {
	renew(c.splits[:])
	renew(c.leaves[:])
	renew(c.pixels[0][:])
	renew(c.pixels[1][:])
}

// pixelsEarlier returns the pixels in the last frame of a cell of level 1, or 16 if there is none.
func pixelsEarlier(c cell) uint32 {
	if c == unknown {
		return 16
	}
	return c.eights() >> 4
}
