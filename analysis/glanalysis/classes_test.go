package glanalysis_test

import (
	"math/rand/v2"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/analysistest"
	"ffkvadrat/analysis/glanalysis"
	"ffkvadrat/edge"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/tests/pairs"
	"ffkvadrat/yuv/yuvtest"
)

// TestGPUReferenceClasses: classes of each operator and format, of quads and points, with bounds
// beyond the band: each leaf is in the class of its D, with every shape of the reference.
func TestGPUReferenceClasses(t *testing.T) {
	engines := gpuReferences(t, gputest.Open(t))
	random := rand.New(rand.NewPCG(seed, 3))
	for i, f := range yuvtest.Formats {
		p := yuvtest.Picture(f, 37, 22, yuvtest.Fills(seed)[4+i%2])
		for n, params := range analysistest.ClassParams(f, random) {
			if n%4 == i%4 { // a software rasteriser is slow
				analysistest.SameQuads(t, engines, p, params, f.Name)
			}
		}
	}
}

// TestGPUClasses: the same for the fast engine; and squares of all sizes in several classes.
func TestGPUClasses(t *testing.T) {
	dev := gputest.Open(t)
	onGPU, err := glanalysis.NewGPU(dev)
	gputest.Own(t, onGPU, err)
	engines := map[string]analysis.Engine{"gpu": onGPU}
	random := rand.New(rand.NewPCG(seed, 4))
	for i, f := range yuvtest.Formats {
		p := yuvtest.Picture(f, 165, 63, yuvtest.Fills(seed)[5])
		for n, params := range analysistest.ClassParams(f, random) {
			if n%12 == i%12 { // most of the time goes into compiling
				analysistest.SameQuads(t, engines, p, params, f.Name)
			}
		}
	}
	// Squares of 512 pixels, alone and in fours, in the first class and in later ones.
	bounds, err := edge.NewBounds(0.2, 0.5, 0.8)
	if err != nil {
		t.Fatal(err)
	}
	sizes := [][2]int{{1, 1}, {700, 600}, {2100, 1100}, {16384, 9}}
	fills := []yuvtest.Fill{
		{Name: "dark", At: func(_, _, _, _ int) int { return 0 }},
		{Name: "light", At: func(_, _, _, _ int) int { return 255 }},
		{Name: "squares", At: func(_, x, y, _ int) int { return 64*(x>>9+y>>9)&255 | 30 }},
		{Name: "stripes", At: func(_, x, y, _ int) int { return 85 * (x >> 6) & 255 }},
		{Name: "spots", At: func(_, x, y, _ int) int { return (x*y>>7 + x*x>>12) & 255 }},
	}
	all := []analysis.Params{
		{Operator: edge.Range, Threshold: 1, Bounds: bounds},
		{Operator: edge.Range, Low: 0.1, Threshold: 0.7, Bounds: bounds, MinSize: 2, MaxSize: 1024},
		{Variant: analysis.Points, Operator: edge.Range, Threshold: 1, Bounds: bounds},
	}
	for c := range pairs.Cases(len(sizes), len(fills), len(all)) {
		size, fill, params := sizes[c[0]], fills[c[1]], all[c[2]]
		p := yuvtest.Picture(yuvtest.Formats[1], size[0], size[1], fill)
		analysistest.SameQuads(t, engines, p, params, fill.Name)
		if params.Variant == analysis.Points {
			checkCounts(t, onGPU, p, params)
		}
	}
}

// Other numbers of classes, and no classes, do not affect the next list.
func TestClassesBetweenOthers(t *testing.T) {
	onGPU, err := glanalysis.NewGPU(gputest.Open(t))
	gputest.Own(t, onGPU, err)
	p := yuvtest.Picture(yuvtest.Formats[1], 300, 200, yuvtest.Fills(seed)[5])
	engines := map[string]analysis.Engine{"gpu": onGPU}
	random := rand.New(rand.NewPCG(seed, 5))
	params := []analysis.Params{{Threshold: 0.3}, {Variant: analysis.Points, Threshold: 0.3}, {Variant: analysis.CommonFeature, Threshold: 0.1}}
	for _, at := range [][]float64{{0.1}, {0.01, 0.02, 0.1}, {0.05, 0.1, 0.2, 0.25, 0.28}} {
		bounds, err := edge.NewBounds(at...)
		if err != nil {
			t.Fatal(err)
		}
		params = append(params, analysis.Params{Threshold: 0.3, Bounds: bounds}, analysis.Params{Variant: analysis.Points, Threshold: 0.3, Bounds: bounds})
	}
	for range 60 {
		analysistest.SameQuads(t, engines, p, params[random.IntN(len(params))], "spikes")
	}
}

// TestClassesOnTheGPUAllocateNothing: after the first pictures, classes allocate nothing.
func TestClassesOnTheGPUAllocateNothing(t *testing.T) {
	p := yuvtest.Picture(yuvtest.Formats[1], 320, 180, yuvtest.Fills(seed)[5])
	dev := gputest.Open(t)
	reference, err := glanalysis.NewReference(dev, glpyramid.Choice{})
	gputest.Own(t, reference, err)
	onGPU, err := glanalysis.NewGPU(dev)
	gputest.Own(t, onGPU, err)
	bounds, err := edge.NewBounds(0.01, 0.05)
	if err != nil {
		t.Fatal(err)
	}
	for name, e := range map[string]analysis.Engine{"gpu": onGPU, "gpu reference": reference} {
		run := func() {
			if _, err := e.Analyze(p, analysis.Params{Threshold: 0.1, Bounds: bounds}); err != nil {
				t.Fatal(err)
			}
		}
		for range 4 {
			run()
		}
		if n := testing.AllocsPerRun(20, run); n != 0 {
			t.Errorf("%s: %v allocations a picture", name, n)
		}
	}
}
