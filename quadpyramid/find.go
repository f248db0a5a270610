package quadpyramid

import "sort"

// Find returns the index of the quad that covers pixel (x, y), in a list in the
// order of the traversal; ok is false if no quad does.
func Find(list []Quad, x, y int) (index int, ok bool) {
	at := NewQuad(x, y, 0).Morton()
	after := sort.Search(len(list), func(i int) bool { return list[i].Morton() > at })
	if after == 0 {
		return 0, false
	}
	q := list[after-1]
	return after - 1, x-q.X() < q.Size() && y-q.Y() < q.Size()
}
