package glanalysis_test

import (
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/fused"
	"ffkvadrat/analysis/glanalysis"
	"ffkvadrat/edge"
	"ffkvadrat/feature"
	"ffkvadrat/feature/glfeature"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestSecondEnginesCompileNothing: engines share what their device has compiled.
func TestSecondEnginesCompileNothing(t *testing.T) {
	dev := gputest.Open(t)
	p := yuvtest.Picture(yuvtest.Formats[1], 320, 180, yuvtest.Fills(seed)[5])
	run := func() {
		onGPU, err := glanalysis.NewGPU(dev)
		gputest.Own(t, onGPU, err)
		reference, err := glanalysis.NewReference(dev, glpyramid.Choice{})
		gputest.Own(t, reference, err)
		merged, err := glanalysis.NewReference(dev, glpyramid.Choice{Merged: true})
		gputest.Own(t, merged, err)
		for _, engine := range []analysis.Engine{onGPU, reference, merged} {
			for _, params := range []analysis.Params{
				{Threshold: 0.02}, {Threshold: 0.02, MinSize: 4}, {Threshold: 0.1, Planes: edge.AllPlanes},
				{Threshold: 0.001, Variant: analysis.CommonFeature},
			} {
				if _, err := engine.Analyze(p, params); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	run()
	compiled := dev.Programs()
	if compiled == 0 {
		t.Fatal("nothing was compiled")
	}
	run()
	if n := dev.Programs() - compiled; n != 0 {
		t.Errorf("the second engines compiled %d programs", n)
	}
}

// staged is an engine taken apart into what can stand between two calls of another.
type staged struct {
	stages []func() error
	list   func() *glpyramid.List
}

// TestEnginesInTurns runs two engines of a kind stage by stage in turns, on pictures
// and with parameters that differ in all that is no define. They share their
// programs, and each has to find what it set.
func TestEnginesInTurns(t *testing.T) {
	dev := gputest.Open(t)
	pictures := [2]*yuv.Picture{
		yuvtest.Picture(yuvtest.Formats[1], 320, 176, yuvtest.Fills(seed)[5]),
		yuvtest.Picture(yuvtest.Formats[1], 1040, 600, yuvtest.Fills(seed)[4]),
	}
	limits := [2]quadpyramid.Limits{{Min: 0, Max: 2}, {Min: 1, Max: 8}}
	thresholds := [2]float64{0.02, 0.3}
	edges, features := [2]analysis.Params{}, [2]analysis.Params{}
	for i := range edges {
		edges[i] = analysis.Params{Threshold: thresholds[i], MinSize: 1 << limits[i].Min, MaxSize: 1 << limits[i].Max}
		features[i] = edges[i]
		features[i].Variant, features[i].Features = analysis.CommonFeature, feature.RGB
	}
	for _, kind := range []struct {
		name   string
		params [2]analysis.Params
		make   func(t *testing.T, i int) staged
	}{
		{"fused", edges, func(t *testing.T, i int) staged { return stagedFused(t, dev, pictures[i], edges[i], limits[i]) }},
		{"paper", edges, func(t *testing.T, i int) staged {
			return stagedPaper(t, dev, glpyramid.Choice{}, pictures[i], edges[i], limits[i])
		}},
		{"merged", edges, func(t *testing.T, i int) staged {
			return stagedPaper(t, dev, glpyramid.Choice{Merged: true}, pictures[i], edges[i], limits[i])
		}},
		{"partial", edges, func(t *testing.T, i int) staged {
			return stagedPaper(t, dev, glpyramid.Choice{Partial: true}, pictures[i], edges[i], limits[i])
		}},
		{"feature", features, func(t *testing.T, i int) staged {
			return stagedFeature(t, dev, pictures[i], features[i], limits[i])
		}},
		{"feature reference", features, func(t *testing.T, i int) staged {
			return stagedFeatureReference(t, dev, pictures[i], features[i], limits[i])
		}},
	} {
		engines := [2]staged{kind.make(t, 0), kind.make(t, 1)}
		for stage := range engines[0].stages {
			for i := range engines {
				if err := engines[i].stages[stage](); err != nil {
					t.Fatal(err)
				}
			}
		}
		lists := [2]*glpyramid.List{engines[0].list(), engines[1].list()}
		for i, list := range lists {
			want, err := analysis.NewReference().Analyze(pictures[i], kind.params[i])
			if err != nil {
				t.Fatal(err)
			}
			if got := list.Read(nil); len(want.Quads) == 0 || !slices.Equal(got, want.Quads) {
				t.Errorf("%s, engine %d (seed %d): %d quads, want %d, or others", kind.name, i, seed, len(got), len(want.Quads))
			}
		}
	}
}

func stagedFused(t *testing.T, dev *gpu.Device, p *yuv.Picture, params analysis.Params, limits quadpyramid.Limits) staged {
	builder, err := fused.New(dev)
	gputest.Own(t, builder, err)
	planes := glyuv.NewBuffers(dev)
	t.Cleanup(planes.Release)
	d := decisionOf(t, p, params)
	return staged{[]func() error{
		func() error { return planes.UploadLuma(p) },
		func() error { return builder.Tiles(p, planes, d, limits) },
	}, builder.List}
}

func stagedPaper(t *testing.T, dev *gpu.Device, choice glpyramid.Choice, p *yuv.Picture, params analysis.Params, limits quadpyramid.Limits) staged {
	builder, err := glpyramid.NewReference(dev, choice)
	gputest.Own(t, builder, err)
	textures := glyuv.NewTextures(dev)
	t.Cleanup(textures.Release)
	d := decisionOf(t, p, params)
	return staged{[]func() error{
		func() error { return textures.Upload(p) },
		func() error { return builder.Resize(p.Width, p.Height, limits) },
		func() error { return builder.Decide(p, textures, d) },
		func() error { builder.Build(); return nil },
	}, builder.List}
}

func stagedFeature(t *testing.T, dev *gpu.Device, p *yuv.Picture, params analysis.Params, limits quadpyramid.Limits) staged {
	builder := glfeature.NewGPU(dev)
	t.Cleanup(builder.Release)
	planes := glyuv.NewBuffers(dev)
	t.Cleanup(planes.Release)
	level := levelOf(t, params)
	return staged{[]func() error{
		func() error { return planes.UploadPlanes(p) },
		func() error { return builder.Tiles(p, planes, params.Features, level, limits) },
	}, builder.List}
}

func stagedFeatureReference(t *testing.T, dev *gpu.Device, p *yuv.Picture, params analysis.Params, limits quadpyramid.Limits) staged {
	builder, err := glfeature.NewReference(dev)
	gputest.Own(t, builder, err)
	planes := glyuv.NewBuffers(dev)
	t.Cleanup(planes.Release)
	level := levelOf(t, params)
	return staged{[]func() error{
		func() error { return planes.UploadPlanes(p) },
		func() error { return builder.Pixels(p, planes, params.Features) },
		func() error { builder.Build(level, limits); return nil },
	}, builder.List}
}

func decisionOf(t *testing.T, p *yuv.Picture, params analysis.Params) edge.Decision {
	d, err := params.Discriminator().Decision(p.Format)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func levelOf(t *testing.T, params analysis.Params) uint32 {
	level, err := feature.Level(params.Threshold)
	if err != nil {
		t.Fatal(err)
	}
	return level
}
