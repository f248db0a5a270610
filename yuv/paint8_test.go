package yuv_test

import (
	"image"
	"testing"

	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestPaintEqualsAt: every pixel of Paint equals At, which does not work in rows.
func TestPaintEqualsAt(t *testing.T) {
	for _, f := range yuvtest.Formats {
		for _, size := range [][2]int{{1, 1}, {1, 7}, {5, 3}, {65, 63}} {
			for _, c := range []yuv.Colour{
				{}, {Matrix: yuv.BT709, Range: yuv.Full}, {Matrix: yuv.BT2020, Range: yuv.Limited, Primaries: "bt2020", Transfer: "smpte2084"},
			} {
				for _, fill := range yuvtest.Fills(seed) {
					p := yuvtest.Picture(f, size[0], size[1], fill)
					v := yuv.NewConverter(f, c, p.Width, p.Height)
					img := image.NewRGBA(image.Rect(0, 0, p.Width+3, p.Height))
					v.Paint(img, p)
					for y := range p.Height {
						for x := range p.Width + 3 {
							got, want := img.RGBAAt(x, y), [4]byte{}
							if x < p.Width {
								rgb := v.At(p, x, y)
								want = [4]byte{rgb[0], rgb[1], rgb[2], 255}
							}
							if [4]byte{got.R, got.G, got.B, got.A} != want {
								t.Fatalf("%s %v %v %s (seed %d): (%d, %d) is %v, want %v", f.Name, size, c, fill.Name, seed, x, y, got, want)
							}
						}
					}
				}
			}
		}
	}
}
