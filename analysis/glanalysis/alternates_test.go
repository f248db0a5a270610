package glanalysis_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/glanalysis"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/yuv/yuvtest"
)

// TestNothingIsLeftOfTheLastPicture alternates which large squares of the pictures are plain, and
// the two variants, so that state left over from the previous picture would show.
func TestNothingIsLeftOfTheLastPicture(t *testing.T) {
	dev := gputest.Open(t)
	onGPU, err := glanalysis.NewGPU(dev)
	gputest.Own(t, onGPU, err)
	gpuReference, err := glanalysis.NewReference(dev, glpyramid.Choice{})
	gputest.Own(t, gpuReference, err)
	engines := map[string]analysis.Engine{
		"CPU": analysis.NewCPU(), "serial CPU": analysis.NewCPUOf(1), "three goroutines": analysis.NewCPUOf(3),
		"portable CPU": analysis.NewPortableCPU(1), "GPU": onGPU, "GPU reference": gpuReference,
	}
	reference := analysis.NewReference()
	random := rand.New(rand.NewPCG(seed, 0))
	rounds := 16
	if testing.Short() {
		rounds = 6
	}
	for n := range rounds {
		var busy [8][16]bool
		for range random.IntN(5) {
			busy[3+4*random.IntN(2)][3+4*random.IntN(4)] = true
		}
		size := [...][2]int{{1024, 512}, {1024, 512}, {1000, 500}}[n%3]
		p := yuvtest.Picture(yuvtest.Formats[1], size[0], size[1], yuvtest.Fill{At: func(plane, x, y, _ int) int {
			if plane == 0 && busy[y/64][x/64] {
				return (x ^ y) & 1 * 200
			}
			return 128
		}})
		for _, params := range []analysis.Params{
			{Threshold: 0.01},
			{Variant: analysis.CommonFeature, Threshold: 0.00001},
			{Threshold: 0.01, MinSize: 4, MaxSize: 128},
			{Variant: analysis.CommonFeature, Threshold: 0.00001, MinSize: 2, MaxSize: 256},
		} {
			want, err := reference.Analyze(p, params)
			if err != nil {
				t.Fatal(err)
			}
			for name, engine := range engines {
				got, err := engine.Analyze(p, params)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(got.Quads, want.Quads) || !slices.Equal(got.Means, want.Means) {
					t.Fatalf("%s, picture %d %v %+v (seed %d): %d quads, want %d, or others", name, n, size, params, seed, len(got.Quads), len(want.Quads))
				}
			}
		}
	}
}
