package glpyramid_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/edge/edgetest"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/quadpyramid/pyramidtest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/glyuv/glyuvtest"
	"ffkvadrat/yuv/yuvtest"
)

// choices are all shapes of the GPU's builder.
var choices = []glpyramid.Choice{{}, {Partial: true}, {Merged: true}, {Partial: true, Merged: true}}

// picture returns a gray picture that is white where the mask has leaves, and the decision that
// turns it into the mask.
func picture(t testing.TB, m *edge.Mask) (*yuv.Picture, edge.Decision) {
	t.Helper()
	f := yuvtest.Formats[0]
	p := yuvtest.Picture(f, m.Width, m.Height, yuvtest.Fill{At: func(_, x, y, max int) int {
		return int(m.Leaf[y*m.Width+x]) * max
	}})
	d, err := edge.Discriminator{Operator: edge.Luma, Threshold: 1}.Decision(f)
	if err != nil {
		t.Fatal(err)
	}
	return p, d
}

// gpuBuilders are builders of every shape on one device, and the textures of the picture that they
// share.
type gpuBuilders struct {
	dev      *gpu.Device
	planes   *glyuv.Planes
	textures *glyuv.Textures // of the picture that was loaded
	builders []*glpyramid.Reference
}

func newGPUBuilders(t testing.TB) *gpuBuilders {
	t.Helper()
	dev := gputest.Open(t)
	g := &gpuBuilders{dev: dev, planes: glyuv.NewPlanes(dev)}
	t.Cleanup(func() {
		for _, b := range g.builders {
			b.Release()
		}
		g.planes.Release()
	})
	for _, choice := range choices {
		b, err := glpyramid.NewReference(dev, choice)
		if err != nil {
			t.Fatal(err)
		}
		g.builders = append(g.builders, b)
	}
	return g
}

// build runs a builder on the picture that was uploaded.
func (g *gpuBuilders) build(t testing.TB, b *glpyramid.Reference, p *yuv.Picture, d edge.Decision, limits quadpyramid.Limits) *glpyramid.List {
	t.Helper()
	if err := b.Resize(p.Width, p.Height, limits); err != nil {
		t.Fatal(err)
	}
	if err := b.Decide(p, g.textures, d); err != nil {
		t.Fatal(err)
	}
	b.Build()
	return b.List()
}

// Every shape gives the pyramid of its CPU twin, cell by cell, and the reference's list.
func TestGPUEqualsReference(t *testing.T) {
	g := newGPUBuilders(t)
	var reference quadpyramid.Reference
	var pyramid quadpyramid.Pyramid
	for _, size := range yuvtest.Sizes {
		for name, m := range pyramidtest.Masks(size[0], size[1]) {
			all := pyramidtest.Limits
			if size[0] > 1000 { // a software rasteriser is slow
				all = all[3:6]
				if name != "dense" && name != "hole" {
					continue
				}
			}
			p, d := picture(t, m)
			g.textures = glyuvtest.Textures(t, g.planes, p)
			for _, limits := range all {
				pyramid.Build(m, limits)
				want := reference.Build(nil, m, limits)
				for i, b := range g.builders {
					name := fmt.Sprintf("%v: %d×%d %s %v (seed %d)", choices[i], size[0], size[1], name, limits, pyramidtest.Seed)
					list := g.build(t, b, p, d, limits)
					if got := list.Read(nil); !slices.Equal(got, want) {
						t.Fatalf("%s: the list differs: %s", name, pyramidtest.Difference(got, want))
					}
					if size[0] > 1000 {
						continue
					}
					cells := make([]int32, b.Cells().Size()/4)
					gpu.ReadSlice(b.Cells(), cells)
					for k := range pyramid.Levels[1:] {
						if got, want := levelOf(b, cells, k+1, choices[i]), expected(&pyramid, k+1, choices[i]); !slices.Equal(got[:len(want)], want) {
							t.Fatalf("%s: level %d differs", name, k+1)
						}
					}
				}
			}
		}
	}
}

// levelOf returns the cells of level k.
func levelOf(b *glpyramid.Reference, cells []int32, k int, c glpyramid.Choice) []int32 {
	if c.Partial {
		return cells[4*b.First(k):]
	}
	return cells[b.First(k):]
}

