package analysis_test

import (
	"math/rand/v2"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

func TestGPUEveryParams(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 4))
	dev := gputest.Open(t)
	onGPU, err := analysis.NewGPU(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer onGPU.Release()
	for _, f := range []yuv.Format{yuvtest.Formats[1], yuvtest.Formats[6], yuvtest.Formats[10]} {
		for i, params := range edgeParams(f, random) {
			if i%3 != 0 { // most of the time goes into compiling
				continue
			}
			for _, size := range [][2]int{{65, 63}, {320, 180}} {
				p := yuvtest.Picture(f, size[0], size[1], yuvtest.Fills(seed)[5])
				sameQuads(t, map[string]analysis.Engine{"gpu": onGPU}, p, params, "spikes")
				want, err := analysis.NewReference().Analyze(p, params)
				if err != nil {
					t.Fatal(err)
				}
				dev.Finish() // the counts come without being waited for
				quads, pixels := onGPU.Counts()
				if quads != len(want.Quads) || float64(pixels)/float64(p.Width*p.Height) != want.Coverage(p) {
					t.Fatalf("%s %v %+v: counts say %d quads, %d pixels", f.Name, size, params, quads, pixels)
				}
			}
		}
	}
}

func TestGPUParamsThatDoNotFit(t *testing.T) {
	onGPU, err := analysis.NewGPU(gputest.Open(t))
	if err != nil {
		t.Fatal(err)
	}
	defer onGPU.Release()
	p := yuvtest.Picture(yuvtest.Formats[10], 16, 16, yuvtest.Fills(seed)[0])
	for _, params := range []analysis.Params{{Planes: 1, Threshold: 0.1}, {MinSize: 3}, {MinSize: 8, MaxSize: 4}, {Threshold: 5}} {
		if _, err := onGPU.Analyze(p, params); err == nil {
			t.Errorf("%+v was taken", params)
		}
	}
}
