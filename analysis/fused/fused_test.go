package fused_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/analysis/fused"
	"ffkvadrat/edge"
	"ffkvadrat/edge/edgetest"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/glyuv/glyuvtest"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20070106

// comparer compares lists with the reference's.
type comparer struct {
	builder *fused.Builder
	planes  *glyuv.Planes
	buffers *glyuv.Buffers // of the picture that was loaded

	edge edge.Reference
	mask edge.Mask
	list quadpyramid.Reference
	want []quadpyramid.Quad
	got  []quadpyramid.Quad
}

// onEachWay runs a test with sums by shared memory, and by subgroup operations where the
// driver has them; with one dispatch whose workgroups wait, and with one whose workgroups
// compute what they would have to wait for.
func onEachWay(t *testing.T, test func(t *testing.T, c *comparer)) {
	run := func(name string, make func(*gpu.Device) (*fused.Builder, error)) {
		t.Run(name, func(t *testing.T) {
			dev := gputest.Open(t)
			if name == "subgroups" && !dev.Caps.Subgroups {
				return
			}
			builder, err := make(dev)
			if err != nil {
				t.Fatal(err)
			}
			c := &comparer{builder: builder, planes: glyuv.NewPlanes(dev)}
			defer c.builder.Release()
			defer c.planes.Release()
			test(t, c)
		})
	}
	run("shared memory", fused.NewShared)
	run("subgroups", fused.NewTwo)
	run("once", func(dev *gpu.Device) (*fused.Builder, error) { return fused.NewOnce(dev, 1000) })
	run("once, impatient", func(dev *gpu.Device) (*fused.Builder, error) { return fused.NewOnce(dev, 0) })
}

// compare does one picture; name says which in a failure.
func (c *comparer) compare(t *testing.T, name string, p *yuv.Picture, d edge.Discriminator, l quadpyramid.Limits) {
	t.Helper()
	decision, err := d.Decision(p.Format)
	if err != nil {
		t.Fatal(err)
	}
	upload := glyuvtest.Buffers
	switch {
	case decision.Alpha:
		upload = glyuvtest.AlphaBuffer
	case decision.LumaAlone():
		upload = glyuvtest.LumaBuffer
	}
	c.buffers = upload(t, c.planes, p)
	c.edge.Run(&c.mask, p, decision)
	c.want = c.list.Build(c.want[:0], &c.mask, l)
	if err := c.builder.Tiles(p, c.buffers, decision, l); err != nil {
		t.Fatal(err)
	}
	c.got = c.builder.List().Read(c.got[:0])
	if slices.Equal(c.got, c.want) {
		return
	}
	first := 0
	for first < min(len(c.got), len(c.want)) && c.got[first] == c.want[first] {
		first++
	}
	t.Fatalf("%s %s %d×%d %+v %+v (seed %d): %d quads, want %d; the first %d are alike",
		name, p.Format.Name, p.Width, p.Height, d, l, seed, len(c.got), len(c.want), first)
}

// aligned is a picture whose rows stand at multiples of 64 bytes, as FFmpeg's do.
func aligned(p *yuv.Picture) *yuv.Picture {
	q := *p
	align := func(plane *yuv.Plane) {
		if plane.Data == nil || plane.Step != p.Format.SampleBytes() {
			return
		}
		from := *plane
		plane.Stride = (plane.Width*plane.Step + 63) &^ 63
		plane.Data = make([]byte, plane.Stride*plane.Height)
		for y := range plane.Height {
			copy(plane.Data[y*plane.Stride:], from.Row(y, plane.Step))
		}
	}
	align(&q.Luma)
	align(&q.Alpha)
	for i := range q.Planes {
		align(&q.Planes[i])
	}
	return &q
}

func TestEqualsReference(t *testing.T) {
	onEachWay(t, func(t *testing.T, c *comparer) {
		for _, f := range []yuv.Format{yuvtest.Formats[1], yuvtest.Formats[7], yuvtest.Formats[9]} {
			for _, size := range append([][2]int{{63, 200}, {129, 64}, {700, 520}}, yuvtest.Sizes...) {
				for i, fill := range yuvtest.Fills(seed) {
					p := yuvtest.Picture(f, size[0], size[1], fill)
					if i%2 == 0 {
						p = aligned(p)
					}
					for _, threshold := range []float64{0, 0.003, 0.22, 1.2, 4} {
						c.compare(t, fill.Name, p, edge.Discriminator{Threshold: threshold}, quadpyramid.Unlimited)
					}
				}
			}
		}
	})
}

