// Package race shortens tests under the race detector, which makes loops over pixels 10 to 20 times slower and
// finds nothing in code of one goroutine.
package race

import (
	"iter"
	"testing"

	"ffkvadrat/tests/pairs"
)

// Short is whether a test runs under the race detector and with go test's flag -short: then it needs
// what runs at the same time, and no products of data.
func Short() bool { return Enabled && testing.Short() }

// Plain ends a test early under the race detector with -short. Nothing in it may start a goroutine.
func Plain(t testing.TB) {
	t.Helper()
	if Short() {
		t.Skip("only without -short under the race detector: nothing in it runs at the same time")
	}
}

// Cases yields the combinations of [pairs.Cases]; under the race detector with -short only as many as
// let each value of each dimension occur.
func Cases(sizes ...int) iter.Seq[[]int] {
	if !Short() {
		return pairs.Cases(sizes...)
	}
	return values(sizes)
}

// values yields combinations in which each value of each dimension occurs.
func values(sizes []int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		most := 0
		for _, size := range sizes {
			if size == 0 {
				return
			}
			most = max(most, size)
		}
		for i := range most {
			c := make([]int, len(sizes))
			for d, size := range sizes {
				c[d] = i % size
			}
			if !yield(c) {
				return
			}
		}
	}
}
