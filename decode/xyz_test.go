package decode

import (
	"math/big"
	"os"
	"sort"
	"testing"

	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
)

// reaches reports whether light has at least code k, as docs/reference/algorithm.md defines it, in exact
// fractions.
func reaches(light *big.Rat, k int) bool {
	c := big.NewRat(int64(2*k-1), 131070)
	if c.Cmp(big.NewRat(4045, 100000)) <= 0 {
		return light.Cmp(c.Mul(c, big.NewRat(100, 1292))) >= 0
	}
	c.Add(c, big.NewRat(55, 1000)).Mul(c, big.NewRat(1000, 1055))
	raised := func(v *big.Int, n int64) *big.Int { return new(big.Int).Exp(v, big.NewInt(n), nil) }
	left := raised(light.Num(), 5)
	right := raised(c.Num(), 12)
	return left.Mul(left, raised(c.Denom(), 12)).Cmp(right.Mul(right, raised(light.Denom(), 5))) >= 0
}

// codeValue returns the 16-bit code of light: the largest one that it reaches.
func codeValue(light *big.Rat) int {
	return sort.Search(65535, func(k int) bool { return !reaches(light, k+1) })
}

// xyzOf returns R, G and B of X, Y and Z with 12 bits.
func xyzOf(v [3]int) (rgb [3]int) {
	rows := [3][3]int64{{40853, -15260, -6598}, {-13590, 28879, 387}, {587, -1248, 15678}}
	var light [3]int64
	for i, n := range v {
		light[i] = roundedLight(n)
	}
	for i, row := range rows {
		sum := (row[0]*light[0] + row[1]*light[1] + row[2]*light[2] + 1<<13) >> 14
		rgb[i] = codeValue(big.NewRat(min(max(sum, 0), 1<<24), 1<<24))
	}
	return rgb
}

// roundedLight returns 2^24·(n / 4095)^2.6, rounded: the largest L with
// ((2L − 1) / 2^25)^5 ≤ (n / 4095)^13.
func roundedLight(n int) int64 {
	right := new(big.Int).Exp(big.NewInt(int64(n)), big.NewInt(13), nil)
	right.Lsh(right, 125)
	scale := new(big.Int).Exp(big.NewInt(4095), big.NewInt(13), nil)
	low, high := int64(0), int64(1<<24)
	for low < high {
		l := (low + high + 1) / 2
		left := new(big.Int).Exp(big.NewInt(2*l-1), big.NewInt(5), nil)
		if left.Mul(left, scale).Cmp(right) <= 0 {
			low = l
		} else {
			high = l - 1
		}
	}
	return low
}

// TestCinemaLight compares all light of XYZ with the reference.
func TestCinemaLight(t *testing.T) {
	for i := range 4096 {
		if got, want := cinemaLight(i), roundedLight(i); got != want {
			t.Fatalf("light of %d is %d, want %d", i, got, want)
		}
	}
}

// TestXYZ compares pictures with the reference.
func TestXYZ(t *testing.T) {
	const w, h = 37, 23
	for i, path := range makeRaw(t, w, h, "xyz12le", "xyz12be") {
		raw, err := os.ReadFile(clips.Make(t, "raw", "-i", path, "-f", "rawvideo", "-pix_fmt", "xyz12le"))
		if err != nil {
			t.Fatal(err)
		}
		f := next(t, open(t, path))
		p := &f.Picture
		name := []string{"xyz12le", "xyz12be"}[i]
		if want := (yuv.Format{Name: name, Model: yuv.RGB, Depth: 16}); p.Format != want || p.Colour.Primaries != "smpte432" || p.Colour.Transfer != "iec61966-2-1" || p.Colour.Range != yuv.Full {
			t.Fatalf("got %+v, %+v", p.Format, p.Colour)
		}
		seen := map[[3]int][3]int{}
		for y := range h {
			for x := range w {
				var v [3]int
				for c := range v {
					at := raw[6*(y*w+x)+2*c:]
					v[c] = (int(at[1])<<8 | int(at[0])) >> 4
				}
				want, ok := seen[v]
				if !ok {
					want = xyzOf(v)
					seen[v] = want
				}
				for c := range want {
					if got := sample(&p.Planes[c], p.Format, x, y); got != want[c] {
						t.Fatalf("channel %d of %v at (%d, %d) is %d, want %d", c, v, x, y, got, want[c])
					}
				}
			}
		}
		checkLuma(t, p)
		f.Release()
	}
	for v, want := range map[[3]int][3]int{
		{0, 0, 0}:          {0, 0, 0},
		{4095, 4095, 4095}: {65535, 64274, 63070}, // light of 1.159, 0.95679 and 0.91656
	} {
		if got := xyzOf(v); got != want {
			t.Errorf("%v is %v, want %v", v, got, want)
		}
	}
}
