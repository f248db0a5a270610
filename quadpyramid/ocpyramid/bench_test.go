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
