package glocpyramid

import "ffkvadrat/gpu"

// NewShared returns a builder that sums in shared memory.
func NewShared(dev *gpu.Device) (*GPU, error) { return newGPU(dev, false) }
