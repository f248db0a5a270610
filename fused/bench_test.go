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
// 300 pictures, the reference and the ways of summing on the same data in turn;
// tiles and list are the two passes alone.
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

				metrics := map[string]float64{"quads": float64(len(want)), "reference-µs": float64(slow) / 1e3}
				measure := func(name string, make func(*gpu.Device) (*fused.Builder, error)) *fused.Builder {
					builder, err := make(dev)
					if err != nil {
						b.Fatal(err)
					}
					b.Cleanup(builder.Release)
					tiles := func() {
						if err := builder.Tiles(p, luma, decision, quadpyramid.Unlimited); err != nil {
							b.Fatal(err)
						}
					}
					metrics[name+"-tiles-µs"] = float64(median(dev, rounds, tiles)) / 1e3
					metrics[name+"-list-µs"] = float64(median(dev, rounds, func() { builder.List() })) / 1e3
					metrics[name+"-µs"] = float64(median(dev, rounds, func() { tiles(); builder.List() })) / 1e3
					if got := builder.List().Read(nil); !slices.Equal(got, want) {
						b.Fatalf("%s: %d quads, the reference has %d, or another order", name, len(got), len(want))
					}
					return builder
				}
				builder := measure("shared", fused.NewShared)
				if dev.Caps.Subgroups {
					builder = measure("subgroups", fused.New)
				}
				for b.Loop() {
					if err := builder.Tiles(p, luma, decision, quadpyramid.Unlimited); err != nil {
						b.Fatal(err)
					}
					builder.List()
				}
				dev.Finish()
				for unit, value := range metrics {
					b.ReportMetric(value, unit)
				}
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
