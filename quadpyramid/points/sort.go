package points

import (
	"slices"

	"ffkvadrat/quadpyramid"
)

// Sorter sorts points by value, by counting sort: it counts the points of each value, computes
// where each value's points begin, and moves the points there in order. It allocates only when
// lists grow; the zero value is ready.
type Sorter struct {
	starts []int32
	list   []quadpyramid.Quad
	values []uint16
}

// Sort returns points from the largest value to the smallest; equal ones keep their order. The
// result is valid until the next call.
func (s *Sorter) Sort(list []quadpyramid.Quad, values []uint16) ([]quadpyramid.Quad, []uint16) {
	if len(list) == 0 {
		return list, values
	}
	most := int(slices.Max(values))
	s.starts = slices.Grow(s.starts[:0], most+2)[:most+2]
	clear(s.starts)
	for _, v := range values {
		s.starts[most-int(v)+1]++
	}
	for i := 1; i <= most; i++ {
		s.starts[i] += s.starts[i-1]
	}
	s.list = slices.Grow(s.list[:0], len(list))[:len(list)]
	s.values = slices.Grow(s.values[:0], len(list))[:len(list)]
	for i, v := range values {
		at := &s.starts[most-int(v)]
		s.list[*at], s.values[*at] = list[i], v
		*at++
	}
	return s.list, s.values
}
