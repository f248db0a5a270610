// Package full marks tests that go test -short skips, and repeats measurements.
package full

import "testing"

// Only skips a test with -short. The reason says why no short form covers the same.
func Only(t testing.TB, reason string) {
	t.Helper()
	if testing.Short() {
		t.Skipf("only without -short: %s", reason)
	}
}

// ThreeTimes fails a test if a real-time measurement, which other work on the machine disturbs,
// fails three times.
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
