package regions_test

import (
	"fmt"
	"image"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/analysis/regions"
	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
)

// sizes are sizes of pictures: odd ones, that of a block, and those next to it.
var sizes = []image.Point{{1, 1}, {1, 17}, {2, 3}, {7, 7}, {17, 17}, {64, 64}, {65, 63}, {63, 65}, {128, 129}, {200, 100}, {1, 300}, {640, 360}}

// listOf returns a list of a picture's quads, from noise whose density differs between parts of the
// picture.
func listOf(rnd *rand.Rand, width, height int, limits quadpyramid.Limits) []quadpyramid.Quad {
	m := edge.Mask{Width: width, Height: height, Leaf: make([]uint8, width*height)}
	for y := range height {
		for x := range width {
			if part := (x/40 + y/30) % 4; part == 0 || rnd.IntN(8) < 2*part {
				m.Leaf[y*width+x] = 1
			}
		}
	}
	var r quadpyramid.Reference
	return r.Build(nil, &m, limits)
}

// counted returns for each pixel whether it counts.
func counted(list []quadpyramid.Quad, width, height int, s regions.Settings) []bool {
	pixels := make([]bool, width*height)
	for _, q := range list {
		across, down := q.Size(), q.Size()
		if s.PlaceWidth != 0 {
			across, down = s.PlaceWidth, s.PlaceHeight
		} else if across > 8 || s.Limits.Max > 3 && !parent(q).In(image.Rect(0, 0, width, height)) {
			continue
		}
		for y := q.Y(); y < q.Y()+down && y < height; y++ {
			for x := q.X(); x < q.X()+across && x < width; x++ {
				pixels[y*width+x] = true
			}
		}
	}
	return pixels
}

// parent returns the cell above a quad's.
func parent(q quadpyramid.Quad) image.Rectangle {
	side := 2 * q.Size()
	corner := image.Pt(q.X()/side, q.Y()/side).Mul(side)
	return image.Rectangle{corner, corner.Add(image.Pt(side, side))}
}

// offsets computes the offsets by the definition, in exact fractions, a pixel at a time.
func offsets(pixels []bool, width, height int, s regions.Settings) (want []int16) {
	share := func(r image.Rectangle) *big.Rat {
		n, of := int64(0), int64(0)
		for y := r.Min.Y; y < min(r.Max.Y, height); y++ {
			for x := r.Min.X; x < min(r.Max.X, width); x++ {
				of++
				if pixels[y*width+x] {
					n++
				}
			}
		}
		return big.NewRat(n, of)
	}
	mean := share(image.Rect(0, 0, width, height))
	for y := 0; y < height; y += s.Side {
		for x := 0; x < width; x += s.Side {
			offset := new(big.Rat).Sub(mean, share(image.Rect(x, y, x+s.Side, y+s.Side)))
			offset.Mul(offset, big.NewRat(int64(s.Strength), 1))
			want = append(want, int16(rounded(offset)))
		}
	}
	return want
}

// rounded rounds to the nearest integer, halves away from zero.
func rounded(r *big.Rat) int64 {
	if r.Sign() < 0 {
		return -rounded(new(big.Rat).Neg(r))
	}
	r = new(big.Rat).Add(r, big.NewRat(1, 2))
	return new(big.Int).Div(r.Num(), r.Denom()).Int64()
}

// TestBuild compares grids with the definition: for all sizes of pictures and blocks, of quads with
// limits, points and places.
func TestBuild(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var b regions.Builder // reused, with an earlier picture's state
	var g regions.Grid
	for _, size := range sizes {
		for side := regions.Small; side <= regions.MaxSide; side *= 2 {
			for _, strength := range []int{1, -1, regions.DefaultStrength, 51, -255, 255} {
				for name, c := range map[string]struct {
					limits        quadpyramid.Limits
					width, height int
				}{
					"quads":  {limits: quadpyramid.Unlimited},
					"large":  {limits: quadpyramid.Limits{Min: 1, Max: 4}},
					"small":  {limits: quadpyramid.Limits{Min: 1, Max: 3}},
					"points": {limits: quadpyramid.Pixels},
					"places": {limits: quadpyramid.Pixels, width: 5, height: 3},
					"wide":   {limits: quadpyramid.Pixels, width: 64, height: 1},
				} {
					s := regions.Settings{Side: side, Strength: strength, Counting: regions.Counting{Limits: c.limits, PlaceWidth: c.width, PlaceHeight: c.height}}
					list := listOf(rnd, size.X, size.Y, c.limits)
					if c.width != 0 {
						list = some(rnd, list)
					}
					pixels := counted(list, size.X, size.Y, s)
					b.Build(&g, list, size.X, size.Y, s)
					at := fmt.Sprintf("%s, %v, %+v", name, size, s)
					if want := offsets(pixels, size.X, size.Y, s); !slices.Equal(g.Offsets, want) {
						t.Fatalf("%s: %v, want %v", at, g.Offsets, want)
					}
					if g.Width != size.X || g.Height != size.Y || g.Side != side || g.Columns*g.Rows != len(g.Offsets) || g.Columns != (size.X+side-1)/side {
						t.Fatalf("%s: a grid of %+v", at, g)
					}
					if slices.Max(g.Offsets) < 0 || slices.Min(g.Offsets) > 0 {
						t.Fatalf("%s: offsets from %d to %d", at, slices.Min(g.Offsets), slices.Max(g.Offsets))
					}
					area := int64(0)
					for _, counts := range pixels {
						if counts {
							area++
						}
					}
					if got := b.Area(list, size.X, size.Y, s.Counting); got != area {
						t.Fatalf("%s: an area of %d, want %d", at, got, area)
					}
				}
			}
		}
	}
}

