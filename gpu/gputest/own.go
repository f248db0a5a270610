package gputest

import "testing"

// Own releases an object when the test ends. If err is not nil, Own fails the test.
func Own(t testing.TB, made interface{ Release() }, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(made.Release)
}
