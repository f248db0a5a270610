package glanalysis

import (
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/gpu"
	"ffkvadrat/match/glmatch"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
)

// Reference is the paper's engine on the GPU: a mask pass, one reduction for each level, a
// traversal, or one of the papers' other shapes of these. It keeps the whole pyramid; [GPU] is
// several times as fast.
type Reference struct {
	planes  *glyuv.Planes
	builder *glpyramid.Reference
	feature referenceFeature
	points  referencePoints
	dev     *gpu.Device
	timers  [3]*gpu.Timer // edge, pyramid, list
	times   analysis.Times
	out     []quadpyramid.Quad
	classes []uint8

	decisions   []edge.Decision
	differences differences
	match       *glmatch.Reference
}

// NewReference compiles the passes on a device. With choice.Merged the
// discriminator's time is in [analysis.Times].Pyramid and, if the traversal repeats
// it, in Times.List.
func NewReference(dev *gpu.Device, choice glpyramid.Choice) (*Reference, error) {
	builder, err := glpyramid.NewReference(dev, choice)
	if err != nil {
		return nil, err
	}
	g := &Reference{dev: dev, planes: glyuv.NewPlanes(dev), builder: builder, match: glmatch.NewReference(dev)}
	for i := range g.timers {
		g.timers[i] = dev.NewTimer()
	}
	return g, nil
}

// Release frees everything on the device.
func (g *Reference) Release() {
	if g == nil {
		return
	}
	for _, t := range g.timers {
		t.Release()
	}
	g.match.Release()
	g.differences.Release()
	g.points.Release()
	g.feature.Release()
	g.builder.Release()
	g.planes.Release()
}

// Analyze uploads the picture, waits for the GPU and reads the list.
func (g *Reference) Analyze(p *yuv.Picture, params analysis.Params) (analysis.Result, error) {
	if params.Variant == analysis.CommonFeature {
		return g.analyzeFeature(p, params)
	}
	g.planes.Load(p)
	limits, err := params.Limits()
	if err != nil {
		return analysis.Result{}, err
	}
	p, textures, params, err := g.textures(p, params)
	if err != nil {
		return analysis.Result{}, err
	}
	if params.Variant == analysis.Points && params.Order == points.ByLines {
		return g.analyzeLines(p, textures, g.decisions[0])
	}
	if err := g.builder.Resize(p.Width, p.Height, limits); err != nil {
		return analysis.Result{}, err
	}
	g.out, g.points.values, g.classes = g.out[:0], g.points.values[:0], g.classes[:0]
	for i, decision := range g.decisions {
		if err := g.analyzeClass(p, textures, decision, params.Variant); err != nil {
			return analysis.Result{}, err
		}
		for len(g.decisions) > 1 && len(g.classes) < len(g.out) {
			g.classes = append(g.classes, uint8(i))
		}
	}
	g.takeTimes()
	quads, values := g.out, g.points.values
	if params.Variant == analysis.Points && params.Order == points.ByValue {
		quads, values = g.points.byValue(g.out)
	}
	return analysis.Result{Quads: quads, Values: values, Classes: g.classes, Times: g.times}, nil
}

// textures returns the picture that the decision reads, in textures, and the decision: about the
// picture, its differences to the previous one, or the scores of a template.
func (g *Reference) textures(p *yuv.Picture, params analysis.Params) (*yuv.Picture, *glyuv.Textures, analysis.Params, error) {
	start := time.Now()
	if params.Variant == analysis.Templates {
		pattern, err := params.Search.Pattern(p, params.Threshold, nil)
		if err != nil {
			return nil, nil, params, err
		}
		textures, err := g.planes.Textures()
		if err != nil {
			return nil, nil, params, err
		}
		g.times.Upload = time.Since(start)
		p, textures, err = g.match.Of(p, textures.Luma, &pattern)
		if err != nil {
			return nil, nil, params, err
		}
		params = params.Scored()
		g.decisions, err = params.Discriminator().Classes(g.decisions[:0], p.Format)
		return p, textures, params, err
	}
	var err error
	g.decisions, err = params.Discriminator().Classes(g.decisions[:0], p.Format)
	if err != nil {
		return nil, nil, params, err
	}
	planes, err := g.differences.from(g.dev, g.planes, g.decisions[0])
	if err != nil {
		return nil, nil, params, err
	}
	upload := planes.Textures
	if g.decisions[0].Alpha {
		upload = planes.AlphaTexture
	}
	textures, err := upload()
	g.times.Upload = time.Since(start)
	return planes.Picture(), textures, params, err
}

// analyzeClass appends the list of one decision. With several, the times are those of the last one.
func (g *Reference) analyzeClass(p *yuv.Picture, textures *glyuv.Textures, decision edge.Decision, variant analysis.Variant) error {
	g.timers[0].Begin()
	err := g.builder.Decide(p, textures, decision)
	g.timers[0].End()
	if err != nil {
		return err
	}
	g.timers[1].Begin()
	g.builder.Build()
	g.timers[1].End()
	g.timers[2].Begin()
	list := g.builder.List()
	if variant == analysis.Points {
		err = g.points.value(g.dev, list, p, textures, decision.Alpha)
	}
	g.timers[2].End()
	if err != nil {
		return err
	}
	g.out = list.Read(g.out)
	if variant == analysis.Points {
		g.points.values = list.ReadValues(g.points.values)
	}
	return nil
}

// takeTimes reads the passes' times that have arrived.
func (g *Reference) takeTimes() {
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
