package views_test

import (
	"image"
	"image/color"
	"math"
	"testing"

	"ffkvadrat/overlay/views"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestDiffer: each pixel has the shade of the difference of luma, and PSNR is that of all.
func TestDiffer(t *testing.T) {
	var d views.Differ // reused, with the table of earlier pictures
	for _, f := range yuvtest.Formats {
		p, q := yuvtest.Picture(f, 33, 20, yuvtest.Fills(1)[5]), yuvtest.Picture(f, 33, 20, yuvtest.Fills(2)[5])
		dst, most := image.NewRGBA(image.Rect(0, 0, 33, 20)), f.MaxValue()
		for gain := range views.GainCount {
			d.Paint(dst, p, q, gain, yuv.Converter{})
			squares := 0.
			for i := range 33 * 20 {
				x, y := i%33, i/33
				difference := min(p.Sample(-1, x, y), most) - min(q.Sample(-1, x, y), most)
				squares += float64(difference * difference)
				shade := uint8(min(max(math.Round(128+float64(gain.Factor())*255*float64(difference)/float64(most)), 0), 255))
				if got := dst.RGBAAt(x, y); int(got.R)-int(shade) > 1 || int(shade)-int(got.R) > 1 || got != (color.RGBA{got.R, got.R, got.R, 255}) || got.R != gain.Shade(difference, most) {
					t.Fatalf("%s, ×%v: (%d, %d) with the difference %d is %v, want %d", f.Name, gain, x, y, difference, got, shade)
				}
			}
			want := 10 * math.Log10(float64(most)*float64(most)/(squares/(33*20)))
			if got := psnrOf(&d); math.Abs(got-want) > 1e-9 {
				t.Errorf("%s: PSNR %v, want %v", f.Name, got, want)
			}
		}
		if d.Paint(dst, p, p, views.Gain16, yuv.Converter{}); !math.IsInf(psnrOf(&d), 1) || dst.RGBAAt(5, 5) != (color.RGBA{128, 128, 128, 255}) {
			t.Errorf("%s: equal pictures: PSNR %v, %v", f.Name, psnrOf(&d), dst.RGBAAt(5, 5))
		}
	}
}

// psnrOf returns the PSNR of the pictures that were compared last.
func psnrOf(c views.Comparer) float64 {
	_, psnr := c.Compared()
	return psnr
}

// TestGain: 8-bit differences are shifted and multiplied exactly.
func TestGain(t *testing.T) {
	for _, c := range []struct {
		gain       views.Gain
		difference int
		most       int
		want       uint8
	}{
		{views.Gain1, 0, 255, 128}, {views.Gain1, 127, 255, 255}, {views.Gain1, -128, 255, 0}, {views.Gain1, 128, 255, 255},
		{views.Gain4, 3, 255, 140}, {views.Gain4, -32, 255, 0}, {views.Gain16, -7, 255, 16}, {views.Gain16, 8, 255, 255}, {views.Gain4, 4, 1023, 132},
	} {
		if got := c.gain.Shade(c.difference, c.most); got != c.want {
			t.Errorf("×%v: %d of %d is %d, want %d", c.gain, c.difference, c.most, got, c.want)
		}
	}
	for gain := range views.GainCount {
		if parsed, err := views.ParseGain(gain.String()); err != nil || parsed != gain {
			t.Errorf("%v is parsed as %v, %v", gain, parsed, err)
		}
	}
	if _, err := views.ParseGain("2"); err == nil {
		t.Error("no error about a gain of 2")
	}
}

// BenchmarkDiffer measures Paint.
func BenchmarkDiffer(b *testing.B) {
	p, q := yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Fills(1)[5]), yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Fills(2)[5])
	dst := image.NewRGBA(image.Rect(0, 0, 1920, 1080))
	var d views.Differ
	b.ReportAllocs()
	for b.Loop() {
		d.Paint(dst, p, q, views.Gain4, yuv.Converter{})
	}
}
