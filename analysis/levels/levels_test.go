package levels_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"ffkvadrat/analysis/levels"
	"ffkvadrat/quadpyramid"
)

// TestOf compares with painting the quads, pixel by pixel.
func TestOf(t *testing.T) {
	const width, height = 40, 24
	quads := []quadpyramid.Quad{
		quadpyramid.NewQuad(0, 0, 4), quadpyramid.NewQuad(16, 0, 3), quadpyramid.NewQuad(24, 0, 3),
		quadpyramid.NewQuad(39, 23, 0), quadpyramid.NewQuad(32, 8, 1),
	}
	painted := [width * height]int{}
	var counts [levels.Count]int64
	for _, q := range quads {
		for i := range q.Size() * q.Size() {
			painted[(q.Y()+i/q.Size())*width+q.X()+i%q.Size()] = q.Level() + 1
		}
		counts[q.Level()]++
	}
	var want levels.Areas
	for _, level := range painted {
		want[(level+levels.Count)%(levels.Count+1)]++
	}
	if got := levels.Of(quads, width*height); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	if got := levels.FromCounts(counts, width*height); got != want {
		t.Errorf("from counts %v, want %v", got, want)
	}
	if got := levels.FromCubes([levels.Count]int64{3, 0, 2}, 1000); got != (levels.Areas{0: 3, 2: 128, levels.Count: 869}) {
		t.Errorf("of cubes %v", got)
	}
	if got := levels.Of(nil, 1<<28); got != (levels.Areas{levels.Count: 1 << 28}) {
		t.Errorf("of none %v", got)
	}
}

// TestEntropy: known values, and the formula with the library's logarithm.
func TestEntropy(t *testing.T) {
	var even levels.Areas
	for i := range even {
		even[i] = 7
	}
	for _, c := range []struct {
		areas levels.Areas
		want  float64
	}{
		{levels.Areas{levels.Count: 5}, 0},
		{levels.Areas{3: 1 << 28}, 0},
		{levels.Areas{0: 9, 14: 9}, 1},
		{levels.Areas{1: 1, 2: 1, levels.Count: 2}, 1.5},
		{even, 4},
	} {
		if got := c.areas.Entropy(); got != c.want || math.Signbit(got) {
			t.Errorf("%v: %v, want %v", c.areas, got, c.want)
		}
	}
	const seed = 20071129
	random := rand.New(rand.NewPCG(seed, 0))
	for range 1000 {
		var a levels.Areas
		all, want := 0.0, 0.0
		for i := range a {
			a[i] = random.Int64N(1 << random.IntN(25))
			all += float64(a[i])
		}
		for _, area := range a {
			if area > 0 {
				want -= float64(area) / all * math.Log2(float64(area)/all)
			}
		}
		if got := a.Entropy(); math.Abs(got-want) > 1e-13 {
			t.Fatalf("seed %d: %v: %v, want %v", seed, a, got, want)
		}
	}
}
