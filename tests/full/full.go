// Package full marks tests that run only without go test's flag -short, and repeats measurements.
package full

import "testing"

// Only ends a test early with -short. The reason says why no small form of it shows the same.
func Only(t testing.TB, reason string) {
	t.Helper()
	if testing.Short() {
		t.Skipf("only without -short: %s", reason)
	}
}

// ThreeTimes fails a test if what it measures in real time, which other work on the machine disturbs, is wrong
// three times.
func ThreeTimes(t testing.TB, measure func() error) {
	t.Helper()
	var err error
	for range 3 {
		if err = measure(); err == nil {
			return
		}
		t.Log(err)
	}
	t.Error(err)
}
