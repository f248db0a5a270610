package reconstruction_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/pyramidtest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20071124

func quads(m *edge.Mask) []quadpyramid.Quad {
	return new(quadpyramid.Reference).Build(nil, m, quadpyramid.Unlimited)
}

// difference describes where the samples of two pictures differ; empty if they do not.
func difference(got, want *yuv.Picture) string {
	for i := range want.Planes {
		if !bytes.Equal(got.Planes[i].Data, want.Planes[i].Data) {
			return fmt.Sprintf("plane %d has other samples", i)
		}
	}
	if !bytes.Equal(got.Luma.Data, want.Luma.Data) {
		return "luma has other samples"
	}
	return ""
}

// TestCPUEqualsReference: in every format and layout, with masks of every kind.
func TestCPUEqualsReference(t *testing.T) {
	var cpu reconstruction.CPU
	var reference reconstruction.Reference
	for _, f := range append([]yuv.Format{{Name: "yuv411p", Model: yuv.YUV, Depth: 8, SubX: 2}}, yuvtest.Layouts...) {
		for _, size := range yuvtest.Sizes {
			if size[0] > 320 {
				continue
			}
			fills := yuvtest.Fills(seed)
			for name, m := range pyramidtest.Masks(size[0], size[1]) {
				p := yuvtest.Tight(f, size[0], size[1], yuvtest.Above(fills[1+len(name)%5]))
				list := quads(m)
				for fill := range reconstruction.FillCount {
					if d := difference(cpu.Run(p, list, fill), reference.Run(p, list, fill)); d != "" {
						t.Fatalf("%s %v, mask %s, %v: %s", f.Name, size, name, fill, d)
					}
				}
			}
		}
	}
}

// TestLarge: sums and products of the largest quads and samples.
func TestLarge(t *testing.T) {
	var cpu reconstruction.CPU
	random := rand.New(rand.NewPCG(seed, 2))
	corners := [2][2]int{{random.IntN(1 << 16), random.IntN(1 << 16)}, {random.IntN(1 << 16), random.IntN(1 << 16)}}
	const side = 4096
	p := yuvtest.Tight(yuv.Format{Name: "gray16le", Model: yuv.Gray, Depth: 16}, side, side, yuvtest.Fill{At: func(_, x, y, _ int) int {
		if x%(side-1) == 0 && y%(side-1) == 0 {
			return corners[y/(side-1)][x/(side-1)]
		}
		return 65535
	}})
	list := []quadpyramid.Quad{quadpyramid.NewQuad(0, 0, 12)}
	got := cpu.Run(p, list, reconstruction.Mean)
	sum := uint64(side*side-4)*65535 + uint64(corners[0][0]+corners[0][1]+corners[1][0]+corners[1][1])
	if want := int((sum + side*side/2) / (side * side)); got.Sample(0, 7, 9) != want {
		t.Errorf("the mean is %d, want %d", got.Sample(0, 7, 9), want)
	}
	got = cpu.Run(p, list, reconstruction.Linear)
	for range 10_000 {
		x, y := random.IntN(side), random.IntN(side)
		const most = side - 1
		n := (corners[0][0]*(most-x)+corners[0][1]*x)*(most-y) + (corners[1][0]*(most-x)+corners[1][1]*x)*y
		if want := (2*n + most*most) / (2 * most * most); got.Sample(0, x, y) != want {
			t.Fatalf("seed %d: (%d,%d) is %d, want %d", seed, x, y, got.Sample(0, x, y), want)
		}
	}
}

