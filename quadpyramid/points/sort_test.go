package points_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/points"
)

func TestSort(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	var sorter points.Sorter
	for range 300 {
		n, most := random.IntN(200), 1+random.IntN(1<<random.IntN(17))
		type point struct {
			quad  quadpyramid.Quad
			value uint16
		}
		var want []point
		var list []quadpyramid.Quad
		var values []uint16
		for i := range n {
			p := point{quadpyramid.NewQuad(i, i, 0), uint16(random.IntN(most))}
			want, list, values = append(want, p), append(list, p.quad), append(values, p.value)
		}
		slices.SortStableFunc(want, func(a, b point) int { return cmp.Compare(b.value, a.value) })
		gotList, gotValues := sorter.Sort(list, values)
		for i, p := range want {
			if gotList[i] != p.quad || gotValues[i] != p.value {
				t.Fatalf("%d points below %d: place %d has %v, want %v", n, most, i, gotList[i], p)
			}
		}
	}
	list, values := make([]quadpyramid.Quad, 1000), make([]uint16, 1000)
	if n := testing.AllocsPerRun(10, func() { sorter.Sort(list, values) }); n > 0.2 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkSort(b *testing.B) {
	random := rand.New(rand.NewPCG(7, 9))
	list, values := make([]quadpyramid.Quad, 1<<20), make([]uint16, 1<<20)
	for i := range values {
		list[i], values[i] = quadpyramid.Quad(i), uint16(random.IntN(256))
	}
	var sorter points.Sorter
	for b.Loop() {
		sorter.Sort(list, values)
	}
}
