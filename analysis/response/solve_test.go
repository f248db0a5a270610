package response_test

import (
	"math/rand/v2"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/edge"
	"ffkvadrat/yuv/yuvtest"
)

func distance(a, b int) int { return max(a-b, b-a) }

// Solve is compared with its comment, for all steps of a side.
func TestSolve(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 3))
	for _, params := range []analysis.Params{
		{}, {Operator: edge.Sobel, Invert: true}, {Operator: edge.Luma}, {Operator: edge.Range, Low: 0.3}, {Variant: analysis.CommonFeature},
	} {
		p := yuvtest.Picture(yuvtest.Formats[1], 160, 90, yuvtest.Fill{At: func(plane, x, y, most int) int {
			return slope.At(plane, x, y, most-20) + random.IntN(20)
		}})
		var c response.Curve
		if err := c.Build(p, params); err != nil {
			t.Fatal(err)
		}
		for range 60 {
			n := random.IntN(c.Quads(c.Peak())*5/4 + 10)
			near := c.First() + random.IntN(c.Steps()-c.First())
			beyond := random.IntN(2) == 0
			got := c.Solve(n, near, beyond)
			least := [2]int{1 << 30, 1 << 30} // by side: before, after
			for step := c.First(); step < c.Steps(); step++ {
				side := 0
				if step >= c.Peak() {
					side = 1
				}
				least[side] = min(least[side], distance(c.Quads(step), n))
			}
			one, other := least[0], least[1]
			if beyond || one == 1<<30 {
				one, other = other, one
			}
			want, side := one, beyond || least[0] == 1<<30
			if 100*one > n && other < one {
				want, side = other, !side
			}
			if distance(c.Quads(got), n) != want || got >= c.Peak() != side {
				t.Fatalf("%+v (seed %d): for %d, beyond %v: step %d with %d quads; the closest of each side are off by %v, peak %d",
					params, seed, n, beyond, got, c.Quads(got), least, c.Peak())
			}
			for step := c.First(); step < c.Steps(); step++ {
				if (step >= c.Peak()) == side && distance(c.Quads(step), n) == want && distance(step, near) < distance(got, near) {
					t.Fatalf("%+v (seed %d): for %d near %d: step %d, though %d is closer", params, seed, n, near, got, step)
				}
			}
		}
	}
}

// A threshold stays if its own number of quads is requested.
func TestSolveStays(t *testing.T) {
	var c response.Curve
	p := yuvtest.Picture(yuvtest.Formats[1], 160, 90, slope)
	for _, params := range []analysis.Params{{}, {Invert: true}, {Variant: analysis.CommonFeature}} {
		if err := c.Build(p, params); err != nil {
			t.Fatal(err)
		}
		for step := range c.Steps() {
			if got := c.Solve(c.Quads(step), step, step >= c.Peak()); got != step {
				t.Fatalf("%+v: from step %d with %d quads to %d with %d", params, step, c.Quads(step), got, c.Quads(got))
			}
			if step > 300 {
				break
			}
		}
	}
}

// TestPeak: the peak is the step with the most quads.
func TestPeak(t *testing.T) {
	var c response.Curve
	if err := c.Build(yuvtest.Picture(yuvtest.Formats[1], 160, 90, slope), analysis.Params{}); err != nil {
		t.Fatal(err)
	}
	first := 0
	for step := range c.Steps() {
		if c.Quads(step) > c.Quads(first) {
			first = step
		}
	}
	if c.Peak() != first || first == 0 {
		t.Errorf("the peak is step %d, want %d", c.Peak(), first)
	}
}
