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
	return opened(t, func() (*gpu.Headless, error) { return gpu.OpenHeadless(true) })
}

// Each runs a test with the device of Open, and with one that only draws, as with OpenGL 3.3.
func Each(t *testing.T, test func(t *testing.T, dev *gpu.Device)) {
	t.Run("computes", func(t *testing.T) { test(t, Open(t)) })
	t.Run("draws", func(t *testing.T) { test(t, opened(t, gpu.OpenDrawing)) })
}

func opened(t testing.TB, open func() (*gpu.Headless, error)) *gpu.Device {
	t.Helper()
	h, err := open()
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
