package glfeature_test

import (
	"testing"

	"ffkvadrat/feature"
	"ffkvadrat/feature/glfeature"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/glyuv/glyuvtest"
	"ffkvadrat/yuv/yuvtest"
)

// TestCells compares the cells computed from a list with the levels that the paper's combiner makes
// on the GPU.
func TestCells(t *testing.T) {
	dev := gputest.Open(t)
	g, err := glfeature.NewReference(dev)
	gputest.Own(t, g, err)
	planes := glyuv.NewPlanes(dev)
	defer planes.Release()
	level, err := feature.Level(0.05)
	if err != nil {
		t.Fatal(err)
	}
	var all, listed feature.Reference
	for _, size := range [][2]int{{1, 1}, {33, 20}, {65, 63}} {
		p := yuvtest.Picture(yuvtest.Formats[1], size[0], size[1], yuvtest.Fills(seed)[5])
		buffers := glyuvtest.Buffers(t, planes, p)
		for _, limits := range []quadpyramid.Limits{quadpyramid.Unlimited, {Min: 1, Max: 3}, {Min: 2, Max: 14}} {
			if err := g.Pixels(p, buffers, channel.RGB); err != nil {
				t.Fatal(err)
			}
			g.Build(level, limits)
			made := make([]int32, g.Cells().Size()/4)
			gpu.ReadSlice(g.Cells(), made)
			c := quadpyramid.Cells{Width: size[0], Height: size[1]}
			if c.Leaves, _, err = all.Build(p, channel.RGB, level, quadpyramid.Limits{Max: limits.Max}); err != nil {
				t.Fatal(err)
			}
			if c.List, _, err = listed.Build(p, channel.RGB, level, limits); err != nil {
				t.Fatal(err)
			}
			for k := 1; k <= c.Top(); k++ {
				width, _ := c.Size(k)
				for i, value := range c.Fill(nil, k) {
					x, y := i%width, i/width
					if want := made[g.First(k)+i]; value != want || c.Value(k, x, y) != want {
						t.Fatalf("%v, %v (seed %d): cell (%d,%d) of level %d is %d, want %d", size, limits, seed, x, y, k, value, want)
					}
				}
			}
		}
	}
}
