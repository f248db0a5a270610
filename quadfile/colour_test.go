package quadfile

import (
	"testing"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv/yuvtest"
)

func BenchmarkColours(b *testing.B) {
	const side = 512
	var list []quadpyramid.Quad
	for at := range side * side / 4 {
		list = append(list, quad(at%(side/2)*2, at/(side/2)*2, at%2))
	}
	for _, f := range yuvtest.Formats {
		b.Run(f.Name, func(b *testing.B) {
			p := yuvtest.Picture(f, side, side, yuvtest.Fills(1)[4])
			var dst []Colour
			for b.Loop() {
				dst = Colours(dst[:0], p, list)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(list)), "ns/quad")
		})
	}
}
