package feature

import (
	"testing"

	"ffkvadrat/yuv"
)

// BenchmarkField makes a picture of vectors of 1080p, in blocks of 16×16.
func BenchmarkField(b *testing.B) {
	var all yuv.VectorList
	for i := range 120 * 68 {
		all = append(all, yuv.MotionVector{X: i % 120 * 16, Y: i / 120 * 16, Width: 16, Height: 16, DX: i % 700, DY: i % 300})
	}
	p := &yuv.Picture{Width: 1920, Height: 1080, Vectors: all}
	var f Field
	for b.Loop() {
		if _, err := f.Of(p); err != nil {
			b.Fatal(err)
		}
	}
}
