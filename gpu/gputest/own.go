package gputest

import "testing"

// Own releases what was made when the test ends, and ends the test where it could not
// be made.
func Own(t testing.TB, made interface{ Release() }, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(made.Release)
}
