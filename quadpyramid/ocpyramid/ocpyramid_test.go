package ocpyramid_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/quadpyramid/ocpyramid/ocpyramidtest"
	"ffkvadrat/quadpyramid/pyramidtest"
	"ffkvadrat/tests/pairs"
)

// definition lists the cubes by their definition alone: it looks at every cube of the grid within
// the limits, pixel by pixel, and keeps it if all its pixels are leaves and it is the largest
// allowed or its parent's pixels are not all leaves; then it sorts the cubes in Morton order.
func definition(v *ocpyramidtest.Volume, limits quadpyramid.Limits) []ocpyramid.Cube {
	full := func(x, y, t, size int) bool {
		if x+size > v.Width || y+size > v.Height || t+size > v.Frames {
			return false
		}
		for k := t; k < t+size; k++ {
			for j := y; j < y+size; j++ {
				if slices.Contains(v.Leaf[(k*v.Height+j)*v.Width+x:][:size], 0) {
					return false
				}
			}
		}
		return true
	}
	at := map[uint64]ocpyramid.Cube{}
	for level := limits.Min; level <= min(limits.Max, ocpyramid.MaxLevel) && 1<<level <= v.Frames; level++ {
		size := 1 << level
		for t := 0; t < v.Frames; t += size {
			for y := 0; y < v.Height; y += size {
				for x := 0; x < v.Width; x += size {
					if full(x, y, t, size) && (level == limits.Max || !full(x&^size, y&^size, t&^size, 2*size)) {
						c := ocpyramid.NewCube(x, y, t, level)
						at[ocpyramidtest.Morton(c)] = c
					}
				}
			}
		}
	}
	var list []ocpyramid.Cube
	for _, code := range slices.Sorted(maps.Keys(at)) {
		list = append(list, at[code])
	}
	return list
}

// TestBuilders compares all builders with the definition.
func TestBuilders(t *testing.T) {
	var pyramid ocpyramid.Pyramid
	reference, cpu := new(ocpyramid.Reference), ocpyramid.NewCPU()
	for c := range pairs.Cases(len(ocpyramidtest.Sizes), len(ocpyramidtest.Windows), ocpyramidtest.FillCount, len(pyramidtest.Limits)) {
		size, frames, limits := ocpyramidtest.Sizes[c[0]], ocpyramidtest.Windows[c[1]], pyramidtest.Limits[c[3]]
		fill := ocpyramidtest.Fills(size[0], size[1], frames[1])[c[2]]
		pixels := size[0] * size[1] * frames[1]
		if pixels > 1<<13 && c[3] > 0 { // the definition and the pyramid take long
			if !testing.Short() {
				continue
			}
			limits = quadpyramid.Unlimited
		}
		v := ocpyramidtest.New(size[0], size[1], frames[1], fill.Leaf)
		w := v.Window(frames[0])
		name := fmt.Sprintf("%d×%d %v %s %v (seed %d)", size[0], size[1], frames, fill.Name, limits, ocpyramidtest.Seed)
		want := definition(v, limits)
		if got := reference.Build(nil, w, limits); !slices.Equal(got, want) {
			t.Fatalf("%s: the reference: %s", name, ocpyramidtest.Difference(got, want))
		}
		if got := cpu.Build(nil, w, limits); !slices.Equal(got, want) {
			t.Fatalf("%s: the CPU: %s", name, ocpyramidtest.Difference(got, want))
		}
		if pixels > 1<<15 {
			continue
		}
		pyramid.Build(w, limits)
		if got := pyramid.List(nil); !slices.Equal(got, want) {
			t.Fatalf("%s: the pyramid: %s", name, ocpyramidtest.Difference(got, want))
		}
	}
}

