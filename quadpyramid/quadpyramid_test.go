package quadpyramid_test

import (
	"fmt"
	"slices"
	"testing"

	"ffkvadrat/analysis/kerneltest"
	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/pyramidtest"
	"ffkvadrat/yuv/yuvtest"
)

const seed = pyramidtest.Seed

// definition lists the quads by their definition alone: it looks at every square of the grid within
// the limits, pixel by pixel, and keeps it if all its pixels are leaves and it is the largest
// allowed or its parent's pixels are not all leaves; then it sorts the squares in Morton order.
func definition(m *edge.Mask, limits quadpyramid.Limits) []quadpyramid.Quad {
	full := func(x, y, size int) bool {
		if x+size > m.Width || y+size > m.Height {
			return false
		}
		for j := y; j < y+size; j++ {
			if slices.Contains(m.Leaf[j*m.Width+x:j*m.Width+x+size], 0) {
				return false
			}
		}
		return true
	}
	var list []quadpyramid.Quad
	for level := limits.Min; level <= limits.Max && 1<<level <= max(m.Width, m.Height); level++ {
		size := 1 << level
		for y := 0; y < m.Height; y += size {
			for x := 0; x < m.Width; x += size {
				if full(x, y, size) && (level == limits.Max || !full(x&^size, y&^size, 2*size)) {
					list = append(list, quadpyramid.NewQuad(x, y, level))
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b quadpyramid.Quad) int { return int(pyramidtest.Morton(a)) - int(pyramidtest.Morton(b)) })
	return list
}

// TestPyramidEqualsDefinition: the lists of the reference and of the pyramid equal the
// definition's, and do not exceed the capacity.
func TestPyramidEqualsDefinition(t *testing.T) {
	var reference quadpyramid.Reference
	var pyramid quadpyramid.Pyramid
	for _, size := range yuvtest.Sizes {
		for name, m := range pyramidtest.Masks(size[0], size[1]) {
			for _, limits := range pyramidtest.Limits {
				name := fmt.Sprintf("%d×%d %s %v (seed %d)", size[0], size[1], name, limits, seed)
				want := reference.Build(nil, m, limits)
				if m.Width <= 64 || m.Width <= 320 && limits == quadpyramid.Unlimited { // beyond, the definition takes seconds a mask
					if d := definition(m, limits); !slices.Equal(want, d) {
						t.Fatalf("%s: the reference's list differs: %s", name, pyramidtest.Difference(want, d))
					}
				}
				pyramid.Build(m, limits)
				if got := pyramid.List(nil); !slices.Equal(got, want) {
					t.Fatalf("%s: the pyramid's list differs: %s", name, pyramidtest.Difference(got, want))
				}
				if c := limits.Capacity(m.Width, m.Height); len(want) > c {
					t.Fatalf("%s: %d quads, above the capacity of %d", name, len(want), c)
				}
			}
		}
	}
}

// The paper's section 6 by hand: three pixels of the upper left block, one
// whole block, and a lone pixel.
func TestTraversalByHand(t *testing.T) {
	m := &edge.Mask{Width: 4, Height: 4, Leaf: []byte{
		1, 1, 0, 0,
		1, 0, 0, 1,
		1, 1, 0, 0,
		1, 1, 0, 0,
	}}
	var p quadpyramid.Pyramid
	p.Build(m, quadpyramid.Unlimited)
	if got, want := p.Levels[1].Cells, []int32{3, 1, -1, 0}; !slices.Equal(got, want) {
		t.Errorf("level 1 is %v, want %v", got, want)
	}
	if p.Len() != 5 {
		t.Errorf("length %d, want 5", p.Len())
	}
	want := []quadpyramid.Quad{
		quadpyramid.NewQuad(0, 0, 0), quadpyramid.NewQuad(1, 0, 0), quadpyramid.NewQuad(0, 1, 0),
		quadpyramid.NewQuad(3, 1, 0), quadpyramid.NewQuad(0, 2, 1),
	}
	if got := p.List(nil); !slices.Equal(got, want) {
		t.Errorf("list %v, want %v", got, want)
	}
}

func TestQuadPacking(t *testing.T) {
	for _, c := range [][3]int{{0, 0, 0}, {16383, 16383, 0}, {0, 0, 14}, {8192, 4096, 12}} {
		q := quadpyramid.NewQuad(c[0], c[1], c[2])
		if q.X() != c[0] || q.Y() != c[1] || q.Level() != c[2] || q.Size() != 1<<c[2] {
			t.Errorf("%v came back as %v", c, q)
		}
	}
}

// FuzzBuild compares the CPU builders with each other and checks the properties of every list.
func FuzzBuild(f *testing.F) {
	f.Add(uint8(4), []byte{0xff, 0x3c, 0, 1})
	f.Add(uint8(17), []byte{0xff, 0xff, 0xff, 0xff, 0x7f})
	quads := kerneltest.Quads()
	f.Fuzz(func(t *testing.T, width uint8, bits []byte) {
		m := pyramidtest.MaskOf(width, bits)
		var reference quadpyramid.Reference
		list := reference.Build(nil, m, quadpyramid.Unlimited)
		var pyramid quadpyramid.Pyramid
		pyramid.Build(m, quadpyramid.Unlimited)
		if got := pyramid.List(nil); !slices.Equal(got, list) {
			t.Fatal(pyramidtest.Difference(got, list))
		}
		quads.Check(t, "", kerneltest.NewLeaves(m, quadpyramid.Unlimited))
		covered := make([]byte, len(m.Leaf))
		for i, q := range list {
			if i > 0 && pyramidtest.Morton(list[i-1]) >= pyramidtest.Morton(q) {
				t.Fatalf("entry %d is not after entry %d in Morton order", i, i-1)
			}
			for y := q.Y(); y < q.Y()+q.Size(); y++ {
				for x := q.X(); x < q.X()+q.Size(); x++ {
					if x >= m.Width || y >= m.Height {
						t.Fatalf("%v reaches over the border", q)
					}
					covered[y*m.Width+x]++
				}
			}
			if q.X()&q.Size() == 0 && q.Y()&q.Size() == 0 && i+3 < len(list) {
				siblings := []quadpyramid.Quad{
					quadpyramid.NewQuad(q.X()+q.Size(), q.Y(), q.Level()),
					quadpyramid.NewQuad(q.X(), q.Y()+q.Size(), q.Level()),
					quadpyramid.NewQuad(q.X()+q.Size(), q.Y()+q.Size(), q.Level()),
				}
				if slices.Equal(list[i+1:i+4], siblings) {
					t.Fatalf("%v could merge with its siblings", q)
				}
			}
		}
		if !slices.Equal(covered, m.Leaf) {
			t.Fatal("the quads do not tile the leaf pixels")
		}
	})
}
