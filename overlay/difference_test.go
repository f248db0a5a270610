package overlay_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/feature"
	"ffkvadrat/overlay"
	"ffkvadrat/quadpyramid"
)

// partition appends a list over the square at (x, y). choose returns 0 for a quad, 1 for a division,
// anything else for nothing.
func partition(list []quadpyramid.Quad, x, y, level int, choose func() int) []quadpyramid.Quad {
	switch c := choose(); {
	case c == 0 || c == 1 && level == 0:
		return append(list, quadpyramid.NewQuad(x, y, level))
	case c == 1:
		half := 1 << (level - 1)
		for i := range 4 {
			list = partition(list, x+i&1*half, y+i>>1*half, level-1, choose)
		}
	}
	return list
}

// checkDifference compares with maps of the lists.
func checkDifference(t *testing.T, d *overlay.Difference, stored, live overlay.Listed) {
	t.Helper()
	d.Compare(stored, live)
	type contents struct {
		mean  feature.Mean
		class uint8
	}
	of := func(l overlay.Listed, i int) (c contents) {
		if len(stored.Means) > 0 && len(live.Means) > 0 {
			c.mean = l.Means[i]
		}
		if len(stored.Classes) > 0 && len(live.Classes) > 0 {
			c.class = l.Classes[i]
		}
		return c
	}
	want, has := map[quadpyramid.Quad]uint8{}, map[quadpyramid.Quad]contents{}
	for i, q := range live.Quads {
		want[q], has[q] = overlay.OnlyLive, of(live, i)
	}
	for i, q := range stored.Quads {
		if c, ok := has[q]; !ok {
			want[q] = overlay.OnlyStored
		} else if want[q] = overlay.InBoth; c != of(stored, i) {
			want[q] = overlay.Altered
		}
	}
	counts := [overlay.DifferenceKinds]int{}
	for _, kind := range want {
		counts[kind]++
	}
	if len(d.Quads) != len(want) || len(d.Kinds) != len(want) || d.Counts != counts {
		t.Fatalf("%d quads with %d kinds, %v; want %d, %v", len(d.Quads), len(d.Kinds), d.Counts, len(want), counts)
	}
	for i, q := range d.Quads {
		if kind, ok := want[q]; !ok || kind != d.Kinds[i] {
			t.Fatalf("%v is of kind %d, want %d, in a list: %v", q, d.Kinds[i], kind, ok)
		}
	}
	sorted := slices.IsSortedFunc(d.Quads, func(a, b quadpyramid.Quad) int {
		if a.Morton() != b.Morton() {
			return int(a.Morton()) - int(b.Morton())
		}
		return b.Level() - a.Level()
	})
	if !sorted {
		t.Fatal("the quads are not in order")
	}
}

func TestDifference(t *testing.T) {
	const seed = 20070106
	random := rand.New(rand.NewPCG(seed, 7))
	var d overlay.Difference
	lists := [][]quadpyramid.Quad{nil, {quadpyramid.NewQuad(0, 0, 6)}}
	for range 20 {
		lists = append(lists, partition(nil, 0, 0, 6, func() int { return random.IntN(3) }))
		lists = append(lists, partition(nil, 0, 0, 6, func() int { return min(random.IntN(8), 2) % 2 }))
	}
	counts := [overlay.DifferenceKinds]int{}
	for i, stored := range lists {
		for j, live := range lists {
			checkDifference(t, &d, with(stored, random, i%4), with(live, random, j/2%4))
			for kind, n := range d.Counts {
				counts[kind] += n
			}
		}
	}
	if slices.Contains(counts[:], 0) {
		t.Errorf("quads of each kind: %v", counts)
	}
}

// with gives quads two means if bit 0 of has is set, and two classes with bit 1.
func with(quads []quadpyramid.Quad, random *rand.Rand, has int) overlay.Listed {
	l := overlay.Listed{Quads: quads}
	for range quads {
		if has&1 != 0 {
			l.Means = append(l.Means, feature.Mean(random.IntN(2)))
		}
		if has&2 != 0 {
			l.Classes = append(l.Classes, uint8(random.IntN(2)))
		}
	}
	return l
}

func FuzzDifference(f *testing.F) {
	f.Add([]byte{1, 0, 1, 2}, []byte{0}, byte(0))
	f.Add([]byte{}, []byte{1, 1, 1}, byte(15))
	f.Fuzz(func(t *testing.T, stored, live []byte, has byte) {
		random := rand.New(rand.NewPCG(uint64(has), 7))
		list := func(choices []byte) []quadpyramid.Quad {
			return partition(nil, 0, 0, 14, func() int {
				if len(choices) == 0 {
					return 0
				}
				c := choices[0]
				choices = choices[1:]
				return int(c % 3)
			})
		}
		checkDifference(t, new(overlay.Difference), with(list(stored), random, int(has)), with(list(live), random, int(has>>2)))
	})
}

func BenchmarkDifference(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 7))
	list := func() []quadpyramid.Quad {
		return partition(nil, 0, 0, 11, func() int {
			if random.IntN(10) == 0 {
				return 0
			}
			return 1
		})
	}
	stored, live := with(list(), random, 1), with(list(), random, 1)
	var d overlay.Difference
	for b.Loop() {
		d.Compare(stored, live)
	}
	b.ReportMetric(float64(len(d.Quads)), "quads")
}
