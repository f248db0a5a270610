package yuv_test

import (
	"image"
	"testing"

	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20070101

// TestConverterCorners: the corners of the code range, computed by hand from the defining equations.
func TestConverterCorners(t *testing.T) {
	for _, c := range []struct {
		depth      int
		r          yuv.Range
		y, u, v    int
		red, green byte
		blue       byte
	}{
		{8, yuv.Limited, 16, 128, 128, 0, 0, 0},
		{8, yuv.Limited, 235, 128, 128, 255, 255, 255},
		{8, yuv.Limited, 126, 128, 128, 128, 128, 128},
		{8, yuv.Full, 0, 128, 128, 0, 0, 0},
		{8, yuv.Full, 255, 128, 128, 255, 255, 255},
		{8, yuv.Limited, 0, 128, 128, 0, 0, 0},
		{8, yuv.Limited, 255, 128, 128, 255, 255, 255},
		{10, yuv.Limited, 64, 512, 512, 0, 0, 0},
		{10, yuv.Limited, 940, 512, 512, 255, 255, 255},
		{10, yuv.Full, 1023, 512, 512, 255, 255, 255},
		{16, yuv.Full, 65535, 32768, 32768, 255, 255, 255},
		// BT.709's pure red: Y = 16 + 219·0.2126, U = 128 − 224·0.2126/1.8556, V = 240.
		{8, yuv.Limited, 63, 102, 240, 255, 1, 0},
	} {
		f := yuv.Format{Name: "test", Model: yuv.YUV, Depth: c.depth}
		values := [3]int{c.y, c.u, c.v}
		p := yuvtest.Picture(f, 1, 1, yuvtest.Fill{At: func(plane, _, _, _ int) int { return values[plane] }})
		p.Colour = yuv.Colour{Matrix: yuv.BT709, Range: c.r}
		img := image.NewRGBA(image.Rect(0, 0, 1, 1))
		yuv.NewConverter(f, p.Colour, 1, 1).Paint(img, p)
		if want := [4]byte{c.red, c.green, c.blue, 255}; [4]byte(img.Pix) != want {
			t.Errorf("%d bits, %v range, %v: got %v, want %v", c.depth, c.r, values, img.Pix, want)
		}
	}
}

// TestLumaFromRGB compares with the formula in wide integers.
func TestLumaFromRGB(t *testing.T) {
	for _, f := range yuvtest.Formats {
		if f.Model != yuv.RGB {
			continue
		}
		p := yuvtest.Picture(f, 33, 9, yuvtest.Fills(seed)[4])
		for y := range p.Height {
			for x := range p.Width {
				r, g, b := at(p, 0, x, y), at(p, 1, x, y), at(p, 2, x, y)
				want := (13933*r + 46871*g + 4732*b + 32768) / 65536
				luma := yuv.Picture{Format: f, Planes: [3]yuv.Plane{p.Luma}}
				if got := at(&luma, 0, x, y); got != want {
					t.Fatalf("%s (%d,%d): luma %d, want %d", f.Name, x, y, got, want)
				}
			}
		}
	}
}

func at(p *yuv.Picture, plane, x, y int) uint64 {
	row := p.Planes[plane].Row(y, p.Format.SampleBytes())
	i := x * p.Planes[plane].Step
	if p.Format.SampleBytes() == 1 {
		return uint64(row[i])
	}
	return uint64(row[i]) | uint64(row[i+1])<<8
}

func TestResolve(t *testing.T) {
	for _, c := range []struct {
		width, height int
		want          yuv.Matrix
	}{{720, 576, yuv.BT601}, {640, 360, yuv.BT601}, {1280, 534, yuv.BT709}, {720, 720, yuv.BT709}, {1920, 1080, yuv.BT709}} {
		if got := (yuv.Colour{}).Resolve(c.width, c.height); got.Matrix != c.want || got.Range != yuv.Limited {
			t.Errorf("%d×%d: %v, %v range", c.width, c.height, got.Matrix, got.Range)
		}
	}
	if got := (yuv.Colour{Guess: yuv.BT601}).Resolve(1920, 1080); got.Matrix != yuv.BT601 {
		t.Errorf("of a stream that began small: %v", got.Matrix)
	}
	tagged := yuv.Colour{Matrix: yuv.BT2020, Range: yuv.Full}
	if got := tagged.Resolve(320, 180); got != tagged {
		t.Errorf("tags were not kept: %v", got)
	}
}
