package glpyramid_test

import (
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/quadpyramid/pyramidtest"
	"ffkvadrat/tests/pairs"
	"ffkvadrat/yuv/yuvtest"
)

// earmark writes a mask's leaf pixels into a picture as points. Other pixels come close to being
// points.
func earmark(picture *gpu.Texture, m *edge.Mask) {
	pixels := make([]byte, 4*len(m.Leaf))
	for i, leaf := range m.Leaf {
		copy(pixels[4*i:], []byte{byte(i), 255, 7, 254 + leaf})
	}
	picture.WriteBytes(pixels)
}

// cloned repeats each quad n times, one by one.
func cloned(list []quadpyramid.Quad, n int) []quadpyramid.Quad {
	var all []quadpyramid.Quad
	for _, q := range list {
		for range n {
			all = append(all, q)
		}
	}
	return all
}

// pointPyramids returns pyramids of every shape, some with clones.
func pointPyramids(t testing.TB, dev *gpu.Device) map[glpyramid.Shape][]*glpyramid.Points {
	t.Helper()
	all := map[glpyramid.Shape][]*glpyramid.Points{}
	for _, shape := range glpyramid.Shapes() {
		for _, clones := range pointClones {
			g, err := glpyramid.NewPoints(dev, shape, clones)
			gputest.Own(t, g, err)
			all[shape] = append(all[shape], g)
		}
	}
	return all
}

var pointClones = []int{1, 3}

// comparePoints compares shapes with the reference's list of quads of one pixel.
func comparePoints(t testing.TB, all map[glpyramid.Shape][]*glpyramid.Points, m *edge.Mask, name string) {
	t.Helper()
	var reference quadpyramid.Reference
	want := reference.Build(nil, m, quadpyramid.Limits{})
	for shape, pyramids := range all {
		for i, g := range pyramids {
			if err := g.Resize(m.Width, m.Height); err != nil {
				t.Fatal(err)
			}
			earmark(g.Picture(), m)
			g.Build()
			n, err := g.Count()
			if shape == glpyramid.Bilinear16 && len(want) >= 2048 && len(m.Leaf) > 2048 {
				if !errors.Is(err, glpyramid.ErrInexact) {
					t.Fatalf("%s: 16 bits count %d points of %d: %v", name, n, len(want), err)
				}
				continue
			}
			if err != nil || n != len(want) {
				t.Fatalf("%d×%d %s, %v: %d points, want %d: %v", m.Width, m.Height, name, shape, n, len(want), err)
			}
			if got, want := g.List().Read(nil), cloned(want, pointClones[i]); !slices.Equal(got, want) {
				t.Fatalf("%d×%d %s (seed %d), %v, %d clones: %s", m.Width, m.Height, name, pyramidtest.Seed, shape, pointClones[i], pyramidtest.Difference(got, want))
			}
		}
	}
}

// TestPointsEqualReference: with every shape of pyramid, the points of masks of every fill and size
// are the reference's.
func TestPointsEqualReference(t *testing.T) {
	all := pointPyramids(t, gputest.Open(t))
	sizes := append([][2]int{{1, 1}, {1, 2}, {2, 1}, {4, 4}, {2, 64}, {64, 2}, {5000, 3}, {3, 5000}}, yuvtest.Sizes...)
	names := slices.Sorted(maps.Keys(pyramidtest.Masks(1, 1)))
	shapes := glpyramid.Shapes()
	var masks map[string]*edge.Mask
	last := -1 // the size of the masks
	for c := range pairs.Cases(len(sizes), len(names), len(shapes)) {
		size, name, shape := sizes[c[0]], names[c[1]], shapes[c[2]]
		if size[0]*size[1] > 1e6 && name != "noise" { // a software rasteriser is slow
			continue
		}
		if c[0] != last {
			masks, last = pyramidtest.Masks(size[0], size[1]), c[0]
		}
		comparePoints(t, map[glpyramid.Shape][]*glpyramid.Points{shape: all[shape]}, masks[name], name)
	}
}

func TestPointsOfRandomMasks(t *testing.T) {
	all := pointPyramids(t, gputest.Open(t))
	random := rand.New(rand.NewPCG(pyramidtest.Seed, 1))
	for range 60 {
		bits := make([]byte, random.IntN(500))
		for i, density := 0, random.IntN(9); i < len(bits); i++ {
			for bit := range 8 {
				if random.IntN(8) < density {
					bits[i] |= 1 << bit
				}
			}
		}
		comparePoints(t, all, pyramidtest.MaskOf(uint8(random.IntN(256)), bits), "random")
	}
}

// first is a mask whose first n pixels in Morton order are leaves.
func first(width, height, n int) *edge.Mask {
	m := &edge.Mask{}
	m.Resize(width, height)
	for i := range m.Leaf {
		m.Leaf[i] = 0
		if int(pyramidtest.Morton(quadpyramid.NewQuad(i%width, i/width, 0))) < n {
			m.Leaf[i] = 1
		}
	}
	return m
}

