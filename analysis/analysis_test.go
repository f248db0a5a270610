package analysis_test

import (
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid/glpyramid"
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
	gpuReference, err := analysis.NewGPUReference(dev, glpyramid.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	defer gpuReference.Release()
	reference := analysis.NewReference()
	engines := []struct {
		name   string
		engine analysis.Engine
	}{
		{"CPU", analysis.NewCPU()},
		{"portable CPU", analysis.NewPortableCPU(1)},
		{"GPU", onGPU},
		{"GPU reference", gpuReference},
	}
	for _, f := range yuvtest.Formats {
		for _, size := range yuvtest.Sizes {
			if size[0] > 320 {
				continue
			}
			for _, fill := range yuvtest.Fills(seed) {
				p := yuvtest.Picture(f, size[0], size[1], fill)
				for _, threshold := range []float64{0, 0.003, 0.5, 4} {
					params := analysis.Params{Threshold: threshold}
					want, err := reference.Analyze(p, params)
					if err != nil {
						t.Fatal(err)
					}
					for _, e := range engines {
						got, err := e.engine.Analyze(p, params)
						if err != nil {
							t.Fatal(err)
						}
						if !slices.Equal(got.Quads, want.Quads) {
							t.Fatalf("%s %v %s t=%v (seed %d): %d quads on the %s, want %d, or in another order",
								f.Name, size, fill.Name, threshold, seed, len(got.Quads), e.name, len(want.Quads))
						}
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

// Pictures large enough for several goroutines.
func TestGoroutinesGiveTheSameQuads(t *testing.T) {
	reference := analysis.NewReference()
	for _, goroutines := range []int{1, 2, 3, 40} {
		cpu := analysis.NewVectorCPU(goroutines)
		for _, size := range [][2]int{{1919, 1081}, {640, 512}, {16384, 33}, {17, 16384}} {
			for _, fill := range yuvtest.Fills(seed)[3:] {
				p := yuvtest.Picture(yuvtest.Formats[1], size[0], size[1], fill)
				params := analysis.Params{Threshold: 0.2}
				want, err := reference.Analyze(p, params)
				if err != nil {
					t.Fatal(err)
				}
				got, err := cpu.Analyze(p, params)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(got.Quads, want.Quads) {
					t.Fatalf("%d goroutines, %v %s (seed %d): %d quads, want %d, or in another order",
						goroutines, size, fill.Name, seed, len(got.Quads), len(want.Quads))
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
	check("reference", analysis.NewReference())
	check("cpu", analysis.NewVectorCPU(1))
	check("portable cpu", analysis.NewPortableCPU(1))
	small := p
	p = yuvtest.Picture(yuvtest.Formats[1], 1280, 720, yuvtest.Fills(seed)[5])
	check("cpu with 3 goroutines", analysis.NewVectorCPU(3))
	p = small
	dev := gputest.Open(t)
	onGPU, err := analysis.NewGPU(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer onGPU.Release()
	check("gpu", onGPU)
	gpuReference, err := analysis.NewGPUReference(dev, glpyramid.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	defer gpuReference.Release()
	check("gpu reference", gpuReference)
}

var _ = []analysis.Engine{(*analysis.Reference)(nil), (*analysis.CPU)(nil), (*analysis.GPU)(nil), (*analysis.GPUReference)(nil)}

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
		want, err := analysis.NewReference().Analyze(p, params)
		if err != nil {
			t.Fatal(err)
		}
		for _, cpu := range []analysis.Engine{analysis.NewCPU(), analysis.NewPortableCPU(1)} {
			got, err := cpu.Analyze(p, params)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.Quads, want.Quads) {
				t.Fatalf("%d quads on the CPU, want %d, or in another order", len(got.Quads), len(want.Quads))
			}
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
		if !slices.Equal(got.Quads, want.Quads) {
			t.Fatalf("%d quads on the GPU, %d on the CPU, or in another order", len(got.Quads), len(want.Quads))
		}
	})
}
