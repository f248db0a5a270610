package scope_test

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"testing"

	"ffkvadrat/yuv"
	"ffkvadrat/yuv/scope"
	"ffkvadrat/yuv/yuvtest"
)

// TestCounts: each sample counts once, at its column and value, whatever was counted before.
func TestCounts(t *testing.T) {
	const seed = 20261122
	s := new(scope.Scopes)
	for _, size := range [][2]int{{1, 1}, {7, 5}, {1031, 9}, {513, 3}, {33, 20}} {
		for _, f := range yuvtest.Formats {
			for _, fill := range yuvtest.Fills(seed) {
				p := yuvtest.Picture(f, size[0], size[1], fill)
				s.Count(p, p.Colour)
				name := fmt.Sprintf("%s, %s, %v (seed %d)", f.Name, fill.Name, size, seed)
				shown := yuv.NewConverter(f, p.Colour, p.Width, p.Height)
				waves := [4]*scope.Wave{&s.Waveform, &s.Parade[0], &s.Parade[1], &s.Parade[2]}
				for i, w := range waves {
					want := make([]uint32, len(w.N))
					for y := range p.Height {
						for x := range p.Width {
							v := min(p.Sample(-1, x, y), f.MaxValue()) >> (f.Depth - 8)
							if i > 0 {
								v = int(shown.At(p, x, y)[i-1])
							}
							want[x*w.Columns/p.Width*scope.Values+v]++
						}
					}
					for j := range want {
						if w.N[j] != want[j] {
							t.Fatalf("%s: wave %d, column %d, value %d: %d, want %d", name, i, j/scope.Values, j%scope.Values, w.N[j], want[j])
						}
					}
				}
				sum := 0
				for _, n := range s.Vector {
					sum += int(n)
				}
				if sum != s.Chroma {
					t.Fatalf("%s: %d of %d samples of chroma", name, sum, s.Chroma)
				}
				drawn(t, name, s)
			}
		}
	}
}

// drawn checks that images of scopes are bright where there are samples, and nowhere else.
func drawn(t *testing.T, name string, s *scope.Scopes) {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, s.Waveform.Columns, scope.Values))
	s.Waveform.Draw(img, color.RGBA{255, 255, 255, 255}, color.RGBA{})
	for x := range s.Waveform.Columns {
		for v := range scope.Values {
			c, n := img.RGBAAt(x, scope.Values-1-v), s.Waveform.N[x*scope.Values+v]
			if (c.R >= 40) != (n > 0) || c.A != 255 {
				t.Fatalf("%s: %d samples are %v", name, n, c)
			}
		}
	}
	img = image.NewRGBA(image.Rect(0, 0, scope.Values, scope.Values))
	s.DrawVector(img, color.RGBA{})
	for i, n := range s.Vector {
		c := img.RGBAAt(i%scope.Values, scope.Values-1-i/scope.Values)
		if (c.R|c.G|c.B > 0) != (n > 0) || c.A != 255 {
			t.Fatalf("%s: %d samples of U %d, V %d are %v", name, n, i%scope.Values, i/scope.Values, c)
		}
	}
}

// TestVectorOfRGB: greys of RGB are in the middle of the vectorscope, and primaries at the full
// saturation of bars: BT.709's values at 8 bits, such as U 102 and V 240 for red.
func TestVectorOfRGB(t *testing.T) {
	f := yuv.Format{Model: yuv.RGB, Depth: 8}
	for _, c := range []struct{ r, g, b, u, v int }{
		{0, 0, 0, 128, 128}, {255, 255, 255, 128, 128}, {99, 99, 99, 128, 128},
		{255, 0, 0, 102, 240}, {0, 255, 0, 42, 26}, {0, 0, 255, 240, 118},
	} {
		p := yuvtest.Picture(f, 3, 2, yuvtest.Fill{At: func(plane, _, _, _ int) int { return [3]int{c.r, c.g, c.b}[plane] }})
		s := new(scope.Scopes)
		s.Count(p, p.Colour)
		if s.Vector[c.v*scope.Values+c.u] != 6 {
			t.Errorf("%v: not all pixels are at U %d, V %d", c, c.u, c.v)
		}
	}
}

// TestTarget: bars are where the video's matrix and range have them. 75 % bars are at three quarters of that.
func TestTarget(t *testing.T) {
	for _, c := range []struct {
		shown   yuv.Colour
		r, g, b float64
		u, v    int // of pure bars, in BT.601, BT.709 and BT.2020 at 8 bits
	}{
		{yuv.Colour{Matrix: yuv.BT601, Range: yuv.Limited}, 1, 0, 0, 90, 240},
		{yuv.Colour{Matrix: yuv.BT709, Range: yuv.Limited}, 1, 0, 0, 102, 240},
		{yuv.Colour{Matrix: yuv.BT709, Range: yuv.Limited}, 1, 1, 0, 16, 138},
		{yuv.Colour{Matrix: yuv.BT2020, Range: yuv.Limited}, 0, 0, 1, 240, 119},
		{yuv.Colour{Matrix: yuv.BT601, Range: yuv.Full}, 0, 0, 1, 256, 107},
	} {
		s := scope.Scopes{Shown: c.shown, Model: yuv.YUV}
		u, v := s.Target(c.r, c.g, c.b)
		if int(math.Round(u)) != c.u || int(math.Round(v)) != c.v {
			t.Errorf("%+v: %.1f, %.1f", c, u, v)
		}
		if far := max(math.Abs(u-128), math.Abs(v-128)); far > s.Radius()+0.01 || s.Matrix() != c.shown.Matrix {
			t.Errorf("%+v: %v is outside the circle of %v", c, far, s.Radius())
		}
	}
}

func BenchmarkCount(b *testing.B) {
	for _, size := range [][2]int{{1280, 720}, {1920, 1080}, {3840, 2160}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			p := yuvtest.Picture(yuvtest.Formats[1], size[0], size[1], yuvtest.Fills(1)[4])
			s := new(scope.Scopes)
			b.ReportAllocs()
			for b.Loop() {
				s.Count(p, p.Colour)
			}
		})
	}
}
