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
	"ffkvadrat/tests/pairs"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/glyuv/glyuvtest"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20070106

// comparer compares the lists of all methods with the reference's.
type comparer struct {
	ways    []way
	planes  *glyuv.Planes
	buffers *glyuv.Buffers // of the loaded picture

	loaded   *yuv.Picture
	decision edge.Decision

	edge edge.Reference
	mask edge.Mask
	list quadpyramid.Reference
	want []quadpyramid.Quad
	got  []quadpyramid.Quad
}

// way is a builder with one method.
type way struct {
	name    string
	builder *fused.Builder
}

// newComparer returns a builder for each method on one device: sums in shared memory, and by
// subgroup operations if the driver has them; one dispatch whose workgroups wait, and one whose
// workgroups help at once.
func newComparer(t *testing.T) *comparer {
	t.Helper()
	dev := gputest.Open(t)
	c := &comparer{planes: glyuv.NewPlanes(dev)}
	t.Cleanup(c.planes.Release)
	add := func(name string, builder *fused.Builder, err error) {
		gputest.Own(t, builder, err)
		c.ways = append(c.ways, way{name, builder})
	}
	builder, err := fused.NewShared(dev)
	add("shared memory", builder, err)
	if dev.Caps.Subgroups {
		builder, err = fused.NewTwo(dev)
		add("subgroups", builder, err)
	}
	builder, err = fused.NewOnce(dev, 1000)
	add("once", builder, err)
	builder, err = fused.NewOnce(dev, 0)
	add("once, impatient", builder, err)
	return c
}

// compare compares one picture with all methods; name identifies it in a failure.
func (c *comparer) compare(t *testing.T, name string, p *yuv.Picture, d edge.Discriminator, l quadpyramid.Limits) {
	t.Helper()
	c.compareOn(t, c.ways, name, p, d, l)
}

// compareOn compares one picture with some methods.
func (c *comparer) compareOn(t *testing.T, ways []way, name string, p *yuv.Picture, d edge.Discriminator, l quadpyramid.Limits) {
	t.Helper()
	decision := c.load(t, p, d)
	c.want = c.list.Build(c.want[:0], &c.mask, l)
	for _, w := range ways {
		if err := w.builder.Tiles(p, c.buffers, decision, l); err != nil {
			t.Fatal(err)
		}
		c.got = w.builder.List().Read(c.got[:0])
		if slices.Equal(c.got, c.want) {
			continue
		}
		first := 0
		for first < min(len(c.got), len(c.want)) && c.got[first] == c.want[first] {
			first++
		}
		t.Fatalf("%s: %s %s %d×%d %+v %+v (seed %d): %d quads, want %d; the first %d are alike",
			w.name, name, p.Format.Name, p.Width, p.Height, d, l, seed, len(c.got), len(c.want), first)
	}
}

