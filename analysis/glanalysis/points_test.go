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
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/tests/pairs"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestGPUReferencePoints: points of discriminators of every format, in both orders and odd sizes,
// with every shape of the reference on the GPU.
func TestGPUReferencePoints(t *testing.T) {
	engines := gpuReferences(t, gputest.Open(t))
	for i, f := range yuvtest.Formats {
		fill := yuvtest.Fills(seed)[4+i%2]
		p := yuvtest.Picture(f, 37, 22, fill)
		for n, params := range analysistest.PointParams(f, points.Order(i/2)) {
			if n%2 == i%2 || f.Alpha { // a software rasteriser is slow
				analysistest.SameQuads(t, engines, p, params, f.Name+" "+fill.Name)
			}
		}
	}
	sizes, fills := [][2]int{{1, 1}, {1, 17}, {300, 3}, {64, 64}, {129, 65}}, yuvtest.Fills(seed)
	for c := range pairs.Cases(len(sizes), len(fills), int(points.OrderCount)) {
		size, fill := sizes[c[0]], fills[c[1]]
		p := yuvtest.Picture(yuvtest.Formats[0], size[0], size[1], fill)
		analysistest.SameQuads(t, engines, p, analysis.Params{Variant: analysis.Points, Order: points.Order(c[2]), Threshold: 0.2}, fill.Name)
	}
}

// TestGPUPoints: the same for the fast engine, with its counts; in sizes next to the borders of
// workgroups and up to the longest side.
func TestGPUPoints(t *testing.T) {
	dev := gputest.Open(t)
	onGPU, err := glanalysis.NewGPU(dev)
	gputest.Own(t, onGPU, err)
	engines := map[string]analysis.Engine{"gpu": onGPU}
	for i, f := range yuvtest.Formats {
		for n, params := range analysistest.PointParams(f, points.Order(i/2)) {
			alpha := params.Planes == edge.AlphaPlane && n%3 == 0
			if n%16 != i%16 && !alpha { // most of the time goes into compiling
				continue
			}
			for _, size := range [][2]int{{65, 63}, {1100, 30}} {
				p := yuvtest.Picture(f, size[0], size[1], yuvtest.Fills(seed)[5])
				analysistest.SameQuads(t, engines, p, params, f.Name)
				checkCounts(t, onGPU, p, params)
			}
		}
	}
	sizes := append([][2]int{{1, 1}, {1024, 4}, {1025, 5}, {2100, 131}, {16384, 9}, {9, 16384}}, yuvtest.Sizes...)
	fills := yuvtest.Fills(seed)
	for c := range pairs.Cases(len(sizes), len(fills), int(points.OrderCount)) {
		size, fill := sizes[c[0]], fills[c[1]]
		if size[0]*size[1] > 100_000 && c[1] < 4 {
			continue
		}
		p := yuvtest.Picture(yuvtest.Formats[1], size[0], size[1], fill)
		params := analysis.Params{Variant: analysis.Points, Order: points.Order(c[2]), Threshold: 0.2}
		analysistest.SameQuads(t, engines, p, params, fill.Name)
		checkCounts(t, onGPU, p, params)
	}
}

// checkCounts compares the counts of the last list with the CPU's.
func checkCounts(t *testing.T, onGPU *glanalysis.GPU, p *yuv.Picture, params analysis.Params) {
	t.Helper()
	if params.Needs().Before {
		p = analysistest.WithBefore(p)
	}
	want, err := analysis.NewCPU().Analyze(p, params)
	if err != nil {
		t.Fatal(err)
	}
	if quads, pixels, err := onGPU.Counts(); err != nil || quads != len(want.Quads) || pixels != quads {
		t.Fatalf("%d×%d %+v: counts say %d quads, %d pixels, want %d", p.Width, p.Height, params, quads, pixels, len(want.Quads))
	}
}

// A picture of quads between two of points, and lists with and without values, do not affect the
// next list.
func TestPointsBetweenQuads(t *testing.T) {
	dev := gputest.Open(t)
	onGPU, err := glanalysis.NewGPU(dev)
	gputest.Own(t, onGPU, err)
	planes := glyuv.NewPlanes(dev)
	defer planes.Release()
	p := yuvtest.Picture(yuvtest.Formats[1], 300, 200, yuvtest.Fills(seed)[5])
	engines := map[string]analysis.Engine{"gpu": onGPU}
	all := []analysis.Params{
		{Threshold: 0.1}, {Threshold: 0.1, MaxSize: 1},
		{Variant: analysis.Points, Threshold: 0.1}, {Variant: analysis.Points, Order: points.ByLines, Threshold: 0.1},
		{Variant: analysis.CommonFeature, Threshold: 0.1},
	}
	random := rand.New(rand.NewPCG(seed, 9))
	for range 60 {
		params := all[random.IntN(len(all))]
		analysistest.SameQuads(t, engines, p, params, "spikes")
		planes.Load(p)
		list, err := onGPU.EnqueueFrom(planes, all[random.IntN(len(all))])
		if err != nil || list.Values() != nil {
			t.Fatalf("a list to draw has values, or %v", err)
		}
	}
}

// TestPointsOnTheGPUAllocateNothing: after the first picture, points allocate nothing.
func TestPointsOnTheGPUAllocateNothing(t *testing.T) {
	p := yuvtest.Picture(yuvtest.Formats[1], 320, 180, yuvtest.Fills(seed)[5])
	dev := gputest.Open(t)
	reference, err := glanalysis.NewReference(dev, glpyramid.Choice{})
	gputest.Own(t, reference, err)
	onGPU, err := glanalysis.NewGPU(dev)
	gputest.Own(t, onGPU, err)
	for name, e := range map[string]analysis.Engine{"gpu": onGPU, "gpu reference": reference} {
		for order := range points.OrderCount {
			params := analysis.Params{Variant: analysis.Points, Order: order, Threshold: 0.1}
			run := func() {
				if _, err := e.Analyze(p, params); err != nil {
					t.Fatal(err)
				}
			}
			run()
			if n := testing.AllocsPerRun(20, run); n != 0 {
				t.Errorf("%s, %v: %v allocations a picture", name, order, n)
			}
		}
	}
}