// expected returns the values of level k ≥ 1 on the GPU: with Partial those of the level below,
// four a cell.
func expected(p *quadpyramid.Pyramid, k int, c glpyramid.Choice) []int32 {
	if !c.Partial {
		return p.Levels[k].Cells
	}
	below, level := &p.Levels[k-1], &p.Levels[k]
	values := make([]int32, 4*len(level.Cells))
	for i := range values {
		cell, child := i/4, i%4
		x, y := cell%level.Width*2+child%2, cell/level.Width*2+child/2
		if x < below.Width && y < below.Height {
			values[i] = below.Cells[y*below.Width+x]
		}
	}
	return values
}

// Every discriminator on layouts of every kind, with the mask pass and without;
// package edge tests the pass on all of them.
func TestGPUDecides(t *testing.T) {
	g := newGPUBuilders(t)
	var masker edge.Reference
	var mask edge.Mask
	var reference quadpyramid.Reference
	fills := yuvtest.Fills(pyramidtest.Seed)
	for _, f := range yuvtest.Formats {
		if !slices.Contains([]string{"gray", "nv12", "p010le", "yuv444p16le", "rgb24"}, f.Name) {
			continue
		}
		for i, fill := range fills[4:] {
			size := [2]int{13 + 6*i, 19 - 2*i}
			p := yuvtest.Picture(f, size[0], size[1], fill)
			g.textures = glyuvtest.Textures(t, g.planes, p)
			for n, discriminator := range edgetest.Discriminators(f) {
				if n%2 != i { // a software rasteriser is slow
					continue
				}
				d, err := discriminator.Decision(f)
				if err != nil {
					t.Fatal(err)
				}
				limits := pyramidtest.Limits[n%len(pyramidtest.Limits)]
				masker.Run(&mask, p, d)
				want := reference.Build(nil, &mask, limits)
				for i, b := range g.builders {
					if got := g.build(t, b, p, d, limits).Read(nil); !slices.Equal(got, want) {
						t.Fatalf("%v: %s %v %+v %v (seed %d): %s", choices[i], f.Name, size, discriminator, limits, pyramidtest.Seed, pyramidtest.Difference(got, want))
					}
				}
			}
		}
	}
}

// points are the mask's leaf pixels line by line.
func points(m *edge.Mask) []quadpyramid.Quad {
	var list []quadpyramid.Quad
	for i, leaf := range m.Leaf {
		if leaf == 1 {
			list = append(list, quadpyramid.NewQuad(i%m.Width, i/m.Width, 0))
		}
	}
	return list
}

// The line-wise variant lists the leaf pixels line by line; in Morton order they
// are the list with quads of one pixel.
func TestLinesEqualPoints(t *testing.T) {
	dev := gputest.Open(t)
	lines, err := glpyramid.NewLines(dev)
	gputest.Own(t, lines, err)
	onGPU, err := glpyramid.NewReference(dev, glpyramid.Choice{})
	gputest.Own(t, onGPU, err)
	for _, size := range append([][2]int{{4, 4}, {16384, 3}, {3, 5000}}, yuvtest.Sizes...) {
		if err := lines.Resize(size[0], size[1]); err != nil {
			t.Fatal(err)
		}
		if err := onGPU.Resize(size[0], size[1], quadpyramid.Limits{}); err != nil {
			t.Fatal(err)
		}
		for name, m := range pyramidtest.Masks(size[0], size[1]) {
			if size[0] > 1000 && name != "noise" { // a software rasteriser is slow
				continue
			}
			write(lines.Level0(), m)
			lines.Build()
			got, want := lines.List().Read(nil), points(m)
			if !slices.Equal(got, want) {
				t.Fatalf("%d×%d %s (seed %d): %s", size[0], size[1], name, pyramidtest.Seed, pyramidtest.Difference(got, want))
			}
			write(onGPU.Level0(), m)
			onGPU.Build()
			slices.SortFunc(got, func(a, b quadpyramid.Quad) int { return int(pyramidtest.Morton(a)) - int(pyramidtest.Morton(b)) })
			if want := onGPU.List().Read(nil); !slices.Equal(got, want) {
				t.Fatalf("%d×%d %s (seed %d): sorted: %s", size[0], size[1], name, pyramidtest.Seed, pyramidtest.Difference(got, want))
			}
		}
	}
}

// write puts a mask's markers into a level 0.
func write(level0 *gpu.Texture, m *edge.Mask) {
	markers := make([]byte, len(m.Leaf))
	for i, leaf := range m.Leaf {
		markers[i] = -leaf
	}
	level0.WriteBytes(markers)
}

