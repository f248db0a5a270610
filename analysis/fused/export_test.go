package fused

import "ffkvadrat/gpu"

// NewShared returns a builder with two dispatches that sums in shared memory, whatever the driver
// supports.
func NewShared(dev *gpu.Device) (*Builder, error) { return newBuilder(dev, false, twoDispatches) }

// NewTwo returns a builder with two dispatches that sums by subgroup operations if the driver has
// them.
func NewTwo(dev *gpu.Device) (*Builder, error) {
	return newBuilder(dev, dev.Caps.Subgroups, twoDispatches)
}

// NewOnce returns a builder with one dispatch for small pictures, on any driver. A workgroup polls
// a missing aggregate at most polls times.
func NewOnce(dev *gpu.Device, polls int) (*Builder, error) {
	return newBuilder(dev, dev.Caps.Subgroups, polls)
}
