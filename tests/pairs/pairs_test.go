package pairs

import (
	"iter"
	"slices"
	"testing"
)

var dimensions = [][]int{{}, {1}, {7}, {1, 1}, {3, 4}, {1, 9, 1}, {2, 2, 2, 2}, {5, 3, 8, 2}, {30, 12, 4}, {13, 2, 2, 2, 2, 2, 3}}

// TestCover: each value occurs, and each pair of values of two dimensions.
func TestCover(t *testing.T) {
	for _, sizes := range dimensions {
		cases := slices.Collect(cover(sizes))
		occurs := func(fits func(c []int) bool) bool { return slices.ContainsFunc(cases, fits) }
		largest, second := 1, 1
		for d, size := range sizes {
			if size > largest {
				largest, second = size, largest
			} else {
				second = max(second, size)
			}
			for v := range size {
				if !occurs(func(c []int) bool { return c[d] == v }) {
					t.Errorf("%v: value %d of dimension %d is missing", sizes, v, d)
				}
				for e := d + 1; e < len(sizes); e++ {
					for w := range sizes[e] {
						if !occurs(func(c []int) bool { return c[d] == v && c[e] == w }) {
							t.Errorf("%v: values %d and %d of dimensions %d and %d are missing", sizes, v, w, d, e)
						}
					}
				}
			}
		}
		for _, c := range cases {
			for d, v := range c {
				if len(c) != len(sizes) || v < 0 || v >= sizes[d] {
					t.Errorf("%v: %v is no combination", sizes, c)
				}
			}
		}
		// The minimum is the product of the two largest dimensions.
		if n := len(cases); n < largest*second || n > 2*largest*second {
			t.Errorf("%v: %d combinations", sizes, n)
		}
		if again := slices.Collect(cover(sizes)); !slices.EqualFunc(again, cases, slices.Equal) {
			t.Errorf("%v: another choice the second time", sizes)
		}
	}
}

// TestProduct: all combinations, each once, in order.
func TestProduct(t *testing.T) {
	for _, sizes := range dimensions {
		n := 1
		for _, size := range sizes {
			n *= size
		}
		cases := slices.Collect(product(sizes))
		if len(cases) != n || !slices.IsSortedFunc(cases, slices.Compare) || len(slices.CompactFunc(cases, slices.Equal)) != n {
			t.Errorf("%v: %d combinations of %d, or not in order", sizes, len(cases), n)
		}
	}
}

// TestCases: -short selects the smaller set.
func TestCases(t *testing.T) {
	sizes := []int{3, 3, 3}
	want := len(slices.Collect(product(sizes)))
	if testing.Short() {
		want = len(slices.Collect(cover(sizes)))
	}
	if got := len(slices.Collect(Cases(sizes...))); got != want {
		t.Errorf("%d combinations, want %d", got, want)
	}
}

// TestStop: the loop can end early.
func TestStop(t *testing.T) {
	for _, all := range []iter.Seq[[]int]{cover([]int{3, 3}), product([]int{3, 3})} {
		n := 0
		for range all {
			if n++; n == 2 {
				break
			}
		}
		if n != 2 {
			t.Errorf("%d combinations", n)
		}
	}
}