// Limits of every kind on larger volumes with leaves of every level next to each other, compared
// with the reference.
func TestCPUOnBlocksOfEverySize(t *testing.T) {
	random := rand.New(rand.NewPCG(ocpyramidtest.Seed, 1))
	reference, cpu := new(ocpyramid.Reference), ocpyramid.NewCPU()
	most := 300
	if testing.Short() {
		most = 140
	}
	for range 12 {
		width, height := 1+random.IntN(most), 1+random.IntN(most)
		window := 1 << random.IntN(7)
		v := ocpyramidtest.New(width, height, 1+random.IntN(window), func(_, _, _ int) bool { return random.IntN(100) == 0 })
		for range random.IntN(200) {
			side := 1 << random.IntN(7)
			x0, y0, t0 := random.IntN(width)&^(side-1), random.IntN(height)&^(side-1), random.IntN(v.Frames)&^(side-1)
			for t := t0; t < min(t0+side, v.Frames); t++ {
				for y := y0; y < min(y0+side, height); y++ {
					for x := x0; x < min(x0+side, width); x++ {
						v.Leaf[(t*height+y)*width+x] = 1
					}
				}
			}
		}
		w := v.Window(window)
		for least := range ocpyramid.MaxLevel + 2 {
			for most := least; most <= ocpyramid.MaxLevel+1; most++ {
				limits := quadpyramid.Limits{Min: least, Max: most}
				before := []ocpyramid.Cube{7, 8}
				want := reference.Build(before, w, limits)
				if got := cpu.Build(before, w, limits); !slices.Equal(got, want) {
					t.Fatalf("%d×%d, %d of %d frames, %v: %s", width, height, v.Frames, window, limits, ocpyramidtest.Difference(got, want))
				}
			}
		}
	}
}

// Section 8.4 by hand: a cube of 2×2×2, and in the next one all pixels but one.
func TestTraversalByHand(t *testing.T) {
	v := ocpyramidtest.New(4, 2, 2, func(x, y, t int) bool { return x != 3 || y != 0 || t != 1 })
	w := v.Window(2)
	var p ocpyramid.Pyramid
	p.Build(w, quadpyramid.Unlimited)
	if got, want := p.Levels[1].Cells, []int32{-1, 7}; !slices.Equal(got, want) {
		t.Errorf("level 1 is %v, want %v", got, want)
	}
	if p.Len() != 8 {
		t.Errorf("length %d, want 8", p.Len())
	}
	cube := ocpyramid.NewCube
	want := []ocpyramid.Cube{
		cube(0, 0, 0, 1), cube(2, 0, 0, 0), cube(3, 0, 0, 0), cube(2, 1, 0, 0), cube(3, 1, 0, 0),
		cube(2, 0, 1, 0), cube(2, 1, 1, 0), cube(3, 1, 1, 0),
	}
	if got := p.List(nil); !slices.Equal(got, want) {
		t.Errorf("list %v, want %v", got, want)
	}
}

// TestWalls: no cube crosses a frame without leaves, such as the operator motion makes at a cut.
func TestWalls(t *testing.T) {
	w := ocpyramidtest.New(64, 64, 64, func(_, _, t int) bool { return t != 40 }).Window(64)
	list := ocpyramid.NewCPU().Build(nil, w, quadpyramid.Unlimited)
	for _, c := range list {
		if c.Frame() <= 40 && c.Frame()+c.Size() > 40 {
			t.Fatalf("%v crosses frame 40", c)
		}
	}
	// 0 to 31, 32 to 39, 41, 42 to 43, 44 to 47, 48 to 63
	if n := 2*2 + 8*8 + 64*64 + 32*32 + 16*16 + 4*4; len(list) != n {
		t.Errorf("%d cubes, want %d", len(list), n)
	}
}

// TestCubePacking: a cube returns the place, frame and level that it was packed from.
func TestCubePacking(t *testing.T) {
	for _, c := range [][4]int{{0, 0, 0, 0}, {16383, 16383, 63, 0}, {16320, 0, 0, 6}, {8192, 4096, 32, 5}} {
		q := ocpyramid.NewCube(c[0], c[1], c[2], c[3])
		if q.X() != c[0] || q.Y() != c[1] || q.Frame() != c[2] || q.Level() != c[3] || q.Size() != 1<<c[3] {
			t.Errorf("%v came back as %v", c, q)
		}
		if ocpyramid.Of(q.Quad(), q.Frame()) != q {
			t.Errorf("%v is not its quad %v in frame %d", q, q.Quad(), q.Frame())
		}
		if got, want := q.Morton(), ocpyramidtest.Morton(q); got != want {
			t.Errorf("%v is at %#x, want %#x", q, got, want)
		}
	}
}

