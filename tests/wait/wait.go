// Package wait lets tests wait for a reported state instead of a time.
package wait

import (
	"testing"
	"time"
)

// hang is longer than any successful wait, even on a loaded machine.
const hang = 5 * time.Minute

// For waits until happened returns true, and fails the test after a hang. what names the event.
func For(t testing.TB, what string, happened func() bool) {
	t.Helper()
	for begin := time.Now(); !happened(); time.Sleep(time.Millisecond) {
		if time.Since(begin) > hang {
			t.Fatalf("%s: it does not happen", what)
		}
	}
}

// Receive receives from a channel; it returns the zero value once the channel is closed.
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
