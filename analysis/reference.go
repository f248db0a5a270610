package analysis

import (
	"time"

	"ffkvadrat/edge"
	"ffkvadrat/feature"
	"ffkvadrat/points"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// Reference is the short, slow engine on the CPU with which the others are
// compared. The zero value is ready; it allocates when pictures need it.
type Reference struct {
	mask    edge.Mask
	edge    edge.Reference
	list    quadpyramid.Reference
	feature feature.Reference
	points  points.Reference
	out     []quadpyramid.Quad
}

// NewReference makes an engine.
func NewReference() *Reference { return &Reference{} }

// Release does nothing; the garbage collector frees the engine.
func (r *Reference) Release() {}

// Analyze fails only for parameters that do not fit the picture.
func (r *Reference) Analyze(p *yuv.Picture, params Params) (Result, error) {
	limits, err := params.Limits()
	if err != nil {
		return Result{}, err
	}
	start := time.Now()
	if params.Variant == CommonFeature {
		level, err := feature.Level(params.Threshold)
		if err != nil {
			return Result{}, err
		}
		quads, means, err := r.feature.Build(p, params.Features, level, limits)
		return Result{Quads: quads, Means: means, Times: Times{List: time.Since(start)}}, err
	}
	decision, err := params.Discriminator().Decision(p.Format)
	if err != nil {
		return Result{}, err
	}
	r.edge.Run(&r.mask, p, decision)
	masked := time.Now()
	if params.Variant == Points {
		quads, values := r.points.Build(p, &r.mask, params.Order, decision.Alpha)
		return Result{Quads: quads, Values: values, Times: Times{Edge: masked.Sub(start), List: time.Since(masked)}}, nil
	}
	r.out = r.list.Build(r.out[:0], &r.mask, limits)
	return Result{Quads: r.out, Times: Times{Edge: masked.Sub(start), List: time.Since(masked)}}, nil
}
