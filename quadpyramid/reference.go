package quadpyramid

import "ffkvadrat/edge"

// Reference builds quad lists on the CPU by recursion from the top. It is the oracle for every
// other engine. It uses no pyramid, only the definition of a leaf: a square of the grid whose
// pixels are all leaf pixels while its parent's are not, within the limits.
//
// A summed-area table counts the leaf pixels of a square. The zero value is ready; it allocates
// only when pictures or lists grow.
type Reference struct {
	// sums at (x, y) of (width+1) × (height+1) is the number of leaf pixels
	// above and to the left of pixel (x, y).
	sums          []uint32
	width, height int
	limits        Limits
}

// Build appends the quads of the mask to list, in the order of the paper's
// traversal (UL, UR, LL, LR).
func (r *Reference) Build(list []Quad, m *edge.Mask, limits Limits) []Quad {
	r.limits = limits
	r.sum(m)
	return r.descend(list, 0, 0, TopLevel(m.Width, m.Height))
}

func (r *Reference) descend(list []Quad, x, y, level int) []Quad {
	if x >= r.width || y >= r.height || level < r.limits.Min {
		return list
	}
	size := 1 << level
	switch n := r.leaves(x, y, size); {
	case n == 0:
		return list
	case n == uint32(size)*uint32(size) && level <= r.limits.Max:
		return append(list, NewQuad(x, y, level))
	}
	half := size / 2
	list = r.descend(list, x, y, level-1)
	list = r.descend(list, x+half, y, level-1)
	list = r.descend(list, x, y+half, level-1)
	return r.descend(list, x+half, y+half, level-1)
}

// leaves counts the leaf pixels in the part of the square at (x, y) that lies
// inside the picture.
func (r *Reference) leaves(x, y, size int) uint32 {
	right, bottom := min(x+size, r.width), min(y+size, r.height)
	stride := r.width + 1
	return r.sums[bottom*stride+right] - r.sums[bottom*stride+x] - r.sums[y*stride+right] + r.sums[y*stride+x]
}

func (r *Reference) sum(m *edge.Mask) {
	r.width, r.height = m.Width, m.Height
	stride := m.Width + 1
	if n := stride * (m.Height + 1); cap(r.sums) < n {
		r.sums = make([]uint32, n)
	} else {
		r.sums = r.sums[:n]
	}
	clear(r.sums[:stride])
	for y := range m.Height {
		above := r.sums[y*stride:][:stride]
		sums := r.sums[(y+1)*stride:][:stride]
		sums[0] = 0
		var row uint32
		for x, leaf := range m.Leaf[y*m.Width:][:m.Width] {
			row += uint32(leaf)
			sums[x+1] = above[x+1] + row
		}
	}
}

// TopLevel returns the smallest level at which one cell covers the picture.
func TopLevel(width, height int) int {
	level := 0
	for 1<<level < max(width, height) {
		level++
	}
	return level
}
