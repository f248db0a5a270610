package feature

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

const cpuSeed = 20070109

// paths are builders with every kind of kernels that this machine can run.
func paths() map[string]*CPU {
	all := map[string]*CPU{"best": NewCPU(), "portable": NewPortableCPU()}
	for _, k := range vector() {
		all[k.name] = newCPU(k)
	}
	return all
}

// layouts are the formats of yuvtest and depths that those do not have.
var layouts = append([]yuv.Format{
	{Name: "gray9le", Model: yuv.Gray, Depth: 9},
	{Name: "gray14le", Model: yuv.Gray, Depth: 14},
	{Name: "gray15le", Model: yuv.Gray, Depth: 15},
	{Name: "yuv422p12le", Model: yuv.YUV, Depth: 12, SubX: 1},
	{Name: "yuv420p16le", Model: yuv.YUV, Depth: 16, SubX: 1, SubY: 1},
	{Name: "gbrp", Model: yuv.RGB, Depth: 8},
	{Name: "rgba", Model: yuv.RGB, Depth: 8},
	{Name: "gbrp16le", Model: yuv.RGB, Depth: 16},
}, yuvtest.Formats...)

// smooth are fills that merge at all levels: a slope, waves that get finer to
// the right, and even squares of all sizes with some noise.
func smooth(seed uint64) []yuvtest.Fill {
	hash := func(plane, x, y int) int {
		return int(rand.NewPCG(seed+uint64(plane), uint64(x)<<32|uint64(y)).Uint64() >> 33)
	}
	return []yuvtest.Fill{
		{Name: "slope", At: func(plane, x, y, most int) int { return (x*(plane+1) + 2*y) * most / 5000 % (most + 1) }},
		{Name: "waves", At: func(plane, x, y, most int) int {
			return (most/2 + (x*x/400+y*y/900*(plane+1))*most/256) % (most + 1)
		}},
		{Name: "squares", At: func(plane, x, y, most int) int {
			side := 1 << (hash(7, x/256, y/256) % 9)
			noise := hash(plane, x, y) % (most>>6 + 1)
			return (hash(plane, x/side, y/side)%(most+1) + noise) % (most + 1)
		}},
	}
}

// picture is one of yuvtest, with RGB four bytes apart for the layout "rgba" and
// with no byte behind the last sample of any plane.
func picture(f yuv.Format, width, height int, fill yuvtest.Fill) *yuv.Picture {
	p := yuvtest.Picture(f, width, height, fill)
	if f.Name == "rgba" {
		stride := 4*width + 5
		shared := make([]byte, stride*height)
		for i, from := range p.Planes {
			to := yuv.Plane{Data: shared[i:], Stride: stride, Step: 4, Width: width, Height: height}
			for y := range height {
				for x := range width {
					to.Data[y*stride+4*x] = from.Data[y*from.Stride+x]
				}
			}
			p.Planes[i] = to
		}
	}
	for i := range p.Planes {
		if q := &p.Planes[i]; q.Height > 0 {
			end := (q.Height-1)*q.Stride + (q.Width-1)*q.Step + f.SampleBytes()
			q.Data = q.Data[:end:end]
		}
	}
	return p
}

// deviations are levels at which cells of the picture are just merged, or not.
func deviations(pixels []Vector, width, height, many int) []uint32 {
	levels := []uint32{0, 1, 1 << 20, 4 * Peak * Peak}
	random := rand.New(rand.NewPCG(cpuSeed, 5))
	for range many {
		if width < 2 || height < 2 {
			break
		}
		at := random.IntN(height/2)*2*width + random.IntN(width/2)*2
		low, high := uint32(0), uint32(4*Peak*Peak)
		for low < high {
			middle := (low + high) / 2
			if _, match := combine(pixels[at], pixels[at+1], pixels[at+width], pixels[at+width+1], middle); match {
				high = middle
			} else {
				low = middle + 1
			}
		}
		levels = append(levels, low, low+1, max(low, 1)-1)
	}
	return levels
}

// compare holds a builder against the reference's quads and means.
func compare(t *testing.T, name string, c *CPU, p *yuv.Picture, space Space, level uint32, limits quadpyramid.Limits, quads []quadpyramid.Quad, means []Mean) {
	t.Helper()
	gotQuads, gotMeans, err := c.Build(p, space, level, limits)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(gotQuads, quads) || !slices.Equal(gotMeans, means) {
		t.Fatalf("%s: %s %d×%d %v T=%d %+v (seed %d): %s", name, p.Format.Name, p.Width, p.Height, space, level, limits, cpuSeed, difference(gotQuads, quads, gotMeans, means))
	}
}

