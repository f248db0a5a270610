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

// TestBlockMeter: each block of 16×16 pixels has the PSNR that its samples have by definition, and its colour is that of the gray
// picture, or of that mixed with the PSNR's.
func TestBlockMeter(t *testing.T) {
	var m views.BlockMeter // reused, with the tints of earlier pictures
	for _, f := range yuvtest.Formats {
		for _, size := range [][2]int{{33, 20}, {16, 48}, {5, 3}} {
			width, height := size[0], size[1]
			p, q := yuvtest.Picture(f, width, height, yuvtest.Fills(1)[5]), yuvtest.Picture(f, width, height, yuvtest.Fills(2)[5])
			if width == 16 { // only one block differs
				q = yuvtest.Picture(f, width, height, yuvtest.Fill{Name: "partly noise", At: func(plane, x, y, most int) int {
					if y < 32 {
						return yuvtest.Fills(1)[5].At(plane, x, y, most)
					}
					return yuvtest.Fills(2)[5].At(plane, x, y, most)
				}})
			}
			c := yuv.NewConverter(f, p.Colour, width, height)
			dst, gray := image.NewRGBA(image.Rect(0, 0, width, height)), image.NewRGBA(image.Rect(0, 0, width, height))
			c.Paint(gray, p)
			m.Paint(dst, p, q, views.Gain4, c)
			all, i := 0., 0
			for top := 0; top < height; top += 16 {
				for left := 0; left < width; left += 16 {
					block := image.Rect(left, top, left+16, top+16)
					squares, n := 0., 0.
					for y := top; y < min(top+16, height); y++ {
						for x := left; x < min(left+16, width); x++ {
							d := float64(min(p.Sample(0, x, y), f.MaxValue()) - min(q.Sample(0, x, y), f.MaxValue()))
							squares, n = squares+d*d, n+1
						}
					}
					want, got := psnrBy(f, squares, n), m.Grid.Squares[i].PSNR()
					if !near(got, want) || m.Grid.Place(i) != block || m.Grid.Of(min(left+15, width-1), min(top+15, height-1)) != i {
						t.Fatalf("%s %v: the PSNR of %v is %v, want %v of %v", f.Name, size, m.Grid.Place(i), got, want, block)
					}
					hue := views.PSNRColour(got)
					for k := range int(n) {
						x, y := left+k%min(16, width-left), top+k/min(16, width-left)
						rgb := gray.RGBAAt(x, y)
						luma := int(yuv.LumaOf(uint32(rgb.R), uint32(rgb.G), uint32(rgb.B)))
						shade := 16 + luma/2
						pixel := dst.RGBAAt(x, y)
						same := pixel == color.RGBA{uint8(shade), uint8(shade), uint8(shade), 255}
						// At medium gray, a block has the colour of its PSNR; at others it is mixed with another gray.
						by := 95 * float64(shade-80) / 255
						for _, v := range [3][2]uint8{{pixel.R, hue.R}, {pixel.G, hue.G}, {pixel.B, hue.B}} {
							if math.IsInf(want, 1) != same || !same && math.Abs(float64(v[0])-float64(v[1])-by) > 1 {
								t.Fatalf("%s %v: (%d, %d) of luma %d is %v, in a block with %v dB, %v", f.Name, size, x, y, luma, pixel, want, hue)
							}
						}
					}
					all, i = all+squares, i+1
				}
			}
			plane, got := m.Compared()
			if want := psnrBy(f, all, float64(width*height)); !near(got, want) || plane != f.Model.Letters()[:1] || i != len(m.Grid.Squares) {
				t.Errorf("%s %v: %d blocks, PSNR %s %v, want %v", f.Name, size, len(m.Grid.Squares), plane, got, want)
			}
		}
	}
}

// psnrBy returns the PSNR of n samples of a format by the sum of squared differences.
func psnrBy(f yuv.Format, squares, n float64) float64 {
	return 10 * math.Log10(float64(f.MaxValue())*float64(f.MaxValue())/(squares/n))
}

func near(a, b float64) bool { return a == b || math.Abs(a-b) < 1e-9 }

// TestPSNRColour: the lower the PSNR, the lighter the colour, within the ends of the scale; equal blocks are gray.
func TestPSNRColour(t *testing.T) {
	luma := func(c color.RGBA) int { return int(yuv.LumaOf(uint32(c.R), uint32(c.G), uint32(c.B))) }
	for psnr := float64(views.LowPSNR); psnr < views.HighPSNR; psnr++ {
		if a, b := views.PSNRColour(psnr), views.PSNRColour(psnr+1); luma(a) <= luma(b) {
			t.Errorf("%v dB is %v, one more %v", psnr, a, b)
		}
	}
	if views.PSNRColour(3) != views.PSNRColour(views.LowPSNR) || views.PSNRColour(99) != views.PSNRColour(views.HighPSNR) {
		t.Error("values past the ends have other colours")
	}
	if got := views.PSNRColour(math.Inf(1)); got != (color.RGBA{80, 80, 80, 255}) {
		t.Errorf("equal blocks are %v", got)
	}
}

// BenchmarkBlockMeter measures Paint.
func BenchmarkBlockMeter(b *testing.B) {
	p, q := yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Fills(1)[5]), yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Fills(2)[5])
	dst, c := image.NewRGBA(image.Rect(0, 0, 1920, 1080)), yuv.NewConverter(p.Format, p.Colour, 1920, 1080)
	var m views.BlockMeter
	b.ReportAllocs()
	for b.Loop() {
		m.Paint(dst, p, q, views.Gain4, c)
	}
}