// TestLinearKeepsSlopes: a slope is reconstructed exactly, whatever its quads are, and each sample
// of a quad is its mean.
func TestLinearKeepsSlopes(t *testing.T) {
	var cpu reconstruction.CPU
	p := yuvtest.Picture(yuv.Format{Name: "yuv420p", Model: yuv.YUV, Depth: 8, SubX: 1, SubY: 1}, 64, 48, yuvtest.Fill{At: func(_, x, y, _ int) int { return 3*x + y }})
	for name, m := range pyramidtest.Masks(64, 48) {
		list := quads(m)
		got := cpu.Run(p, list, reconstruction.Linear)
		for y := range 48 {
			for x := range 64 {
				for plane := range 3 {
					if got.Sample(plane, x, y) != p.Sample(plane, x, y) {
						t.Fatalf("mask %s: sample %d of (%d,%d) is %d, was %d", name, plane, x, y, got.Sample(plane, x, y), p.Sample(plane, x, y))
					}
				}
			}
		}
		got = cpu.Run(p, list, reconstruction.Mean)
		for _, q := range list {
			// The mean of 3x + y over the quad.
			n := q.Size()
			want := (4*(3*q.X()+q.Y())*n*n + 2*4*n*n*(n-1) + 2*n*n) / (4 * n * n)
			if got.Sample(0, q.X()+n-1, q.Y()) != want {
				t.Fatalf("mask %s: %v is %d, want %d", name, q, got.Sample(0, q.X(), q.Y()), want)
			}
		}
	}
}

func TestNames(t *testing.T) {
	for fill := range reconstruction.FillCount {
		if back, err := reconstruction.ParseFill(fill.String()); err != nil || back != fill || fill.Title() == "" {
			t.Errorf("%v is read as %v, %v", fill, back, err)
		}
	}
	if _, err := reconstruction.ParseFill("cubic"); err == nil {
		t.Error("cubic gave no error")
	}
}

func TestSteadyState(t *testing.T) {
	var cpu reconstruction.CPU
	for _, f := range yuvtest.Layouts {
		p := yuvtest.Tight(f, 65, 63, yuvtest.Fills(seed)[4])
		list := quads(pyramidtest.Masks(65, 63)["dense"])
		cpu.Run(p, list, reconstruction.Linear)
		if n := testing.AllocsPerRun(3, func() { cpu.Run(p, list, reconstruction.Linear) }); n > 0 {
			t.Errorf("%s: %v allocations", f.Name, n)
		}
	}
}

func FuzzCPU(f *testing.F) {
	f.Add(uint64(1), uint16(20), uint16(9), uint8(1), uint8(20))
	f.Fuzz(func(t *testing.T, seed uint64, width, height uint16, format, sparse uint8) {
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
		p := yuvtest.Tight(yuvtest.Layouts[int(format)%len(yuvtest.Layouts)], w, h, yuvtest.Above(yuvtest.Fills(seed)[4]))
		list := quads(m)
		for fill := range reconstruction.FillCount {
			got := new(reconstruction.CPU).Run(p, list, fill)
			if d := difference(got, new(reconstruction.Reference).Run(p, list, fill)); d != "" {
				t.Fatalf("%s %d×%d, %v: %s", p.Format.Name, w, h, fill, d)
			}
		}
	})
}

func BenchmarkReconstruction(b *testing.B) {
	p := yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Video(b, yuvtest.Smooth(seed)[0]))
	for _, depth := range []int{8, 10} {
		q := p
		if depth != 8 {
			q = yuvtest.Picture(yuvtest.Formats[7], 1920, 1080, yuvtest.Fill{At: func(plane, x, y, _ int) int {
				v := &p.Planes[plane]
				return int(v.Data[y*v.Stride+x*v.Step]) << 2
			}})
		}
		decision, err := edge.Discriminator{Threshold: 0.01}.Decision(q.Format)
		if err != nil {
			b.Fatal(err)
		}
		var mask edge.Mask
		new(edge.Reference).Run(&mask, q, decision)
		list := quads(&mask)
		var cpu reconstruction.CPU
		var reference reconstruction.Reference
		for fill := range reconstruction.FillCount {
			for _, engine := range []struct {
				name string
				run  func(*yuv.Picture, []quadpyramid.Quad, reconstruction.Fill) *yuv.Picture
			}{{"reference", reference.Run}, {"cpu", cpu.Run}} {
				b.Run(fmt.Sprintf("fill=%v/engine=%s/bits=%d/size=1920x1080", fill, engine.name, depth), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						engine.run(q, list, fill)
					}
					b.ReportMetric(float64(len(list)), "quads")
				})
			}
		}
	}
}
