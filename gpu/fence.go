package gpu

import (
	"fmt"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Fence is a point in the command stream. The zero value has been passed.
type Fence struct{ sync uintptr }

// Set moves the fence after all commands so far.
func (f *Fence) Set() {
	f.Release()
	f.sync = gl.FenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
}

// Wait waits until the GPU has completed everything before the fence. An error means that it never
// will.
func (f *Fence) Wait(d *Device) error {
	const second = 1e9 // in nanoseconds; after it, check for a lost device
	for f.sync != 0 {
		switch status := gl.ClientWaitSync(f.sync, gl.SYNC_FLUSH_COMMANDS_BIT, second); {
		case status == gl.ALREADY_SIGNALED || status == gl.CONDITION_SATISFIED:
			f.Release()
		case status == gl.TIMEOUT_EXPIRED && !d.Lost():
		default:
			f.Release()
			if err := d.Err(); err != nil {
				return err
			}
			return fmt.Errorf("gpu: wait for a fence: status %#x", status)
		}
	}
	return nil
}

// Release forgets the fence.
func (f *Fence) Release() {
	if f.sync != 0 {
		gl.DeleteSync(f.sync)
		f.sync = 0
	}
}
