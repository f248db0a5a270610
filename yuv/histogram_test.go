package yuv_test

import (
	"testing"

	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestHistogram compares with counting the samples one by one.
func TestHistogram(t *testing.T) {
	fills := yuvtest.Fills(seed)
	for _, f := range yuvtest.Formats {
		for _, fill := range append(fills, yuvtest.Above(fills[4])) {
			if f.SampleBytes() == 1 && fill.Name == "noise and above" {
				continue // no spare bits
			}
			p := yuvtest.Picture(f, 65, 63, fill)
			var got, want yuv.Histogram
			got[7] = 4711 // from a previous picture
			got.Count(p)
			for y := range p.Height {
				for x := range p.Width {
					want[min(p.Sample(-1, x, y), f.MaxValue())*256/(f.MaxValue()+1)]++
				}
			}
			if got != want {
				t.Errorf("%s %s (seed %d): %v, want %v", f.Name, fill.Name, seed, got, want)
			}
		}
	}
}

func BenchmarkHistogram(b *testing.B) {
	p := yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Fills(seed)[5])
	b.SetBytes(int64(p.Width * p.Height))
	b.ReportAllocs()
	var h yuv.Histogram
	for b.Loop() {
		h.Count(p)
	}
}
