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
	for _, frames := range []int{8, 16, 32, 64} {
		for _, fill := range []string{"blocks", "dense"} {
			w := benchWindow(width, height, frames, fill)
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

// benchWindow makes a window: of blocks, where a twentieth of those of 8³ are empty and one pixel in
// 2,000 is a hole; dense, where a hundredth of the pixels are holes.
func benchWindow(width, height, frames int, fill string) *ocpyramid.Window {
	state := uint64(ocpyramidtest.Seed)
	hash := func(v uint64) uint64 {
		v = (v + state) * 0x9e3779b97f4a7c15
		v ^= v >> 29
		v *= 0xbf58476d1ce4e5b9
		return v ^ v>>32
	}
	holes := map[string]uint64{"blocks": 2000, "dense": 100}[fill]
	w, err := ocpyramid.NewWindow(frames)
	if err != nil {
		panic(err)
	}
	for t := range frames {
		m := w.Next()
		ocpyramidtest.New(width, height, 1, func(x, y, _ int) bool {
			block := uint64(x>>3) | uint64(y>>3)<<16 | uint64(t>>3)<<32 | 1<<60
			return hash(uint64(x)|uint64(y)<<16|uint64(t)<<32)%holes != 0 && (fill == "dense" || hash(block)%20 != 0)
		}).Mask(m, 0)
	}
	return w
}
