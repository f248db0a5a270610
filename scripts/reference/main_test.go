package main

import (
	"os"
	"testing"
)

// TestPages: the pages of flags and keys are up to date.
func TestPages(t *testing.T) {
	for name, want := range pages() {
		if got, err := os.ReadFile("../../" + name); err != nil || string(got) != want {
			t.Errorf("%s is out of date (%v): go run ./scripts/reference", name, err)
		}
	}
}
