package glviews_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay/views"
	"ffkvadrat/overlay/views/glviews"
	"ffkvadrat/quadpyramid"
)

// TestLevel compares every texel of every level with the paper's pyramid.
func TestLevel(t *testing.T) { gputest.Each(t, level) }

func level(t *testing.T, dev *gpu.Device) {
	passes := glviews.NewPasses(dev)
	defer passes.Release()
	random := rand.New(rand.NewPCG(seed, 1))
	for _, size := range [][2]int{{1, 1}, {37, 21}, {130, 65}} {
		m := &edge.Mask{}
		m.Resize(size[0], size[1])
		for i := range m.Leaf {
			m.Leaf[i] = 0
			if random.IntN(12) > 0 && i%size[0] < size[0]*2/3 {
				m.Leaf[i] = 1
			}
		}
		var pyramid quadpyramid.Pyramid
		pyramid.Build(m, quadpyramid.Unlimited)
		list := pyramid.List(nil)
		cells := &quadpyramid.Cells{Width: size[0], Height: size[1], Leaves: list, List: list}
		for level := range pyramid.Levels {
			want := &pyramid.Levels[level]
			texture, most, err := passes.Level(cells, level)
			if err != nil {
				t.Fatal(err)
			}
			if most != slices.Max(append([]int32{0}, want.Cells...)) {
				t.Fatalf("%v: the largest count of level %d is %d", size, level, most)
			}
			if texture.Width != want.Width || texture.Height != want.Height {
				t.Fatalf("%v: level %d has %d×%d texels", size, level, texture.Width, texture.Height)
			}
			got := make([]byte, 4*want.Width*want.Height)
			texture.Read(got)
			for i, value := range want.Cells {
				if c := views.CellColour(value, most); [4]byte(got[4*i:]) != [4]byte{c.R, c.G, c.B, c.A} {
					t.Fatalf("%v (seed %d): cell %d of level %d, with %d, is %v, want %v", size, seed, i, level, value, got[4*i:4*i+4], c)
				}
			}
		}
	}
}

func BenchmarkLevel(b *testing.B) {
	const width, height = 1920, 1080
	random := rand.New(rand.NewPCG(seed, 2))
	m := &edge.Mask{}
	m.Resize(width, height)
	for i := range m.Leaf {
		m.Leaf[i] = 1
		if random.IntN(60) == 0 {
			m.Leaf[i] = 0
		}
	}
	list := new(quadpyramid.Reference).Build(nil, m, quadpyramid.Unlimited)
	cells := &quadpyramid.Cells{Width: width, Height: height, Leaves: list, List: list}
	for _, level := range []int{0, 3} {
		b.Run(fmt.Sprintf("level=%d/size=%dx%d", level, width, height), func(b *testing.B) {
			dev := gputest.Open(b)
			passes := glviews.NewPasses(dev)
			defer passes.Release()
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := passes.Level(cells, level); err != nil {
					b.Fatal(err)
				}
				dev.Finish()
			}
			b.ReportMetric(float64(len(list)), "quads")
		})
	}
}
