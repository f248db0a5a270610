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

// gpuFeature is the feature variant of [GPU], made when it is first needed.
type gpuFeature struct {
	planes  *glyuv.Buffers
	builder *glfeature.GPU
	means   []feature.Mean
}

func (f *gpuFeature) open(dev *gpu.Device) {
	if f.builder == nil {
		f.builder, f.planes = glfeature.NewGPU(dev), glyuv.NewBuffers(dev)
	}
}

func (f *gpuFeature) Release() {
	f.planes.Release()
	f.builder.Release()
}

// read returns the means of a list, nil if it has none; they are valid until the next
// call.
func (f *gpuFeature) read(list *glpyramid.List) []feature.Mean {
	if list.Means() == nil {
		return nil
	}
	f.means = glpyramid.ReadMeans(list, f.means[:0])
	return f.means
}

// enqueueFeature is Enqueue for the feature variant.
func (g *GPU) enqueueFeature(p *yuv.Picture, params analysis.Params) (*glpyramid.List, error) {
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
	if err := f.planes.UploadPlanes(p); err != nil {
		return nil, err
	}
	g.times.Upload = time.Since(start)
	g.tiles.Begin()
	err = f.builder.Tiles(p, f.planes, params.Features, level, limits)
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
