// Package leak finds goroutines that a test leaves behind.
package leak

import (
	"runtime"
	"testing"

	"ffkvadrat/tests/wait"
)

// Check has the test fail if there are more goroutines than now when it is over, after the
// functions that it gives to Cleanup from here on. Those that are about to end are waited for.
// Tests that run at the same time would be counted, too.
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
