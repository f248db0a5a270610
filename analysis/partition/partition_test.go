package partition

import (
	"math"
	"testing"
)

// levelByDefinition is the largest k with 4^k ≤ width·height, found by counting.
func levelByDefinition(width, height int32) int {
	k := 0
	for square := int64(4); square <= int64(width)*int64(height); square *= 4 {
		k++
	}
	return k
}

func TestLevel(t *testing.T) {
	for w := int32(1); w <= 130; w++ {
		for h := int32(1); h <= 130; h++ {
			if got, want := Level(w, h), levelByDefinition(w, h); got != want {
				t.Fatalf("%d×%d has level %d, want %d", w, h, got, want)
			}
		}
	}
	for _, c := range []struct {
		w, h int32
		want int
	}{{16, 16, 4}, {16, 8, 3}, {8, 4, 2}, {64, 4, 4}, {1, 1, 0}, {2, 1, 0}, {math.MaxInt32, math.MaxInt32, 30}} {
		if got := (Block{Width: c.w, Height: c.h}).Level(); got != c.want {
			t.Errorf("%d×%d has level %d, want %d", c.w, c.h, got, c.want)
		}
	}
}

func TestAdd(t *testing.T) {
	var p Picture
	p.Reset(20, 10)
	for _, c := range []struct {
		x, y, w, h int32
		want       bool
	}{
		{0, 0, 16, 16, true}, {16, 0, 16, 16, true}, {19, 9, math.MaxInt32, math.MaxInt32, true},
		{20, 0, 1, 1, false}, {0, 10, 1, 1, false}, {-1, 0, 4, 4, false}, {0, -1, 4, 4, false}, {0, 0, 0, 4, false}, {0, 0, 4, -1, false},
	} {
		blocks, vectors := len(p.Blocks), len(p.Vectors)
		if got := p.Add(Block{X: c.x, Y: c.y, Width: c.w, Height: c.h}); got != c.want {
			t.Errorf("block %v: %v", c, got)
		}
		if got := p.AddVector(Vector{X: c.x, Y: c.y, Width: c.w, Height: c.h, Scale: 4}); got != c.want {
			t.Errorf("vector %v: %v", c, got)
		}
		if added := len(p.Blocks) - blocks; (added == 1) != c.want || len(p.Vectors)-vectors != added {
			t.Errorf("%v: %d added", c, added)
		}
	}
	if p.AddVector(Vector{Width: 1, Height: 1}) {
		t.Error("a vector without a scale was added")
	}
	if p.HasQP() {
		t.Error("no block has a quantiser")
	}
	p.Add(Block{Width: 1, Height: 1, HasQP: true})
	if !p.HasQP() {
		t.Error("a block has a quantiser")
	}
	for _, c := range []struct {
		from [4]int32
		want [4]int
	}{{[4]int32{16, 0, 16, 16}, [4]int{16, 0, 20, 10}}, {[4]int32{19, 9, math.MaxInt32, math.MaxInt32}, [4]int{19, 9, 20, 10}}, {[4]int32{2, 3, 4, 5}, [4]int{2, 3, 6, 8}}} {
		if l, tp, r, b := p.Clip(c.from[0], c.from[1], c.from[2], c.from[3]); [4]int{l, tp, r, b} != c.want {
			t.Errorf("%v is clipped to %v, want %v", c.from, [4]int{l, tp, r, b}, c.want)
		}
	}
}

// A copy shares no memory, and neither copies nor resets allocate once the arrays exist.
func TestSet(t *testing.T) {
	var p, q Picture
	p.Reset(8, 8)
	p.Bytes = 7
	p.Add(Block{Width: 8, Height: 8, QP: 3, HasQP: true})
	p.AddVector(Vector{Width: 8, Height: 8, DX: 1, Scale: 4})
	q.Set(&p)
	p.Blocks[0].QP, p.Vectors[0].DX = 5, 2
	if q.Blocks[0].QP != 3 || q.Vectors[0].DX != 1 || q.Width != 8 || q.Height != 8 || q.Bytes != 7 {
		t.Errorf("the copy is %+v", q)
	}
	if n := testing.AllocsPerRun(10, func() { q.Reset(4, 4); q.Set(&p) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestCrop(t *testing.T) {
	var p Picture
	p.Reset(32, 16)
	for x := int32(0); x < 32; x += 8 {
		p.Add(Block{X: x, Width: 8, Height: 16})
		p.AddVector(Vector{X: x, Y: 8, Width: 8, Height: 8, Scale: 4})
	}
	p.Crop(17, 8)
	if p.Width != 17 || p.Height != 8 || len(p.Blocks) != 3 || len(p.Vectors) != 0 {
		t.Errorf("%+v", p)
	}
	p.Crop(100, 100)
	if p.Width != 17 || p.Height != 8 || len(p.Blocks) != 3 {
		t.Errorf("larger: %+v", p)
	}
}
