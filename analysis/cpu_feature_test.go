package analysis_test

import (
	"fmt"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/analysistest"
	"ffkvadrat/tests/race"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/yuvtest"
)

// TestFeaturesOnTheCPU: squares of a common feature and their means equal the reference's, with any
// number of goroutines.
func TestFeaturesOnTheCPU(t *testing.T) {
	engines := make(map[string]analysis.Engine)
	for _, goroutines := range []int{1, 2, 5} {
		engines[fmt.Sprintf("vector, %d goroutines", goroutines)] = analysis.NewCPUOf(goroutines)
		engines[fmt.Sprintf("portable, %d goroutines", goroutines)] = analysis.NewPortableCPU(goroutines)
	}
	sizes, fills := [][2]int{{700, 513}, {65, 63}, {16384, 17}}, yuvtest.Fills(seed)
	all := []analysis.Params{
		{Threshold: 0},
		{Threshold: 0.01, Features: channel.YUV},
		{Threshold: 4, MinSize: 2, MaxSize: 128},
	}
	for c := range race.Cases(len(sizes), len(fills), len(all)) {
		size, fill, params := sizes[c[0]], fills[c[1]], all[c[2]]
		params.Variant = analysis.CommonFeature
		analysistest.SameQuads(t, engines, yuvtest.Picture(yuvtest.Formats[1], size[0], size[1], fill), params, fill.Name)
	}
}

// TestFeaturesOnTheCPUAllocateNothing: after the first picture, analysing one allocates nothing.
func TestFeaturesOnTheCPUAllocateNothing(t *testing.T) {
	race.Plain(t)
	p := yuvtest.Picture(yuvtest.Formats[1], 1280, 720, yuvtest.Fills(seed)[5])
	for name, cpu := range map[string]*analysis.CPU{"1 goroutine": analysis.NewCPUOf(1), "portable": analysis.NewPortableCPU(1)} {
		run := func() {
			if _, err := cpu.Analyze(p, analysis.Params{Variant: analysis.CommonFeature, Threshold: 0.01}); err != nil {
				t.Fatal(err)
			}
		}
		run()
		if n := testing.AllocsPerRun(5, run); n != 0 {
			t.Errorf("%s: %v allocations a picture", name, n)
		}
	}
}