// TestWindow: windows of other lengths than powers of two are errors; masks come in order.
func TestWindow(t *testing.T) {
	for _, frames := range []int{-1, 0, 3, 12, 65, 128} {
		if _, err := ocpyramid.NewWindow(frames); err == nil {
			t.Errorf("a window of %d frames", frames)
		}
	}
	w, err := ocpyramid.NewWindow(2)
	if err != nil {
		t.Fatal(err)
	}
	for _, build := range []func([]ocpyramid.Cube, *ocpyramid.Window, quadpyramid.Limits) []ocpyramid.Cube{
		ocpyramid.NewCPU().Build, new(ocpyramid.Reference).Build,
	} {
		if list := build(nil, w, quadpyramid.Unlimited); list != nil {
			t.Errorf("a window without frames has %v", list)
		}
	}
	if !w.Fits(3, 4) {
		t.Error("an empty window takes no frame")
	}
	w.Next().Resize(3, 4)
	if !w.Fits(3, 4) || w.Fits(4, 3) || w.Len() != 1 {
		t.Error("a frame of the same size has to fit, and no other")
	}
	w.Next().Resize(3, 4)
	if w.Fits(3, 4) {
		t.Error("a full window takes another frame")
	}
	w.Clear()
	if !w.Fits(4, 3) || w.Len() != 0 {
		t.Error("a window is not empty after Clear")
	}
}

// TestReuse: a builder's lists do not depend on earlier windows, and once lists have grown nothing
// is allocated.
func TestReuse(t *testing.T) {
	cpu := ocpyramid.NewCPU()
	var windows []*ocpyramid.Window
	var want [][]ocpyramid.Cube
	for _, name := range []string{"noise", "full", "blocks of 8", "single", "dense"} {
		w := ocpyramidtest.Volumes(150, 90, 16)[name].Window(16)
		windows, want = append(windows, w), append(want, new(ocpyramid.Reference).Build(nil, w, quadpyramid.Unlimited))
	}
	list := make([]ocpyramid.Cube, 0, 150*90*16)
	if n := testing.AllocsPerRun(10, func() {
		for i, w := range windows {
			list = cpu.Build(list[:0], w, quadpyramid.Unlimited)
			if !slices.Equal(list, want[i]) {
				t.Fatalf("window %d: %s", i, ocpyramidtest.Difference(list, want[i]))
			}
		}
	}); n != 0 {
		t.Errorf("%v allocations a window", n)
	}
}

// FuzzBuild compares the builders with each other and checks the properties of every list.
func FuzzBuild(f *testing.F) {
	f.Add(uint8(4), uint8(3), uint8(3), uint8(0), uint8(14), []byte{0xff, 0x3c, 0, 1})
	f.Add(uint8(17), uint8(5), uint8(4), uint8(1), uint8(2), []byte{0xff, 0xff, 0xff, 0xff, 0x7f})
	f.Add(uint8(8), uint8(8), uint8(2), uint8(0), uint8(14), slices.Repeat([]byte{0xff}, 40))
	reference, cpu, pyramid := new(ocpyramid.Reference), ocpyramid.NewCPU(), new(ocpyramid.Pyramid)
	f.Fuzz(func(t *testing.T, width, height, window, least, more uint8, bits []byte) {
		v := &ocpyramidtest.Volume{Width: int(width)%70 + 1, Height: int(height)%70 + 1}
		size := 1 << (window % 7)
		v.Frames = min(len(bits)*8/(v.Width*v.Height)+1, size)
		v.Leaf = make([]byte, v.Width*v.Height*v.Frames)
		for i := range min(8*len(bits), len(v.Leaf)) {
			v.Leaf[i] = bits[i/8] >> (i % 8) & 1
		}
		w := v.Window(size)
		limits := quadpyramid.Limits{Min: int(least) % 8}
		limits.Max = min(limits.Min+int(more)%15, quadpyramid.MaxLevel)
		list := reference.Build(nil, w, limits)
		if got := cpu.Build(nil, w, limits); !slices.Equal(got, list) {
			t.Fatal(ocpyramidtest.Difference(got, list))
		}
		pyramid.Build(w, limits)
		if got := pyramid.List(nil); !slices.Equal(got, list) {
			t.Fatal(ocpyramidtest.Difference(got, list))
		}
		covered := make([]byte, len(v.Leaf))
		next := uint64(0)
		for i, c := range list {
			if c.Morton() < next {
				t.Fatalf("entry %d, %v, is not behind the one before", i, c)
			}
			next = c.Morton() + 1<<(3*c.Level())
			for k := c.Frame(); k < c.Frame()+c.Size(); k++ {
				for y := c.Y(); y < c.Y()+c.Size(); y++ {
					for x := c.X(); x < c.X()+c.Size(); x++ {
						if x >= v.Width || y >= v.Height || k >= v.Frames {
							t.Fatalf("%v reaches over the border", c)
						}
						covered[(k*v.Height+y)*v.Width+x]++
					}
				}
			}
		}
		for i, n := range covered {
			if n > v.Leaf[i] || limits.Min == 0 && n != v.Leaf[i] {
				t.Fatalf("pixel %d is covered %d times", i, n)
			}
		}
	})
}
