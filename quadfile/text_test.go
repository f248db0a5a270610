package quadfile

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/quadpyramid"
)

// anyQuads returns n quads with numbers up to most, some at the ends of their ranges.
func anyQuads(rnd *rand.Rand, n, most, level int) []quadpyramid.Quad {
	edges := []int{0, 1, 9, 10, 99, 100, 101, 999, 1000, 1001, 5242, 9999, 10000, 16383}
	number := func() int {
		if v := edges[rnd.IntN(len(edges))]; rnd.IntN(2) == 0 && v <= most {
			return v
		}
		return rnd.IntN(most + 1)
	}
	var list []quadpyramid.Quad
	for range n {
		list = append(list, quad(number(), number(), rnd.IntN(level+1)))
	}
	return list
}

// TestTextOfQuads compares the text of quads with fmt's.
func TestTextOfQuads(t *testing.T) {
	rnd := rand.New(rand.NewPCG(31, 1))
	for _, c := range []struct{ most, level int }{{9, 2}, {999, 9}, {9999, 9}, {10003, 10}, {16383, 14}} {
		for _, n := range []int{0, 1, 15, 16, 17, 31, 32, 100, 5000} {
			list := anyQuads(rnd, n, c.most, c.level)
			want := "before"
			for _, q := range list {
				want += plainQuad(q)
			}
			if got := string(appendQuads([]byte("before"), &Frame{Quads: list})); got != want {
				t.Fatalf("%d quads up to %d, level %d: got\n%.400s\nwant\n%.400s", n, c.most, c.level, got, want)
			}
		}
	}
	// Each number and level once.
	for x := range MaxSide {
		q := quad(x, MaxSide-1-x, x%15)
		if got, want := string(appendQuads(nil, &Frame{Quads: []quadpyramid.Quad{q}})), plainQuad(q); got != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	}
}

// TestCoveredArea compares areas and errors with a loop over single quads.
func TestCoveredArea(t *testing.T) {
	rnd := rand.New(rand.NewPCG(32, 1))
	for _, n := range []int{0, 1, 15, 16, 17, 48, 3001} {
		list := anyQuads(rnd, n, 16383-512, 9)
		var want int64
		for _, q := range list {
			want += int64(q.Size() * q.Size())
		}
		if got, err := coveredArea(list, MaxSide, MaxSide); got != want || err != nil {
			t.Errorf("%d quads: %d, %v, want %d", n, got, err, want)
		}
		for range min(n, 40) {
			i := rnd.IntN(n)
			others := slices.Clone(list)
			for k := range others {
				others[k] = quad(k%64, k/64, 0)
			}
			others[i] = quad(100, 90, 5)
			for _, size := range [][2]int{{131, 200}, {200, 121}} {
				_, err := coveredArea(others, size[0], size[1])
				if want := fmt.Sprintf("quad %v is not inside the %d×%d picture", others[i], size[0], size[1]); err == nil || err.Error() != want {
					t.Fatalf("quad %d of %d: %v, want %s", i, n, err, want)
				}
			}
			if _, err := coveredArea(others, 132, 122); err != nil {
				t.Fatal(err)
			}
		}
	}
	large := slices.Repeat([]quadpyramid.Quad{quad(0, 0, 14)}, 32)
	if _, err := coveredArea(large, MaxSide, MaxSide); err == nil || !strings.Contains(err.Error(), fmt.Sprint(int64(32)<<28)) {
		t.Errorf("32 quads of 16384×16384: %v", err)
	}
}

// BenchmarkText formats and measures a list as 8-bit video has at t = 0.01.
func BenchmarkText(b *testing.B) {
	rnd := rand.New(rand.NewPCG(33, 1))
	list := anyQuads(rnd, 10000, 1900, 3)
	text := make([]byte, 0, maxQuadText*len(list))
	for _, c := range []struct {
		name string
		run  func()
	}{
		{"pass=text", func() { appendPlain(text, list) }},
		{"pass=area", func() { coveredArea(list, 4096, 4096) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.run()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(list)), "ns/quad")
		})
	}
}
