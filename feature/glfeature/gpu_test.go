package glfeature_test

import (
	"math/rand/v2"
	"testing"

	"ffkvadrat/feature/glfeature"
	"ffkvadrat/gpu"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/glyuv/glyuvtest"
	"ffkvadrat/yuv/yuvtest"
)

func openGPU(_ testing.TB, dev *gpu.Device) engine { return newEngine("GPU", glfeature.NewGPU(dev)) }

// openOther opens an engine with the number of tiles a workgroup that NewGPU does not choose.
func openOther(_ testing.TB, dev *gpu.Device) engine {
	if dev.Caps.Software {
		return newEngine("GPU, one tile a workgroup", glfeature.NewGroupGPU(dev, 1))
	}
	return newEngine("GPU, four tiles a workgroup", glfeature.NewGroupGPU(dev, 4))
}

func newEngine(name string, g *glfeature.GPU) engine {
	return engine{name, func(p *yuv.Picture, planes *glyuv.Buffers, space channel.Space, level uint32, limits quadpyramid.Limits) (*glpyramid.List, error) {
		if err := g.Tiles(p, planes, space, level, limits); err != nil {
			return nil, err
		}
		return g.List(), nil
	}, g.Release}
}

// slope is a smooth picture with a few details, so that squares of every size merge.
var slope = yuvtest.Fill{Name: "slope", At: func(plane, x, y, most int) int {
	switch {
	case (x/90+y/70)%9 == 0 && (x^y)&4 == 0:
		return (x*7 + y*13 + plane*40) % (most + 1)
	case x > 600:
		return most / 2
	}
	return (most/3 + x*most/5000 + y*most/7000) & most
}}

func allLimits() []quadpyramid.Limits {
	return []quadpyramid.Limits{
		quadpyramid.Unlimited,
		{Min: 0, Max: 0},
		{Min: 1, Max: 1},
		{Min: 2, Max: 14},
		{Min: 5, Max: 6},
		{Min: 7, Max: 14},
		{Min: 8, Max: 8},
		{Min: 0, Max: 7},
		{Min: 9, Max: 14},
		{Min: 10, Max: 12},
		{Min: 14, Max: 14},
	}
}

func TestGPUsOnLargeSquares(t *testing.T) {
	c := newComparer(t, openReference, openGPU, openOther)
	for _, p := range []*yuv.Picture{
		yuvtest.Picture(yuvtest.Formats[1], 1100, 700, slope),
		yuvtest.Picture(yuvtest.Formats[1], 1024, 1024, yuvtest.Fills(seed)[0]),
	} {
		for _, limits := range allLimits() {
			c.compare(t, "smooth", p, channel.RGB, 100000, limits)
		}
		for _, level := range levels(t, 0, 0.001, 0.02, 4) {
			c.compare(t, "smooth", p, channel.RGB, level, quadpyramid.Unlimited)
		}
	}
}

// The worst cases: nothing merges, one leaf, the longest pictures, whose square holds 65,536 tiles.
func TestGPUsInTheWorstCases(t *testing.T) {
	c := newComparer(t, openReference, openGPU, openOther)
	fills := yuvtest.Fills(seed)
	noise, maximum, spikes := fills[4], fills[1], fills[5]
	f := yuvtest.Formats[1]
	for _, size := range [][2]int{{701, 515}, {16384, 48}, {33, 16384}} {
		p := yuvtest.Picture(f, size[0], size[1], noise)
		c.compare(t, noise.Name, p, channel.YUV, 0, quadpyramid.Unlimited)
		p = yuvtest.Picture(f, size[0], size[1], maximum)
		c.compare(t, maximum.Name, p, channel.YUV, 0, quadpyramid.Unlimited)
		p = yuvtest.Picture(f, size[0], size[1], spikes)
		c.compare(t, spikes.Name, p, channel.YUV, 1<<26, quadpyramid.Unlimited)
	}
	gray := yuvtest.Picture(yuvtest.Formats[0], 2048, 2048, maximum)
	c.compare(t, maximum.Name, gray, channel.YUV, 0, quadpyramid.Unlimited)
}

// Raw video can have samples that exceed its depth.
func TestGPUsAboveTheDepth(t *testing.T) {
	c := newComparer(t, openReference, openGPU, openOther)
	for _, f := range yuvtest.Formats {
		if f.Depth == 8*f.SampleBytes()-f.Shift {
			continue
		}
		p := yuvtest.Picture(f, 70, 45, yuvtest.Above(yuvtest.Fills(seed)[5]))
		for _, space := range []channel.Space{channel.RGB, channel.YUV} {
			if channel.Check(f, space) == nil {
				c.compare(t, "above", p, space, 1<<24, quadpyramid.Unlimited)
			}
		}
	}
}

// deviation returns the sum of the squared deviations of four vectors.
func deviation(four [4]channel.Vector) (sum int) {
	for i := range 3 {
		mean := 2
		for _, v := range four {
			mean += int(v[i])
		}
		mean /= 4
		for _, v := range four {
			sum += (int(v[i]) - mean) * (int(v[i]) - mean)
		}
	}
	return sum
}

