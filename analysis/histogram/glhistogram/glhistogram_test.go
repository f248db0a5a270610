package glhistogram_test

import (
	"math/rand/v2"
	"testing"

	"ffkvadrat/analysis/histogram"
	"ffkvadrat/analysis/histogram/glhistogram"
	"ffkvadrat/edge"
	"ffkvadrat/edge/edgetest"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/glyuv/glyuvtest"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 2008

// TestCounterAgainstReference: the GPU's histograms equal the reference's, in every layout.
func TestCounterAgainstReference(t *testing.T) {
	dev := gputest.Open(t)
	counter, err := glhistogram.NewCounter(dev)
	gputest.Own(t, counter, err)
	planes := glyuv.NewPlanes(dev)
	defer planes.Release()
	random := rand.New(rand.NewPCG(seed, 1))
	bins := func() int { return histogram.LeastBins + random.IntN(histogram.MostBins-histogram.LeastBins+1) }
	for i, f := range append(yuvtest.Layouts, yuvtest.Formats...) {
		p := yuvtest.Picture(f, 1+random.IntN(100), 1+random.IntN(50), yuvtest.Above(yuvtest.Fills(seed)[random.IntN(6)]))
		list := []histogram.Subject{{Source: histogram.Luma, Bins: bins()}, {Source: histogram.Luma, Bins: 256}}
		if channel.Check(f, channel.RGB) == nil {
			list = append(list, histogram.Subject{Source: histogram.Red + histogram.Source(i%3), Bins: bins()})
		}
		for n, d := range edgetest.Discriminators(f) {
			decision, err := d.Decision(f)
			if err == nil && d.Planes != edge.AlphaPlane && n%7 == i%7 { // a software rasteriser is slow to compile
				list = append(list, histogram.Subject{Source: histogram.D, Bins: bins(), Decision: decision})
			}
		}
		textures := glyuvtest.Textures(t, planes, p)
		for _, s := range list {
			want, err := histogram.Reference(p, s)
			if err != nil {
				t.Fatal(err)
			}
			got, err := counter.Count(p, textures, s)
			if err != nil || got != want {
				t.Fatalf("%s %d×%d, %v %v on %d planes in %d bins: %v\n%v\nwant\n%v", f.Name, p.Width, p.Height, s.Source, s.Decision.Operator, s.Decision.Planes, s.Bins, err, got.Counts[:s.Bins], want.Counts[:s.Bins])
			}
		}
	}
}

// Large pictures, which take a workgroup several iterations, and all pixels in one bin.
func TestLargePictures(t *testing.T) {
	dev := gputest.Open(t)
	counter, err := glhistogram.NewCounter(dev)
	gputest.Own(t, counter, err)
	planes := glyuv.NewPlanes(dev)
	defer planes.Release()
	for _, size := range [][2]int{{1919, 1081}, {16384, 33}, {33, 16384}} {
		for _, fill := range yuvtest.Fills(seed)[:5] {
			p := yuvtest.Picture(yuvtest.Formats[1], size[0], size[1], fill)
			s := histogram.Subject{Source: histogram.Luma, Bins: 256}
			want, err := new(histogram.Counter).Count(p, s)
			if err != nil {
				t.Fatal(err)
			}
			got, err := counter.Count(p, glyuvtest.Textures(t, planes, p), s)
			if err != nil || got != want {
				t.Fatalf("%v %s: %v, or other counts", size, fill.Name, err)
			}
		}
	}
	p := yuvtest.Picture(yuvtest.Formats[1], 20, 20, yuvtest.Fills(seed)[0])
	if _, err := counter.Count(p, glyuvtest.Textures(t, planes, p), histogram.Subject{Bins: 5}); err == nil {
		t.Error("5 bins: no error")
	}
}
