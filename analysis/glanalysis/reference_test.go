package glanalysis_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/analysistest"
	"ffkvadrat/analysis/glanalysis"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/yuv/yuvtest"
)

// gpuReferences returns engines of every shape.
func gpuReferences(t *testing.T, dev *gpu.Device) map[string]analysis.Engine {
	t.Helper()
	engines := make(map[string]analysis.Engine)
	for _, choice := range []glpyramid.Choice{{}, {Partial: true}, {Merged: true}, {Partial: true, Merged: true}} {
		e, err := glanalysis.NewReference(dev, choice)
		gputest.Own(t, e, err)
		engines[fmt.Sprintf("GPU reference, %v", choice)] = e
	}
	return engines
}

// TestGPUReferenceEveryParams: discriminators of every format, with limits of sizes, have the
// reference's quads with every shape of the reference on the GPU.
func TestGPUReferenceEveryParams(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 4))
	engines := gpuReferences(t, gputest.Open(t))
	for i, f := range yuvtest.Formats {
		fill := yuvtest.Fills(seed)[4+i%2]
		p := yuvtest.Picture(f, 37, 22, fill)
		for n, params := range analysistest.EdgeParams(f, random) {
			if n%2 == i%2 { // a software rasteriser is slow
				analysistest.SameQuads(t, engines, p, params, f.Name+" "+fill.Name)
			}
		}
	}
}

// TestGPUReferenceAllocatesNothing: after the first picture, analysing one allocates nothing.
func TestGPUReferenceAllocatesNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 5))
	f := yuvtest.Formats[1]
	p := yuvtest.Picture(f, 160, 90, yuvtest.Fills(seed)[5])
	for name, e := range gpuReferences(t, gputest.Open(t)) {
		for i, params := range analysistest.EdgeParams(f, random) {
			if i%12 != 1 {
				continue
			}
			run := func() {
				if _, err := e.Analyze(p, params); err != nil {
					t.Fatal(err)
				}
			}
			run()
			if n := testing.AllocsPerRun(5, run); n != 0 {
				t.Errorf("%s: %+v: %v allocations a picture", name, params, n)
			}
		}
	}
}

// TestGPUReferenceParamsThatDoNotFit: parameters that do not fit a picture are errors.
func TestGPUReferenceParamsThatDoNotFit(t *testing.T) {
	p := yuvtest.Picture(yuvtest.Formats[10], 4, 4, yuvtest.Fills(seed)[0])
	for name, e := range gpuReferences(t, gputest.Open(t)) {
		for _, params := range []analysis.Params{
			{Threshold: 4.5},
			{Threshold: 1, Planes: 1}, // of RGB
			{Threshold: 1, MinSize: 3},
		} {
			if _, err := e.Analyze(p, params); err == nil {
				t.Errorf("%s: %+v was taken", name, params)
			}
		}
	}
}
