package analysis

import "ffkvadrat/edge"

// NewVectorCPU and NewPortableCPU are fast engines with and without vector
// instructions, on a number of goroutines.
func NewVectorCPU(goroutines int) *CPU   { return newCPU(edge.NewCPU, goroutines) }
func NewPortableCPU(goroutines int) *CPU { return newCPU(edge.NewPortableCPU, goroutines) }
