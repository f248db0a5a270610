package analysis

import (
	"time"

	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// Reference is the short, slow engine on the CPU that the others are compared
// with. The zero value is ready; it allocates as pictures come.
type Reference struct {
	mask edge.Mask
	edge edge.Reference
	list quadpyramid.Reference
	out  []quadpyramid.Quad
}

// NewReference makes an engine.
func NewReference() *Reference { return &Reference{} }

// Release does nothing; the garbage collector has the rest.
func (r *Reference) Release() {}

// Analyze fails only on a threshold off the scale.
func (r *Reference) Analyze(p *yuv.Picture, params Params) (Result, error) {
	level, err := edge.Level(params.Threshold, p.Format.Depth)
	if err != nil {
		return Result{}, err
	}
	start := time.Now()
	r.edge.Run(&r.mask, p, level)
	masked := time.Now()
	r.out = r.list.Build(r.out[:0], &r.mask)
	return Result{Quads: r.out, Times: Times{Edge: masked.Sub(start), List: time.Since(masked)}}, nil
}
