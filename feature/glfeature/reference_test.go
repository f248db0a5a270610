package glfeature_test

import (
	"fmt"
	"slices"
	"testing"

	"ffkvadrat/feature"
	"ffkvadrat/feature/glfeature"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/glyuv/glyuvtest"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20070107

// engine is one on the GPU: run makes the list of planes in buffers.
type engine struct {
	name    string
	run     func(p *yuv.Picture, planes *glyuv.Buffers, space channel.Space, level uint32, limits quadpyramid.Limits) (*glpyramid.List, error)
	Release func()
}

func openReference(t testing.TB, dev *gpu.Device) engine {
	t.Helper()
	g, err := glfeature.NewReference(dev)
	if err != nil {
		t.Fatal(err)
	}
	return engine{"GPU reference", func(p *yuv.Picture, planes *glyuv.Buffers, space channel.Space, level uint32, limits quadpyramid.Limits) (*glpyramid.List, error) {
		if err := g.Pixels(p, planes, space); err != nil {
			return nil, err
		}
		g.Build(level, limits)
		return g.List(), nil
	}, g.Release}
}

// difference compares lists and means, "" where they are equal.
func difference(quads, wantQuads []quadpyramid.Quad, means, wantMeans []feature.Mean) string {
	for i := range min(len(quads), len(wantQuads)) {
		if quads[i] != wantQuads[i] {
			return fmt.Sprintf("entry %d is %v, want %v", i, quads[i], wantQuads[i])
		}
	}
	if len(quads) != len(wantQuads) || len(means) != len(wantMeans) {
		return fmt.Sprintf("%d quads, %d means, want %d, %d", len(quads), len(means), len(wantQuads), len(wantMeans))
	}
	for i := range means {
		if means[i] != wantMeans[i] {
			return fmt.Sprintf("mean %d, of %v, is %v, want %v", i, quads[i], means[i].Vector(), wantMeans[i].Vector())
		}
	}
	return ""
}

// comparer holds engines on the GPU against the reference.
type comparer struct {
	dev       *gpu.Device
	planes    *glyuv.Planes
	engines   []engine
	reference feature.Reference
	quads     []quadpyramid.Quad
	means     []feature.Mean
}

func newComparer(t testing.TB, engines ...func(testing.TB, *gpu.Device) engine) *comparer {
	t.Helper()
	dev := gputest.Open(t)
	c := &comparer{dev: dev, planes: glyuv.NewPlanes(dev)}
	t.Cleanup(c.planes.Release)
	for _, open := range engines {
		e := open(t, dev)
		t.Cleanup(e.Release)
		c.engines = append(c.engines, e)
	}
	return c
}

func (c *comparer) compare(t testing.TB, name string, p *yuv.Picture, space channel.Space, level uint32, limits quadpyramid.Limits) {
	t.Helper()
	wantQuads, wantMeans, err := c.reference.Build(p, space, level, limits)
	if err != nil {
		t.Fatal(err)
	}
	buffers := glyuvtest.Buffers(t, c.planes, p)
	for _, e := range c.engines {
		list, err := e.run(p, buffers, space, level, limits)
		if err != nil {
			t.Fatal(err)
		}
		c.quads, c.means = list.Read(c.quads[:0]), glpyramid.ReadMeans(list, c.means[:0])
		if d := difference(c.quads, wantQuads, c.means, wantMeans); d != "" {
			t.Fatalf("%s: %s %d×%d %s %v T=%d %v (seed %d): %s",
				e.name, p.Format.Name, p.Width, p.Height, name, space, level, limits, seed, d)
		}
	}
}

// aligned is a copy of a picture with rows at multiples of 64 bytes, as
// FFmpeg's.
func aligned(p *yuv.Picture) *yuv.Picture {
	q := *p
	size := p.Format.SampleBytes()
	for i := range q.Planes {
		plane := &q.Planes[i]
		switch {
		case plane.Data == nil:
			continue
		case plane.Step > size && i > 0 && q.Planes[i-1].Step == plane.Step: // interleaved
			plane.Data, plane.Stride = q.Planes[i-1].Data[size:], q.Planes[i-1].Stride
			continue
		}
		from := *plane
		plane.Stride = (plane.Width*plane.Step + 63) &^ 63
		plane.Data = make([]byte, plane.Stride*plane.Height)
		for y := range plane.Height {
			copy(plane.Data[y*plane.Stride:], from.Data[y*from.Stride:][:plane.Width*plane.Step])
		}
	}
	if p.Format.Model != yuv.RGB {
		q.Luma = q.Planes[0]
	}
	return &q
}

func levels(t testing.TB, thresholds ...float64) []uint32 {
	t.Helper()
	var list []uint32
	for _, threshold := range thresholds {
		level, err := feature.Level(threshold)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, level)
	}
	return list
}

