package analysis_test

import (
	"fmt"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/analysistest"
	"ffkvadrat/channel"
	"ffkvadrat/yuv/yuvtest"
)

func TestFeaturesOnTheCPU(t *testing.T) {
	engines := make(map[string]analysis.Engine)
	for _, goroutines := range []int{1, 2, 5} {
		engines[fmt.Sprintf("vector, %d goroutines", goroutines)] = analysis.NewCPUOf(goroutines)
		engines[fmt.Sprintf("portable, %d goroutines", goroutines)] = analysis.NewPortableCPU(goroutines)
	}
	for _, size := range [][2]int{{700, 513}, {65, 63}, {16384, 17}} {
		for i, fill := range yuvtest.Fills(seed) {
			if testing.Short() && i != 5 {
				continue
			}
			p := yuvtest.Picture(yuvtest.Formats[1], size[0], size[1], fill)
			for _, params := range []analysis.Params{
				{Threshold: 0},
				{Threshold: 0.01, Features: channel.YUV},
				{Threshold: 4, MinSize: 2, MaxSize: 128},
			} {
				params.Variant = analysis.CommonFeature
				analysistest.SameQuads(t, engines, p, params, fill.Name)
			}
		}
	}
}

func TestFeaturesOnTheCPUAllocateNothing(t *testing.T) {
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
