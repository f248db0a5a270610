package glanalysis_test

import (
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/glanalysis"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/yuvtest"
)

// TestFeatureOnGPU: squares of a common feature, alternating with quads of edges, have the
// reference's list, means and counts; after the first picture nothing is allocated.
func TestFeatureOnGPU(t *testing.T) {
	dev := gputest.Open(t)
	gpuReference, err := glanalysis.NewReference(dev, glpyramid.Choice{})
	gputest.Own(t, gpuReference, err)
	onGPU, err := glanalysis.NewGPU(dev)
	gputest.Own(t, onGPU, err)
	reference := analysis.NewReference()
	for name, engine := range map[string]analysis.Engine{"GPU": onGPU, "GPU reference": gpuReference} {
		for _, f := range yuvtest.Formats[:2] {
			p := yuvtest.Picture(f, 320, 180, yuvtest.Fills(seed)[5])
			for _, params := range []analysis.Params{
				{Variant: analysis.CommonFeature},
				{Variant: analysis.CommonFeature, Threshold: 0.1, Features: channel.YUV},
				{Threshold: 0.1}, // the variants alternate
				{Variant: analysis.CommonFeature, Threshold: 0.5, MinSize: 2, MaxSize: 16},
			} {
				want, err := reference.Analyze(p, params)
				if err != nil {
					t.Fatal(err)
				}
				got, err := engine.Analyze(p, params)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(got.Quads, want.Quads) || !slices.Equal(got.Means, want.Means) {
					t.Fatalf("%s, %s, %+v: %d quads, %d means, want %d and %d, or others",
						name, f.Name, params, len(got.Quads), len(got.Means), len(want.Quads), len(want.Means))
				}
				if engine == analysis.Engine(onGPU) {
					quads, pixels, err := onGPU.Counts()
					if err != nil || quads != len(want.Quads) || float64(pixels)/float64(p.Width*p.Height) != want.Coverage(p) {
						t.Fatalf("%s, %+v: counts say %d quads, %d pixels", f.Name, params, quads, pixels)
					}
				}
			}
			params := analysis.Params{Variant: analysis.CommonFeature, Threshold: 0.1}
			if n := testing.AllocsPerRun(20, func() {
				if _, err := engine.Analyze(p, params); err != nil {
					t.Fatal(err)
				}
			}); n != 0 {
				t.Errorf("%s: %v allocations a picture", name, n)
			}
			if _, err := engine.Analyze(p, analysis.Params{Variant: analysis.CommonFeature, Threshold: 4.1}); err == nil {
				t.Errorf("%s: 4.1 was taken", name)
			}
		}
	}
}
