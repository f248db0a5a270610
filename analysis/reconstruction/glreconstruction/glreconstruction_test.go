package glreconstruction_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/analysis/reconstruction/glreconstruction"
	"ffkvadrat/edge"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/glpyramid"
	"ffkvadrat/quadpyramid/pyramidtest"
	"ffkvadrat/tests/pairs"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/glyuv/glyuvtest"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20071125

// pair has the GPU's and the CPU's form.
type pair struct {
	dev    *gpu.Device
	planes *glyuv.Planes
	gpu    *glreconstruction.GPU
	cpu    reconstruction.CPU
}

func newPair(t testing.TB) *pair {
	dev := gputest.Open(t)
	p := &pair{dev: dev, planes: glyuv.NewPlanes(dev), gpu: glreconstruction.New(dev)}
	t.Cleanup(p.planes.Release)
	t.Cleanup(p.gpu.Release)
	return p
}

// compare fails if a sample differs on the GPU.
func (o *pair) compare(t *testing.T, p *yuv.Picture, quads []quadpyramid.Quad, name string) {
	t.Helper()
	list, err := glpyramid.NewList(o.dev, max(len(quads), 1))
	if err != nil {
		t.Fatal(err)
	}
	defer list.Release()
	if err := list.Upload(quads); err != nil {
		t.Fatal(err)
	}
	textures := glyuvtest.Textures(t, o.planes, p)
	for fill := range reconstruction.FillCount {
		want := o.cpu.Run(p, quads, fill)
		got, err := o.gpu.Run(p, textures, list, fill)
		if err != nil {
			t.Fatal(err)
		}
		for i, plane := range want.Planes {
			if plane.Data == nil {
				continue
			}
			texels := make([]byte, len(plane.Data))
			got.Planes[i].Texture.Read(texels)
			if !bytes.Equal(texels, plane.Data) {
				at := 0
				for texels[at] == plane.Data[at] {
					at++
				}
				at /= plane.Step
				t.Fatalf("%s, %s %d×%d, %v: sample (%d,%d) of plane %d differs", name, p.Format.Name, p.Width, p.Height, fill, at%plane.Width, at/plane.Width, i)
			}
		}
	}
}

func quads(m *edge.Mask) []quadpyramid.Quad {
	return new(quadpyramid.Reference).Build(nil, m, quadpyramid.Unlimited)
}

// TestGPUEqualsCPU: in every format and layout, with masks of every kind.
func TestGPUEqualsCPU(t *testing.T) {
	o := newPair(t)
	for i, f := range append([]yuv.Format{{Name: "yuv411p", Model: yuv.YUV, Depth: 8, SubX: 2}}, yuvtest.Layouts...) {
		for j, size := range yuvtest.Sizes {
			if size[0] > 65 && i%8 != j%8 {
				continue // a software rasteriser is slow
			}
			if size[0] > 320 {
				continue
			}
			fills := yuvtest.Fills(seed)
			for name, m := range pyramidtest.Masks(size[0], size[1]) {
				p := yuvtest.Picture(f, size[0], size[1], yuvtest.Above(fills[1+len(name)%5]))
				o.compare(t, p, quads(m), name)
			}
		}
	}
}

// TestLarge: sums and products that need more than 32 bits.
func TestLarge(t *testing.T) {
	o := newPair(t)
	formats := []yuv.Format{{Name: "gray16le", Model: yuv.Gray, Depth: 16}, {Name: "gray", Model: yuv.Gray, Depth: 8}}
	fills := slices.DeleteFunc(yuvtest.Fills(seed), func(f yuvtest.Fill) bool { return f.Name == "zero" || f.Name == "single" })
	for c := range pairs.Cases(len(formats), len(fills), 4) {
		fill, level, side := fills[c[1]], 8+c[2], 2048
		if testing.Short() {
			side = max(512, 1<<level)
		}
		var list []quadpyramid.Quad
		for i, n := 0, side>>level; i < n*n; i++ {
			list = append(list, quadpyramid.NewQuad(i%n<<level, i/n<<level, level))
		}
		o.compare(t, yuvtest.Picture(formats[c[0]], side, side, fill), list, fill.Name)
	}
}

func FuzzGPU(f *testing.F) {
	f.Add(uint64(1), uint16(20), uint16(9), uint8(1), uint8(20))
	f.Fuzz(func(t *testing.T, seed uint64, width, height uint16, format, sparse uint8) {
		o := newPair(t)
		random := rand.New(rand.NewPCG(seed, 7))
		w, h := 1+int(width)%200, 1+int(height)%200
		m := &edge.Mask{}
		m.Resize(w, h)
		for i := range m.Leaf {
			m.Leaf[i] = 1
			if random.IntN(1+int(sparse)) == 0 {
				m.Leaf[i] = 0
			}
		}
		p := yuvtest.Picture(yuvtest.Layouts[int(format)%len(yuvtest.Layouts)], w, h, yuvtest.Above(yuvtest.Fills(seed)[4]))
		o.compare(t, p, quads(m), fmt.Sprintf("seed %d", seed))
	})
}

func BenchmarkReconstruction(b *testing.B) {
	for _, size := range [][2]int{{1920, 1080}, {3840, 2160}} {
		p := yuvtest.Picture(yuvtest.Formats[1], size[0], size[1], yuvtest.Video(b, yuvtest.Smooth(seed)[0]))
		decision, err := edge.Discriminator{Threshold: 0.01}.Decision(p.Format)
		if err != nil {
			b.Fatal(err)
		}
		var mask edge.Mask
		new(edge.Reference).Run(&mask, p, decision)
		quads := quads(&mask)
		for fill := range reconstruction.FillCount {
			b.Run(fmt.Sprintf("fill=%v/engine=gpu/size=%dx%d", fill, size[0], size[1]), func(b *testing.B) {
				o := newPair(b) // a device belongs to its goroutine
				list, err := glpyramid.NewList(o.dev, len(quads))
				gputest.Own(b, list, err)
				if err := list.Upload(quads); err != nil {
					b.Fatal(err)
				}
				textures := glyuvtest.Textures(b, o.planes, p)
				gputest.Loop(b, o.dev, func() {
					if _, err := o.gpu.Run(p, textures, list, fill); err != nil {
						b.Fatal(err)
					}
				})
				b.ReportMetric(float64(len(quads)), "quads")
			})
		}
	}
}