// Floats of 16 bits represent all integers up to 2048 = 2^11, so 2049 is the first wrong count.
// 32,768 = 2^15, the papers' limit, is the last power of two: 32,768 points can be counted; 32,769
// to 32,799 cannot, and nothing above 65,504.
func TestWhereSixteenBitsBreak(t *testing.T) {
	dev := gputest.Open(t)
	for _, c := range []struct {
		n     int
		right bool
	}{
		{2047, true}, {2048, true}, {2049, false}, {2050, true}, {2051, false},
		{32768, true}, {32769, false}, {32784, false}, {40001, false}, {65536, false},
	} {
		for _, shape := range []glpyramid.Shape{glpyramid.Bilinear, glpyramid.Bilinear16} {
			g, err := glpyramid.NewPoints(dev, shape, 1)
			gputest.Own(t, g, err)
			if err := g.Resize(256, 256); err != nil {
				t.Fatal(err)
			}
			earmark(g.Picture(), first(256, 256, c.n))
			g.Build()
			n, err := g.Count()
			t.Logf("%v: %d points are counted as %d", shape, c.n, n)
			if right := c.right || shape == glpyramid.Bilinear; right != (n == c.n) {
				t.Errorf("%v: %d points are counted as %d", shape, c.n, n)
			}
			if refused := shape == glpyramid.Bilinear16 && c.n >= 2048; refused != errors.Is(err, glpyramid.ErrInexact) {
				t.Errorf("%v: %d points: %v", shape, c.n, err)
			}
		}
	}
}

// Floats of 32 bits count a full picture of 4096×4096 = 2^24 pixels, and no odd number above.
func TestWhere32BitsBreak(t *testing.T) {
	dev := gputest.Open(t)
	for _, shape := range []glpyramid.Shape{glpyramid.Single, glpyramid.Bilinear} {
		g, err := glpyramid.NewPoints(dev, shape, 1)
		gputest.Own(t, g, err)
		for width, fails := range map[int]bool{4096: false, 4097: true} {
			if err := g.Resize(width, 4096); err != nil {
				t.Skip(err)
			}
			pixels := make([]byte, 4*width*4096)
			n := 0
			for i := range width * 4096 {
				if i%width < 4096 || i == 4096 { // one pixel of the last column
					pixels[4*i+3] = 255
					n++
				}
			}
			g.Picture().WriteBytes(pixels)
			g.Build()
			if got, err := g.Count(); (got != n) != fails || errors.Is(err, glpyramid.ErrInexact) != fails {
				t.Errorf("%v: %d points are counted as %d: %v", shape, n, got, err)
			}
		}
	}
}

// With leaf markers no function of the four cells' mean is their sum: here two cells of level 2
// count four leaves and none, and the mean of their children is the same.
func TestLeafMarkersHaveNoMean(t *testing.T) {
	build := func(rows ...string) (sum, count int32) {
		m := &edge.Mask{}
		m.Resize(4, 4)
		for i := range m.Leaf {
			m.Leaf[i] = rows[i/4][i%4] - '0'
		}
		var p quadpyramid.Pyramid
		p.Build(m, quadpyramid.Unlimited)
		for _, cell := range p.Levels[1].Cells {
			sum += cell
		}
		return sum, p.Levels[2].Cells[0]
	}
	sum, count := build("1111", "1111", "1000", "1000") // −1, −1, 2, 0
	none, zero := build("0000", "0000", "0000", "0000")
	if sum != none || count != 4 || zero != 0 {
		t.Errorf("sums %d and %d, %d and %d leaves", sum, none, count, zero)
	}
}

func TestPointsErrors(t *testing.T) {
	dev := gputest.Open(t)
	for _, clones := range []int{0, -1} {
		if _, err := glpyramid.NewPoints(dev, glpyramid.Single, clones); err == nil {
			t.Errorf("%d clones", clones)
		}
	}
	if _, err := glpyramid.NewPoints(dev, 99, 1); err == nil {
		t.Error("there is a shape 99")
	}
	g, err := glpyramid.NewPoints(dev, glpyramid.Single, 1)
	gputest.Own(t, g, err)
	if err := g.Resize(dev.Caps.MaxTextureSize+1, 1); err == nil {
		t.Error("a pyramid above the limit was made")
	}
	if err := g.Resize(3, 3); err != nil { // and the next one is
		t.Error(err)
	}
}

func TestPointsSteadyStateAllocatesNothing(t *testing.T) {
	dev := gputest.Open(t)
	g, err := glpyramid.NewPoints(dev, glpyramid.Rect, 2)
	gputest.Own(t, g, err)
	m := pyramidtest.Masks(200, 100)["noise"]
	var list []quadpyramid.Quad
	run := func() {
		if err := g.Resize(200, 100); err != nil {
			t.Fatal(err)
		}
		g.Build()
		if _, err := g.Count(); err != nil {
			t.Fatal(err)
		}
		list = g.List().Read(list[:0])
	}
	if err := g.Resize(200, 100); err != nil {
		t.Fatal(err)
	}
	earmark(g.Picture(), m)
	run()
	if n := testing.AllocsPerRun(5, run); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
