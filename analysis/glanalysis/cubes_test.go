package glanalysis_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/analysistest"
	"ffkvadrat/analysis/glanalysis"
	"ffkvadrat/analysis/histogram"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/quadpyramid/ocpyramid/ocpyramidtest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestCubes compares all engines of cubes with the reference: with every discriminator of some
// formats, and consecutive windows of all lengths, also short ones.
func TestCubes(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 9))
	dev := gputest.Open(t)
	onGPU, err := glanalysis.NewCubes(dev)
	gputest.Own(t, onGPU, err)
	papers, err := glanalysis.NewReferenceCubes(dev)
	gputest.Own(t, papers, err)
	reference := analysis.NewReferenceCubes()
	engines := map[string]analysis.CubeEngine{"cpu": analysis.NewCPUCubes(), "gpu": onGPU, "gpu-reference": papers}
	for _, f := range []yuv.Format{yuvtest.Formats[1], yuvtest.Formats[6], yuvtest.Formats[10]} {
		fills := yuvtest.Fills(seed)
		for i, params := range analysistest.EdgeParams(f, random) {
			if i%4 != 0 { // most of the time goes into compiling
				continue
			}
			window := 8 << random.IntN(3)
			size := [][2]int{{65, 63}, {17, 17}, {150, 90}}[random.IntN(3)]
			var pictures []*yuv.Picture
			p := analysistest.WithBefore(yuvtest.Picture(f, size[0], size[1], fills[5]))
			for len(pictures) < window-random.IntN(2)*random.IntN(window) {
				pictures = append(pictures, p)
				if random.IntN(3) == 0 {
					p = analysistest.WithBefore(yuvtest.Picture(f, size[0], size[1], fills[random.IntN(len(fills))]))
				}
			}
			limits, err := params.Limits()
			if err != nil {
				t.Fatal(err)
			}
			cubes := func(name string, e analysis.CubeEngine) []ocpyramid.Cube {
				if err := e.Begin(size[0], size[1], window); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				for _, p := range pictures {
					if err := e.Add(p, params); err != nil {
						t.Fatalf("%s: %v", name, err)
					}
				}
				list, err := e.Cubes(nil, limits)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				return list
			}
			want := cubes("reference", reference)
			for name, e := range engines {
				if got := cubes(name, e); !slices.Equal(got, want) {
					t.Errorf("%s: %s %v, %d of %d frames, %+v: %s", name, f.Name, size, len(pictures), window, params, ocpyramidtest.Difference(got, want))
				}
			}
		}
	}
}

// TestCubesOfShots: windows that end at cuts before the second frame, the last one and neighbours
// have the same cubes with every engine.
func TestCubesOfShots(t *testing.T) {
	const n, width, height = 42, 70, 40
	dev := gputest.Open(t)
	onGPU, err := glanalysis.NewCubes(dev)
	gputest.Own(t, onGPU, err)
	papers, err := glanalysis.NewReferenceCubes(dev)
	gputest.Own(t, papers, err)
	engines := map[string]analysis.CubeEngine{"cpu": analysis.NewCPUCubes(), "gpu": onGPU, "gpu-reference": papers}
	reference, mask, builder := analysis.NewReferenceCubes(), analysis.NewCPUMask(), ocpyramid.NewCPU()
	params := analysis.Params{Threshold: 1}
	limits, err := params.Limits()
	if err != nil {
		t.Fatal(err)
	}
	starts := []int{1, 20, 22, 41}
	var pictures []*yuv.Picture
	for i := range n {
		scene, _ := slices.BinarySearch(starts, i+1)
		p := yuvtest.Picture(yuvtest.Formats[0], width, height, yuvtest.Fills(uint64(scene + 1))[4])
		p.Luma.Row(i%height, 1)[0] ^= 255
		pictures = append(pictures, p)
	}
	for _, frames := range []int{8, 16, 32, 64} {
		var shots histogram.Shots
		windows, err := analysis.NewWindows[*yuv.Picture](frames, &shots)
		if err != nil {
			t.Fatal(err)
		}
		got := map[int]bool{}
		done := 0
		take := func() {
			for window, held, ok := windows.Next(); ok; window, held, ok = windows.Next() {
				got[done], done = true, done+len(held)
				made := builder.Build(nil, window, limits)
				cubes := func(e analysis.CubeEngine) []ocpyramid.Cube {
					if err := e.Begin(width, height, frames); err != nil {
						t.Fatal(err)
					}
					for _, p := range held {
						if err := e.Add(p, params); err != nil {
							t.Fatal(err)
						}
					}
					list, err := e.Cubes(nil, limits)
					if err != nil {
						t.Fatal(err)
					}
					return list
				}
				want := cubes(reference)
				if !slices.Equal(made, want) {
					t.Errorf("%d frames, window before %d: %s", frames, done, ocpyramidtest.Difference(made, want))
				}
				for name, e := range engines {
					if list := cubes(e); !slices.Equal(list, want) {
						t.Errorf("%s: %d frames, window before %d: %s", name, frames, done, ocpyramidtest.Difference(list, want))
					}
				}
			}
		}
		for _, p := range pictures {
			shots.Add(p)
			if err := mask.Run(windows.Add(p), p, params); err != nil {
				t.Fatal(err)
			}
			take()
		}
		shots.End()
		windows.End()
		take()
		for _, start := range starts {
			if !got[start] {
				t.Errorf("%d frames: no window begins at %d", frames, start)
			}
		}
		if done != n {
			t.Errorf("%d frames: %d pictures are in windows", frames, done)
		}
	}
}

// Parameters that do not fit a picture are errors, and the engines work afterwards.
func TestCubesOfParamsThatDoNotFit(t *testing.T) {
	dev := gputest.Open(t)
	onGPU, err := glanalysis.NewCubes(dev)
	gputest.Own(t, onGPU, err)
	papers, err := glanalysis.NewReferenceCubes(dev)
	gputest.Own(t, papers, err)
	p := yuvtest.Picture(yuvtest.Formats[10], 16, 16, yuvtest.Fills(seed)[0])
	for _, e := range []analysis.CubeEngine{analysis.NewReferenceCubes(), analysis.NewCPUCubes(), onGPU, papers} {
		if err := e.Begin(16, 16, 12); err == nil {
			t.Errorf("%T: a window of 12 frames", e)
		}
		if err := e.Begin(16, 16, 8); err != nil {
			t.Fatal(err)
		}
		for _, params := range []analysis.Params{{Planes: 1, Threshold: 0.1}, {Threshold: 5}} {
			if err := e.Add(p, params); err == nil {
				t.Errorf("%T: %+v was taken", e, params)
			}
		}
	}
}
