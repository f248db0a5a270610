package analysis

import (
	"ffkvadrat/edge"
	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
)

// NewVectorCPU makes a fast engine on a number of goroutines.
func NewVectorCPU(goroutines int) *CPU {
	return newCPU(edge.NewCPU, quadpyramid.NewCPU(), feature.NewCPU(), goroutines)
}

// NewPortableCPU makes one without vector instructions.
func NewPortableCPU(goroutines int) *CPU {
	return newCPU(edge.NewPortableCPU, quadpyramid.NewPortableCPU(), feature.NewPortableCPU(), goroutines)
}
