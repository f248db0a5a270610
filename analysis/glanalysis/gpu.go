// Package glanalysis provides the engines on the GPU.
//
// Input is a picture and the parameters; output is the quads, as in package analysis, and for [GPU]
// also a list that stays on the GPU. [GPU] is the fast engine, [Reference] runs the paper's passes.
// Both belong to their device's thread.
package glanalysis

import (
	"time"
	"unsafe"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/fused"
	"ffkvadrat/edge"
	"ffkvadrat/gpu"
	"ffkvadrat/match"
	"ffkvadrat/match/glmatch"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
)

// GPU is the fast engine on the GPU. In its [analysis.Times], Edge is the first pass,
// including the pyramid, and List is the second pass.
type GPU struct {
	planes      *glyuv.Planes // for Enqueue
	builder     *fused.Builder
	feature     gpuFeature
	dev         *gpu.Device
	tiles       *gpu.Timer
	list        *gpu.Timer
	countBack   *gpu.Readback
	counts      *[glpyramid.CountWords]uint32
	times       analysis.Times
	begun       begun
	decisions   []edge.Decision // of the last Enqueue
	differences differences
	finder      *glmatch.Finder // made on first use
	pattern     match.Pattern   // of the last search
}

// differences are the pictures of differences to the previous frame, made on first use.
type differences struct {
	previous *edge.Previous
	planes   *glyuv.Planes
}

func (m *differences) Release() { m.planes.Release() }

// from returns planes with the differences, if the decision compares with the previous frame; else
// planes itself.
func (m *differences) from(dev *gpu.Device, planes *glyuv.Planes, d edge.Decision) (*glyuv.Planes, error) {
	if !d.Operator.Previous() {
		return planes, nil
	}
	if m.previous == nil {
		m.previous, m.planes = edge.NewPrevious(), glyuv.NewPlanes(dev)
	}
	if err := analysis.Fetch(planes.Picture()); err != nil {
		return nil, err
	}
	m.planes.Load(m.previous.Of(planes.Picture(), d))
	return m.planes, nil
}

// NewGPU compiles the passes on a device.
func NewGPU(dev *gpu.Device) (*GPU, error) {
	g := &GPU{dev: dev, counts: new([glpyramid.CountWords]uint32)}
	var err error
	if g.builder, err = fused.New(dev); err == nil {
		g.countBack, err = dev.NewReadback("quad count", int(unsafe.Sizeof(*g.counts)))
	}
	if err != nil {
		g.Release()
		return nil, err
	}
	g.planes = glyuv.NewPlanes(dev)
	g.tiles, g.list = dev.NewTimer(), dev.NewTimer()
	if dev.Caps.Mapping {
		g.begun.fetcher = glpyramid.NewFetcher(dev)
	}
	return g, nil
}

// Release frees everything on the device.
func (g *GPU) Release() {
	if g == nil {
		return
	}
	g.begun.fetcher.Release()
	g.finder.Release()
	g.differences.Release()
	g.feature.Release()
	g.list.Release()
	g.tiles.Release()
	g.planes.Release()
	g.countBack.Release()
	g.builder.Release()
}

// Enqueue uploads the picture's samples, starts the GPU's work and returns at once; it does not
// keep the picture's memory. The list stays on the GPU and is valid until the next call.
func (g *GPU) Enqueue(p *yuv.Picture, params analysis.Params) (*glpyramid.List, error) {
	g.planes.Load(p)
	return g.enqueue(g.planes, params, params.Variant.HasValues())
}

// EnqueueFrom is Enqueue for the picture that is loaded in planes. Other engines and the display
// may share the planes, so each plane is uploaded once. Points have no values.
func (g *GPU) EnqueueFrom(planes *glyuv.Planes, params analysis.Params) (*glpyramid.List, error) {
	return g.enqueue(planes, params, false)
}

func (g *GPU) enqueue(planes *glyuv.Planes, params analysis.Params, values bool) (*glpyramid.List, error) {
	if params.Variant == analysis.CommonFeature {
		return g.enqueueFeature(planes, params)
	}
	p := planes.Picture()
	limits, err := params.Limits()
	if err != nil {
		return nil, err
	}
	if params.Variant == analysis.Templates {
		return g.enqueueSearch(planes, params, values)
	}
	g.decisions, err = params.Discriminator().Classes(g.decisions[:0], p.Format)
	if err != nil {
		return nil, err
	}
	decision := &g.decisions[0]
	start := time.Now()
	if planes, err = g.differences.from(g.dev, planes, *decision); err != nil {
		return nil, err
	}
	p = planes.Picture()
	upload := planes.Buffers
	switch {
	case decision.Alpha:
		upload = planes.AlphaBuffer
	case decision.LumaAlone():
		upload = planes.LumaBuffer
	}
	if values && !decision.Alpha {
		if _, err := planes.LumaBuffer(); err != nil {
			return nil, err
		}
	}
	buffers, err := upload()
	if err != nil {
		return nil, err
	}
	g.times.Upload = time.Since(start)
	g.tiles.Begin()
	if params.Variant == analysis.Points {
		err = g.builder.Points(p, buffers, g.decisions, params.Order, values)
	} else {
		err = g.builder.Classes(p, buffers, g.decisions, limits)
	}
	g.tiles.End()
	if err != nil {
		return nil, err
	}
	return g.listed(), nil
}

// listed makes the list after the first pass.
func (g *GPU) listed() *glpyramid.List {
	g.list.Begin()
	list := g.builder.List()
	g.list.End()
	g.countBack.Ask(list.Commands())
	return list
}

// enqueueSearch is enqueue for a template: points of the picture of scores.
func (g *GPU) enqueueSearch(planes *glyuv.Planes, params analysis.Params, values bool) (*glpyramid.List, error) {
	p := planes.Picture()
	var err error
	if g.pattern, err = params.Search.Pattern(p, params.Threshold, g.pattern.Samples); err != nil {
		return nil, err
	}
	if g.finder == nil {
		g.finder = glmatch.NewFinder(g.dev)
	}
	start := time.Now()
	buffers, err := planes.LumaBuffer()
	if err != nil {
		return nil, err
	}
	g.times.Upload = time.Since(start)
	params = params.Scored()
	g.tiles.Begin()
	scores, buffers, err := g.finder.Of(p, buffers.Luma, &g.pattern)
	if err == nil {
		g.decisions, err = params.Discriminator().Classes(g.decisions[:0], scores.Format)
	}
	if err == nil {
		err = g.builder.Points(scores, buffers, g.decisions, params.Order, values)
	}
	g.tiles.End()
	if err != nil {
		return nil, err
	}
	return g.listed(), nil
}

// Counts returns the number of quads of the last Enqueue, and of the pixels under them. It waits
// for the GPU. An error means that the device is lost.
func (g *GPU) Counts() (quads, pixels int, err error) {
	err = g.countBack.Take(unsafe.Pointer(g.counts))
	return int(g.counts[glpyramid.CountWords-2]), int(g.counts[glpyramid.CountWords-1]), err
}

// Times returns the times of the most recent Enqueue that has finished.
func (g *GPU) Times() analysis.Times {
	newest(&g.times.Edge, g.tiles)
	newest(&g.times.List, g.list)
	return g.times
}
