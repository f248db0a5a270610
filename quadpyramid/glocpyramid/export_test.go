package glocpyramid

import "ffkvadrat/gpu"

// NewShared makes a builder whose sums are made in shared memory.
func NewShared(dev *gpu.Device) (*GPU, error) { return newGPU(dev, false) }
