package distortion_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"ffkvadrat/yuv"
	"ffkvadrat/yuv/distortion"
	"ffkvadrat/yuv/yuvtest"
)

// lumaOf returns a gray picture's luma.
func lumaOf(p *yuv.Picture) *distortion.Luma {
	return &distortion.Luma{Plane: p.Luma, Depth: p.Format.Depth}
}

// partsOf computes the parts by definition, window by window, each with Of.
func partsOf(p, q *yuv.Picture, side int, in []bool) (sums distortion.Parts) {
	columns := (p.Width + side - 1) / side
	part := func(x, y int) *distortion.Part {
		if in[y/side*columns+x/side] {
			return &sums.In
		}
		return &sums.Out
	}
	var meter distortion.Meter
	for y := range p.Height {
		for x := range p.Width {
			d := p.Sample(-1, x, y) - q.Sample(-1, x, y)
			part(x, y).SSE += uint64(d * d)
			part(x, y).Pixels++
		}
	}
	for y := 0; y+8 <= p.Height; y += 4 {
		for x := 0; x+8 <= p.Width; x += 4 {
			of, whole := part(x, y), true
			for i := range 64 {
				whole = whole && part(x+i%8, y+i/8) == of
			}
			if whole {
				of.SSIM += meter.Of(cut(p, x, y), cut(q, x, y)).SSIM
				of.Windows++
			}
		}
	}
	return sums
}

// cut returns the 8×8 pixels of a picture at (x, y).
func cut(p *yuv.Picture, x, y int) *yuv.Picture {
	return yuvtest.Picture(p.Format, 8, 8, yuvtest.Fill{At: func(_, i, j, _ int) int { return p.Sample(-1, x+i, y+j) }})
}

// TestParts: all depths, sizes and block sizes, with random regions, everything and nothing.
func TestParts(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var meter distortion.Meter
	for _, depth := range []int{8, 10, 12, 16} {
		f := yuv.Format{Name: "gray", Model: yuv.Gray, Depth: depth}
		if depth > 8 {
			f.Name = fmt.Sprintf("gray%dle", depth)
		}
		for _, size := range [][2]int{{1, 1}, {1, 17}, {2, 3}, {7, 7}, {8, 8}, {17, 17}, {64, 64}, {65, 63}, {100, 40}} {
			for _, side := range []int{4, 8, 16, 64} {
				for share := range 5 {
					fill := yuvtest.Fills(seed)[4]
					p := yuvtest.Tight(f, size[0], size[1], fill)
					q := yuvtest.Tight(f, size[0], size[1], yuvtest.Fill{At: func(c, x, y, most int) int { return max(fill.At(c, x, y, most)-(x*y)%7, 0) }})
					in := make([]bool, ((size[0]+side-1)/side)*((size[1]+side-1)/side))
					for i := range in {
						in[i] = rnd.IntN(4) < share
					}
					want := partsOf(p, q, side, in)
					want.In.Most, want.Out.Most = f.MaxValue(), f.MaxValue()
					var got distortion.Parts
					for range 2 { // sums accumulate
						meter.AddParts(&got, lumaOf(p), lumaOf(q), side, in)
					}
					for _, w := range []*distortion.Part{&want.In, &want.Out} {
						w.SSE, w.Pixels, w.Windows, w.SSIM = 2*w.SSE, 2*w.Pixels, 2*w.Windows, 2*w.SSIM
					}
					// The order of the float sums differs here.
					for _, pair := range [][2]*distortion.Part{{&got.In, &want.In}, {&got.Out, &want.Out}} {
						if math.Abs(pair[0].SSIM-pair[1].SSIM) < 1e-9*float64(1+pair[1].Windows) {
							pair[0].SSIM = pair[1].SSIM
						}
					}
					if got != want {
						t.Fatalf("%d bits, %v, blocks of %d: %+v, want %+v", depth, size, side, got, want)
					}
				}
			}
		}
	}
}

// TestPartsWhole: if everything is in one part, it equals Of for the picture.
func TestPartsWhole(t *testing.T) {
	f := yuv.Format{Name: "gray", Model: yuv.Gray, Depth: 8}
	p, q := yuvtest.Tight(f, 70, 50, yuvtest.Fills(seed)[4]), yuvtest.Tight(f, 70, 50, yuvtest.Fills(seed + 1)[4])
	var meter distortion.Meter
	var sums distortion.Parts
	in := make([]bool, 5*4)
	meter.AddParts(&sums, lumaOf(p), lumaOf(q), 16, in)
	d := meter.Of(p, q)
	if sums.Out.PSNR() != d.PSNR() || math.Abs(sums.Out.Similarity()-d.SSIM) > 1e-9 || !math.IsNaN(sums.In.PSNR()) || !math.IsNaN(sums.In.Similarity()) {
		t.Errorf("%+v, want %+v", sums, d)
	}
	var same distortion.Parts
	meter.AddParts(&same, lumaOf(p), lumaOf(p), 16, in)
	if !math.IsInf(same.Out.PSNR(), 1) || same.Out.Similarity() != 1 {
		t.Errorf("of equal pictures: %+v", same)
	}
}

// BenchmarkParts compares two pictures in two parts.
func BenchmarkParts(b *testing.B) {
	f := yuv.Format{Name: "gray", Model: yuv.Gray, Depth: 8}
	for _, size := range [][2]int{{1920, 1080}, {3840, 2160}} {
		b.Run(fmt.Sprintf("engine=cpu/size=%dx%d", size[0], size[1]), func(b *testing.B) {
			p, q := yuvtest.Tight(f, size[0], size[1], yuvtest.Fills(seed)[4]), yuvtest.Tight(f, size[0], size[1], yuvtest.Fills(seed + 1)[4])
			in := make([]bool, ((size[0]+15)/16)*((size[1]+15)/16))
			for i := range in {
				in[i] = i%3 == 0
			}
			var meter distortion.Meter
			var sums distortion.Parts
			b.ReportAllocs()
			for b.Loop() {
				meter.AddParts(&sums, lumaOf(p), lumaOf(q), 16, in)
			}
		})
	}
}
