package fused

import (
	"fmt"

	"ffkvadrat/gpu"
)

// Twice instead of polls makes two dispatches.
const Twice = twoDispatches

// NewShared returns a builder with two dispatches that sums in shared memory, whatever the driver
// supports.
func NewShared(dev *gpu.Device) (*Builder, error) { return newBuilder(dev, nil, twoDispatches) }

// NewTwo returns a builder with two dispatches that sums by subgroup operations if the driver has
// them.
func NewTwo(dev *gpu.Device) (*Builder, error) {
	return newBuilder(dev, sumsOn(dev), twoDispatches)
}

// NewSubgroups returns a builder for a driver with subgroup operations whose subgroups have a size. The
// driver says that it is reported. Each operation returns garbage, so the shaders must sum without them.
func NewSubgroups(dev *gpu.Device, size, reported, polls int) (*Builder, error) {
	return newBuilder(dev, []string{"SUBGROUPS",
		fmt.Sprintf("gl_SubgroupSize %du", reported), fmt.Sprintf("gl_NumSubgroups uint(WG_SIZE / %d)", size),
		fmt.Sprintf("gl_SubgroupID (gl_LocalInvocationIndex / %du)", size),
		fmt.Sprintf("gl_SubgroupInvocationID (gl_LocalInvocationIndex %% %du)", size),
		"subgroupInclusiveAdd(x) ((x) * 3u + 1u)", "subgroupAdd(x) ((x) * 5u + 1u)", "subgroupBallot(x) uvec4((x) ? 5u : 6u)",
	}, polls)
}

// NewOnce returns a builder with one dispatch for small pictures, on any driver. A workgroup polls
// a missing aggregate at most polls times.
func NewOnce(dev *gpu.Device, polls int) (*Builder, error) {
	return newBuilder(dev, sumsOn(dev), polls)
}