func TestGPUSteadyStateAllocatesNothing(t *testing.T) {
	g := newGPUBuilders(t)
	m := pyramidtest.Masks(320, 180)["dense"]
	p, d := picture(t, m)
	g.textures = glyuvtest.Textures(t, g.planes, p)
	var list []quadpyramid.Quad
	for i, b := range g.builders {
		run := func() {
			for _, limits := range pyramidtest.Limits[:3] {
				list = g.build(t, b, p, d, limits).Read(list[:0])
			}
		}
		run()
		if n := testing.AllocsPerRun(5, run); n != 0 {
			t.Errorf("%v: %v allocations", choices[i], n)
		}
	}
	lines, err := glpyramid.NewLines(g.dev)
	gputest.Own(t, lines, err)
	run := func() {
		if err := lines.Resize(m.Width, m.Height); err != nil {
			t.Fatal(err)
		}
		lines.Build()
		list = lines.List().Read(list[:0])
	}
	if err := lines.Resize(m.Width, m.Height); err != nil {
		t.Fatal(err)
	}
	write(lines.Level0(), m)
	run()
	if n := testing.AllocsPerRun(5, run); n != 0 {
		t.Errorf("lines: %v allocations", n)
	}
}

// FuzzGPU compares the GPU's builders and the pyramid on the CPU with the reference.
func FuzzGPU(f *testing.F) {
	f.Add(uint8(4), uint8(0xe0), []byte{0xff, 0x3c, 0, 1})
	f.Add(uint8(16), uint8(0x21), []byte{0xff, 0xff, 0xff, 0xff, 0x7f})
	f.Fuzz(func(t *testing.T, width, levels uint8, bits []byte) {
		m := pyramidtest.MaskOf(width, bits)
		limits := quadpyramid.Limits{Min: int(levels & 15), Max: int(levels >> 4)}
		if limits.Max > quadpyramid.MaxLevel || limits.Min > limits.Max {
			limits = quadpyramid.Unlimited
		}
		var reference quadpyramid.Reference
		want := reference.Build(nil, m, limits)
		var pyramid quadpyramid.Pyramid
		pyramid.Build(m, limits)
		if got := pyramid.List(nil); !slices.Equal(got, want) {
			t.Fatalf("pyramid, %v: %s", limits, pyramidtest.Difference(got, want))
		}
		g := newGPUBuilders(t)
		p, d := picture(t, m)
		g.textures = glyuvtest.Textures(t, g.planes, p)
		for i, b := range g.builders {
			if got := g.build(t, b, p, d, limits).Read(nil); !slices.Equal(got, want) {
				t.Fatalf("%v, %v: %s", choices[i], limits, pyramidtest.Difference(got, want))
			}
		}
		lines, err := glpyramid.NewLines(g.dev)
		gputest.Own(t, lines, err)
		if err := lines.Resize(m.Width, m.Height); err != nil {
			t.Fatal(err)
		}
		write(lines.Level0(), m)
		lines.Build()
		if got, want := lines.List().Read(nil), points(m); !slices.Equal(got, want) {
			t.Fatalf("lines: %s", pyramidtest.Difference(got, want))
		}
	})
}

// A list that is too large for the driver is an error with the package's name
// once.
func TestListBeyondTheDriver(t *testing.T) {
	dev := gputest.Open(t)
	limit := dev.Caps.MaxStorageSize
	defer func() { dev.Caps.MaxStorageSize = limit }()
	build, err := glpyramid.NewReference(dev, glpyramid.Choice{})
	gputest.Own(t, build, err)
	lines, err := glpyramid.NewLines(dev)
	gputest.Own(t, lines, err)
	dev.Caps.MaxStorageSize = 2 * 64 * 64 // the levels above the pixels fit
	for name, err := range map[string]error{"points": build.Resize(64, 64, quadpyramid.Unlimited), "lines": lines.Resize(64, 64)} {
		if err == nil || strings.Count(err.Error(), "quadpyramid: ") != 1 || !strings.Contains(err.Error(), "buffer quads") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestListUpload(t *testing.T) {
	dev := gputest.Open(t)
	l, err := glpyramid.NewList(dev, 3)
	gputest.Own(t, l, err)
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

func BenchmarkList(b *testing.B) {
	for _, size := range [][2]int{{640, 360}, {1280, 720}, {1920, 1080}} {
		m := pyramidtest.Masks(size[0], size[1])["dense"]
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
		packed, portable, cpu := pyramidtest.BitMask(m), quadpyramid.NewPortableCPU(), quadpyramid.NewCPU()
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
			onGPU, err := glpyramid.NewReference(dev, glpyramid.Choice{})
			gputest.Own(b, onGPU, err)
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
