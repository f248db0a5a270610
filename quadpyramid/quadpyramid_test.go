package quadpyramid_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20070103

// masks are fills of a mask: what makes lists long, short, deep and ragged.
func masks(width, height int) map[string]*edge.Mask {
	random := rand.New(rand.NewPCG(seed, 0))
	fill := func(leaf func(x, y int) bool) *edge.Mask {
		m := &edge.Mask{}
		m.Resize(width, height)
		for i := range m.Leaf {
			m.Leaf[i] = 0
			if leaf(i%width, i/width) {
				m.Leaf[i] = 1
			}
		}
		return m
	}
	return map[string]*edge.Mask{
		"empty":        fill(func(_, _ int) bool { return false }),
		"full":         fill(func(_, _ int) bool { return true }),
		"checkerboard": fill(func(x, y int) bool { return (x^y)&1 == 0 }),
		"3 of 4":       fill(func(x, y int) bool { return x&y&1 == 0 }),
		"single":       fill(func(x, y int) bool { return x == width/2 && y == height-1 }),
		"hole":         fill(func(x, y int) bool { return x != width/2 || y != height/3 }),
		"noise":        fill(func(_, _ int) bool { return random.IntN(2) == 0 }),
		"dense":        fill(func(_, _ int) bool { return random.IntN(50) != 0 }),
		"blocks":       fill(func(x, y int) bool { return rand.NewPCG(seed, uint64(x>>3<<20|y>>3)).Uint64()%4 != 0 }),
	}
}

// definition lists the quads by their definition alone: every square of the
// grid within the limits is looked at, pixel by pixel, and kept when all its
// pixels are leaves and it is the largest that may be or its parent's are not;
// then the squares are put in Morton order.
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
	slices.SortFunc(list, func(a, b quadpyramid.Quad) int { return int(morton(a)) - int(morton(b)) })
	return list
}

// morton interleaves the bits of x and y, x lowest.
func morton(q quadpyramid.Quad) (code uint32) {
	for bit := range 14 {
		code |= uint32(q.X()>>bit&1)<<(2*bit) | uint32(q.Y()>>bit&1)<<(2*bit+1)
	}
	return code
}

func TestPyramidEqualsDefinition(t *testing.T) {
	var reference quadpyramid.Reference
	var pyramid quadpyramid.Pyramid
	for _, size := range yuvtest.Sizes {
		for name, m := range masks(size[0], size[1]) {
			for _, limits := range limitsToTest {
				name := fmt.Sprintf("%d×%d %s %v (seed %d)", size[0], size[1], name, limits, seed)
				want := reference.Build(nil, m, limits)
				if m.Width <= 64 || m.Width <= 320 && limits == quadpyramid.Unlimited { // beyond, the definition takes seconds a mask
					if d := definition(m, limits); !slices.Equal(want, d) {
						t.Fatalf("%s: the reference's list differs: %s", name, difference(want, d))
					}
				}
				pyramid.Build(m, limits)
				if got := pyramid.List(nil); !slices.Equal(got, want) {
					t.Fatalf("%s: the pyramid's list differs: %s", name, difference(got, want))
				}
				if c := limits.Capacity(m.Width, m.Height); len(want) > c {
					t.Fatalf("%s: %d quads, above the capacity of %d", name, len(want), c)
				}
			}
		}
	}
}

func difference(got, want []quadpyramid.Quad) string {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return fmt.Sprintf("entry %d is %v, want %v", i, got[i], want[i])
		}
	}
	return fmt.Sprintf("%d entries, want %d", len(got), len(want))
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

func TestDeviceListUpload(t *testing.T) {
	dev := gputest.Open(t)
	l, err := quadpyramid.NewDeviceList(dev, 3)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Release()
	for _, want := range [][]quadpyramid.Quad{{1, 2, 3}, {}, {7}} {
		if err := l.Upload(want); err != nil {
			t.Fatal(err)
		}
		if got := l.Read(nil); !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
	if err := l.Upload(make([]quadpyramid.Quad, 4)); err == nil {
		t.Error("four quads went into a list of three")
	}
}

// FuzzBuild holds the CPU builders against each other and against what every
// list has to satisfy.
func FuzzBuild(f *testing.F) {
	f.Add(uint8(4), []byte{0xff, 0x3c, 0, 1})
	f.Add(uint8(17), []byte{0xff, 0xff, 0xff, 0xff, 0x7f})
	f.Fuzz(func(t *testing.T, width uint8, bits []byte) {
		m := maskOf(width, bits)
		var reference quadpyramid.Reference
		list := reference.Build(nil, m, quadpyramid.Unlimited)
		var pyramid quadpyramid.Pyramid
		pyramid.Build(m, quadpyramid.Unlimited)
		if got := pyramid.List(nil); !slices.Equal(got, list) {
			t.Fatal(difference(got, list))
		}
		for path, cpu := range quadpyramid.Paths() {
			if got := cpu.Build(nil, bitMask(m), quadpyramid.Unlimited); !slices.Equal(got, list) {
				t.Fatalf("%s: %s", path, difference(got, list))
			}
		}
		covered := make([]byte, len(m.Leaf))
		for i, q := range list {
			if i > 0 && morton(list[i-1]) >= morton(q) {
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

func BenchmarkList(b *testing.B) {
	for _, size := range [][2]int{{640, 360}, {1280, 720}, {1920, 1080}} {
		m := masks(size[0], size[1])["dense"]
		run := func(engine string, build func() int) {
			b.Run(fmt.Sprintf("engine=%s/size=%dx%d", engine, size[0], size[1]), func(b *testing.B) {
				b.SetBytes(int64(len(m.Leaf)))
				b.ReportAllocs()
				n := 0
				for b.Loop() {
					n = build()
				}
				b.ReportMetric(float64(n), "quads")
			})
		}
		var reference quadpyramid.Reference
		var list []quadpyramid.Quad
		run("reference", func() int {
			list = reference.Build(list[:0], m, quadpyramid.Unlimited)
			return len(list)
		})
		packed, portable, cpu := bitMask(m), quadpyramid.NewPortableCPU(), quadpyramid.NewCPU()
		run("portable", func() int {
			list = portable.Build(list[:0], packed, quadpyramid.Unlimited)
			return len(list)
		})
		run("cpu", func() int {
			list = cpu.Build(list[:0], packed, quadpyramid.Unlimited)
			return len(list)
		})
		var pyramid quadpyramid.Pyramid
		run("pyramid", func() int {
			pyramid.Build(m, quadpyramid.Unlimited)
			list = pyramid.List(list[:0])
			return len(list)
		})
		b.Run(fmt.Sprintf("engine=gpu/size=%dx%d", size[0], size[1]), func(b *testing.B) {
			dev := gputest.Open(b)
			onGPU, err := quadpyramid.NewGPU(dev, quadpyramid.Choice{})
			if err != nil {
				b.Fatal(err)
			}
			defer onGPU.Release()
			if err := onGPU.Resize(size[0], size[1], quadpyramid.Unlimited); err != nil {
				b.Fatal(err)
			}
			write(onGPU.Level0(), m)
			b.SetBytes(int64(len(m.Leaf)))
			b.ReportAllocs()
			for b.Loop() {
				onGPU.Build()
				onGPU.List()
				dev.Finish()
			}
			b.ReportMetric(float64(len(onGPU.List().Read(nil))), "quads")
		})
	}
}
