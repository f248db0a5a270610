package glanalysis

import (
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/feature"
	"ffkvadrat/feature/glfeature"
	"ffkvadrat/gpu"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
)

// gpuFeature is the feature variant of [GPU], made on first use.
type gpuFeature struct {
	builder *glfeature.GPU
	field   feature.Field
	planes  *glyuv.Planes // for pictures of vectors
}

func (f *gpuFeature) open(dev *gpu.Device) {
	if f.builder == nil {
		f.builder, f.planes = glfeature.NewGPU(dev), glyuv.NewPlanes(dev)
	}
}

func (f *gpuFeature) Release() {
	f.planes.Release()
	f.builder.Release()
}

// enqueueFeature is EnqueueFrom for the feature variant.
func (g *GPU) enqueueFeature(planes *glyuv.Planes, params analysis.Params) (*glpyramid.List, error) {
	level, err := feature.Level(params.Threshold)
	if err != nil {
		return nil, err
	}
	limits, err := params.Limits()
	if err != nil {
		return nil, err
	}
	f := &g.feature
	f.open(g.dev)
	start := time.Now()
	if params.Needs().Vectors {
		var made *yuv.Picture
		if made, params, err = analysis.OfVectors(&f.field, planes.Picture(), params); err != nil {
			return nil, err
		}
		planes = f.planes
		planes.Load(made)
	}
	buffers, err := planes.Buffers()
	if err != nil {
		return nil, err
	}
	g.times.Upload = time.Since(start)
	g.tiles.Begin()
	err = f.builder.Tiles(planes.Picture(), buffers, params.Features, level, limits)
	g.tiles.End()
	if err != nil {
		return nil, err
	}
	g.list.Begin()
	list := f.builder.List()
	g.list.End()
	g.countBack.Ask(list.Commands())
	return list, nil
}
