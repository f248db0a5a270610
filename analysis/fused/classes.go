package fused

import (
	"fmt"

	"ffkvadrat/edge"
	"ffkvadrat/gpu"
)

var maxClasses = fmt.Sprintf("CLASSES %d", edge.MaxClasses)

// classBounds are the bounds of contiguous classes: class i is from bound i up to bound i+1.
type classBounds struct {
	floats [edge.MaxClasses + 1]float32
	wide   [edge.MaxClasses + 1][2]uint32
}

// set is setBounds for classes.
func (c *classBounds) set(t *gpu.Program, k kind, classes []edge.Decision, most uint64) {
	for i := range len(classes) + 1 {
		bound := classes[0].Lower
		if i > 0 {
			bound = classes[i-1].Upper
		}
		bound = min(bound, most+1)
		c.floats[i], c.wide[i] = float32(bound), [2]uint32{uint32(bound >> 32), uint32(bound)}
	}
	if k.sums == floatSums {
		t.Floats("bounds", c.floats[:len(classes)+1])
	} else {
		t.Uint2s("bounds", c.wide[:len(classes)+1])
	}
}

// sumClasses runs the pass between the two, which writes the number of quads of each class.
func (b *Builder) sumClasses() {
	b.bindTiles(b.sum)
	b.sum.Int("n_blocks", b.nBlocks)
	b.sum.DispatchLayers(1, 1, b.layers)
	b.dev.Barrier(gpu.ToStorage)
}
