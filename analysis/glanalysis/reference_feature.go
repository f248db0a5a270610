package glanalysis

import (
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/feature"
	"ffkvadrat/feature/glfeature"
	"ffkvadrat/gpu"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/yuv"
)

// referenceFeature is the feature variant of [Reference], made on first use.
type referenceFeature struct {
	builder *glfeature.Reference
	field   feature.Field
	means   []feature.Mean
}

func (f *referenceFeature) open(dev *gpu.Device) error {
	if f.builder != nil {
		return nil
	}
	var err error
	f.builder, err = glfeature.NewReference(dev)
	return err
}

func (f *referenceFeature) Release() { f.builder.Release() }

// analyzeFeature is Analyze for the feature variant, of the loaded picture. In its Times, Edge is
// the pass over the pixels.
func (g *Reference) analyzeFeature(p *yuv.Picture, params analysis.Params) (analysis.Result, error) {
	level, err := feature.Level(params.Threshold)
	if err != nil {
		return analysis.Result{}, err
	}
	limits, err := params.Limits()
	if err != nil {
		return analysis.Result{}, err
	}
	f := &g.feature
	if err := f.open(g.dev); err != nil {
		return analysis.Result{}, err
	}
	start := time.Now()
	if p, params, err = analysis.OfVectors(&f.field, p, params); err != nil {
		return analysis.Result{}, err
	}
	g.planes.Load(p)
	buffers, err := g.planes.Buffers()
	if err != nil {
		return analysis.Result{}, err
	}
	g.times.Upload = time.Since(start)
	g.timers[0].Begin()
	err = f.builder.Pixels(p, buffers, params.Features)
	g.timers[0].End()
	if err != nil {
		return analysis.Result{}, err
	}
	g.timers[1].Begin()
	f.builder.Build(level, limits)
	g.timers[1].End()
	g.timers[2].Begin()
	list := f.builder.List()
	g.timers[2].End()
	g.out = list.Read(g.out[:0])
	f.means = glpyramid.ReadMeans(list, f.means[:0])
	g.takeTimes()
	return analysis.Result{Quads: g.out, Means: f.means, Times: g.times}, nil
}
