package analysis_test

import (
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/analysistest"
	"ffkvadrat/yuv/yuvtest"
)

const seed = analysistest.Seed

// TestGoroutinesGiveTheSameQuads: any number of goroutines gives the same quads, in pictures large
// enough for several.
func TestGoroutinesGiveTheSameQuads(t *testing.T) {
	engines := enginesOf(1, 2, 3, 40)
	for _, size := range [][2]int{{1919, 1081}, {640, 512}, {16384, 33}, {17, 16384}} {
		for _, fill := range yuvtest.Fills(seed)[3:] {
			p := yuvtest.Picture(yuvtest.Formats[1], size[0], size[1], fill)
			analysistest.SameQuads(t, engines, p, analysis.Params{Threshold: 0.2}, fill.Name)
		}
	}
}

// TestThresholdOffTheScale: a threshold beyond the scale is an error.
func TestThresholdOffTheScale(t *testing.T) {
	p := yuvtest.Picture(yuvtest.Formats[0], 4, 4, yuvtest.Fills(seed)[0])
	if _, err := analysis.NewCPU().Analyze(p, analysis.Params{Threshold: 4.5}); err == nil {
		t.Error("4.5 was taken")
	}
}

// TestSteadyStateAllocatesNothing: after the first picture, analysing one allocates nothing.
func TestSteadyStateAllocatesNothing(t *testing.T) {
	p := yuvtest.Picture(yuvtest.Formats[1], 320, 180, yuvtest.Fills(seed)[5])
	params := analysis.Params{Threshold: analysis.DefaultThreshold}
	check := func(name string, e analysis.Engine) {
		run := func() {
			if _, err := e.Analyze(p, params); err != nil {
				t.Fatal(err)
			}
		}
		run()
		if n := testing.AllocsPerRun(5, run); n != 0 {
			t.Errorf("%s: %v allocations a picture", name, n)
		}
	}
	check("reference", analysis.NewReference())
	check("cpu", analysis.NewCPUOf(1))
	check("portable cpu", analysis.NewPortableCPU(1))
	p = yuvtest.Picture(yuvtest.Formats[1], 1280, 720, yuvtest.Fills(seed)[5])
	check("cpu with 3 goroutines", analysis.NewCPUOf(3))
}

var _ = []analysis.Engine{(*analysis.Reference)(nil), (*analysis.CPU)(nil)}
