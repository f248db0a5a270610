package yuv_test

import (
	"slices"
	"testing"

	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

func TestTones(t *testing.T) {
	var toner yuv.Toner
	for _, f := range append(yuvtest.Layouts, yuvtest.Formats...) {
		for _, size := range [][2]int{{1, 1}, {10, 10}, {33, 21}} {
			for _, fill := range yuvtest.Fills(3) {
				p := yuvtest.Picture(f, size[0], size[1], yuvtest.Above(fill))
				var sum uint64
				var all []int
				for i := range p.Width * p.Height {
					v := min(p.Sample(-1, i%p.Width, i/p.Width), f.MaxValue())
					sum += uint64(v)
					all = append(all, v)
				}
				slices.Sort(all)
				got := toner.Of(p)
				if got.Sum != sum {
					t.Fatalf("%s %v: the sum is %d, want %d", f.Name, size, got.Sum, sum)
				}
				for i, percent := range yuv.Percents {
					want := all[(percent*len(all)+99)/100-1]
					if int(got.Percentiles[i]) != want {
						t.Fatalf("%s %v: percentile %d is %d, want %d", f.Name, size, percent, got.Percentiles[i], want)
					}
				}
			}
		}
	}
}

func BenchmarkTones(b *testing.B) {
	p := yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Fills(3)[5])
	var toner yuv.Toner
	for b.Loop() {
		toner.Of(p)
	}
}
