package histogram

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestLog: logarithms are exact. Those of float64 suffice unless they are near an integer; there a
// longer one decides.
func TestLog(t *testing.T) {
	const most = 16384 * jointLines
	exactly := func(n int) uint64 {
		m := new(big.Float).SetPrec(256).SetInt64(int64(n))
		e := m.MantExp(m) - 1
		m.Add(m, m)
		l := uint64(e)
		for range logBits {
			m.Mul(m, m)
			l <<= 1
			if two := big.NewFloat(2); m.Cmp(two) >= 0 {
				l++
				m.Quo(m, two)
			}
		}
		return l
	}
	near := 0
	for n := 1; n <= most; n++ {
		l := math.Log2(float64(n)) * (1 << logBits)
		want := uint64(l)
		if r := math.Round(l); math.Abs(l-r) < 1e-5 || n%99991 == 1 {
			want = exactly(n)
			near++
		}
		if got := logOf(uint32(n)); got != want {
			t.Fatalf("log2 %d is %d, want %d", n, got, want)
		}
	}
	if w := uint64(most) * logOf(most); near < 23 || w >= 1<<53 || weigh(5000) != 5000*logOf(5000) || weigh(0) != 0 {
		t.Errorf("%d logarithms are near a whole number; the largest sum is %d", near, w)
	}
}

// row returns frames of a video: noise that moves a little in each, other noise after each cut, and
// occasionally another size or format.
func row(random *rand.Rand, f yuv.Format, n int, cuts []int) (pictures []*yuv.Picture) {
	const width, height = 60, 300 // every second line is sampled
	scene := uint64(0)
	for i := range n {
		if slices.Contains(cuts, i) {
			scene++
		}
		changed := random.IntN(8)
		noise := rand.New(rand.NewPCG(scene, uint64(i)))
		fill := yuvtest.Fills(scene + 1)[4]
		p := yuvtest.Picture(f, width, height, fill)
		size := f.SampleBytes()
		for y := range height {
			line := p.Luma.Row(y, size)
			for range changed {
				line[noise.IntN(width)*p.Luma.Step+size-1] ^= 1 // the smallest visible change
			}
		}
		pictures = append(pictures, p)
	}
	return pictures
}

// TestShots: cuts anywhere (at the first and the last frames, adjacent, none) are those of Joint
// and Cuts.
func TestShots(t *testing.T) {
	random := rand.New(rand.NewPCG(2007, 4))
	var s Shots
	for _, f := range []yuv.Format{yuvtest.Formats[0], yuvtest.Formats[1], yuvtest.Formats[6]} {
		for _, cuts := range [][]int{nil, {1}, {39}, {20, 22}, {5, 20, 35}, {8, 16, 24, 32}, {2, 38}} {
			pictures := row(random, f, 40, cuts)
			s.Reset()
			for i, p := range pictures {
				if s.Taken() != int64(i) {
					t.Fatalf("%d pictures are taken after %d", s.Taken(), i)
				}
				s.Add(p)
				if _, known := s.Cut(int64(i - Wait + 1)); known || i > Wait {
					if _, before := s.Cut(int64(i - Wait)); known || !before {
						t.Fatalf("at picture %d, is known %v, %v", i, known, before)
					}
				}
			}
			s.End()
			s.End()
			var got []int
			for i := range pictures {
				cut, known := s.Cut(int64(i))
				if !known {
					t.Fatalf("picture %d is not known at the end", i)
				}
				if cut {
					got = append(got, i)
				}
				last := 0
				if len(got) > 0 {
					last = got[len(got)-1]
				}
				if s.Last(int64(i)) != int64(last) {
					t.Errorf("%d is the last cut up to %d, want %d", s.Last(int64(i)), i, last)
				}
			}
			if !slices.Equal(got, cuts) {
				t.Errorf("%s: cuts at %v, want %v", f.Name, got, cuts)
			}
			if cut, known := s.Cut(int64(len(pictures))); cut || !known {
				t.Errorf("behind the last picture: %v, known: %v", cut, known)
			}
		}
	}
}

// TestSketch: Shots samples what Joint counts, in pictures of every layout.
func TestSketch(t *testing.T) {
	random := rand.New(rand.NewPCG(2007, 5))
	var s Shots
	var before *yuv.Picture
	for _, f := range append(yuvtest.Layouts, yuvtest.Formats...) {
		for range 6 {
			fills := yuvtest.Fills(random.Uint64())
			p := yuvtest.Picture(f, 1+random.IntN(2)*random.IntN(60), 1+random.IntN(2)*300, yuvtest.Above(fills[random.IntN(len(fills))]))
			if before != nil && random.IntN(2) == 0 {
				p = yuvtest.Picture(f, before.Width, before.Height, fills[random.IntN(len(fills))])
			}
			var want Joint
			alike := want.Count(before, p)
			s.Add(p)
			if got := s.now.of.Alike(&s.before.of) && before != nil; got != alike || alike && s.joint != want {
				t.Fatalf("%s, %d×%d: other pairs", f.Name, p.Width, p.Height)
			}
			before = p
		}
	}
}

// Kept is near the quotient in floating point.
func TestKept(t *testing.T) {
	random := rand.New(rand.NewPCG(2007, 6))
	var j Joint
	for range 200 {
		j = Joint{}
		for range random.IntN(3000) {
			a := random.IntN(JointBins)
			n := uint32(random.IntN(1 + 1<<random.IntN(10)))
			j.Counts[a][min(a+random.IntN(1+random.IntN(60)), JointBins-1)] += n
			j.Pixels += int(n)
		}
		j.Looked = j.Pixels
		part, known := j.Kept()
		if entropy := j.Entropy(); known != (entropy > 0) || known && math.Abs(part-j.Information()/entropy) > 1e-5 {
			t.Fatalf("%v of %v bits: %v, %v", j.Information(), entropy, part, known)
		}
	}
}

func BenchmarkShots(b *testing.B) {
	p := yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Video(b, yuvtest.Smooth(2007)[0]))
	var s Shots
	b.Run("size=1920x1080", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			s.Add(p)
		}
	})
}
