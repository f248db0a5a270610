package match_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/match"
	"ffkvadrat/yuv/yuvtest"
)

// A pattern has one place more than the picture exceeds it by, in each direction; if it does not
// fit in one direction, it has no place. A pattern without samples has no place.
func TestPlaces(t *testing.T) {
	p := yuvtest.Tight(yuvtest.Formats[0], 9, 5, yuvtest.Fills(seed)[0])
	samples := make([]uint16, 10*10)
	for _, c := range []struct{ width, height, columns, rows int }{
		{1, 1, 9, 5}, {4, 2, 6, 4}, {9, 5, 1, 1}, {9, 1, 1, 5},
		{10, 5, 0, 0}, {9, 6, 0, 0}, {10, 1, 0, 0}, {1, 6, 0, 0}, {10, 10, 0, 0},
	} {
		pattern := match.Pattern{Width: c.width, Height: c.height, Samples: samples[:c.width*c.height]}
		if columns, rows := pattern.Places(p); columns != c.columns || rows != c.rows {
			t.Errorf("%d×%d: %d×%d places, want %d×%d", c.width, c.height, columns, rows, c.columns, c.rows)
		}
	}
	if columns, rows := (&match.Pattern{Width: 1, Height: 1}).Places(p); columns != 0 || rows != 0 {
		t.Errorf("nothing has %d×%d places", columns, rows)
	}
}

// Where the places of a row fill whole groups of a kernel, nothing is computed after them: a finder
// whose memory is exactly as large as the sums gives the reference's scores.
func TestWholeGroups(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 2))
	for _, variant := range match.Variants() {
		for _, columns := range []int{16, 32, 64} {
			p := yuvtest.Tight(yuvtest.Formats[0], columns+2, 3, yuvtest.Fills(seed)[0])
			tmpl, err := match.NewTemplate(p, random.IntN(columns), 0, 3, 3)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, variant.Name, variant.New(), variant.New(), p, match.Search{Template: tmpl}, 0.5)
		}
	}
}

// Hits lists the sums of differences of a row's hits from the left, and nothing for a row without
// places.
func TestHits(t *testing.T) {
	p := yuvtest.Tight(yuvtest.Formats[0], 21, 6, yuvtest.Fill{At: func(_, x, y, most int) int { return x % 5 * y }})
	tmpl, err := match.NewTemplate(p, 4, 2, 3, 2)
	if err != nil {
		t.Fatal(err)
	}
	const threshold = 0.01
	s := match.Search{Template: tmpl}
	pattern, err := s.Pattern(p, threshold, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, variant := range match.Variants() {
		f := variant.New()
		if _, err := f.Of(p, s, threshold); err != nil {
			t.Fatal(err)
		}
		columns, rows := pattern.Places(p)
		found := 0
		for y := range p.Height {
			var want []uint32
			for x := 0; x < columns && y < rows; x++ {
				sum := uint32(0)
				for i, v := range pattern.Samples {
					sample := p.Sample(-1, x+i%3, y+i/3)
					sum += uint32(max(int(v), sample) - min(int(v), sample))
				}
				if sum <= pattern.Most {
					want = append(want, sum)
				}
			}
			found += len(want)
			if got := f.Hits([]uint32{7}, y); !slices.Equal(got, append([]uint32{7}, want...)) {
				t.Errorf("%s: row %d has hits %v, want 7 before %v", variant.Name, y, got, want)
			}
		}
		if found < 4 {
			t.Errorf("the picture has only %d hits", found)
		}
	}
}
