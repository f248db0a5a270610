package glfeature

import "ffkvadrat/gpu"

// NewGroupGPU returns a GPU with a number of tiles a workgroup.
func NewGroupGPU(dev *gpu.Device, tiles int) *GPU { return newGPU(dev, tiles) }
