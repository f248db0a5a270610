package gputest

import (
	"testing"

	"ffkvadrat/gpu"
)

// Loop measures consecutive runs, as b.Loop does, and waits for the GPU now and then: NVIDIA's driver
// (580, H200) resets a GPU with more than about ten seconds of queued work, as 50,000 runs of 0.3 ms
// are.
func Loop(b *testing.B, dev *gpu.Device, run func()) {
	b.Helper()
	const queue = 64
	n := 0
	for b.Loop() {
		run()
		if n++; n%queue == 0 {
			dev.Finish()
		}
	}
	dev.Finish()
}
