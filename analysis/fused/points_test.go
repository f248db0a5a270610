package fused_test

import (
	"slices"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// comparePoints compares one picture with all methods and both orders, with and without values.
func (c *comparer) comparePoints(t *testing.T, name string, p *yuv.Picture, d edge.Discriminator) {
	t.Helper()
	decision := c.load(t, p, d)
	var reference points.Reference
	for _, order := range []points.Order{points.Morton, points.ByLines} {
		want, wantValues := reference.Build(p, &c.mask, order, decision.Alpha)
		for _, w := range c.ways {
			for _, values := range []bool{true, false} {
				if err := w.builder.Points(p, c.buffers, []edge.Decision{decision}, order, values); err != nil {
					t.Fatal(err)
				}
				list := w.builder.List()
				if c.got = list.Read(c.got[:0]); !slices.Equal(c.got, want) {
					t.Fatalf("%s: %s %s %d×%d %+v %v (seed %d): %d points, want %d, or others", w.name, name, p.Format.Name, p.Width, p.Height, d, order, seed, len(c.got), len(want))
				}
				if (list.Values() != nil) != values {
					t.Fatalf("%s: values are there: %v, want %v", w.name, list.Values() != nil, values)
				}
				if values && !slices.Equal(list.ReadValues(nil), wantValues) {
					t.Fatalf("%s: %s %s %d×%d %+v %v (seed %d): other values", w.name, name, p.Format.Name, p.Width, p.Height, d, order, seed)
				}
			}
		}
	}
}

// TestPoints: only points, in both orders: all pixels are leaves, none, some in each tile, and only
// those at the ends; in odd sizes and across borders of workgroups.
func TestPoints(t *testing.T) {
	masks := map[string]func(x, y int) bool{
		"all":               func(_, _ int) bool { return true },
		"none":              func(_, _ int) bool { return false },
		"checkerboard":      func(x, y int) bool { return (x^y)&1 == 0 },
		"one pixel missing": func(x, y int) bool { return x != 61 || y != 3 },
		"the last row":      func(x, y int) bool { return y == 129 || x > 1020 },
	}
	c := newComparer(t)
	for _, size := range [][2]int{{1, 1}, {7, 5}, {64, 64}, {130, 130}, {1024, 128}, {1030, 133}, {2048, 200}, {3000, 70}} {
		for name, leaf := range masks {
			p := mask(size[0], size[1], leaf)
			c.comparePoints(t, name, p, isLeaf)
			c.compare(t, name, p, isLeaf, quadpyramid.Unlimited)
		}
	}
	c.comparePoints(t, "all", mask(2048, 2048, masks["all"]), isLeaf)
}

// TestPointsOfLayouts: points of each layout with their values, also of samples above the depth.
func TestPointsOfLayouts(t *testing.T) {
	c := newComparer(t)
	for i, f := range yuvtest.Formats {
		d := edge.Discriminator{Threshold: 0.1}
		if f.Alpha {
			d.Planes = edge.AlphaPlane
		}
		p := yuvtest.Picture(f, 152+i%3, 66, yuvtest.Above(yuvtest.Fills(seed)[5]))
		c.comparePoints(t, "above", aligned(p), d)
		c.comparePoints(t, "above", p, d)
	}
}

// TestPointsAllocateNothing: after the first picture, points allocate nothing.
func TestPointsAllocateNothing(t *testing.T) {
	c := newComparer(t)
	p := aligned(yuvtest.Picture(yuvtest.Formats[1], 320, 180, yuvtest.Fills(seed)[5]))
	decision := c.load(t, p, edge.Discriminator{Threshold: 0.1})
	for _, w := range c.ways {
		for _, order := range []points.Order{points.Morton, points.ByLines} {
			run := func() {
				if err := w.builder.Points(p, c.buffers, []edge.Decision{decision}, order, true); err != nil {
					t.Fatal(err)
				}
				w.builder.List()
			}
			run()
			if n := testing.AllocsPerRun(20, run); n != 0 {
				t.Errorf("%s, %v: %v allocations", w.name, order, n)
			}
		}
	}
}
