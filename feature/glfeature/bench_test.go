package glfeature_test

import (
	"fmt"
	"testing"
	"time"

	"ffkvadrat/feature"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/glyuv/glyuvtest"
	"ffkvadrat/yuv/yuvtest"
)

// BenchmarkGPU measures samples to list by GPU timestamps: the median of 300 pictures, with both
// engines on the same data in turn.
func BenchmarkGPU(b *testing.B) {
	fills := yuvtest.Fills(seed)
	for _, size := range [][2]int{{1920, 1080}, {3840, 2160}, {7680, 4320}} {
		for _, c := range []struct {
			fill       yuvtest.Fill
			thresholds []float64
		}{
			{yuvtest.Video(b, fills[5]), []float64{0.001, 0.01, 0.1}},
			{fills[4], []float64{0}}, // noise: no two pixels merge
			{fills[0], []float64{0}}, // all of it merges
		} {
			p := aligned(yuvtest.Picture(yuvtest.Formats[1], size[0], size[1], c.fill))
			for _, threshold := range c.thresholds {
				b.Run(fmt.Sprintf("size=%dx%d/content=%s/t=%v", size[0], size[1], c.fill.Name, threshold), func(b *testing.B) {
					benchmarkGPU(b, p, levels(b, threshold)[0])
				})
			}
		}
	}
}

func benchmarkGPU(b *testing.B, p *yuv.Picture, level uint32) {
	dev := gputest.Open(b)
	planes := glyuv.NewPlanes(dev)
	defer planes.Release()
	buffers := glyuvtest.Buffers(b, planes, p)
	rounds := 300
	if dev.Caps.Software {
		rounds = 5
	}
	engines := []engine{openReference(b, dev), openGPU(b, dev)}
	var took [2]time.Duration
	var list *glpyramid.List
	run := func(i int) {
		var err error
		if list, err = engines[i].run(p, buffers, channel.RGB, level, quadpyramid.Unlimited); err != nil {
			b.Fatal(err)
		}
	}
	var quads [2][]quadpyramid.Quad
	var means [2][]feature.Mean
	for i := range engines {
		defer engines[i].Release()
		// Before the list is read back: afterwards the reference takes 13 µs more on NVIDIA's
		// driver.
		took[i] = gputest.Median(dev, rounds, 1, func() { run(i) })
		quads[i], means[i] = list.Read(nil), glpyramid.ReadMeans(list, means[i])
	}
	if d := difference(quads[1], quads[0], means[1], means[0]); d != "" {
		b.Fatal(d)
	}
	gputest.Loop(b, dev, func() { run(1) })
	for i, unit := range []string{"reference-µs", "fused-µs"} {
		b.ReportMetric(float64(took[i])/1e3, unit)
	}
	b.ReportMetric(float64(len(quads[0])), "quads")
}
