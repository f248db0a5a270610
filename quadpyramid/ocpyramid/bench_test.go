package ocpyramid_test

import (
	"fmt"
	"testing"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/quadpyramid/ocpyramid/ocpyramidtest"
)

// BenchmarkBuild builds windows of 1080p whose leaves are blocks of 8³ with holes, or noise in
// which hardly any merge.
func BenchmarkBuild(b *testing.B) {
	const width, height = 1920, 1080
	windows := map[string]func(width, height, frames int) *ocpyramid.Window{"blocks": ocpyramidtest.Blocks, "dense": ocpyramidtest.Dense}
	for _, frames := range []int{8, 16, 32, 64} {
		for fill := range windows {
			w := windows[fill](width, height, frames)
			b.Run(fmt.Sprintf("engine=cpu/size=%dx%d/frames=%d/fill=%s", width, height, frames, fill), func(b *testing.B) {
				cpu := ocpyramid.NewCPU()
				list := cpu.Build(nil, w, quadpyramid.Unlimited)
				b.SetBytes(width * height * int64(frames) / 8)
				b.ReportAllocs()
				for b.Loop() {
					list = cpu.Build(list[:0], w, quadpyramid.Unlimited)
				}
				b.ReportMetric(float64(len(list)), "cubes")
			})
		}
	}
}