// load uploads the planes of a picture that a discriminator reads, and makes the reference's mask,
// unless it has just done so.
func (c *comparer) load(t *testing.T, p *yuv.Picture, d edge.Discriminator) edge.Decision {
	t.Helper()
	decision, err := d.Decision(p.Format)
	if err != nil {
		t.Fatal(err)
	}
	if c.loaded == p && c.decision == decision {
		return decision
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
	c.loaded, c.decision = p, decision
	return decision
}

// aligned returns a picture whose rows are aligned to 64 bytes, as FFmpeg's are.
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

// TestEqualsReference: pictures of every fill, with odd sizes, aligned and not, give the
// reference's quads over the whole scale of thresholds, also if other workgroups make no progress
// and helping is needed.
func TestEqualsReference(t *testing.T) {
	c := newComparer(t)
	formats := []yuv.Format{yuvtest.Formats[1], yuvtest.Formats[7], yuvtest.Formats[9]}
	sizes := append([][2]int{{63, 200}, {129, 64}, {700, 520}}, yuvtest.Sizes...)
	fills, thresholds := yuvtest.Fills(seed), []float64{0, 0.003, 0.22, 1.2, 4}
	for i := range pairs.Cases(len(formats), len(sizes), len(fills), len(thresholds), 2) {
		fill, size := fills[i[2]], sizes[i[1]]
		p := yuvtest.Picture(formats[i[0]], size[0], size[1], fill)
		if i[4] == 1 {
			p = aligned(p)
		}
		c.compare(t, fill.Name, p, edge.Discriminator{Threshold: thresholds[i[3]]}, quadpyramid.Unlimited)
	}
}

// TestDiscriminators: every operator and layout gives the reference's quads. Most of the time is
// compiling: all operators for narrow and wide sums, and one in eight for each layout, with widths
// of all kinds. With -short each operator uses another method with each layout.
func TestDiscriminators(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 1))
	full := []string{"yuv420p", "yuv444p16le"}
	c := newComparer(t)
	tried := map[edge.Operator]map[string]int{} // layouts of an operator, numbered
	for format, f := range yuvtest.Formats {
		fills := yuvtest.Fills(seed)[4:]
		var large, odd, narrow []*yuv.Picture
		for _, fill := range fills {
			large = append(large, aligned(yuvtest.Picture(f, 152, 66, fill)))
			odd = append(odd, yuvtest.Picture(f, 65, 63, fill))
			for width := 1; width < 12 && f.SampleBytes() == 1; width++ {
				narrow = append(narrow, aligned(yuvtest.Picture(f, width, 70, fill)))
			}
		}
		for i, d := range edgetest.Discriminators(f) {
			chosen := (int(d.Operator)+format)%8 == 0
			if !chosen && !slices.Contains(full, f.Name) {
				continue
			}
			limits := quadpyramid.Unlimited
			if chosen && format%2 == 0 {
				limits = randomLimits(random)
			}
			pictures, ways := large, c.ways
			if chosen {
				pictures = slices.Concat(large, odd, narrow)
			}
			if testing.Short() {
				layouts := tried[d.Operator]
				if layouts == nil {
					layouts = map[string]int{}
					tried[d.Operator] = layouts
				}
				n, ok := layouts[f.Name]
				if !ok {
					n = len(layouts) + int(d.Operator)
					layouts[f.Name] = n
				}
				ways = ways[n%len(ways):][:1]
				if chosen {
					pictures = []*yuv.Picture{large[i%2], odd[(i+1)%2]}
					if len(narrow) > 0 {
						pictures = append(pictures, narrow[i%len(narrow)])
					}
				} else {
					pictures = large[i%2:][:1]
				}
			}
			for _, p := range pictures {
				c.compareOn(t, ways, fmt.Sprint("layout ", format), p, d, limits)
			}
		}
	}
}

func randomLimits(random *rand.Rand) quadpyramid.Limits {
	l := quadpyramid.Limits{Max: random.IntN(quadpyramid.MaxLevel + 1)}
	l.Min = random.IntN(l.Max + 1)
	return l
}

// mask returns a picture whose leaf pixels, by operator Luma with threshold 0.5, are those that
// leaf selects.
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

// TestAboveTheDepth: samples of raw video can exceed its depth.
func TestAboveTheDepth(t *testing.T) {
	c := newComparer(t)
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
}

// TestWorstCases: the largest and the smallest number of quads; the largest pictures along one
// side, where an invocation adds up several blocks.
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
	c := newComparer(t)
	for _, size := range [][2]int{{128, 128}, {16384, 64}, {64, 16384}, {9000, 300}} {
		for _, m := range masks {
			p := mask(size[0], size[1], m.leaf)
			for _, l := range []quadpyramid.Limits{quadpyramid.Unlimited, {Min: 0, Max: 0}} {
				c.compare(t, m.name, p, isLeaf, l)
			}
		}
	}
}

// TestLimits: squares of every size under all limits. With -short the picture is smaller and its
// squares have up to 512 pixels; TestFullBlocks has larger ones.
func TestLimits(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 2))
	width, height, left := 2100, 1050, 1030
	if testing.Short() {
		width, height, left = 700, 525, 515
	}
	type hole struct{ x, y, size int }
	var holes []hole
	for range 60 {
		size := 1 << random.IntN(9)
		holes = append(holes, hole{left + random.IntN(width-left), random.IntN(height), size})
	}
	p := mask(width, height, func(x, y int) bool {
		for _, h := range holes {
			if x >= h.x && x < h.x+h.size && y >= h.y && y < h.y+h.size {
				return false
			}
		}
		return true
	})
	c := newComparer(t)
	for least := range quadpyramid.MaxLevel + 1 {
		for most := least; most <= quadpyramid.MaxLevel; most++ {
			if most > 12 && least > 0 && least < 12 {
				continue
			}
			c.compare(t, "squares", p, isLeaf, quadpyramid.Limits{Min: least, Max: most})
		}
	}
}

// TestFullBlocks: blocks make quads of up to 2048 pixels, in two places.
func TestFullBlocks(t *testing.T) {
	p := mask(4200, 2100, func(x, y int) bool { return x < 2048 || y < 1024 || x > 3000 && y > 1030 })
	c := newComparer(t)
	for _, l := range []quadpyramid.Limits{
		quadpyramid.Unlimited, {Min: 10, Max: 14}, {Min: 0, Max: 10}, {Min: 9, Max: 9}, {Min: 11, Max: 12},
	} {
		c.compare(t, "blocks", p, isLeaf, l)
	}
}

