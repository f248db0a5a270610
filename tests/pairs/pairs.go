// Package pairs selects the combinations of several dimensions, such as operators, formats, sizes
// and engines, that a test tries.
//
// Without go test's -short it is the full product. With it, it is a small set that contains each
// value of each dimension, and each pair of values of two dimensions: all-pairs testing, as in
// Cohen et al., "The AETG System" (1997). The selection depends only on the numbers of values.
package pairs

import (
	"iter"
	"testing"
)

// Cases yields the combinations: an index per dimension, below its number of values. The caller may
// retain them.
func Cases(sizes ...int) iter.Seq[[]int] {
	if testing.Short() {
		return cover(sizes)
	}
	return product(sizes)
}

// product yields all combinations, the last dimension fastest.
func product(sizes []int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		n := 1
		for _, size := range sizes {
			n *= size
		}
		for i := range n {
			c := make([]int, len(sizes))
			for d, rest := len(sizes)-1, i; d >= 0; d-- {
				c[d], rest = rest%sizes[d], rest/sizes[d]
			}
			if !yield(c) {
				return
			}
		}
	}
}

// cover yields combinations that contain all pairs. Each begins with the first missing pair; each
// other dimension takes the value that adds most missing pairs.
func cover(sizes []int) iter.Seq[[]int] {
	if len(sizes) < 2 {
		return product(sizes)
	}
	return func(yield func([]int) bool) {
		done := map[[4]int]bool{} // two dimensions in ascending order, and a value of each
		pair := func(d, v, e, w int) [4]int {
			if d < e {
				return [4]int{d, e, v, w}
			}
			return [4]int{e, d, w, v}
		}
		for d := range sizes {
			for e := d + 1; e < len(sizes); e++ {
				for first := range product([]int{sizes[d], sizes[e]}) {
					if done[pair(d, first[0], e, first[1])] {
						continue
					}
					c := make([]int, len(sizes))
					for i := range c {
						c[i] = -1
					}
					c[d], c[e] = first[0], first[1]
					for f, size := range sizes {
						if c[f] >= 0 {
							continue
						}
						most := -1
						for v := range size {
							fresh := 0
							for g, w := range c {
								if w >= 0 && !done[pair(f, v, g, w)] {
									fresh++
								}
							}
							if fresh > most {
								most, c[f] = fresh, v
							}
						}
					}
					for f, v := range c {
						for g := f + 1; g < len(c); g++ {
							done[pair(f, v, g, c[g])] = true
						}
					}
					if !yield(c) {
						return
					}
				}
			}
		}
	}
}