func difference(gotQuads, quads []quadpyramid.Quad, gotMeans, means []Mean) string {
	for i := range min(len(quads), len(gotQuads)) {
		if gotQuads[i] != quads[i] || gotMeans[i] != means[i] {
			return fmt.Sprintf("%d quads, want %d; quad %d is %v %#x, want %v %#x", len(gotQuads), len(quads), i, gotQuads[i], gotMeans[i], quads[i], means[i])
		}
	}
	return fmt.Sprintf("%d quads, want %d", len(gotQuads), len(quads))
}

var someLimits = []quadpyramid.Limits{quadpyramid.Unlimited, {Min: 1, Max: 3}, {Min: 0, Max: 0}, {Min: 2, Max: 14}, {Min: 3, Max: 6}, {Min: 4, Max: 5}, {Min: 5, Max: 7}, {Min: 7, Max: 8}}

func TestCPUEqualsReference(t *testing.T) {
	var reference Reference
	builders := paths()
	sizes := append([][2]int{{63, 16}, {66, 7}, {128, 128}, {129, 66}, {200, 65}}, yuvtest.Sizes...)
	n := 0
	for _, f := range layouts {
		for _, size := range sizes {
			if size[0] > 1000 {
				continue
			}
			fills := append(yuvtest.Fills(cpuSeed), smooth(cpuSeed)...)
			if size[0] > 200 {
				fills = fills[len(fills)-3:]
			}
			for _, fill := range fills {
				p := picture(f, size[0], size[1], fill)
				for _, space := range []Space{RGB, YUV} {
					if Check(f, space) != nil {
						continue
					}
					pixels, err := Pixels(nil, p, space)
					if err != nil {
						t.Fatal(err)
					}
					for _, level := range deviations(pixels, p.Width, p.Height, 1) {
						limits := quadpyramid.Unlimited
						if n++; n%3 == 0 {
							limits = someLimits[n/3%len(someLimits)]
						}
						quads, means, err := reference.Build(p, space, level, limits)
						if err != nil {
							t.Fatal(err)
						}
						for name, c := range builders {
							compare(t, name+" "+fill.Name, c, p, space, level, limits, quads, means)
						}
					}
				}
			}
		}
	}
}

// Raw video can hold samples above its depth.
func TestCPUAboveTheDepth(t *testing.T) {
	var reference Reference
	for _, f := range layouts {
		if f.Depth == 8*f.SampleBytes()-f.Shift {
			continue
		}
		p := picture(f, 200, 65, yuvtest.Above(yuvtest.Fills(cpuSeed)[5]))
		for _, space := range []Space{RGB, YUV} {
			if Check(f, space) != nil {
				continue
			}
			quads, means, err := reference.Build(p, space, 1<<24, quadpyramid.Unlimited)
			if err != nil {
				t.Fatal(err)
			}
			for name, c := range paths() {
				compare(t, name, c, p, space, 1<<24, quadpyramid.Unlimited, quads, means)
			}
		}
	}
}

// Leaves of every level up to the top, with all limits.
func TestCPUOnLargePictures(t *testing.T) {
	var reference Reference
	builders := paths()
	for _, c := range []struct {
		format, width, height int
		fill                  yuvtest.Fill
	}{
		{1, 1919, 1081, smooth(cpuSeed)[0]},
		{7, 640, 360, smooth(cpuSeed)[1]},
		{1, 512, 512, smooth(cpuSeed)[2]},
		{10, 300, 1100, smooth(cpuSeed)[2]},
		{5, 640, 360, yuvtest.Fills(cpuSeed)[5]},
		{1, 16384, 33, smooth(cpuSeed)[0]},
		{1, 1024, 1024, yuvtest.Fills(cpuSeed)[0]},
		{0, 17, 16384, smooth(cpuSeed)[1]},
	} {
		p := yuvtest.Picture(yuvtest.Formats[c.format], c.width, c.height, c.fill)
		for i, threshold := range []float64{0, 0.0001, 0.01, 4} {
			level, err := Level(threshold)
			if err != nil {
				t.Fatal(err)
			}
			for j, limits := range someLimits {
				if (i+j)%4 != 0 {
					continue
				}
				quads, means, err := reference.Build(p, RGB, level, limits)
				if err != nil {
					t.Fatal(err)
				}
				for name, builder := range builders {
					compare(t, name+" "+c.fill.Name, builder, p, RGB, level, limits, quads, means)
				}
			}
		}
	}
}

// Goroutines, on a builder that has done other pictures before.
func TestCPUGoroutines(t *testing.T) {
	var reference Reference
	c := NewCPU()
	for _, members := range []int{3, 1, 2, 8} {
		for _, size := range [][2]int{{300, 200}, {512, 256}, {65, 1}, {64, 64}} {
			for _, fill := range append(yuvtest.Fills(cpuSeed), smooth(cpuSeed)...) {
				p := yuvtest.Picture(yuvtest.Formats[1], size[0], size[1], fill)
				for _, limits := range someLimits {
					const level = 100000
					quads, means, err := reference.Build(p, YUV, level, limits)
					if err != nil {
						t.Fatal(err)
					}
					gotQuads, gotMeans := goroutines(t, c, p, YUV, level, limits, members)
					if !slices.Equal(gotQuads, quads) || !slices.Equal(gotMeans, means) {
						t.Fatalf("%d members, %v %s %+v: %s", members, size, fill.Name, limits, difference(gotQuads, quads, gotMeans, means))
					}
				}
			}
		}
	}
}

