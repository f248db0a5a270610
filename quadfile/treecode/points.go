package treecode

import "ffkvadrat/quadpyramid"

// Merge appends the quads that cover points, which are pixels in Morton order: four quads that fill
// a square become one, at any size. It does not modify points.
func Merge(list, points []quadpyramid.Quad) []quadpyramid.Quad {
	begin := len(list)
	for _, p := range points {
		list = append(list, p)
		for filled(list[begin:]) {
			n := len(list)
			first := list[n-4]
			list = append(list[:n-4], quadpyramid.NewQuad(first.X(), first.Y(), first.Level()+1))
		}
	}
	return list
}

// filled reports whether the last four quads of a list in Morton order are the quarters of a
// square.
func filled(list []quadpyramid.Quad) bool {
	if len(list) < 4 {
		return false
	}
	four := list[len(list)-4:]
	first, level := four[0].Morton(), four[0].Level()
	if level == quadpyramid.MaxLevel || first>>(2*level)&3 != 0 {
		return false
	}
	for i, q := range four {
		if q.Level() != level || q.Morton() != first+uint32(i)<<(2*level) {
			return false
		}
	}
	return true
}

// Expand appends the pixels of the quads of a list to points, in Morton order.
func Expand(points, list []quadpyramid.Quad) []quadpyramid.Quad {
	for _, q := range list {
		points = pixels(points, q.X(), q.Y(), q.Level())
	}
	return points
}

func pixels(points []quadpyramid.Quad, x, y, level int) []quadpyramid.Quad {
	if level == 0 {
		return append(points, quadpyramid.NewQuad(x, y, 0))
	}
	level--
	size := 1 << level
	points = pixels(points, x, y, level)
	points = pixels(points, x+size, y, level)
	points = pixels(points, x, y+size, level)
	return pixels(points, x+size, y+size, level)
}
