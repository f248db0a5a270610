// Package race shortens tests under the race detector, which makes pixel loops 10 to 20 times
// slower and finds nothing in single-threaded code.
package race

import (
	"iter"
	"testing"

	"ffkvadrat/tests/pairs"
)

// Short reports whether a test runs under the race detector with -short. It then needs only
// concurrency, not products of data.
func Short() bool { return Enabled && testing.Short() }

// Plain skips a test under the race detector with -short. Use it only for tests without goroutines.
func Plain(t testing.TB) {
	t.Helper()
	if Short() {
		t.Skip("only without -short under the race detector: nothing in it runs at the same time")
	}
}

// Cases yields the combinations of [pairs.Cases]; under the race detector with -short only enough
// for each value of each dimension.
func Cases(sizes ...int) iter.Seq[[]int] {
	if !Short() {
		return pairs.Cases(sizes...)
	}
	return values(sizes)
}

// values yields combinations that contain each value of each dimension.
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
