package fused_test

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"ffkvadrat/edge"
	"ffkvadrat/fused"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// content is a picture of the given size: the 1920×1080 luma in the file that
// FFKVADRAT_LUMA names, mirrored over the plane, or a smooth ground with spikes.
// Its rows stand at multiples of 64 bytes, as FFmpeg's do.
func content(b *testing.B, width, height int) *yuv.Picture {
	b.Helper()
	f := yuv.Format{Name: "gray", Model: yuv.Gray, Depth: 8}
	fill := yuvtest.Fills(seed)[5]
	if name := os.Getenv("FFKVADRAT_LUMA"); name != "" {
		luma, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		fill.At = func(_, x, y, _ int) int { return int(luma[mirror(y, 1080)*1920+mirror(x, 1920)]) }
	}
	p := yuvtest.Picture(f, width, height, fill)
	stride := (width + 63) &^ 63
	data := make([]byte, stride*height)
	for y := range height {
		copy(data[y*stride:], p.Luma.Row(y, 1))
	}
	p.Luma.Data, p.Luma.Stride = data, stride
	p.Planes[0] = p.Luma
	return p
}

// mirror folds a coordinate into 0 to n − 1.
func mirror(i, n int) int {
	if i %= 2 * n; i >= n {
		return 2*n - 1 - i
	}
	return i
}

// BenchmarkList measures edge to list by the GPU's own clock: the median of
// 300 pictures, both builders on the same data in turn.
func BenchmarkList(b *testing.B) {
	for _, size := range [][2]int{{1920, 1080}, {3840, 2160}, {7680, 4320}} {
		for _, threshold := range []float64{0.01, 0.1} {
			b.Run(fmt.Sprintf("size=%dx%d/t=%v", size[0], size[1], threshold), func(b *testing.B) {
				dev := gputest.Open(b)
				p := content(b, size[0], size[1])
				decision, err := edge.Discriminator{Threshold: threshold}.Decision(p.Format)
				if err != nil {
					b.Fatal(err)
				}
				textures, luma := yuv.NewTextures(dev), yuv.NewBuffers(dev)
				defer textures.Release()
				defer luma.Release()
				if err := textures.Upload(p); err != nil {
					b.Fatal(err)
				}
				if err := luma.UploadLuma(p); err != nil {
					b.Fatal(err)
				}
				mask, err := edge.NewGPU(dev)
				if err != nil {
					b.Fatal(err)
				}
				defer mask.Release()
				reference, err := quadpyramid.NewGPU(dev, quadpyramid.Choice{})
				if err != nil {
					b.Fatal(err)
				}
				defer reference.Release()
				if err := reference.Resize(p.Width, p.Height, quadpyramid.Unlimited); err != nil {
					b.Fatal(err)
				}
				builder, err := fused.New(dev)
				if err != nil {
					b.Fatal(err)
				}
				defer builder.Release()

				rounds := 300
				if dev.Caps.Software {
					rounds = 5
				}
				slow := median(dev, rounds, func() {
					mask.Run(reference.Level0(), p, textures, decision)
					reference.Build()
					reference.List()
				})
				want := reference.List().Read(nil)
				run := func() {
					if err := builder.Tiles(p, luma, decision, quadpyramid.Unlimited); err != nil {
						b.Fatal(err)
					}
					builder.List()
				}
				fast := median(dev, rounds, run)
				if got := builder.List().Read(nil); !slices.Equal(got, want) {
					b.Fatalf("%d quads, the reference has %d, or another order", len(got), len(want))
				}
				for b.Loop() {
					run()
				}
				dev.Finish()
				b.ReportMetric(float64(slow)/1e3, "reference-µs")
				b.ReportMetric(float64(fast)/1e3, "fused-µs")
				b.ReportMetric(float64(len(want)), "quads")
			})
		}
	}
}

// median is the GPU time of a run, in nanoseconds.
func median(dev *gpu.Device, rounds int, run func()) int64 {
	timer := dev.NewTimer()
	defer timer.Release()
	times := make([]int64, 0, rounds)
	for range rounds + rounds/10 {
		timer.Begin()
		run()
		timer.End()
		dev.Finish()
		for {
			if ns, ready := timer.Result(); ready {
				times = append(times, ns)
				break
			}
			time.Sleep(time.Microsecond)
		}
	}
	times = times[rounds/10:] // warm by then
	slices.Sort(times)
	return times[len(times)/2]
}