// some keeps about one in sixty of a list's points.
func some(rnd *rand.Rand, list []quadpyramid.Quad) []quadpyramid.Quad {
	return slices.DeleteFunc(list, func(quadpyramid.Quad) bool { return rnd.IntN(60) > 0 })
}

// TestByHand: a picture of two blocks and a half, whose first one is full of small quads.
func TestByHand(t *testing.T) {
	var list []quadpyramid.Quad
	for i := range 64 {
		list = append(list, quadpyramid.NewQuad(i%8*8, i/8*8, 3))
	}
	list = append(list, quadpyramid.NewQuad(64, 0, 4), quadpyramid.NewQuad(128, 0, 5)) // too large to count
	var b regions.Builder
	var g regions.Grid
	// The mean is 4096 / 10240 = 0.4.
	quads := regions.Counting{Limits: quadpyramid.Unlimited}
	b.Build(&g, list, 160, 64, regions.Settings{Side: 64, Strength: 10, Counting: quads})
	if !slices.Equal(g.Offsets, []int16{-6, 4, 4}) {
		t.Errorf("%v", g.Offsets)
	}
	// The mean is 0.5: the offsets are −1.5 and 1.5, which are rounded away from zero.
	b.Build(&g, list, 128, 64, regions.Settings{Side: 64, Strength: 3, Counting: quads})
	if !slices.Equal(g.Offsets, []int16{-2, 2}) {
		t.Errorf("%v", g.Offsets)
	}
	b.Build(&g, nil, 160, 64, regions.Settings{Side: 64, Strength: 51})
	if !slices.Equal(g.Offsets, []int16{0, 0, 0}) {
		t.Errorf("of no quads: %v", g.Offsets)
	}
}

// TestBorder: an empty picture has no block that gets more bits, whatever its size. If nothing is
// larger than small, all of it counts, and again no block gets more.
func TestBorder(t *testing.T) {
	var b regions.Builder
	var g regions.Grid
	var r quadpyramid.Reference
	for _, size := range append(sizes, image.Pt(1920, 1080)) {
		m := edge.Mask{Width: size.X, Height: size.Y, Leaf: make([]uint8, size.X*size.Y)}
		for i := range m.Leaf {
			m.Leaf[i] = 1
		}
		for limits, want := range map[quadpyramid.Limits]int64{
			quadpyramid.Unlimited: 0, {Min: 2, Max: 6}: 0, {Min: 0, Max: 3}: int64(size.X * size.Y), quadpyramid.Pixels: int64(size.X * size.Y),
		} {
			s := regions.Settings{Side: 16, Strength: regions.MaxStrength, Counting: regions.Counting{Limits: limits}}
			list := r.Build(nil, &m, limits)
			if b.Build(&g, list, size.X, size.Y, s); slices.ContainsFunc(g.Offsets, func(offset int16) bool { return offset != 0 }) {
				t.Errorf("%v, limits %v: %v", size, limits, g.Offsets)
			}
			if area := b.Area(list, size.X, size.Y, s.Counting); area != want {
				t.Errorf("%v, limits %v: an area of %d, want %d", size, limits, area, want)
			}
		}
	}
}

