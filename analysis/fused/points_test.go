package fused_test

import (
	"fmt"
	"slices"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/points"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv/glyuvtest"
	"ffkvadrat/yuv/yuvtest"
)

// comparePoints does one picture in both orders, with and without values.
func (c *comparer) comparePoints(t *testing.T, name string, p *yuv.Picture, d edge.Discriminator) {
	t.Helper()
	decision, err := d.Decision(p.Format)
	if err != nil {
		t.Fatal(err)
	}
	c.edge.Run(&c.mask, p, decision)
	var reference points.Reference
	for _, order := range []points.Order{points.Morton, points.ByLines} {
		want, wantValues := reference.Build(p, &c.mask, order, decision.Alpha)
		for _, values := range []bool{true, false} {
			c.buffers = glyuvtest.LumaBuffer(t, c.planes, p)
			switch {
			case decision.Alpha:
				c.buffers = glyuvtest.AlphaBuffer(t, c.planes, p)
			case !decision.LumaAlone():
				if c.buffers, err = c.planes.Buffers(); err != nil {
					t.Fatal(err)
				}
			}
			if err := c.builder.Points(p, c.buffers, []edge.Decision{decision}, order, values); err != nil {
				t.Fatal(err)
			}
			list := c.builder.List()
			if c.got = list.Read(c.got[:0]); !slices.Equal(c.got, want) {
				t.Fatalf("%s %s %d×%d %+v %v (seed %d): %d points, want %d, or others", name, p.Format.Name, p.Width, p.Height, d, order, seed, len(c.got), len(want))
			}
			if (list.Values() != nil) != values {
				t.Fatalf("values are there: %v, want %v", list.Values() != nil, values)
			}
			if values && !slices.Equal(list.ReadValues(nil), wantValues) {
				t.Fatalf("%s %s %d×%d %+v %v (seed %d): other values", name, p.Format.Name, p.Width, p.Height, d, order, seed)
			}
		}
	}
}

func TestPoints(t *testing.T) {
	masks := map[string]func(x, y int) bool{
		"all":               func(_, _ int) bool { return true },
		"none":              func(_, _ int) bool { return false },
		"checkerboard":      func(x, y int) bool { return (x^y)&1 == 0 },
		"one pixel missing": func(x, y int) bool { return x != 61 || y != 3 },
		"the last row":      func(x, y int) bool { return y == 129 || x > 1020 },
	}
	onEachWay(t, func(t *testing.T, c *comparer) {
		for _, size := range [][2]int{{1, 1}, {7, 5}, {64, 64}, {130, 130}, {1024, 128}, {1030, 133}, {2048, 200}, {3000, 70}} {
			for name, leaf := range masks {
				p := mask(size[0], size[1], leaf)
				c.comparePoints(t, name, p, isLeaf)
				c.compare(t, name, p, isLeaf, quadpyramid.Unlimited)
			}
		}
		c.comparePoints(t, "all", mask(2048, 2048, masks["all"]), isLeaf)
	})
}

func TestPointsOfLayouts(t *testing.T) {
	onEachWay(t, func(t *testing.T, c *comparer) {
		for i, f := range yuvtest.Formats {
			d := edge.Discriminator{Threshold: 0.1}
			if f.Alpha {
				d.Planes = edge.AlphaPlane
			}
			p := yuvtest.Picture(f, 152+i%3, 66, yuvtest.Above(yuvtest.Fills(seed)[5]))
			c.comparePoints(t, "above", aligned(p), d)
			c.comparePoints(t, "above", p, d)
		}
	})
}

func TestPointsAllocateNothing(t *testing.T) {
	onEachWay(t, func(t *testing.T, c *comparer) {
		p := aligned(yuvtest.Picture(yuvtest.Formats[1], 320, 180, yuvtest.Fills(seed)[5]))
		c.buffers = glyuvtest.Buffers(t, c.planes, p)
		d, err := edge.Discriminator{Threshold: 0.1}.Decision(p.Format)
		if err != nil {
			t.Fatal(err)
		}
		for _, order := range []points.Order{points.Morton, points.ByLines} {
			run := func() {
				if err := c.builder.Points(p, c.buffers, []edge.Decision{d}, order, true); err != nil {
					t.Fatal(err)
				}
				c.builder.List()
			}
			run()
			if n := testing.AllocsPerRun(20, run); n != 0 {
				t.Error(fmt.Sprint(order), n, "allocations")
			}
		}
	})
}