// Four colours in four squares, which merge at a threshold and not below, at
// every level of a square.
func TestGPUsAtTheThreshold(t *testing.T) {
	c := newComparer(t, openReference, openGPU, openOther)
	random := rand.New(rand.NewPCG(seed, 1))
	f := yuvtest.Formats[10] // RGB
	for _, half := range []int{1, 2, 4, 16, 32, 64, 128, 256, 512} {
		for range min(8, 1+128/half) {
			var colours [4][3]int
			for i := range 12 {
				colours[i/3][i%3] = random.IntN(256)
			}
			p := yuvtest.Picture(f, 2*half, 2*half, yuvtest.Fill{At: func(plane, x, y, _ int) int {
				return colours[x/half+2*(y/half)][plane]
			}})
			pixels, err := channel.Pixels(nil, p, channel.RGB)
			if err != nil {
				t.Fatal(err)
			}
			across, down := half, half*p.Width
			level := deviation([4]channel.Vector{pixels[0], pixels[across], pixels[down], pixels[across+down]})
			for _, l := range []int{level - 1, level, level + 1} {
				c.compare(t, "four colours", p, channel.RGB, uint32(max(l, 0)), quadpyramid.Unlimited)
			}
			quads, _, err := c.reference.Build(p, channel.RGB, uint32(level), quadpyramid.Unlimited)
			if err != nil || len(quads) != 1 {
				t.Fatalf("%d quads at the threshold, %v, want one", len(quads), err)
			}
		}
	}
}

func TestGPUsConvertEveryColour(t *testing.T) {
	c := newComparer(t, openReference, openGPU)
	for _, f := range []yuv.Format{yuvtest.Formats[1], yuvtest.Formats[7], yuvtest.Formats[9]} {
		for _, matrix := range []yuv.Matrix{yuv.BT601, yuv.BT709, yuv.BT2020} {
			for _, r := range []yuv.Range{yuv.Limited, yuv.Full} {
				for _, fill := range yuvtest.Fills(seed) {
					p := aligned(yuvtest.Picture(f, 66, 70, fill))
					p.Colour = yuv.Colour{Matrix: matrix, Range: r}
					c.compare(t, fill.Name, p, channel.RGB, 1<<20, quadpyramid.Unlimited)
				}
			}
		}
	}
}

// A list that exceeds the driver's limit is an error, and the engine works afterwards.
func TestGPUsBeyondTheDriversLimit(t *testing.T) {
	c := newComparer(t, openReference, openGPU)
	small := yuvtest.Picture(yuvtest.Formats[0], 70, 70, yuvtest.Fills(seed)[5])
	dev := c.dev
	if dev.Caps.MaxStorageSize >= 8*4200*4200 {
		t.Logf("this driver takes %d bytes", dev.Caps.MaxStorageSize)
		return
	}
	large := yuvtest.Picture(yuvtest.Formats[0], 4200, 4200, yuvtest.Fill{At: func(_, _, _, _ int) int { return 0 }})
	planes := glyuv.NewPlanes(dev)
	defer planes.Release()
	buffers := glyuvtest.Buffers(t, planes, large)
	for _, open := range []func(testing.TB, *gpu.Device) engine{openReference, openGPU} {
		e := open(t, dev)
		defer e.Release()
		if _, err := e.run(large, buffers, channel.YUV, 0, quadpyramid.Unlimited); err == nil {
			t.Errorf("%s: a list of 141 MB gave no error", e.name)
		}
	}
	c.compare(t, "spikes", small, channel.YUV, 0, quadpyramid.Unlimited)
}

func TestGPUsAllocateNothing(t *testing.T) {
	c := newComparer(t, openReference, openGPU)
	p := yuvtest.Picture(yuvtest.Formats[1], 320, 180, yuvtest.Fills(seed)[5])
	for _, e := range c.engines {
		run := func() {
			list, err := e.run(p, glyuvtest.Buffers(t, c.planes, p), channel.RGB, 1<<20, quadpyramid.Unlimited)
			if err != nil {
				t.Fatal(err)
			}
			c.quads, c.means = list.Read(c.quads[:0]), glpyramid.ReadMeans(list, c.means[:0])
		}
		run()
		if n := testing.AllocsPerRun(10, run); n != 0 {
			t.Errorf("%s: %v allocations a picture", e.name, n)
		}
	}
}

func TestGPURefusesYUVOfRGB(t *testing.T) {
	c := newComparer(t, openReference, openGPU)
	p := yuvtest.Picture(yuvtest.Formats[10], 4, 4, yuvtest.Fills(seed)[0])
	buffers := glyuvtest.Buffers(t, c.planes, p)
	for _, e := range c.engines {
		if _, err := e.run(p, buffers, channel.YUV, 0, quadpyramid.Unlimited); err == nil {
			t.Errorf("%s: features yuv of RGB gave no error", e.name)
		}
	}
}

func FuzzGPUs(f *testing.F) {
	f.Add(uint8(9), uint8(1), uint32(1<<20), uint8(0), []byte("quadtree analysis with HistoPyramids"))
	f.Add(uint8(130), uint8(7), uint32(1<<27), uint8(0x91), []byte{1, 1, 1, 1, 2})
	f.Fuzz(func(t *testing.T, width, format uint8, level uint32, limits uint8, samples []byte) {
		if len(samples) == 0 {
			return
		}
		w := int(width)%150 + 1
		layout := yuvtest.Formats[int(format)%len(yuvtest.Formats)]
		p := yuvtest.Picture(layout, w, min(4*len(samples)/w+1, 150), yuvtest.Fill{At: func(plane, x, y, most int) int {
			return int(samples[(y/4*w+x/4+plane)%len(samples)]) * most / 255
		}})
		l := quadpyramid.Limits{Min: int(limits & 7), Max: int(max(limits&7, limits>>4&7))}
		c := newComparer(t, openReference, openGPU)
		c.compare(t, "fuzz", p, spaces(layout)[0], level%(1<<30), l)
	})
}