// TestFullTiles: full tiles make quads of up to 2048 pixels: in all of the largest picture for one
// dispatch, at its end, before its end, in bars, and in different places of two consecutive
// pictures.
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
	c := newComparer(t)
	for _, m := range masks {
		c.compare(t, m.name, mask(m.width, m.height, m.leaf), isLeaf, quadpyramid.Unlimited)
	}
}

// TestOrderOfCalls: a decision of another kind in between, a first pass without its second, and a
// list made twice do not affect the next list.
func TestOrderOfCalls(t *testing.T) {
	c := newComparer(t)
	p := aligned(yuvtest.Picture(yuvtest.Formats[1], 600, 530, yuvtest.Fills(seed)[5]))
	for i := range 6 {
		d := edge.Discriminator{Operator: edge.Operators()[i%4], Threshold: 0.1}
		c.compare(t, fmt.Sprint("call ", i), p, d, quadpyramid.Unlimited)
		decision := c.load(t, p, d)
		for _, w := range c.ways {
			w.builder.List()
			if err := w.builder.Tiles(p, c.buffers, decision, quadpyramid.Limits{Min: 0, Max: i}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestSteadyStateAllocatesNothing: after the first picture, a list allocates nothing.
func TestSteadyStateAllocatesNothing(t *testing.T) {
	c := newComparer(t)
	p := aligned(yuvtest.Picture(yuvtest.Formats[1], 320, 180, yuvtest.Fills(seed)[5]))
	c.buffers = glyuvtest.Buffers(t, c.planes, p)
	for _, w := range c.ways {
		for _, op := range []edge.Operator{edge.Cross, edge.Scharr, edge.Luma} {
			d, err := edge.Discriminator{Operator: op, Threshold: 0.1}.Decision(p.Format)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range []quadpyramid.Limits{quadpyramid.Unlimited, {Min: 1, Max: 5}} {
				run := func() {
					if err := w.builder.Tiles(p, c.buffers, d, l); err != nil {
						t.Fatal(err)
					}
					w.builder.List()
				}
				run()
				if n := testing.AllocsPerRun(20, run); n != 0 {
					t.Errorf("%s: %v %v: %v allocations", w.name, op, l, n)
				}
			}
		}
	}
}

// TestSubgroupsOfAnySize: the shaders use subgroup operations only with subgroups of 32, and not if the
// driver reports 32 but runs others, as Intel's does.
func TestSubgroupsOfAnySize(t *testing.T) {
	h, err := gpu.OpenHeadless(false) // a debug device would report the extension that it lacks
	if err != nil {
		gputest.Open(t) // skips or fails without OpenGL
	}
	defer h.Release()
	dev := h.Device
	if dev.Caps.Subgroups {
		t.Skip("this driver has subgroup operations, which the test replaces")
	}
	c := &comparer{planes: glyuv.NewPlanes(dev)}
	defer c.planes.Release()
	for _, size := range [][2]int{{8, 8}, {64, 64}, {16, 32}} {
		for _, polls := range []int{fused.Twice, 1000} {
			builder, err := fused.NewSubgroups(dev, size[0], size[1], polls)
			if err != nil {
				t.Fatal(err)
			}
			defer builder.Release()
			c.ways = append(c.ways, way{fmt.Sprintf("subgroups of %d, reported as %d, %d polls", size[0], size[1], polls), builder})
		}
	}
	c.compare(t, "noise", yuvtest.Picture(yuvtest.Formats[1], 152, 131, yuvtest.Fills(seed)[5]), edge.Discriminator{Threshold: 0.1}, quadpyramid.Unlimited)
}

// TestListTooLargeForTheDriver: a list beyond the driver's limit is an error, and the builder works
// afterwards.
func TestListTooLargeForTheDriver(t *testing.T) {
	dev := gputest.Open(t)
	builder, err := fused.New(dev)
	gputest.Own(t, builder, err)
	c := &comparer{ways: []way{{"own", builder}}, planes: glyuv.NewPlanes(dev)}
	defer c.planes.Release()
	p := mask(512, 512, func(_, _ int) bool { return true })
	decision := c.load(t, p, isLeaf)
	most := dev.Caps.MaxStorageSize
	dev.Caps.MaxStorageSize = 4*512*512 - 1
	if err := builder.Tiles(p, c.buffers, decision, quadpyramid.Limits{Min: 0, Max: 0}); err == nil {
		t.Fatal("no error")
	}
	c.compare(t, "afterwards", p, isLeaf, quadpyramid.Unlimited)
	dev.Caps.MaxStorageSize = most
	c.compare(t, "afterwards", p, isLeaf, quadpyramid.Limits{Min: 0, Max: 0})
}
