package batch

import (
	"runtime"
	"testing"
)

// TestExportsShareProcessors: concurrent exports together have no more goroutines for text than
// there are processors, or one each.
func TestExportsShareProcessors(t *testing.T) {
	for _, c := range []struct{ processors, jobs, inputs, want int }{
		{1, 1, 1, 1}, {2, 1, 3, 2}, {2, 2, 3, 1}, {16, 4, 9, 4}, {16, 8, 2, 8}, {16, 0, 1, 16}, {2, 8, 9, 1},
	} {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(c.processors))
		o := Options{Jobs: c.jobs, Inputs: make([]Input, c.inputs)}
		if got := o.job(0, "").Goroutines; got != c.want {
			t.Errorf("%+v: %d goroutines", c, got)
		}
	}
}
