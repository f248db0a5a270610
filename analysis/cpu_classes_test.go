package analysis_test

import (
	"math/rand/v2"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/analysistest"
	"ffkvadrat/edge"
	"ffkvadrat/tests/race"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/yuvtest"
)

// TestClassesOfEveryOperator: classes of each operator and format, of quads and points, with bounds
// beyond the band: each leaf is in the class of its D.
func TestClassesOfEveryOperator(t *testing.T) {
	race.Plain(t)
	engines := cpuEngines()
	random := rand.New(rand.NewPCG(seed, 7))
	for _, f := range yuvtest.Formats {
		compareSmall(t, engines, f, yuvtest.Fills(seed), func(*yuv.Picture, int) []analysis.Params {
			return analysistest.ClassParams(f, random)
		})
	}
}

// TestGoroutinesGiveTheSameClasses: any number of goroutines gives the reference's classes.
func TestGoroutinesGiveTheSameClasses(t *testing.T) {
	engines := enginesOf(1, 2, 3, 40)
	bounds, err := edge.NewBounds(0, 0.01, 0.05, 0.3)
	if err != nil {
		t.Fatal(err)
	}
	sizes, fills := [][2]int{{1919, 1081}, {640, 512}, {16384, 33}}, manyFills()
	variants := []analysis.Variant{analysis.EdgeThreshold, analysis.Points, analysis.EdgeThreshold}
	for c := range race.Cases(len(sizes), len(fills), len(variants)) {
		size, fill := sizes[c[0]], fills[c[1]]
		p := yuvtest.Picture(yuvtest.Formats[1], size[0], size[1], fill)
		analysistest.SameQuads(t, engines, p, analysis.Params{Variant: variants[c[2]], Threshold: 0.2, Bounds: bounds}, fill.Name)
	}
}

// The points of all classes are the discriminator's, and each is in the class of its D on the
// threshold's scale.
func TestClassesDivideTheLeaves(t *testing.T) {
	race.Plain(t)
	random := rand.New(rand.NewPCG(seed, 8))
	engine := analysis.NewCPUOf(1)
	for _, f := range yuvtest.Formats {
		p := yuvtest.Picture(f, 70, 41, yuvtest.Fills(seed)[5])
		for _, params := range analysistest.ClassParams(f, random) {
			params.Variant, params.MinSize, params.MaxSize = analysis.Points, 0, 0
			p := analysistest.WithBefore(p)
			got, err := engine.Analyze(p, params)
			if err != nil {
				t.Fatal(err)
			}
			decision, err := params.Decision(f)
			if err != nil {
				t.Fatal(err)
			}
			p = edge.NewPrevious().Of(p, decision)
			leaves := 0
			for y := range p.Height {
				for x := range p.Width {
					if decision.Leaf(decision.Sum(p, x, y)) {
						leaves++
					}
				}
			}
			if len(got.Quads) != leaves || len(got.Classes) != leaves {
				t.Fatalf("%s %+v: %d points in %d classes, want %d", f.Name, params, len(got.Quads), len(got.Classes), leaves)
			}
			for i, q := range got.Quads {
				want := 0
				for _, bound := range params.Bounds.All() {
					if float64(decision.Sum(p, q.X(), q.Y())) >= onScale(params, f, bound) {
						want++
					}
				}
				if int(got.Classes[i]) != want {
					t.Fatalf("%s %+v: point %v has class %d, want %d", f.Name, params, q, got.Classes[i], want)
				}
			}
		}
	}
}

// onScale returns the D of a value on the threshold's scale, unrounded.
func onScale(p analysis.Params, f yuv.Format, v float64) float64 {
	m := float64(f.MaxValue())
	switch p.Operator.Kind() {
	case edge.Value:
		return v * m
	case edge.Distance:
		return v * channel.Peak * channel.Peak
	}
	d := edge.Decision{Operator: p.Operator, Planes: 1}
	return v * (d.Unit(f) / m / m) * m * m
}

// TestClassesAllocateNothing: after the first pictures, classes allocate nothing.
func TestClassesAllocateNothing(t *testing.T) {
	p := yuvtest.Picture(yuvtest.Formats[1], 800, 600, yuvtest.Fills(seed)[5])
	bounds, err := edge.NewBounds(0.01, 0.05, 0.3)
	if err != nil {
		t.Fatal(err)
	}
	members, runs := []int{1, 3}, 20
	if race.Short() {
		members, runs = []int{3}, 3
	}
	for _, goroutines := range members {
		e := analysis.NewCPUOf(goroutines)
		for _, variant := range []analysis.Variant{analysis.EdgeThreshold, analysis.Points} {
			run := func() {
				if _, err := e.Analyze(p, analysis.Params{Variant: variant, Threshold: 0.5, Bounds: bounds}); err != nil {
					t.Fatal(err)
				}
			}
			for range 3 {
				run()
			}
			if n := testing.AllocsPerRun(runs, run); n != 0 {
				t.Errorf("%d goroutines, %v: %v allocations a picture", goroutines, variant, n)
			}
		}
	}
}