// TestCheckStrength: 0 and strengths beyond the quantiser's range are refused.
func TestCheckStrength(t *testing.T) {
	for strength := -60; strength <= 60; strength++ {
		if want := strength != 0 && strength >= -51 && strength <= 51; (regions.CheckStrength(strength) == nil) != want {
			t.Errorf("%d: %v", strength, regions.CheckStrength(strength))
		}
	}
}

// TestFewer compares with the definition, which tries step by step.
func TestFewer(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		n, most, widest := 2+rnd.IntN(9), int16(51+rnd.IntN(205)), 1+rnd.IntN(255)
		g := regions.Grid{Offsets: make([]int16, 1+rnd.IntN(80))}
		for i := range g.Offsets {
			g.Offsets[i] = int16(rnd.IntN(2*widest+1) - widest)
		}
		var want []int16
		for step := int64(1); ; step++ {
			want = want[:0]
			different := map[int64]bool{}
			for _, offset := range g.Offsets {
				v := step * rounded(big.NewRat(int64(offset), step))
				different[v] = true
				want = append(want, int16(max(-int64(most), min(v, int64(most)))))
			}
			if len(different) <= n {
				break
			}
		}
		before := slices.Clone(g.Offsets)
		g.Fewer(n, most)
		if !slices.Equal(g.Offsets, want) {
			t.Fatalf("%d of %v: %v, want %v", n, before, g.Offsets, want)
		}
	}
}

// TestMerge compares the squares with the reference's quadtree: for each offset the quads of the
// blocks that have it.
func TestMerge(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, size := range sizes {
		for _, side := range []int{8, 16, 64} {
			for _, different := range []int{1, 2, 3, 9} {
				g := gridOf(rnd, size, side, different)
				got := g.Merge(nil)
				for offset := range different {
					m := edge.Mask{Width: g.Columns, Height: g.Rows, Leaf: make([]uint8, len(g.Offsets))}
					for i, o := range g.Offsets {
						if int(o) == offset {
							m.Leaf[i] = 1
						}
					}
					var r quadpyramid.Reference
					var want []regions.Region
					for _, q := range r.Build(nil, &m, quadpyramid.Unlimited) {
						square := image.Rect(q.X(), q.Y(), q.X()+q.Size(), q.Y()+q.Size())
						pixels := image.Rectangle{square.Min.Mul(side), square.Max.Mul(side)}
						want = append(want, regions.Region{Rectangle: pixels.Intersect(image.Rectangle{Max: size}), Offset: offset})
					}
					these := slices.DeleteFunc(slices.Clone(got), func(r regions.Region) bool { return r.Offset != offset })
					if !slices.Equal(these, want) {
						t.Fatalf("%v, blocks of %d, offset %d: %v, want %v", size, side, offset, these, want)
					}
				}
				area := 0
				for i, r := range got {
					area += r.Dx() * r.Dy()
					if i > 0 && quadpyramid.NewQuad(r.Min.X, r.Min.Y, 0).Morton() <= quadpyramid.NewQuad(got[i-1].Min.X, got[i-1].Min.Y, 0).Morton() {
						t.Fatalf("%v, blocks of %d: %v is after %v", size, side, r, got[i-1])
					}
				}
				if area != size.X*size.Y {
					t.Fatalf("%v, blocks of %d: %d pixels are covered", size, side, area)
				}
			}
		}
	}
}

// gridOf returns a grid of offsets from 0 on, in patches.
func gridOf(rnd *rand.Rand, size image.Point, side, different int) *regions.Grid {
	var b regions.Builder
	g := new(regions.Grid)
	b.Build(g, nil, size.X, size.Y, regions.Settings{Side: side, Strength: 1})
	base := rnd.IntN(different)
	for i := range g.Offsets {
		g.Offsets[i] = int16((base + i%g.Columns/3 + i/g.Columns/5) % different)
		if rnd.IntN(20) == 0 {
			g.Offsets[i] = int16(rnd.IntN(different))
		}
	}
	return g
}

// TestSteadyState: pictures of one size allocate nothing.
func TestSteadyState(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	list := listOf(rnd, 640, 360, quadpyramid.Unlimited)
	points := some(rnd, listOf(rnd, 640, 360, quadpyramid.Pixels))
	var b regions.Builder
	var g regions.Grid
	var merged []regions.Region
	quads := regions.Counting{Limits: quadpyramid.Unlimited}
	places := regions.Counting{PlaceWidth: 8, PlaceHeight: 9}
	work := func() {
		b.Build(&g, list, 640, 360, regions.Settings{Side: 16, Strength: 255, Counting: quads})
		g.Fewer(8, 255)
		merged = g.Merge(merged[:0])
		b.Build(&g, points, 640, 360, regions.Settings{Side: 64, Strength: -12, Counting: places})
		b.Area(list, 640, 360, quads)
		b.Area(points, 640, 360, places)
	}
	if n := testing.AllocsPerRun(5, work); n != 0 {
		t.Errorf("%v allocations a picture", n)
	}
}

