package main

import (
	"bytes"
	"os"
	"testing"

	"ffkvadrat/tests/platform"
)

func TestCurrent(t *testing.T) {
	t.Chdir("..")
	want, err := generate()
	platform.Missing(t, err)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("layout.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("layout.go is not what its generator writes: go generate ./imgui")
	}
}
