package analysis_test

import (
	"fmt"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20070104

func TestEnginesGiveTheSameQuads(t *testing.T) {
	dev := gputest.Open(t)
	onGPU, err := analysis.NewGPU(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer onGPU.Release()
	cpu := analysis.NewCPU()
	for _, f := range yuvtest.Formats {
		for _, size := range yuvtest.Sizes {
			if size[0] > 320 {
				continue
			}
			for _, fill := range yuvtest.Fills(seed) {
				p := yuvtest.Picture(f, size[0], size[1], fill)
				for _, threshold := range []float64{0, 0.003, 0.5, 4} {
					params := analysis.Params{Threshold: threshold}
					want, err := cpu.Analyze(p, params)
					if err != nil {
						t.Fatal(err)
					}
					got, err := onGPU.Analyze(p, params)
					if err != nil {
						t.Fatal(err)
					}
					if !slices.Equal(got.Quads, want.Quads) {
						t.Fatalf("%s %v %s t=%v (seed %d): %d quads on the GPU, %d on the CPU, or in another order",
							f.Name, size, fill.Name, threshold, seed, len(got.Quads), len(want.Quads))
					}
					dev.Finish()
					quads, pixels := onGPU.Counts()
					if quads != len(want.Quads) || float64(pixels)/float64(p.Width*p.Height) != want.Coverage(p) {
						t.Fatalf("%s %v %s t=%v: counts say %d quads, %d pixels", f.Name, size, fill.Name, threshold, quads, pixels)
					}
				}
			}
		}
	}
}

func TestThresholdOffTheScale(t *testing.T) {
	p := yuvtest.Picture(yuvtest.Formats[0], 4, 4, yuvtest.Fills(seed)[0])
	if _, err := analysis.NewCPU().Analyze(p, analysis.Params{Threshold: 4.5}); err == nil {
		t.Error("4.5 was taken")
	}
}

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
		if n := testing.AllocsPerRun(20, run); n != 0 {
			t.Errorf("%s: %v allocations a picture", name, n)
		}
	}
	check("cpu", analysis.NewCPU())
	dev := gputest.Open(t)
	onGPU, err := analysis.NewGPU(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer onGPU.Release()
	check("gpu", onGPU)
}

func BenchmarkAnalyze(b *testing.B) {
	for _, size := range [][2]int{{640, 360}, {1280, 720}, {1920, 1080}} {
		p := yuvtest.Picture(yuvtest.Formats[1], size[0], size[1], yuvtest.Fills(seed)[5])
		run := func(b *testing.B, e analysis.Engine) {
			b.SetBytes(int64(p.Width * p.Height))
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				r, err := e.Analyze(p, analysis.Params{Threshold: analysis.DefaultThreshold})
				if err != nil {
					b.Fatal(err)
				}
				n = len(r.Quads)
			}
			b.ReportMetric(float64(n), "quads")
		}
		b.Run(fmt.Sprintf("engine=cpu/size=%dx%d", p.Width, p.Height), func(b *testing.B) {
			run(b, analysis.NewCPU())
		})
		b.Run(fmt.Sprintf("engine=gpu/size=%dx%d", p.Width, p.Height), func(b *testing.B) {
			onGPU, err := analysis.NewGPU(gputest.Open(b))
			if err != nil {
				b.Fatal(err)
			}
			defer onGPU.Release()
			run(b, onGPU)
		})
	}
}

var _ = []analysis.Engine{(*analysis.CPU)(nil), (*analysis.GPU)(nil)}

func FuzzEngines(f *testing.F) {
	f.Add(uint8(9), uint16(300), []byte("quadtree analysis with HistoPyramids"))
	f.Fuzz(func(t *testing.T, width uint8, permille uint16, samples []byte) {
		if len(samples) == 0 {
			return
		}
		w := int(width)%40 + 1
		h := min(len(samples)/w+1, 40)
		p := yuvtest.Picture(yuvtest.Formats[0], w, h, yuvtest.Fill{At: func(_, x, y, _ int) int {
			return int(samples[(y*w+x)%len(samples)])
		}})
		params := analysis.Params{Threshold: float64(permille%4001) / 1000}
		result, err := analysis.NewCPU().Analyze(p, params)
		if err != nil {
			t.Fatal(err)
		}
		onGPU, err := analysis.NewGPU(gputest.Open(t))
		if err != nil {
			t.Fatal(err)
		}
		defer onGPU.Release()
		got, err := onGPU.Analyze(p, params)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Quads, result.Quads) {
			t.Fatalf("%d quads on the GPU, %d on the CPU, or in another order", len(got.Quads), len(result.Quads))
		}
	})
}
