package ocpyramid

import "ffkvadrat/quadpyramid"

// Reference lists cubes by recursion from the top. It is the oracle for every other engine. It uses
// no pyramid, only the definition of a leaf: a cube of the grid whose pixels are all leaf pixels
// while its parent's are not, within the limits.
//
// A summed-volume table of 64×64 pixels counts the leaf pixels of a cube. It covers the block that
// the recursion is in, because no cube is larger than a window. The zero value is ready; it
// allocates only when lists grow.
type Reference struct {
	window        *Window
	width, height int
	limits        quadpyramid.Limits
	// sums at (x, y, t) is the number of leaf pixels of the block in frames before t, above and
	// to the left of its pixel (x, y).
	sums [MaxFrames + 1][MaxFrames + 1][MaxFrames + 1]uint32
}

// Build appends the cubes of the window to list, in the order of the paper's traversal.
func (r *Reference) Build(list []Cube, w *Window, limits quadpyramid.Limits) []Cube {
	if w.Len() == 0 {
		return list
	}
	r.window, r.limits = w, limits
	r.width, r.height = w.Size()
	return r.descend(list, 0, 0, 0, max(w.topLevel(), MaxLevel))
}

func (r *Reference) descend(list []Cube, x, y, frame, level int) []Cube {
	if x >= r.width || y >= r.height || frame >= r.window.Len() || level < r.limits.Min {
		return list
	}
	if level == MaxLevel {
		r.sum(x, y)
	}
	size := 1 << level
	if size <= r.window.frames { // no larger cube has only leaf pixels
		switch n := r.leaves(x, y, frame, size); {
		case n == 0:
			return list
		case n == uint32(size*size*size) && level <= r.limits.Max:
			return append(list, NewCube(x, y, frame, level))
		}
	}
	half := size / 2
	for child := range 8 {
		list = r.descend(list, x+child&1*half, y+child>>1&1*half, frame+child>>2*half, level-1)
	}
	return list
}

// leaves counts the leaf pixels in the part of a cube that lies inside the picture and the window.
func (r *Reference) leaves(x, y, frame, size int) uint32 {
	x, y = x%MaxFrames, y%MaxFrames
	below := func(t int) uint32 {
		s := &r.sums[t]
		return s[y+size][x+size] - s[y+size][x] - s[y][x+size] + s[y][x]
	}
	return below(frame+size) - below(frame)
}

// sum computes the table of the block at (left, top), over the window's frames.
func (r *Reference) sum(left, top int) {
	for t := range r.window.frames {
		for y := range MaxFrames {
			var row uint32
			for x := range MaxFrames {
				if left+x < r.width && top+y < r.height && t < r.window.Len() && r.window.masks[t].Leaf(left+x, top+y) {
					row++
				}
				r.sums[t+1][y+1][x+1] = r.sums[t][y+1][x+1] + r.sums[t+1][y][x+1] - r.sums[t][y][x+1] + row
			}
		}
	}
}
