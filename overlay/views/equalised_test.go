package views_test

import (
	"image"
	"testing"

	"ffkvadrat/overlay/views"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// A dark picture gets the full range in the order of its lumas, and colours keep their differences.
// A picture with a single luma does not change.
func TestEqualised(t *testing.T) {
	var e views.Equaliser
	for _, f := range yuvtest.Formats {
		dark := yuvtest.Fill{At: func(plane, x, y, most int) int {
			if plane > 0 && f.Model == yuv.YUV {
				return (most + 1) / 2
			}
			return most/8 + (x+y)*most/800
		}}
		p := yuvtest.Picture(f, 64, 32, dark)
		c := yuv.NewConverter(f, p.Colour, p.Width, p.Height)
		plain, dst := image.NewRGBA(image.Rect(0, 0, 64, 32)), image.NewRGBA(image.Rect(0, 0, 64, 32))
		c.Paint(plain, p)
		if err := e.Paint(dst, p, views.Given{}, c); err != nil {
			t.Fatal(err)
		}
		if low, high := dst.RGBAAt(0, 0).G, dst.RGBAAt(63, 31).G; low > 2 || high < 253 {
			t.Errorf("%s: from %d to %d", f.Name, low, high)
		}
		for i := 1; i < 64; i++ {
			a, b := plain.RGBAAt(i-1, 0), plain.RGBAAt(i, 0)
			if n, m := dst.RGBAAt(i-1, 0), dst.RGBAAt(i, 0); b.G > a.G != (m.G > n.G) || m.A != 255 {
				t.Errorf("%s: %v and %v become %v and %v", f.Name, a, b, n, m)
			}
			if a, n := plain.RGBAAt(i, 3), dst.RGBAAt(i, 3); n.R > 0 && n.B < 255 && n.R < 255 && n.B > 0 && int(a.R)-int(a.B) != int(n.R)-int(n.B) {
				t.Errorf("%s: %v becomes %v, another colour", f.Name, a, n)
			}
		}
	}
	p := yuvtest.Picture(yuvtest.Formats[0], 8, 8, yuvtest.Fill{At: func(_, _, _, _ int) int { return 50 }})
	c := yuv.NewConverter(p.Format, p.Colour, 8, 8)
	plain, dst := image.NewRGBA(image.Rect(0, 0, 8, 8)), image.NewRGBA(image.Rect(0, 0, 8, 8))
	c.Paint(plain, p)
	if err := e.Paint(dst, p, views.Given{}, c); err != nil || dst.RGBAAt(3, 3) != plain.RGBAAt(3, 3) {
		t.Errorf("one luma: %v becomes %v, %v", plain.RGBAAt(3, 3), dst.RGBAAt(3, 3), err)
	}
}
