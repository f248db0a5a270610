package feature_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"ffkvadrat/analysis/kerneltest"
	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/tests/race"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/yuvtest"
)

// What every engine with kernels must satisfy is tested in analysis/kerneltest; the tests here are
// for lists alone.

var someLimits = []quadpyramid.Limits{quadpyramid.Unlimited, {Min: 1, Max: 3}, {Min: 0, Max: 0}, {Min: 2, Max: 14}, {Min: 3, Max: 6}, {Min: 4, Max: 5}, {Min: 5, Max: 7}, {Min: 7, Max: 8}}

// Leaves of every level up to the top, with all limits.
func TestCPUOnLargePictures(t *testing.T) {
	race.Plain(t)
	features := kerneltest.Features()
	for _, c := range []struct {
		format, width, height int
		fill                  yuvtest.Fill
	}{
		{1, 1919, 1081, yuvtest.Smooth(seed)[0]},
		{7, 640, 360, yuvtest.Smooth(seed)[1]},
		{1, 512, 512, yuvtest.Smooth(seed)[2]},
		{10, 300, 1100, yuvtest.Smooth(seed)[2]},
		{5, 640, 360, yuvtest.Fills(seed)[5]},
		{1, 16384, 33, yuvtest.Smooth(seed)[0]},
		{1, 1024, 1024, yuvtest.Fills(seed)[0]},
		{0, 17, 16384, yuvtest.Smooth(seed)[1]},
	} {
		if testing.Short() && c.width*c.height > 1<<18 {
			continue
		}
		p := yuvtest.Picture(yuvtest.Formats[c.format], c.width, c.height, c.fill)
		for i, threshold := range []float64{0, 0.0001, 0.01, 4} {
			level, err := feature.Level(threshold)
			if err != nil {
				t.Fatal(err)
			}
			for j, limits := range someLimits {
				if (i+j)%4 != 0 {
					continue
				}
				features.Check(t, c.fill.Name, kerneltest.Combined{Picture: p, Level: level, Limits: limits})
			}
		}
	}
}

// Goroutines on a builder that has built other lists before.
func TestCPUGoroutines(t *testing.T) {
	var reference feature.Reference
	c := feature.NewCPU()
	sizes, fills := [][2]int{{300, 200}, {512, 256}, {65, 1}, {64, 64}}, append(yuvtest.Fills(seed), yuvtest.Smooth(seed)...)
	for i := range race.Cases(len(sizes), len(fills), len(someLimits)) {
		size, fill, limits := sizes[i[0]], fills[i[1]], someLimits[i[2]]
		p := yuvtest.Picture(yuvtest.Formats[1], size[0], size[1], fill)
		const level = 100000
		quads, means, err := reference.Build(p, channel.YUV, level, limits)
		if err != nil {
			t.Fatal(err)
		}
		for _, members := range []int{3, 1, 2, 8} {
			var got kerneltest.Colours
			got.Quads, got.Means = goroutines(t, c, p, channel.YUV, level, limits, members)
			if difference := kerneltest.DifferentColours(got, kerneltest.Colours{Quads: quads, Means: means}); difference != "" {
				t.Fatalf("%d members, %v %s %+v: %s", members, size, fill.Name, limits, difference)
			}
		}
	}
}

// goroutines builds the list with several concurrent members.
func goroutines(t *testing.T, c *feature.CPU, p *yuv.Picture, space channel.Space, level uint32, limits quadpyramid.Limits, members int) ([]quadpyramid.Quad, []feature.Mean) {
	t.Helper()
	if err := c.Begin(p, space, level, limits, members); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for member := range members {
		all.Go(func() {
			for i := member; i < c.Tiles(); i += members {
				c.Tile(member, i)
			}
		})
	}
	all.Wait()
	c.Merge()
	for member := range members {
		all.Go(func() {
			for i := member; i < c.Runs(); i += members {
				c.Move(member, i, i+1)
			}
		})
	}
	all.Wait()
	return c.List()
}

func TestCPURefusesYUVOfRGB(t *testing.T) {
	p := yuvtest.Picture(yuvtest.Formats[10], 4, 4, yuvtest.Fills(seed)[0])
	if _, _, err := feature.NewCPU().Build(p, channel.YUV, 0, quadpyramid.Unlimited); err == nil {
		t.Error("features yuv of RGB gave no error")
	}
}

func FuzzCPU(f *testing.F) {
	f.Add(uint8(90), uint8(1), uint32(100000), uint8(3), []byte("common feature combiner"))
	f.Add(uint8(63), uint8(9), uint32(0), uint8(0), []byte{1, 1, 1, 2})
	features := kerneltest.Features()
	f.Fuzz(func(t *testing.T, width, format uint8, level uint32, limit uint8, content []byte) {
		if len(content) == 0 {
			return
		}
		layout := yuvtest.Layouts[int(format)%len(yuvtest.Layouts)]
		w := int(width)%140 + 1
		h := min(len(content)*8/w+1, 140)
		p := yuvtest.Tight(layout, w, h, yuvtest.Fill{At: func(plane, x, y, most int) int {
			return int(content[(y/2*w+x/2+plane)%len(content)]) * most / 255
		}})
		space := channel.Space(limit >> 7)
		if channel.Check(layout, space) != nil {
			space = channel.RGB
		}
		level %= 4*channel.Peak*channel.Peak + 1
		limits := quadpyramid.Limits{Min: int(limit) % 4}
		limits.Max = min(limits.Min+int(limit>>2)%16, quadpyramid.MaxLevel)
		features.Check(t, "", kerneltest.Combined{Picture: p, Space: space, Level: level, Limits: limits})
	})
}

// TestCPUAlternates alternates which large squares of the pictures are plain, so that state left
// over from the previous picture would show.
func TestCPUAlternates(t *testing.T) {
	race.Plain(t)
	features := kerneltest.Features()
	random := rand.New(rand.NewPCG(seed, 0))
	const level = 1000
	for n := range 16 {
		var busy [8][16]bool
		for range random.IntN(4) {
			busy[3+4*random.IntN(2)][3+4*random.IntN(4)] = true // the last of 4×4 tiles
		}
		p := yuvtest.Picture(yuvtest.Formats[1], 1024, 512, yuvtest.Fill{At: func(plane, x, y, _ int) int {
			if plane == 0 && busy[y/64][x/64] {
				return (x ^ y) & 1 * 200
			}
			return 128
		}})
		features.Check(t, fmt.Sprintf("picture %d (seed %d)", n, seed), kerneltest.Combined{Picture: p, Level: level, Limits: quadpyramid.Unlimited})
	}
}
