package fused

import "ffkvadrat/gpu"

// NewShared makes a builder that sums by shared memory, whatever the driver has.
func NewShared(dev *gpu.Device) (*Builder, error) { return newBuilder(dev, false) }