// Most of the time goes into compiling: all operators for narrow and wide sums,
// and one for each layout, with widths of all kinds.
func TestDiscriminators(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 1))
	full := []string{"yuv420p", "yuv444p16le"}
	onEachWay(t, func(t *testing.T, c *comparer) {
		for format, f := range yuvtest.Formats {
			for _, d := range edgetest.Discriminators(f) {
				chosen := (int(d.Operator)+format)%8 == 0
				if !chosen && !slices.Contains(full, f.Name) {
					continue
				}
				limits := quadpyramid.Unlimited
				if chosen && format%2 == 0 {
					limits = randomLimits(random)
				}
				for _, fill := range yuvtest.Fills(seed)[4:] {
					c.compare(t, fill.Name, aligned(yuvtest.Picture(f, 152, 66, fill)), d, limits)
					if !chosen {
						continue
					}
					c.compare(t, fill.Name, yuvtest.Picture(f, 65, 63, fill), d, limits)
					for width := 1; width < 12 && f.SampleBytes() == 1; width++ {
						c.compare(t, fill.Name, aligned(yuvtest.Picture(f, width, 70, fill)), d, limits)
					}
				}
			}
		}
	})
}

func randomLimits(random *rand.Rand) quadpyramid.Limits {
	l := quadpyramid.Limits{Max: random.IntN(quadpyramid.MaxLevel + 1)}
	l.Min = random.IntN(l.Max + 1)
	return l
}

// mask is a picture whose leaf pixels, by operator Luma with threshold 0.5, are
// the ones that a function tells.
func mask(width, height int, leaf func(x, y int) bool) *yuv.Picture {
	fill := yuvtest.Fill{At: func(_, x, y, most int) int {
		if leaf(x, y) {
			return most
		}
		return 0
	}}
	return aligned(yuvtest.Picture(yuvtest.Formats[0], width, height, fill))
}

var isLeaf = edge.Discriminator{Operator: edge.Luma, Threshold: 0.5}

// The most quads that there can be, and the fewest; the largest pictures along
// one side, where an invocation adds up several blocks.
// Raw video can hold samples above its depth.
func TestAboveTheDepth(t *testing.T) {
	onEachWay(t, func(t *testing.T, c *comparer) {
		for _, f := range append([]yuv.Format{{Name: "gray9le", Model: yuv.Gray, Depth: 9}, {Name: "gray12le", Model: yuv.Gray, Depth: 12}}, yuvtest.Formats...) {
			if f.Depth == 8*f.SampleBytes()-f.Shift {
				continue
			}
			for _, op := range []edge.Operator{edge.Cross, edge.Scharr, edge.Luma} {
				for _, threshold := range []float64{0.3, op.MaxThreshold(edge.LumaPlane)} {
					fill := yuvtest.Above(yuvtest.Fills(seed)[5])
					c.compare(t, fill.Name, aligned(yuvtest.Picture(f, 72, 40, fill)), edge.Discriminator{Operator: op, Threshold: threshold}, quadpyramid.Unlimited)
				}
			}
		}
	})
}

func TestWorstCases(t *testing.T) {
	masks := []struct {
		name string
		leaf func(x, y int) bool
	}{
		{"all", func(_, _ int) bool { return true }},
		{"none", func(_, _ int) bool { return false }},
		{"checkerboard", func(x, y int) bool { return (x^y)&1 == 0 }},
		{"three of four", func(x, y int) bool { return x&y&1 == 0 }},
		{"one pixel missing", func(x, y int) bool { return x != 61 || y != 3 }},
	}
	onEachWay(t, func(t *testing.T, c *comparer) {
		for _, size := range [][2]int{{128, 128}, {16384, 64}, {64, 16384}, {9000, 300}} {
			for _, m := range masks {
				p := mask(size[0], size[1], m.leaf)
				for _, l := range []quadpyramid.Limits{quadpyramid.Unlimited, {Min: 0, Max: 0}} {
					c.compare(t, m.name, p, isLeaf, l)
				}
			}
		}
	})
}

// Squares of every size, under all limits.
func TestLimits(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 2))
	type hole struct{ x, y, size int }
	var holes []hole
	for range 60 {
		size := 1 << random.IntN(9)
		holes = append(holes, hole{1030 + random.IntN(1070), random.IntN(1050), size})
	}
	p := mask(2100, 1050, func(x, y int) bool {
		for _, h := range holes {
			if x >= h.x && x < h.x+h.size && y >= h.y && y < h.y+h.size {
				return false
			}
		}
		return true
	})
	onEachWay(t, func(t *testing.T, c *comparer) {
		for least := range quadpyramid.MaxLevel + 1 {
			for most := least; most <= quadpyramid.MaxLevel; most++ {
				if most > 12 && least > 0 && least < 12 {
					continue
				}
				c.compare(t, "squares", p, isLeaf, quadpyramid.Limits{Min: least, Max: most})
			}
		}
	})
}

