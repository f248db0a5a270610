package analysis_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/analysistest"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/tests/race"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestPointsOfEveryOperator: points of every discriminator of every format, in all orders, equal
// the reference's, with their values.
func TestPointsOfEveryOperator(t *testing.T) {
	race.Plain(t)
	engines := cpuEngines()
	for i, f := range yuvtest.Formats {
		compareSmall(t, engines, f, yuvtest.Fills(seed), func(_ *yuv.Picture, fill int) []analysis.Params {
			return analysistest.PointParams(f, points.Order(i+fill))
		})
	}
}

// TestGoroutinesGiveTheSamePoints: any number of goroutines gives the reference's points.
func TestGoroutinesGiveTheSamePoints(t *testing.T) {
	engines := enginesOf(1, 2, 3, 40)
	formats, sizes := []yuv.Format{yuvtest.Formats[1], yuvtest.Formats[8]}, [][2]int{{1919, 1081}, {640, 512}, {16384, 33}, {17, 16384}}
	fills := manyFills()
	for c := range race.Cases(len(formats), len(sizes), len(fills), int(points.OrderCount)) {
		size, fill := sizes[c[1]], fills[c[2]]
		p := yuvtest.Picture(formats[c[0]], size[0], size[1], fill)
		analysistest.SameQuads(t, engines, p, analysis.Params{Variant: analysis.Points, Order: points.Order(c[3]), Threshold: 0.2}, fill.Name)
	}
}

// Points in Morton order are the quads whose largest side is a pixel.
func TestPointsAreTheSmallestQuads(t *testing.T) {
	race.Plain(t)
	engine := analysis.NewCPUOf(1)
	for _, f := range yuvtest.Formats {
		p := yuvtest.Picture(f, 130, 70, yuvtest.Fills(seed)[5])
		for _, params := range analysistest.PointParams(f, points.Morton) {
			params.Order = points.Morton
			got, err := engine.Analyze(p, params)
			if err != nil {
				t.Fatal(err)
			}
			params.Variant, params.MaxSize = analysis.EdgeThreshold, 1
			want, err := analysis.NewReference().Analyze(p, params)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.Quads, want.Quads) {
				t.Fatalf("%s %+v: other points than quads of one pixel", f.Name, params)
			}
		}
	}
}

// Raw video can have samples that exceed its depth; the value is then clamped.
func TestValuesAboveTheDepth(t *testing.T) {
	for _, f := range yuvtest.Formats {
		if f.Depth == 8*f.SampleBytes()-f.Shift {
			continue
		}
		p := yuvtest.Picture(f, 72, 40, yuvtest.Above(yuvtest.Fills(seed)[5]))
		for order := range points.OrderCount {
			params := analysis.Params{Variant: analysis.Points, Order: order, Operator: 6, Threshold: 0.5}
			analysistest.SameQuads(t, cpuEngines(), p, params, f.Name)
		}
	}
}

// TestPointsAllocateNothing: after the first pictures, points allocate nothing.
func TestPointsAllocateNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 4))
	p := yuvtest.Picture(yuvtest.Formats[1], 800, 600, yuvtest.Fills(seed)[5])
	members, runs := []int{1, 3}, 20
	if race.Short() {
		members, runs = []int{3}, 3
	}
	for _, goroutines := range members {
		e := analysis.NewCPUOf(goroutines)
		for order := range points.OrderCount {
			params := analysis.Params{Variant: analysis.Points, Order: order, Threshold: 0.1 + random.Float64()}
			run := func() {
				if _, err := e.Analyze(p, params); err != nil {
					t.Fatal(err)
				}
			}
			for range 3 { // each goroutine's pass grows on its first row
				run()
			}
			if n := testing.AllocsPerRun(runs, run); n != 0 {
				t.Errorf("%d goroutines, %v: %v allocations a picture", goroutines, order, n)
			}
		}
	}
}
