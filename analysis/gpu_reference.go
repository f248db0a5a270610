package analysis

import (
	"time"

	"ffkvadrat/gpu"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
)

// GPUReference is the paper's engine on the GPU: a mask pass, a reduction a
// level, a traversal, or one of the papers' other shapes of these. [GPU] is
// several times as fast; this one keeps the whole pyramid.
type GPUReference struct {
	textures *glyuv.Textures
	builder  *glpyramid.Reference
	feature  gpuReferenceFeature
	dev      *gpu.Device
	timers   [3]*gpu.Timer // edge, pyramid, list
	times    Times
	out      []quadpyramid.Quad
}

// NewGPUReference compiles the passes on a device. With choice.Merged the
// discriminator's time is in [Times].Pyramid and, where the traversal repeats
// it, in Times.List.
func NewGPUReference(dev *gpu.Device, choice glpyramid.Choice) (*GPUReference, error) {
	builder, err := glpyramid.NewReference(dev, choice)
	if err != nil {
		return nil, err
	}
	g := &GPUReference{dev: dev, textures: glyuv.NewTextures(dev), builder: builder}
	for i := range g.timers {
		g.timers[i] = dev.NewTimer()
	}
	return g, nil
}

// Release frees everything on the device.
func (g *GPUReference) Release() {
	if g == nil {
		return
	}
	for _, t := range g.timers {
		t.Release()
	}
	g.feature.Release()
	g.builder.Release()
	g.textures.Release()
}

// Analyze uploads the picture, waits for the GPU and reads the list.
func (g *GPUReference) Analyze(p *yuv.Picture, params Params) (Result, error) {
	if params.Variant == CommonFeature {
		return g.analyzeFeature(p, params)
	}
	limits, err := params.limits()
	if err != nil {
		return Result{}, err
	}
	decision, err := params.discriminator().Decision(p.Format)
	if err != nil {
		return Result{}, err
	}
	start := time.Now()
	if err := g.textures.Upload(p); err != nil {
		return Result{}, err
	}
	g.times.Upload = time.Since(start)
	if err := g.builder.Resize(p.Width, p.Height, limits); err != nil {
		return Result{}, err
	}
	g.timers[0].Begin()
	err = g.builder.Decide(p, g.textures, decision)
	g.timers[0].End()
	if err != nil {
		return Result{}, err
	}
	g.timers[1].Begin()
	g.builder.Build()
	g.timers[1].End()
	g.timers[2].Begin()
	list := g.builder.List()
	g.timers[2].End()
	g.out = list.Read(g.out[:0])
	g.takeTimes()
	return Result{Quads: g.out, Times: g.times}, nil
}

// takeTimes takes what has arrived of the passes' times.
func (g *GPUReference) takeTimes() {
	newest(&g.times.Edge, g.timers[0])
	newest(&g.times.Pyramid, g.timers[1])
	newest(&g.times.List, g.timers[2])
}

// newest sets a stage's time to the last measurement that has arrived.
func newest(stage *time.Duration, t *gpu.Timer) {
	for ns, ready := t.Result(); ready; ns, ready = t.Result() {
		*stage = time.Duration(ns)
	}
}
