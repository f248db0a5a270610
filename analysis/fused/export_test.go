package fused

import "ffkvadrat/gpu"

// NewShared returns a builder with two dispatches that sums by shared memory, whatever the
// driver has.
func NewShared(dev *gpu.Device) (*Builder, error) { return newBuilder(dev, false, twoDispatches) }

// NewTwo makes one with two dispatches that sums by subgroup operations where the driver has
// them.
func NewTwo(dev *gpu.Device) (*Builder, error) {
	return newBuilder(dev, dev.Caps.Subgroups, twoDispatches)
}

// NewOnce makes one with one dispatch where pictures are small enough, whatever the driver
// is. A workgroup asks again polls times for what it waits for.
func NewOnce(dev *gpu.Device, polls int) (*Builder, error) {
	return newBuilder(dev, dev.Caps.Subgroups, polls)
}
