package glanalysis_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/analysistest"
	"ffkvadrat/analysis/glanalysis"
	"ffkvadrat/feature"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/yuvtest"
)

// TestVectors: all engines find the same regions of equal motion, whatever the picture's format.
func TestVectors(t *testing.T) {
	dev := gputest.Open(t)
	onGPU, err := glanalysis.NewGPU(dev)
	gputest.Own(t, onGPU, err)
	engines := gpuReferences(t, dev)
	engines["gpu"], engines["cpu"] = onGPU, analysis.NewCPU()
	random := rand.New(rand.NewPCG(seed, 11))
	params := analysis.Params{Variant: analysis.CommonFeature, Features: channel.Vectors}
	for i, f := range append(yuvtest.Layouts, yuvtest.Formats...) {
		width, height := 1+random.IntN(300), 1+random.IntN(200)
		p := yuvtest.Picture(f, width, height, yuvtest.Fills(seed)[1])
		var field yuv.VectorList
		for n := random.IntN(400); n > 0; n-- {
			field = append(field, yuv.MotionVector{
				X: 8*random.IntN(40) - 16, Y: 8*random.IntN(28) - 16, Width: 8 << random.IntN(3), Height: 8 << random.IntN(3),
				DX: (random.IntN(9) - 4) << random.IntN(12), DY: 32 * (random.IntN(5) - 2), Later: random.IntN(3) == 0,
			})
		}
		p.Vectors = field
		for _, params.Threshold = range []float64{0, params.DefaultThreshold(), 0.01, feature.MaxThreshold} {
			analysistest.SameQuads(t, engines, p, params, f.Name)
		}
		if i > 0 {
			continue
		}
		p.Vectors = nil
		for name, engine := range engines {
			if _, err := engine.Analyze(p, params); !errors.Is(err, feature.ErrNoVectors) {
				t.Errorf("%s takes a picture without vectors, with %v", name, err)
			}
		}
	}
}
