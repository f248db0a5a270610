package distortion_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"ffkvadrat/yuv"
	"ffkvadrat/yuv/distortion"
	"ffkvadrat/yuv/yuvtest"
)

// square is a square of pixels.
type square struct{ x, y, size int }

// squares divides a picture at random into squares that lie inside.
func squares(random *rand.Rand, at square, width, height int) (list []square) {
	inside := at.x+at.size <= width && at.y+at.size <= height
	switch {
	case at.x >= width || at.y >= height:
		return nil
	case inside && (at.size == 1 || random.IntN(3) == 0):
		return []square{at}
	}
	half := at.size / 2
	for i := range 4 {
		list = append(list, squares(random, square{at.x + i%2*half, at.y + i/2*half, half}, width, height)...)
	}
	return list
}

// areaOf computes the definition sample by sample: those whose first pixel is in the square.
func areaOf(p, q *yuv.Picture, plane int, s square) (n, sse, sum int64) {
	f := p.Format
	subX, subY := 0, 0
	if plane > 0 && f.Model == yuv.YUV {
		subX, subY = f.SubX, f.SubY
	}
	for y := s.y; y < s.y+s.size; y++ {
		for x := s.x; x < s.x+s.size; x++ {
			if x%(1<<subX) != 0 || y%(1<<subY) != 0 {
				continue
			}
			d := int64(min(q.Sample(plane, x, y), f.MaxValue()) - min(p.Sample(plane, x, y), f.MaxValue()))
			n, sse, sum = n+1, sse+d*d, sum+d
		}
	}
	return n, sse, sum
}

// TestAreas: squares that fill a picture have the numbers of their samples, and together those of the
// planes, in every format.
func TestAreas(t *testing.T) {
	var areas distortion.Areas
	var meter distortion.Meter
	random := rand.New(rand.NewPCG(seed, 9))
	for i, f := range yuvtest.Layouts {
		for _, size := range append(yuvtest.Sizes[:8:8], [2]int{8, 8}, [2]int{7, 40}, [2]int{40, 11}, [2]int{37, 5}) {
			p := yuvtest.Tight(f, size[0], size[1], yuvtest.Above(yuvtest.Fills(seed)[4+i%2]))
			q := yuvtest.Tight(f, size[0], size[1], yuvtest.Above(yuvtest.Fills(seed + 1)[5-i%3]))
			planes := areas.Planes(p, q)
			if want := meter.Planes(p, q); planes != want {
				t.Fatalf("%s %v: %+v, want %+v", f.Name, size, planes, want)
			}
			list := squares(random, square{0, 0, 128}, size[0], size[1])
			for plane, whole := range planes.Of[:planes.Count] {
				var sse uint64
				samples := 0
				for _, s := range list {
					got := areas.Square(plane, s.x, s.y, s.size)
					n, squares, sum := areaOf(p, q, plane, s)
					if int64(got.Pixels) != n || int64(got.SSE) != squares || got.Sum != sum || got.Most != f.MaxValue() {
						t.Fatalf("%s %v, plane %d, %+v: %+v, want %d samples, %d, %d", f.Name, size, plane, s, got, n, squares, sum)
					}
					if want := mean(sum, n); got.Mean() != want {
						t.Errorf("%d of %d: the mean is %d, want %d", sum, n, got.Mean(), want)
					}
					sse, samples = sse+got.SSE, samples+got.Pixels
				}
				if sse != whole.SSE || samples != whole.Pixels {
					t.Errorf("%s %v, plane %d: %d in %d samples, want %d in %d", f.Name, size, plane, sse, samples, whole.SSE, whole.Pixels)
				}
			}
		}
	}
}

// mean returns a quotient in millionths by exact fractions.
func mean(sum, n int64) int64 {
	if n == 0 {
		return 0
	}
	text := big.NewRat(sum, n).FloatString(6) // halves away from zero
	v, _ := new(big.Rat).SetString(text)
	return v.Mul(v, big.NewRat(1_000_000, 1)).Num().Int64()
}

// TestAreaMean: large sums do not overflow.
func TestAreaMean(t *testing.T) {
	for _, c := range [][2]int64{{65535 << 28, 1 << 28}, {-65535<<28 + 1, 1 << 28}, {-1, 2_000_000}, {1, 2_000_001}, {-7, 3}, {5, 1 << 28}, {0, 9}, {3, 0}} {
		a := distortion.Area{Sum: c[0]}
		a.Pixels = int(c[1])
		if got, want := a.Mean(), mean(c[0], c[1]); got != want {
			t.Errorf("%d of %d: %d, want %d", c[0], c[1], got, want)
		}
	}
}

// TestAreaSSIM: the similarity of a square is that of a picture of its samples; small ones have none.
func TestAreaSSIM(t *testing.T) {
	var areas distortion.Areas
	var meter distortion.Meter
	for _, f := range []yuv.Format{yuvtest.Formats[1], yuvtest.Formats[0]} {
		p := yuvtest.Tight(f, 67, 45, yuvtest.Fills(seed)[4])
		q := yuvtest.Tight(f, 67, 45, yuvtest.Fills(seed + 1)[5])
		areas.Planes(p, q)
		for _, s := range []square{{0, 0, 32}, {32, 0, 32}, {48, 16, 16}, {8, 40, 4}, {8, 32, 8}, {66, 44, 1}, {32, 32, 8}} {
			got := areas.Square(0, s.x, s.y, s.size)
			part := func(p *yuv.Picture) *yuv.Picture {
				f := f
				f.Model = yuv.Gray
				return yuvtest.Picture(f, s.size, s.size, yuvtest.Fill{At: func(_, x, y, _ int) int { return p.Sample(0, s.x+x, s.y+y) }})
			}
			want := meter.Of(part(p), part(q))
			if got.HasSSIM != (s.size >= 8) || got.HasSSIM != want.HasSSIM || got.SSIM != want.SSIM || got.SSE != want.SSE {
				t.Errorf("%s %+v: %+v, want %+v", f.Name, s, got.Distortion, want)
			}
		}
	}
}

func TestAreasSteadyState(t *testing.T) {
	var areas distortion.Areas
	p := yuvtest.Tight(yuvtest.Formats[7], 65, 63, yuvtest.Fills(seed)[4])
	areas.Planes(p, p)
	if n := testing.AllocsPerRun(3, func() { areas.Planes(p, p); areas.Square(1, 0, 0, 32); areas.Square(0, 64, 0, 1) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkAreas compares the planes and then squares of one size that fill the picture.
func BenchmarkAreas(b *testing.B) {
	p := yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Fills(seed)[4])
	q := yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Fills(seed)[5])
	for name, size := range map[string]int{"none": 0, "1": 1, "2": 2, "8": 8} {
		b.Run("squares="+name+"/size=1920x1080", func(b *testing.B) {
			var areas distortion.Areas
			b.ReportAllocs()
			b.SetBytes(1920 * 1080)
			for b.Loop() {
				areas.Planes(p, q)
				for y := 0; size > 0 && y < 1080; y += size {
					for x := 0; x < 1920; x += size {
						for plane := range 3 {
							areas.Square(plane, x, y, size)
						}
					}
				}
			}
		})
	}
}
