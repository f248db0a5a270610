// Package full marks the tests that run without go test's flag -short alone.
package full

import "testing"

// Only ends a test early with -short. The reason says why no small form of it shows the same.
func Only(t testing.TB, reason string) {
	t.Helper()
	if testing.Short() {
		t.Skipf("only without -short: %s", reason)
	}
}
