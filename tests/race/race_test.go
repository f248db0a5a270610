package race

import (
	"slices"
	"testing"
)

// TestValues: each value of each dimension occurs, in as many combinations as the largest dimension
// has values.
func TestValues(t *testing.T) {
	for _, sizes := range [][]int{{}, {1}, {0}, {4, 0}, {7}, {3, 4}, {1, 9, 1}, {2, 6, 3}} {
		cases := slices.Collect(values(sizes))
		want := 0
		if len(sizes) > 0 && slices.Min(sizes) > 0 {
			want = slices.Max(sizes)
		}
		if len(cases) != want {
			t.Errorf("%v: %d combinations, want %d", sizes, len(cases), want)
		}
		for d, size := range sizes {
			for v := range size {
				if want > 0 && !slices.ContainsFunc(cases, func(c []int) bool { return c[d] == v }) {
					t.Errorf("%v: value %d of dimension %d is missing", sizes, v, d)
				}
			}
		}
	}
}
