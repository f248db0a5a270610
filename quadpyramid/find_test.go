package quadpyramid_test

import (
	"math/rand/v2"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
)

func TestFind(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 9))
	for _, size := range [][2]int{{1, 1}, {37, 21}, {64, 64}} {
		m := &edge.Mask{}
		m.Resize(size[0], size[1])
		for i := range m.Leaf {
			if random.IntN(9) > 0 {
				m.Leaf[i] = 1
			}
		}
		list := new(quadpyramid.Reference).Build(nil, m, quadpyramid.Unlimited)
		for y := range size[1] {
			for x := range size[0] {
				want := -1
				for i, q := range list {
					if q.X() <= x && x < q.X()+q.Size() && q.Y() <= y && y < q.Y()+q.Size() {
						want = i
					}
				}
				got, ok := quadpyramid.Find(list, x, y)
				if ok != (want >= 0) || ok && got != want {
					t.Fatalf("%v: pixel (%d,%d) is in quad %d, %v, want %d", size, x, y, got, ok, want)
				}
			}
		}
	}
}
