package quadpyramid

import "sort"

// Find gives the index of the quad that covers pixel (x, y), in a list in the
// order of the traversal; ok is false where none does.
func Find(list []Quad, x, y int) (index int, ok bool) {
	at := mortonOf(x, y)
	after := sort.Search(len(list), func(i int) bool { return mortonOf(list[i].X(), list[i].Y()) > at })
	if after == 0 {
		return 0, false
	}
	q := list[after-1]
	return after - 1, x-q.X() < q.Size() && y-q.Y() < q.Size()
}

// mortonOf puts bit i of x at 2i and bit i of y at 2i+1.
func mortonOf(x, y int) uint32 {
	return spreadBits(uint32(x)) | spreadBits(uint32(y))<<1
}

func spreadBits(v uint32) uint32 {
	v = (v | v<<8) & 0x00ff00ff
	v = (v | v<<4) & 0x0f0f0f0f
	v = (v | v<<2) & 0x33333333
	return (v | v<<1) & 0x55555555
}