// goroutines builds the list with a number of members at the same time.
func goroutines(t *testing.T, c *CPU, p *yuv.Picture, space Space, level uint32, limits quadpyramid.Limits, members int) ([]quadpyramid.Quad, []Mean) {
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

func TestCPUAllocatesNothing(t *testing.T) {
	p := yuvtest.Picture(yuvtest.Formats[1], 320, 180, yuvtest.Fills(cpuSeed)[5])
	for name, c := range paths() {
		run := func() {
			if _, _, err := c.Build(p, RGB, 1000, quadpyramid.Unlimited); err != nil {
				t.Fatal(err)
			}
		}
		run()
		if n := testing.AllocsPerRun(20, run); n != 0 {
			t.Errorf("%s: %v allocations a picture", name, n)
		}
	}
}

// The quotients of scale are those of the definition for every sample.
func TestScaleIsTheQuotient(t *testing.T) {
	for depth := 8; depth <= 16; depth++ {
		f := yuv.Format{Model: yuv.RGB, Depth: depth}
		s := newSource(&yuv.Picture{Format: f}, RGB)
		for v := range f.MaxValue() + 1 {
			if got, want := s.scale(uint16(v)), scale(v, f.MaxValue()); got != want {
				t.Fatalf("%d bits: %d becomes %d, want %d", depth, v, got, want)
			}
		}
	}
}

func TestCPURefusesYUVOfRGB(t *testing.T) {
	p := yuvtest.Picture(yuvtest.Formats[10], 4, 4, yuvtest.Fills(cpuSeed)[0])
	if _, _, err := NewCPU().Build(p, YUV, 0, quadpyramid.Unlimited); err == nil {
		t.Error("features yuv of RGB gave no error")
	}
}

// Kernels for AVX2 must not use the registers that came with AVX-512, which the
// assembler takes silently.
func TestRegistersOfAVX2(t *testing.T) {
	source, err := os.ReadFile("kernels_amd64.s")
	if err != nil {
		t.Fatal(err)
	}
	later := regexp.MustCompile(`\b([XY](1[6-9]|2\d|3[01])|Z\d+|K[0-7])\b`)
	kernel := ""
	for i, line := range strings.Split(string(source), "\n") {
		if strings.HasPrefix(line, "TEXT") {
			kernel = line
		}
		if strings.Contains(kernel, "AVX2(SB)") && later.MatchString(line) {
			t.Errorf("line %d: %s in %s", i+1, line, kernel)
		}
	}
}

func FuzzCPU(f *testing.F) {
	f.Add(uint8(90), uint8(1), uint32(100000), uint8(3), []byte("common feature combiner"))
	f.Add(uint8(63), uint8(9), uint32(0), uint8(0), []byte{1, 1, 1, 2})
	builders := paths()
	var reference Reference
	f.Fuzz(func(t *testing.T, width, format uint8, level uint32, limit uint8, content []byte) {
		if len(content) == 0 {
			return
		}
		layout := layouts[int(format)%len(layouts)]
		w := int(width)%140 + 1
		h := min(len(content)*8/w+1, 140)
		p := picture(layout, w, h, yuvtest.Fill{At: func(plane, x, y, most int) int {
			return int(content[(y/2*w+x/2+plane)%len(content)]) * most / 255
		}})
		space := Space(limit >> 7)
		if Check(layout, space) != nil {
			space = RGB
		}
		level %= 4*Peak*Peak + 1
		limits := quadpyramid.Limits{Min: int(limit) % 4}
		limits.Max = min(limits.Min+int(limit>>2)%16, quadpyramid.MaxLevel)
		quads, means, err := reference.Build(p, space, level, limits)
		if err != nil {
			t.Fatal(err)
		}
		for name, c := range builders {
			compare(t, name, c, p, space, level, limits, quads, means)
		}
	})
}

// TestCPUAlternates gives the same builders pictures of which now these, now
// those large squares are plain, so that what they found in one picture would
// show in the next.
func TestCPUAlternates(t *testing.T) {
	var reference Reference
	builders := paths()
	random := rand.New(rand.NewPCG(cpuSeed, 0))
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
		quads, means, err := reference.Build(p, RGB, level, quadpyramid.Unlimited)
		if err != nil {
			t.Fatal(err)
		}
		for name, c := range builders {
			compare(t, fmt.Sprintf("%s, picture %d (seed %d)", name, n, cpuSeed), c, p, RGB, level, quadpyramid.Unlimited, quads, means)
		}
	}
}
