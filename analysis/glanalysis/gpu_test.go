package glanalysis_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/analysistest"
	"ffkvadrat/analysis/glanalysis"
	"ffkvadrat/analysis/headless"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/tests/pairs"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

const seed = analysistest.Seed

// TestGPUEveryParams: discriminators of each kind have the reference's quads and counts.
func TestGPUEveryParams(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 4))
	dev := gputest.Open(t)
	onGPU, err := glanalysis.NewGPU(dev)
	gputest.Own(t, onGPU, err)
	for _, f := range []yuv.Format{yuvtest.Formats[1], yuvtest.Formats[6], yuvtest.Formats[10]} {
		for i, params := range analysistest.EdgeParams(f, random) {
			if i%3 != 0 { // most of the time goes into compiling
				continue
			}
			for _, size := range [][2]int{{65, 63}, {320, 180}} {
				p := analysistest.WithBefore(yuvtest.Picture(f, size[0], size[1], yuvtest.Fills(seed)[5]))
				analysistest.SameQuads(t, map[string]analysis.Engine{"gpu": onGPU}, p, params, "spikes")
				want, err := analysis.NewReference().Analyze(p, params)
				if err != nil {
					t.Fatal(err)
				}
				quads, pixels, err := onGPU.Counts()
				if err != nil || quads != len(want.Quads) || float64(pixels)/float64(p.Width*p.Height) != want.Coverage(p) {
					t.Fatalf("%s %v %+v: counts say %d quads, %d pixels", f.Name, size, params, quads, pixels)
				}
			}
		}
	}
}

// TestGPUParamsThatDoNotFit: parameters that do not fit a picture are errors.
func TestGPUParamsThatDoNotFit(t *testing.T) {
	onGPU, err := glanalysis.NewGPU(gputest.Open(t))
	gputest.Own(t, onGPU, err)
	p := yuvtest.Picture(yuvtest.Formats[10], 16, 16, yuvtest.Fills(seed)[0])
	for _, params := range []analysis.Params{{Planes: 1, Threshold: 0.1}, {MinSize: 3}, {MinSize: 8, MaxSize: 4}, {Threshold: 5}} {
		if _, err := onGPU.Analyze(p, params); err == nil {
			t.Errorf("%+v was taken", params)
		}
	}
}

// TestEnginesGiveTheSameQuads: all engines give the same list, in every format.
func TestEnginesGiveTheSameQuads(t *testing.T) {
	dev := gputest.Open(t)
	onGPU, err := glanalysis.NewGPU(dev)
	gputest.Own(t, onGPU, err)
	gpuReference, err := glanalysis.NewReference(dev, glpyramid.Choice{})
	gputest.Own(t, gpuReference, err)
	reference := analysis.NewReference()
	engines := []struct {
		name   string
		engine analysis.Engine
	}{
		{"CPU", analysis.NewCPU()},
		{"portable CPU", analysis.NewPortableCPU(1)},
		{"GPU", onGPU},
		{"GPU reference", gpuReference},
	}
	sizes, fills, thresholds := yuvtest.Sizes[:9], yuvtest.Fills(seed), []float64{0, 0.003, 0.5, 4}
	for c := range pairs.Cases(len(yuvtest.Formats), len(sizes), len(fills), len(thresholds)) {
		f, size, fill, threshold := yuvtest.Formats[c[0]], sizes[c[1]], fills[c[2]], thresholds[c[3]]
		p := yuvtest.Picture(f, size[0], size[1], fill)
		params := analysis.Params{Threshold: threshold}
		want, err := reference.Analyze(p, params)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range engines {
			got, err := e.engine.Analyze(p, params)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.Quads, want.Quads) {
				t.Fatalf("%s %v %s t=%v (seed %d): %d quads on the %s, want %d, or in another order",
					f.Name, size, fill.Name, threshold, seed, len(got.Quads), e.name, len(want.Quads))
			}
		}
		quads, pixels, err := onGPU.Counts()
		if err != nil || quads != len(want.Quads) || float64(pixels)/float64(p.Width*p.Height) != want.Coverage(p) {
			t.Fatalf("%s %v %s t=%v: counts say %d quads, %d pixels", f.Name, size, fill.Name, threshold, quads, pixels)
		}
	}
}

func FuzzEngines(f *testing.F) {
	f.Add(uint8(9), uint16(300), []byte("quadtree analysis with HistoPyramids"))
	f.Fuzz(func(t *testing.T, width uint8, permille uint16, samples []byte) {
		if len(samples) == 0 {
			return
		}
		w := int(width)%40 + 1
		h := min(len(samples)/w+1, 40)
		p := yuvtest.Picture(yuvtest.Formats[0], w, h, yuvtest.Fill{At: func(_, x, y, _ int) int {
			return int(samples[(y*w+x)%len(samples)])
		}})
		params := analysis.Params{Threshold: float64(permille%4001) / 1000}
		want, err := analysis.NewReference().Analyze(p, params)
		if err != nil {
			t.Fatal(err)
		}
		for _, cpu := range []analysis.Engine{analysis.NewCPU(), analysis.NewPortableCPU(1)} {
			got, err := cpu.Analyze(p, params)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.Quads, want.Quads) {
				t.Fatalf("%d quads on the CPU, want %d, or in another order", len(got.Quads), len(want.Quads))
			}
		}
		onGPU, err := glanalysis.NewGPU(gputest.Open(t))
		gputest.Own(t, onGPU, err)
		got, err := onGPU.Analyze(p, params)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Quads, want.Quads) {
			t.Fatalf("%d quads on the GPU, %d on the CPU, or in another order", len(got.Quads), len(want.Quads))
		}
	})
}

// TestSteadyStateOnTheGPUAllocatesNothing: after the first picture, analysing one allocates
// nothing.
func TestSteadyStateOnTheGPUAllocatesNothing(t *testing.T) {
	p := yuvtest.Picture(yuvtest.Formats[1], 320, 180, yuvtest.Fills(seed)[5])
	params := analysis.Params{Threshold: analysis.DefaultThreshold}
	dev := gputest.Open(t)
	onGPU, err := glanalysis.NewGPU(dev)
	gputest.Own(t, onGPU, err)
	gpuReference, err := glanalysis.NewReference(dev, glpyramid.Choice{})
	gputest.Own(t, gpuReference, err)
	for name, e := range map[string]analysis.Engine{"gpu": onGPU, "gpu reference": gpuReference} {
		run := func() {
			if _, err := e.Analyze(p, params); err != nil {
				t.Fatal(err)
			}
		}
		run()
		if n := testing.AllocsPerRun(20, run); n != 0 {
			t.Errorf("%s: %v allocations a picture", name, n)
		}
	}
}

var _ = []analysis.Engine{(*glanalysis.GPU)(nil), (*glanalysis.Reference)(nil), (*headless.Engine)(nil)}