// A picture in which blocks make quads of up to 2048 pixels, in two places.
func TestFullBlocks(t *testing.T) {
	p := mask(4200, 2100, func(x, y int) bool { return x < 2048 || y < 1024 || x > 3000 && y > 1030 })
	onEachWay(t, func(t *testing.T, c *comparer) {
		for _, l := range []quadpyramid.Limits{
			quadpyramid.Unlimited, {Min: 10, Max: 14}, {Min: 0, Max: 10}, {Min: 9, Max: 9}, {Min: 11, Max: 12},
		} {
			c.compare(t, "blocks", p, isLeaf, l)
		}
	})
}

// Tiles that are full make quads of up to 2048 pixels: in all of the largest picture for one
// dispatch, at its end, before its end, in bars, and in two pictures one after the other that
// have them elsewhere.
func TestFullTiles(t *testing.T) {
	masks := []struct {
		name          string
		width, height int
		leaf          func(x, y int) bool
	}{
		{"all", 2048, 2048, func(_, _ int) bool { return true }},
		{"all but one pixel", 2048, 2048, func(x, y int) bool { return x != 64 || y != 700 }},
		{"all but the last pixel", 2048, 2048, func(x, y int) bool { return x != 2047 || y != 2047 }},
		{"quarters", 2048, 2048, func(x, y int) bool { return x < 1024 || y >= 1024 || (x+y)%2 == 0 }},
		{"bars", 1920, 1080, func(x, y int) bool { return y < 140 || y >= 940 || (x*y)%3 == 0 }},
		{"the end", 1920, 1088, func(x, y int) bool { return x >= 1856 && y >= 1024 }},
		{"columns", 2048, 64, func(x, _ int) bool { return x%192 != 0 }},
		{"one tile", 64, 64, func(_, _ int) bool { return true }},
		{"one row too many", 64, 2049, func(_, _ int) bool { return true }},
	}
	onEachWay(t, func(t *testing.T, c *comparer) {
		for _, m := range masks {
			c.compare(t, m.name, mask(m.width, m.height, m.leaf), isLeaf, quadpyramid.Unlimited)
		}
	})
}

// A decision of another kind in between, a first pass without its second, and a
// list asked for twice leave the next list as it is.
func TestOrderOfCalls(t *testing.T) {
	onEachWay(t, func(t *testing.T, c *comparer) {
		p := aligned(yuvtest.Picture(yuvtest.Formats[1], 600, 530, yuvtest.Fills(seed)[5]))
		for i := range 6 {
			d := edge.Discriminator{Operator: edge.Operators()[i%4], Threshold: 0.1}
			c.compare(t, fmt.Sprint("call ", i), p, d, quadpyramid.Unlimited)
			c.builder.List()
			decision, err := d.Decision(p.Format)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.builder.Tiles(p, c.buffers, decision, quadpyramid.Limits{Min: 0, Max: i}); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestSteadyStateAllocatesNothing(t *testing.T) {
	onEachWay(t, func(t *testing.T, c *comparer) {
		p := aligned(yuvtest.Picture(yuvtest.Formats[1], 320, 180, yuvtest.Fills(seed)[5]))
		c.buffers = glyuvtest.Buffers(t, c.planes, p)
		for _, op := range []edge.Operator{edge.Cross, edge.Scharr, edge.Luma} {
			d, err := edge.Discriminator{Operator: op, Threshold: 0.1}.Decision(p.Format)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range []quadpyramid.Limits{quadpyramid.Unlimited, {Min: 1, Max: 5}} {
				run := func() {
					if err := c.builder.Tiles(p, c.buffers, d, l); err != nil {
						t.Fatal(err)
					}
					c.builder.List()
				}
				run()
				if n := testing.AllocsPerRun(20, run); n != 0 {
					t.Errorf("%v %v: %v allocations", op, l, n)
				}
			}
		}
	})
}

func TestListTooLargeForTheDriver(t *testing.T) {
	dev := gputest.Open(t)
	builder, err := fused.New(dev)
	if err != nil {
		t.Fatal(err)
	}
	c := &comparer{builder: builder, planes: glyuv.NewPlanes(dev)}
	defer c.builder.Release()
	defer c.planes.Release()
	p := mask(512, 512, func(_, _ int) bool { return true })
	c.buffers = glyuvtest.LumaBuffer(t, c.planes, p)
	decision, err := isLeaf.Decision(p.Format)
	if err != nil {
		t.Fatal(err)
	}
	most := dev.Caps.MaxStorageSize
	dev.Caps.MaxStorageSize = 4*512*512 - 1
	if err := c.builder.Tiles(p, c.buffers, decision, quadpyramid.Limits{Min: 0, Max: 0}); err == nil {
		t.Fatal("no error")
	}
	c.compare(t, "afterwards", p, isLeaf, quadpyramid.Unlimited)
	dev.Caps.MaxStorageSize = most
	c.compare(t, "afterwards", p, isLeaf, quadpyramid.Limits{Min: 0, Max: 0})
}
