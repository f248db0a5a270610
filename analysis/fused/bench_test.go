package fused_test

import (
	"fmt"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/fused"
	"ffkvadrat/edge"
	"ffkvadrat/edge/gledge"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/glyuv/glyuvtest"
	"ffkvadrat/yuv/yuvtest"
)

// BenchmarkList measures edge to list by GPU timestamps, as the median of 300 pictures. On the same
// data it alternates between the reference, the ways of summing in two dispatches, and the device's
// default method. tiles and list are single passes.
func BenchmarkList(b *testing.B) {
	for _, size := range [][2]int{{1920, 1080}, {3840, 2160}, {7680, 4320}} {
		for _, threshold := range []float64{0.01, 0.1} {
			b.Run(fmt.Sprintf("size=%dx%d/t=%v", size[0], size[1], threshold), func(b *testing.B) {
				dev := gputest.Open(b)
				p := aligned(yuvtest.Picture(yuvtest.Formats[0], size[0], size[1], yuvtest.Video(b, yuvtest.Fills(seed)[5])))
				decision, err := edge.Discriminator{Threshold: threshold}.Decision(p.Format)
				if err != nil {
					b.Fatal(err)
				}
				planes := glyuv.NewPlanes(dev)
				defer planes.Release()
				luma := glyuvtest.LumaBuffer(b, planes, p)
				textures, err := planes.Textures()
				if err != nil {
					b.Fatal(err)
				}
				mask, err := gledge.NewReference(dev)
				if err != nil {
					b.Fatal(err)
				}
				reference, err := glpyramid.NewReference(dev, glpyramid.Choice{})
				gputest.Own(b, reference, err)
				if err := reference.Resize(p.Width, p.Height, quadpyramid.Unlimited); err != nil {
					b.Fatal(err)
				}
				rounds := 300
				if dev.Caps.Software {
					rounds = 5
				}
				reduce := func() {
					if err := mask.Run(reference.Level0(), p, textures, decision); err != nil {
						b.Fatal(err)
					}
					reference.Build()
					reference.List()
				}
				result, err := analysis.NewCPU().Analyze(p, analysis.Params{Threshold: threshold})
				if err != nil {
					b.Fatal(err)
				}
				want := result.Quads
				slow := gputest.Median(dev, rounds, 1, reduce)
				// Not before the measurement: on NVIDIA's driver the reference takes 13 µs more
				// once its list has been read back.
				if got := reference.List().Read(nil); !slices.Equal(got, want) {
					b.Fatalf("the reference has %d quads, the CPU %d, or another order", len(got), len(want))
				}

				metrics := map[string]float64{"quads": float64(len(want)), "reference-µs": float64(slow) / 1e3}
				measure := func(name string, make func(*gpu.Device) (*fused.Builder, error)) *fused.Builder {
					builder, err := make(dev)
					gputest.Own(b, builder, err)
					tiles := func() {
						if err := builder.Tiles(p, luma, decision, quadpyramid.Unlimited); err != nil {
							b.Fatal(err)
						}
					}
					tiles()
					if got := builder.List().Read(nil); !slices.Equal(got, want) {
						b.Fatalf("%s: %d quads, the reference has %d, or another order", name, len(got), len(want))
					}
					took := func(run func()) float64 { return float64(gputest.Median(dev, rounds, 1, run)) / 1e3 }
					metrics[name+"-tiles-µs"] = took(tiles)
					metrics[name+"-list-µs"] = took(func() { builder.List() })
					metrics[name+"-µs"] = took(func() { tiles(); builder.List() })
					return builder
				}
				measure("shared", fused.NewShared)
				if dev.Caps.Subgroups {
					measure("subgroups", fused.NewTwo)
				}
				builder := measure("own", fused.New)
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
