package glanalysis_test

import (
	"bytes"
	"image"
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
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/glyuv/glyuvtest"
	"ffkvadrat/yuv/yuvtest"
)

// TestSecondEnginesCompileNothing: engines share their device's compiled programs.
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

// TestPlanesServeAll: display, both variants and a second engine share one upload. Changes to the
// picture's memory after the first of them affect none.
func TestPlanesServeAll(t *testing.T) {
	dev := gputest.Open(t)
	planes := glyuv.NewPlanes(dev)
	defer planes.Release()
	converter, err := glyuv.NewConverter(dev)
	gputest.Own(t, converter, err)
	var engines [2]*glanalysis.GPU
	for i := range engines {
		engines[i], err = glanalysis.NewGPU(dev)
		gputest.Own(t, engines[i], err)
	}
	for _, f := range []yuv.Format{yuvtest.Formats[1], yuvtest.Formats[6], yuvtest.Formats[7]} {
		p := yuvtest.Picture(f, 320, 180, yuvtest.Fills(seed)[5])
		rgb := image.NewRGBA(image.Rect(0, 0, p.Width, p.Height))
		yuv.NewConverter(f, p.Colour, p.Width, p.Height).Paint(rgb, p)
		all := []analysis.Params{
			{Threshold: 0.1, Planes: edge.AllPlanes}, {Threshold: 0.02}, {Threshold: 0.001, Variant: analysis.CommonFeature},
		}
		var want []analysis.Result
		for _, params := range all {
			result, err := analysis.NewReference().Analyze(p, params)
			if err != nil {
				t.Fatal(err)
			}
			result.Quads, result.Means = slices.Clone(result.Quads), slices.Clone(result.Means)
			want = append(want, result)
		}
		planes.Load(p)
		for _, engine := range engines {
			for i, params := range all {
				list, err := engine.EnqueueFrom(planes, params)
				if err != nil {
					t.Fatal(err)
				}
				if got := list.Read(nil); len(got) == 0 || !slices.Equal(got, want[i].Quads) {
					t.Errorf("%s %+v (seed %d): %d quads, want %d, or others", f.Name, params, seed, len(got), len(want[i].Quads))
				}
				if list.Means() != nil && !slices.Equal(glpyramid.ReadMeans[feature.Mean](list, nil), want[i].Means) {
					t.Errorf("%s %+v (seed %d): other means", f.Name, params, seed)
				}
				for j := range p.Planes {
					clear(p.Planes[j].Data)
				}
			}
		}
		textures, err := planes.Textures()
		if err != nil {
			t.Fatal(err)
		}
		shown, err := converter.Run(p, textures, yuv.Choice{})
		if err != nil {
			t.Fatal(err)
		}
		got := make([]byte, 4*p.Width*p.Height)
		if shown.Read(got); !bytes.Equal(got, rgb.Pix) {
			t.Errorf("%s (seed %d): the display differs", f.Name, seed)
		}
	}
}

// staged is an engine whose stages another engine's calls can interleave.
type staged struct {
	stages []func() error
	list   func() *glpyramid.List
}

// TestEnginesInTurns interleaves the stages of two engines of a kind, on pictures and with
// parameters that differ in everything but defines. They share their programs, and each must set
// its own uniforms.
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
		features[i].Variant, features[i].Features = analysis.CommonFeature, channel.RGB
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
	buffers := buffersOf(t, dev, p)
	d := decisionOf(t, p, params)
	return staged{[]func() error{
		func() error { return builder.Tiles(p, buffers, d, limits) },
	}, builder.List}
}

func stagedPaper(t *testing.T, dev *gpu.Device, choice glpyramid.Choice, p *yuv.Picture, params analysis.Params, limits quadpyramid.Limits) staged {
	builder, err := glpyramid.NewReference(dev, choice)
	gputest.Own(t, builder, err)
	planes := glyuv.NewPlanes(dev)
	t.Cleanup(planes.Release)
	textures := glyuvtest.Textures(t, planes, p)
	d := decisionOf(t, p, params)
	return staged{[]func() error{
		func() error { return builder.Resize(p.Width, p.Height, limits) },
		func() error { return builder.Decide(p, textures, d) },
		func() error { builder.Build(); return nil },
	}, builder.List}
}

func stagedFeature(t *testing.T, dev *gpu.Device, p *yuv.Picture, params analysis.Params, limits quadpyramid.Limits) staged {
	builder := glfeature.NewGPU(dev)
	t.Cleanup(builder.Release)
	buffers, level := buffersOf(t, dev, p), levelOf(t, params)
	return staged{[]func() error{
		func() error { return builder.Tiles(p, buffers, params.Features, level, limits) },
	}, builder.List}
}

func stagedFeatureReference(t *testing.T, dev *gpu.Device, p *yuv.Picture, params analysis.Params, limits quadpyramid.Limits) staged {
	builder, err := glfeature.NewReference(dev)
	gputest.Own(t, builder, err)
	buffers, level := buffersOf(t, dev, p), levelOf(t, params)
	return staged{[]func() error{
		func() error { return builder.Pixels(p, buffers, params.Features) },
		func() error { builder.Build(level, limits); return nil },
	}, builder.List}
}

func buffersOf(t *testing.T, dev *gpu.Device, p *yuv.Picture) *glyuv.Buffers {
	planes := glyuv.NewPlanes(dev)
	t.Cleanup(planes.Release)
	return glyuvtest.Buffers(t, planes, p)
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
