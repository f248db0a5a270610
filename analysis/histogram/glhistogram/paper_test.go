package glhistogram_test

import (
	"math/rand/v2"
	"testing"

	"ffkvadrat/analysis/histogram"
	"ffkvadrat/analysis/histogram/glhistogram"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/glyuv/glyuvtest"
	"ffkvadrat/yuv/yuvtest"
)

// Every method of the paper gives the same counts, also for black and white, in every format and
// layout.
func TestPaperAgainstReference(t *testing.T) {
	dev := gputest.Open(t)
	paper := glhistogram.NewPaper(dev)
	defer paper.Release()
	planes := glyuv.NewPlanes(dev)
	defer planes.Release()
	random := rand.New(rand.NewPCG(seed, 2))
	for _, f := range append(yuvtest.Layouts, yuvtest.Formats...) {
		for _, fill := range yuvtest.Fills(random.Uint64()) {
			p := yuvtest.Picture(f, 1+random.IntN(90), 1+random.IntN(50), yuvtest.Above(fill))
			textures := glyuvtest.Textures(t, planes, p)
			bins := []int{16, 256, histogram.LeastBins + random.IntN(200)}[random.IntN(3)]
			want, err := histogram.Reference(p, histogram.Subject{Bins: bins})
			if err != nil {
				t.Fatal(err)
			}
			for m := range glhistogram.MethodCount {
				got, err := paper.Count(p, textures.Luma, bins, m)
				if err != nil || got != want {
					t.Fatalf("%v: %s %s %d×%d in %d bins: %v\n%v\nwant\n%v", m, f.Name, fill.Name, p.Width, p.Height, bins, err, got.Counts[:bins], want.Counts[:bins])
				}
			}
		}
	}
	large := &yuv.Picture{Width: 8192, Height: 2049, Format: yuvtest.Formats[0]}
	p := yuvtest.Picture(yuvtest.Formats[0], 10, 10, yuvtest.Fills(seed)[0])
	luma := glyuvtest.Textures(t, planes, p).Luma
	if _, err := paper.Count(large, luma, 16, glhistogram.Scatter); err == nil {
		t.Error("more pixels than floats count: no error")
	}
	if _, err := paper.Count(p, luma, 15, glhistogram.Planes); err == nil {
		t.Error("15 bins: no error")
	}
}