func spaces(f yuv.Format) []channel.Space {
	return slices.DeleteFunc([]channel.Space{channel.RGB, channel.YUV}, func(s channel.Space) bool {
		return channel.Check(f, s) != nil
	})
}

// alignments are whether rows begin at multiples of 64 bytes.
func alignments(odd bool) []bool {
	if odd {
		return []bool{true, false}
	}
	return []bool{true}
}

// TestGPUsEqualReference: squares of a common feature and their means are the reference's, with every
// engine on the GPU.
func TestGPUsEqualReference(t *testing.T) {
	c := newComparer(t, openReference, openGPU)
	for _, f := range yuvtest.Formats {
		for _, space := range spaces(f) {
			// Each layout is compiled anew, so that not all go with features yuv and
			// with rows that begin anywhere.
			odd := f.Name == "yuv420p" || f.Name == "p010le" || f.Name == "rgb24"
			if space == channel.YUV && !odd && f.Model == yuv.YUV && f.Depth < 16 {
				continue
			}
			for _, align := range alignments(odd && space == channel.RGB) {
				for _, size := range yuvtest.Sizes {
					if size[0] > 320 || !align && size[0]%2 == 0 {
						continue
					}
					for _, fill := range yuvtest.Fills(seed) {
						p := yuvtest.Picture(f, size[0], size[1], fill)
						if align {
							p = aligned(p)
						}
						for _, level := range levels(t, 0, 0.05, 1) {
							c.compare(t, fill.Name, p, space, level, quadpyramid.Unlimited)
						}
						c.compare(t, fill.Name, p, space, 1<<24, quadpyramid.Limits{Min: 1, Max: 3})
						c.compare(t, fill.Name, p, space, 1<<28, quadpyramid.Limits{Min: 4, Max: 8})
					}
				}
			}
		}
	}
}

// All levels can be read: level 0 has the pixels' features, the top the length
// of the list.
func TestGPUReferenceKeepsLevels(t *testing.T) {
	dev := gputest.Open(t)
	g, err := glfeature.NewReference(dev)
	gputest.Own(t, g, err)
	planes := glyuv.NewPlanes(dev)
	defer planes.Release()
	p := yuvtest.Picture(yuvtest.Formats[1], 65, 63, yuvtest.Fills(seed)[5])
	if err := g.Pixels(p, glyuvtest.Buffers(t, planes, p), channel.RGB); err != nil {
		t.Fatal(err)
	}
	g.Build(levels(t, 0.01)[0], quadpyramid.Unlimited)
	quads := g.List().Read(nil)
	if g.Levels() != 8 || g.First(7) != 0 || g.First(0) != g.Cells().Size()/4 {
		t.Fatalf("%d levels, the top at %d, level 0 at %d", g.Levels(), g.First(7), g.First(0))
	}
	cells := make([]int32, g.Cells().Size()/4)
	means := make([]feature.Mean, g.Means().Size()/8)
	gpu.ReadSlice(g.Cells(), cells)
	gpu.ReadSlice(g.Means(), means)
	if int(cells[0]) != len(quads) {
		t.Errorf("the top has %d, the list %d quads", cells[0], len(quads))
	}
	pixels, err := channel.Pixels(nil, p, channel.RGB)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range pixels {
		if got := means[g.First(0)+i]; got != feature.NewMean(v) {
			t.Fatalf("pixel %d has features %v, want %v", i, got.Vector(), v)
		}
	}
}
