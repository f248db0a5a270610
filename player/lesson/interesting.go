package lesson

import (
	"cmp"
	"image"
	"math/bits"

	"ffkvadrat/quadpyramid"
)

// rank orders squares: the one with more different sizes of quads is before the other. Among equal
// ones, it is the one whose number of quads is nearer to 40 % of the pixels: more would be mostly
// single pixels. Then it is the one nearer to the picture's centre, then the first.
type rank struct {
	cut                       bool // partly outside the picture: after all others
	sizes, surplus, far, x, y int
}

func (a rank) compare(b rank) int {
	cut := 0
	switch {
	case a.cut && !b.cut:
		cut = 1
	case b.cut && !a.cut:
		cut = -1
	}
	return cmp.Or(cut, cmp.Compare(b.sizes, a.sizes), cmp.Compare(a.surplus, b.surplus), cmp.Compare(a.far, b.far), cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x))
}

// as reports whether a square has as many sizes as another one.
func (a rank) as(b rank) bool { return a.cut == b.cut && a.sizes == b.sizes }

// Interesting returns the first pixel of the square of a picture with the most different sizes of
// quads. If this or another one with as many sizes is at after, it returns the next of them, and
// after the last the first.
func Interesting(cells *quadpyramid.Cells, side int, after image.Point) image.Point {
	ranks := ranksOf(cells, side)
	best, now := ranks[0], -1
	for i, r := range ranks {
		if r.compare(best) < 0 {
			best = r
		}
		if r.x == after.X && r.y == after.Y {
			now = i
		}
	}
	if now < 0 || !ranks[now].as(best) {
		return image.Pt(best.x, best.y)
	}
	next, found := best, false
	for _, r := range ranks {
		if r.as(best) && r.compare(ranks[now]) > 0 && (!found || r.compare(next) < 0) {
			next, found = r, true
		}
	}
	return image.Pt(next.x, next.y)
}

// ranksOf ranks all squares of a side.
func ranksOf(cells *quadpyramid.Cells, side int) []rank {
	level := quadpyramid.TopLevel(side, side)
	width, height := cells.Size(level)
	sizes, counts := make([]uint16, width*height), make([]int, width*height) // a bit for each level
	for _, q := range cells.List {
		n := max(q.Size()/side, 1)
		for i := range n * n {
			at := (q.Y()/side+i/n)*width + q.X()/side + i%n
			sizes[at] |= 1 << q.Level()
			counts[at]++
		}
	}
	ranks := make([]rank, width*height)
	for i := range ranks {
		x, y := i%width*side, i/width*side
		dx, dy := x+side/2-cells.Width/2, y+side/2-cells.Height/2
		ranks[i] = rank{
			cut: x+side > cells.Width || y+side > cells.Height, sizes: bits.OnesCount16(sizes[i]), surplus: abs(counts[i] - 2*side*side/5),
			far: dx*dx + dy*dy, x: x, y: y,
		}
	}
	return ranks
}

func abs(n int) int { return max(n, -n) }
