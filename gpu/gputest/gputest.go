// Package gputest opens a GPU device without a display for tests.
package gputest

import (
	"os"
	"testing"

	"ffkvadrat/gpu"
)

// Open returns a headless debug device for the calling test. The device must stay on the test's
// goroutine: a subtest opens another one. At the end, errors from the driver, programs beyond the
// least limits of OpenGL, and unreleased objects fail the test. Without OpenGL 4.3 the test is skipped, or fails if FFKVADRAT_CI is set.
func Open(t testing.TB) *gpu.Device {
	t.Helper()
	h, err := gpu.OpenHeadless(true)
	if err != nil {
		if os.Getenv("FFKVADRAT_CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	t.Cleanup(func() {
		if err := h.Err(); err != nil {
			t.Error(err)
		}
		for _, excess := range h.Excess() {
			t.Error("gpu: a program that other drivers refuse: ", excess)
		}
		if live := h.Live(); live != nil {
			t.Errorf("gpu: not released: %v", live)
		}
		h.Release()
	})
	return h.Device
}
