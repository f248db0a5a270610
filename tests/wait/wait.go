// Package wait waits in tests for a state that the program reports, never for time to pass.
package wait

import (
	"testing"
	"time"
)

// hang is longer than anything takes that works, however loaded the machine is.
const hang = 5 * time.Minute

// For returns when something has happened. The test fails if it does not; what says what was
// awaited.
func For(t testing.TB, what string, happened func() bool) {
	t.Helper()
	for begin := time.Now(); !happened(); time.Sleep(time.Millisecond) {
		if time.Since(begin) > hang {
			t.Fatalf("%s: it does not happen", what)
		}
	}
}

// Receive returns what a channel gives, or the zero value once it is closed.
func Receive[T any](t testing.TB, what string, from <-chan T) T {
	t.Helper()
	late := time.NewTimer(hang)
	defer late.Stop()
	select {
	case got := <-from:
		return got
	case <-late.C:
		t.Fatalf("%s: it does not happen", what)
		panic("unreachable")
	}
}
