// Package leak finds goroutines that a test leaves behind.
package leak

import (
	"runtime"
	"testing"

	"ffkvadrat/tests/wait"
)

// Check fails the test if it ends with more goroutines than now, after its later Cleanup functions.
// It waits for goroutines that are ending. Parallel tests would be counted, too.
func Check(t testing.TB) {
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		defer func() {
			if runtime.NumGoroutine() > before {
				stacks := make([]byte, 1<<20)
				t.Logf("%s", stacks[:runtime.Stack(stacks, true)])
			}
		}()
		wait.For(t, "the end of the test's goroutines", func() bool { return runtime.NumGoroutine() <= before })
	})
}
