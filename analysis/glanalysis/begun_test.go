package glanalysis_test

import (
	"fmt"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/glanalysis"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// transfers are the methods of upload and read-back, as capabilities that select them.
var transfers = []struct {
	name  string
	allow func(*gpu.Caps)
}{
	{"software", func(*gpu.Caps) {}},
	{"hardware", func(c *gpu.Caps) { c.Software = false }},
	{"unmapped", func(c *gpu.Caps) { c.Mapping = false }},
}

// TestBegun keeps 1 to 3 pictures in flight, of different sizes, formats and parameters, and
// compares each with the reference.
func TestBegun(t *testing.T) {
	type job struct {
		picture *yuv.Picture
		params  analysis.Params
		want    analysis.Result
	}
	edges, colours := analysis.Params{Threshold: 0.01}, analysis.Params{Variant: analysis.CommonFeature, Threshold: 0.0001}
	var jobs []job
	large := [2]int{2000, 1100}
	if testing.Short() {
		large = [2]int{1100, 400}
	}
	for i, size := range [][2]int{{64, 64}, {1, 1}, {640, 360}, {640, 360}, large, {33, 700}} {
		for _, params := range []analysis.Params{edges, colours, {Threshold: 0.1, Invert: true, MinSize: 2}} {
			p := yuvtest.Picture(yuvtest.Formats[1+6*(i%2)], size[0], size[1], yuvtest.Fills(seed)[4+i%2])
			want, err := analysis.NewReference().Analyze(p, params)
			if err != nil {
				t.Fatal(err)
			}
			want.Quads, want.Means = slices.Clone(want.Quads), slices.Clone(want.Means)
			jobs = append(jobs, job{p, params, want})
		}
	}
	for _, way := range transfers {
		t.Run(way.name, func(t *testing.T) {
			dev := gputest.Open(t)
			way.allow(&dev.Caps)
			for ahead := 1; ahead <= glanalysis.Depth; ahead++ {
				engine, err := glanalysis.NewGPU(dev)
				gputest.Own(t, engine, err)
				begun := 0
				for i := range jobs {
					for ; begun < len(jobs) && begun < i+ahead; begun++ {
						if err := engine.Begin(jobs[begun].picture, jobs[begun].params); err != nil {
							t.Fatal(err)
						}
					}
					got, err := engine.End()
					if err != nil {
						t.Fatal(err)
					}
					want := jobs[i].want
					if !slices.Equal(got.Quads, want.Quads) || !slices.Equal(got.Means, want.Means) {
						t.Errorf("%d begun, picture %d: %d quads and %d means, want %d and %d, or others", ahead, i, len(got.Quads), len(got.Means), len(want.Quads), len(want.Means))
					}
				}
			}
		})
	}
}

// BenchmarkBegun analyses pictures with as many in flight as the engine accepts, as an export does.
func BenchmarkBegun(b *testing.B) {
	params := analysis.Params{Threshold: analysis.DefaultThreshold}
	for _, size := range [][2]int{{1280, 720}, {1920, 1080}, {3840, 2160}, {7680, 4320}} {
		for _, way := range transfers {
			for _, ahead := range []int{1, glanalysis.Depth} {
				b.Run(fmt.Sprintf("size=%dx%d/way=%s/ahead=%d", size[0], size[1], way.name, ahead), func(b *testing.B) {
					dev := gputest.Open(b)
					way.allow(&dev.Caps)
					p := yuvtest.Picture(yuvtest.Formats[1], size[0], size[1], yuvtest.Fills(seed)[5])
					engine, err := glanalysis.NewGPU(dev)
					gputest.Own(b, engine, err)
					begin := func() {
						if err := engine.Begin(p, params); err != nil {
							b.Fatal(err)
						}
					}
					for range ahead - 1 {
						begin()
					}
					b.SetBytes(int64(p.Width * p.Height))
					b.ReportAllocs()
					n := 0
					for b.Loop() {
						begin()
						r, err := engine.End()
						if err != nil {
							b.Fatal(err)
						}
						n = len(r.Quads)
					}
					b.ReportMetric(float64(n), "quads")
					for range ahead - 1 {
						if _, err := engine.End(); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}
