package partition

import (
	"cmp"
	"image"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestCosts compares the costliest units of random divisions with a sorted list of all.
func TestCosts(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, depths := range []bool{true, false} {
		var p Picture
		p.Reset(300, 130) // of 5 × 3 units of 64 pixels, some in part
		want := map[image.Point]int{}
		for y := int32(0); y < 130; y += 64 {
			for x := int32(0); x < 300; x += 64 {
				n := int32(1) << rnd.IntN(3)
				for i := range n * n {
					side := 64 / n
					b := Block{X: x + i%n*side, Y: y + i/n*side, Width: side, Height: side, HasQP: true, QP: int16(21 + n/2), Type: Type(1 + n/2), HasDepth: depths, Depth: uint8(n / 2)}
					bits := 1 + rnd.IntN(900)
					if b.Rate, b.HasRate = RateOf(bits, int(side), int(side)), true; !p.Add(b) {
						continue
					}
					at := image.Pt(int(x), int(y))
					if !depths {
						at = image.Pt(int(b.X), int(b.Y))
					}
					want[at] += bits
				}
			}
		}
		var all []int
		sum := 0
		for _, bits := range want {
			all, sum = append(all, bits), sum+bits
		}
		slices.SortFunc(all, func(a, b int) int { return cmp.Compare(b, a) })
		var c Costs
		for _, n := range []int{5, 1, 100} {
			c.Of(&p, n)
			if len(c.List) != min(n, len(all)) {
				t.Fatalf("depths %v: %d of %d", depths, len(c.List), n)
			}
			for i, cost := range c.List {
				if cost.Bits != all[i] || cost.Bits != want[cost.Part.Min] || cost.Share != float64(cost.Bits)/float64(sum) {
					t.Errorf("depths %v, %d: %+v, want %d bits", depths, i, cost, all[i])
				}
				if !cost.Pixel.In(cost.Part) || cost.Least != cost.Most || cost.Least != 20+int(cost.Type) || !cost.Part.In(image.Rect(0, 0, 300, 130)) {
					t.Errorf("depths %v, %d: %+v", depths, i, cost)
				}
			}
		}
		if n := testing.AllocsPerRun(3, func() { c.Of(&p, 5) }); n > 0 {
			t.Errorf("%v allocations", n)
		}
	}
	var p Picture
	p.Reset(64, 64)
	p.Add(Block{Width: 64, Height: 32, HasDepth: true, Depth: 1})
	var c Costs
	if c.Of(&p, 5); len(c.List) > 0 || p.largest() != 64 {
		t.Errorf("without bits %+v, units of %d", c.List, p.largest())
	}
}
