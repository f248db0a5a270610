package glpyramid_test

import (
	"fmt"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/bench"
	"ffkvadrat/edge"
	"ffkvadrat/edge/gledge"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/quadpyramid/pyramidtest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/glyuv/glyuvtest"
	"ffkvadrat/yuv/yuvtest"
)

// BenchmarkVariants measures the shapes of the builder and the line-wise variant by GPU timestamps:
// medians of at least 200 pictures on hardware, for each stage and for the whole. The whole takes
// less than the sum of its stages, because a stage's timestamps wait for all work before them. The
// content "video" is the 1920×1080 luma of 8 bits in the file that FFKVADRAT_LUMA names.
func BenchmarkVariants(b *testing.B) {
	contents := []bench.Content{bench.Noise, bench.Dense}
	luma := yuvtest.Luma(b)
	if luma != nil {
		contents = append([]bench.Content{bench.Video}, contents...)
	}
	for _, size := range [][2]int{{1920, 1080}, {3840, 2160}, {7680, 4320}} {
		for _, content := range contents {
			for _, threshold := range []float64{0.01, 0.1} {
				for _, operator := range []edge.Operator{edge.Cross, edge.Scharr} {
					if operator != edge.Cross && content == bench.Dense { // Dense is made for cross
						continue
					}
					d := edge.Discriminator{Operator: operator, Threshold: threshold}
					name := fmt.Sprintf("size=%dx%d/content=%s/operator=%v/t=%v", size[0], size[1], content, operator, threshold)
					b.Run(name, func(b *testing.B) {
						p, err := bench.Picture(content, size[0], size[1], threshold, luma)
						if err != nil {
							b.Fatal(err)
						}
						benchmarkVariants(b, p, d)
					})
				}
			}
		}
	}
}

func benchmarkVariants(b *testing.B, p *yuv.Picture, d edge.Discriminator) {
	decision, err := d.Decision(p.Format)
	if err != nil {
		b.Fatal(err)
	}
	cpu, err := analysis.NewCPU().Analyze(p, analysis.Params{Operator: d.Operator, Threshold: d.Threshold})
	if err != nil {
		b.Fatal(err)
	}
	for _, choice := range choices {
		b.Run("variant="+choice.String(), func(b *testing.B) { benchmarkChoice(b, choice, p, decision, cpu.Quads) })
	}
	b.Run("variant=lines", func(b *testing.B) { benchmarkLines(b, p, decision, cpu.Quads) })
}

func benchmarkChoice(b *testing.B, choice glpyramid.Choice, p *yuv.Picture, d edge.Decision, want []quadpyramid.Quad) {
	dev, textures := upload(b, p)
	g, err := glpyramid.NewReference(dev, choice)
	gputest.Own(b, g, err)
	if err := g.Resize(p.Width, p.Height, quadpyramid.Unlimited); err != nil {
		b.Skip(err) // Partial's cells exceed the limit of a software rasteriser
	}
	stages := [3]func(){
		func() {
			if err := g.Decide(p, textures, d); err != nil {
				b.Fatal(err)
			}
		},
		g.Build,
		func() { g.List() },
	}
	for _, stage := range stages {
		stage()
	}
	if got := g.List().Read(nil); !slices.Equal(got, want) {
		b.Fatal(pyramidtest.Difference(got, want))
	}
	measure(b, dev, stages)
	b.ReportMetric(float64(len(want)), "quads")
}

func benchmarkLines(b *testing.B, p *yuv.Picture, d edge.Decision, quads []quadpyramid.Quad) {
	dev, textures := upload(b, p)
	mask, err := gledge.NewReference(dev)
	if err != nil {
		b.Fatal(err)
	}
	lines, err := glpyramid.NewLines(dev)
	gputest.Own(b, lines, err)
	if err := lines.Resize(p.Width, p.Height); err != nil {
		b.Skip(err)
	}
	stages := [3]func(){
		func() {
			if err := mask.Run(lines.Level0(), p, textures, d); err != nil {
				b.Fatal(err)
			}
		},
		lines.Build,
		func() { lines.List() },
	}
	for _, stage := range stages {
		stage()
	}
	want := 0
	for _, q := range quads {
		want += q.Size() * q.Size()
	}
	got := lines.List().Read(nil)
	ascending := slices.IsSortedFunc(got, func(a, b quadpyramid.Quad) int {
		return a.Y()*p.Width + a.X() - b.Y()*p.Width - b.X()
	})
	if len(got) != want || !ascending {
		b.Fatalf("%d points, want %d; in order: %v", len(got), want, ascending)
	}
	measure(b, dev, stages)
	b.ReportMetric(float64(len(got)), "quads")
}

func upload(b *testing.B, p *yuv.Picture) (*gpu.Device, *glyuv.Textures) {
	dev := gputest.Open(b)
	planes := glyuv.NewPlanes(dev)
	b.Cleanup(planes.Release)
	return dev, glyuvtest.Textures(b, planes, p)
}

// measure reports the medians of the stages and of the whole in µs.
func measure(b *testing.B, dev *gpu.Device, stages [3]func()) {
	var timers [4]*gpu.Timer
	for i := range timers {
		timers[i] = dev.NewTimer()
		defer timers[i].Release()
	}
	var times [4][]int64
	round := func() {
		timers[3].Begin()
		for _, stage := range stages {
			stage()
		}
		timers[3].End()
		dev.Finish() // else the driver may submit the first half early
		for i, stage := range stages {
			timers[i].Begin()
			stage()
			timers[i].End()
		}
		dev.Finish()
		for i, timer := range timers {
			times[i] = append(times[i], gputest.Result(timer))
		}
	}
	least := 220
	if dev.Caps.Software {
		least = 3
	}
	for b.Loop() {
		round()
	}
	for len(times[0]) < least {
		round()
	}
	for i, unit := range []string{"mask-µs", "pyramid-µs", "list-µs", "total-µs"} {
		warm := times[i][len(times[i])/11:]
		slices.Sort(warm)
		b.ReportMetric(float64(warm[len(warm)/2])/1e3, unit)
	}
	b.ReportMetric(0, "ns/op") // removes the CPU's time, which includes waiting
}
