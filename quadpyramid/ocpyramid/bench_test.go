package ocpyramid_test

import (
	"fmt"
	"testing"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/quadpyramid/ocpyramid/ocpyramidtest"
)

// BenchmarkBuild builds windows of 1080p whose leaves are blocks of 8³ with holes, or dense, so that
// hardly any merge.
func BenchmarkBuild(b *testing.B) {
	const width, height = 1920, 1080
	for _, fill := range []struct {
		name string
		make func(width, height, frames int) *ocpyramid.Window
	}{{"blocks", ocpyramidtest.Blocks}, {"dense", ocpyramidtest.Dense}} {
		for _, frames := range []int{8, 16, 32, 64} {
			w := fill.make(width, height, frames)
			for _, engine := range []struct {
				name  string
				build func([]ocpyramid.Cube, *ocpyramid.Window, quadpyramid.Limits) []ocpyramid.Cube
			}{{"cpu", ocpyramid.NewCPU().Build}, {"reference", new(ocpyramid.Reference).Build}} {
				b.Run(fmt.Sprintf("engine=%s/size=%dx%d/frames=%d/fill=%s", engine.name, width, height, frames, fill.name), func(b *testing.B) {
					list := engine.build(nil, w, quadpyramid.Unlimited)
					b.SetBytes(width * height * int64(frames) / 8)
					b.ReportAllocs()
					for b.Loop() {
						list = engine.build(list[:0], w, quadpyramid.Unlimited)
					}
					b.ReportMetric(float64(len(list)), "cubes")
				})
			}
		}
	}
}

// BenchmarkSection takes what the cubes of a window of 1080p are in one of its frames.
func BenchmarkSection(b *testing.B) {
	const width, height, frames = 1920, 1080, 64
	for _, fill := range []struct {
		name string
		make func(width, height, frames int) *ocpyramid.Window
	}{{"blocks", ocpyramidtest.Blocks}, {"dense", ocpyramidtest.Dense}} {
		list := ocpyramid.NewCPU().Build(nil, fill.make(width, height, frames), quadpyramid.Unlimited)
		quads, lasts := ocpyramid.Section(nil, nil, list, 0)
		b.Run(fmt.Sprintf("engine=cpu/size=%dx%d/frames=%d/fill=%s", width, height, frames, fill.name), func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				quads, lasts = ocpyramid.Section(quads[:0], lasts[:0], list, i%frames)
			}
			b.ReportMetric(float64(len(list)), "cubes")
		})
	}
}