// FuzzBuild makes grids of any list, and merges them.
func FuzzBuild(f *testing.F) {
	f.Add(uint16(1), uint16(1), uint8(0), int16(12), uint8(0), uint8(0), uint64(1))
	f.Add(uint16(65), uint16(63), uint8(3), int16(-255), uint8(0), uint8(0), uint64(2))
	f.Add(uint16(300), uint16(20), uint8(5), int16(51), uint8(64), uint8(64), uint64(3))
	f.Fuzz(func(t *testing.T, width, height uint16, level uint8, strength int16, placeWidth, placeHeight uint8, seed uint64) {
		w, h := 1+int(width)%400, 1+int(height)%400
		s := regions.Settings{Side: 8 << (level % 6), Strength: int(strength) % 256}
		rnd := rand.New(rand.NewPCG(seed, 0))
		limits := quadpyramid.Unlimited
		if placeWidth != 0 && placeHeight != 0 {
			s.PlaceWidth, s.PlaceHeight = 1+int(placeWidth)%64, 1+int(placeHeight)%64
			limits = quadpyramid.Pixels
		}
		s.Limits = limits
		list := some(rnd, listOf(rnd, w, h, limits))
		rnd.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
		var b regions.Builder
		var g regions.Grid
		b.Build(&g, list, w, h, s)
		if want := offsets(counted(list, w, h, s), w, h, s); !slices.Equal(g.Offsets, want) {
			t.Fatalf("%v, want %v", g.Offsets, want)
		}
		g.Fewer(8, 255)
		different := map[int16]bool{}
		for _, offset := range g.Offsets {
			different[offset] = true
		}
		if len(different) > 8 || slices.Max(g.Offsets) < 0 || slices.Max(g.Offsets) > 255 || slices.Min(g.Offsets) < -255 {
			t.Fatalf("%v", g.Offsets)
		}
		area := 0
		for _, r := range g.Merge(nil) {
			for y := r.Min.Y; y < r.Max.Y; y += s.Side {
				for x := r.Min.X; x < r.Max.X; x += s.Side {
					if int(g.Offsets[y/s.Side*g.Columns+x/s.Side]) != r.Offset {
						t.Fatalf("%v has another offset at %d, %d", r, x, y)
					}
				}
			}
			area += r.Dx() * r.Dy()
		}
		if area != w*h {
			t.Fatalf("%d pixels of %d are covered", area, w*h)
		}
	})
}

// BenchmarkBuild makes the map of a picture with about 150,000 quads, and of places.
func BenchmarkBuild(b *testing.B) {
	const width, height = 1920, 1080
	rnd := rand.New(rand.NewPCG(9, 10))
	list := listOf(rnd, width, height, quadpyramid.Unlimited)
	for len(list) > 150_000 {
		list = slices.DeleteFunc(list, func(quadpyramid.Quad) bool { return rnd.IntN(100) == 0 })
	}
	var places []quadpyramid.Quad
	for range 1000 {
		places = append(places, quadpyramid.NewQuad(rnd.IntN(width), rnd.IntN(height), 0))
	}
	quads := regions.Counting{Limits: quadpyramid.Unlimited}
	for _, c := range []struct {
		name string
		list []quadpyramid.Quad
		s    regions.Settings
	}{
		{"svt", list, regions.Settings{Side: 64, Strength: 60, Counting: quads}},
		{"kvazaar", list, regions.Settings{Side: 64, Strength: 12, Counting: quads}},
		{"16", list, regions.Settings{Side: 16, Strength: 12, Counting: quads}},
		{"places", places, regions.Settings{Side: 64, Strength: 12, Counting: regions.Counting{PlaceWidth: 64, PlaceHeight: 64}}},
	} {
		b.Run(fmt.Sprintf("engine=cpu/map=%s/size=%dx%d", c.name, width, height), func(b *testing.B) {
			var builder regions.Builder
			var g regions.Grid
			var merged []regions.Region
			for b.Loop() {
				builder.Build(&g, c.list, width, height, c.s)
				switch c.name {
				case "svt":
					g.Fewer(8, 255)
				case "16":
					merged = g.Merge(merged[:0])
				}
			}
			b.ReportMetric(float64(len(c.list)), "quads")
		})
	}
}
