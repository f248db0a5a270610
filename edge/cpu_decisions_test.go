package edge_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/edge/edgetest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

func TestCPUEveryDecision(t *testing.T) {
	paths := edge.Paths()
	for _, f := range edge.Layouts {
		for _, size := range [][2]int{{1, 1}, {1, 17}, {2, 3}, {17, 17}, {33, 9}, {65, 63}, {97, 10}, {161, 5}} {
			for _, fill := range yuvtest.Fills(seed) {
				p := edge.TestPicture(f, size[0], size[1], fill)
				for _, d := range edgetest.Discriminators(f) {
					decision, err := d.Decision(f)
					if err != nil {
						t.Fatal(err)
					}
					edge.Compare(t, paths, p, decision, f.Name+" "+fill.Name)
				}
			}
		}
	}
}

// Large pictures, whose rows have many groups.
func TestCPUEveryOperatorOnLargePictures(t *testing.T) {
	paths := edge.Paths()
	for _, f := range []yuv.Format{yuvtest.Formats[1], yuvtest.Formats[7]} {
		p := edge.TestPicture(f, 1919, 131, yuvtest.Fills(seed)[5])
		for i, d := range edgetest.Discriminators(f) {
			if i%3 != 2 {
				continue
			}
			decision, err := d.Decision(f)
			if err != nil {
				t.Fatal(err)
			}
			edge.Compare(t, paths, p, decision, f.Name)
		}
	}
}

// Sums next to the ends: a picture's own sums, one less and one more.
func TestCPUAtTheEnds(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 1))
	paths := edge.Paths()
	for _, f := range []yuv.Format{yuvtest.Formats[5], yuvtest.Formats[1], yuvtest.Formats[7], yuvtest.Formats[9],
		{Name: "yuv444p12le", Model: yuv.YUV, Depth: 12}} {
		for _, op := range edge.Operators() {
			for range 12 {
				near := random.IntN(f.MaxValue()) + 1
				high := random.IntN(2) * (f.MaxValue() - near)
				p := edge.TestPicture(f, 70, 20, yuvtest.Fill{At: func(_, _, _, _ int) int {
					return high + random.IntN(near+1)
				}})
				for _, planes := range []int{1, 3} {
					if op.Forms() == nil && planes == 3 {
						continue
					}
					d := edge.Decision{Operator: op, Planes: planes, Invert: random.IntN(2) == 0}
					at := d.Sum(p, random.IntN(70), random.IntN(20))
					for _, ends := range [][2]uint64{{0, 0}, {5, 3}, {0, max(at, 1) - 1}, {0, at}, {0, at + 1}, {at, at + 1}, {at + 1, d.MaxSum(f) + 1}, {at, d.MaxSum(f)}, {0, d.MaxSum(f) + 1}} {
						d.Lower, d.Upper = ends[0], ends[1]
						edge.Compare(t, paths, p, d, f.Name)
					}
				}
			}
		}
	}
}

// Samples above their format's largest, as raw video can have them.
func TestCPUWithSamplesOffTheScale(t *testing.T) {
	paths := edge.Paths()
	for _, f := range []yuv.Format{yuvtest.Formats[7], {Name: "yuv444p12le", Model: yuv.YUV, Depth: 12}} {
		for _, from := range []int{0, 64, 131} {
			i := 0
			p := edge.TestPicture(f, 132, 40, yuvtest.Fill{At: func(_, x, y, most int) int {
				i++
				if y == 17 && x >= from {
					return i * 40503 & 0xffff
				}
				return i * 7 & most
			}})
			for _, op := range edge.Operators() {
				d := edge.Decision{Operator: op, Planes: 1}
				for _, d.Planes = range []int{1, 3} {
					if op.Forms() == nil && d.Planes == 3 {
						continue
					}
					for _, d.Upper = range []uint64{1000, d.MaxSum(f), d.MaxSum(f) + 1, 1 << 33} {
						edge.Compare(t, paths, p, d, f.Name)
					}
				}
			}
		}
	}
}

// A pass that goes from one size, format and decision to another has nothing
// left of the one before.
func TestCPUFromPictureToPicture(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 2))
	paths := edge.Paths()
	for range 150 {
		f := yuvtest.Formats[random.IntN(len(yuvtest.Formats))]
		list := edgetest.Discriminators(f)
		d, err := list[random.IntN(len(list))].Decision(f)
		if err != nil {
			t.Fatal(err)
		}
		p := edge.TestPicture(f, 1+random.IntN(100), 1+random.IntN(100), yuvtest.Fills(random.Uint64())[4+random.IntN(2)])
		edge.Compare(t, paths, p, d, f.Name)
	}
}

func TestCPUAllocatesNothing(t *testing.T) {
	for _, f := range []yuv.Format{yuvtest.Formats[1], yuvtest.Formats[6], yuvtest.Formats[9]} {
		p := edge.TestPicture(f, 320, 180, yuvtest.Fills(seed)[5])
		for path, c := range edge.Paths() {
			var dst edge.BitMask
			for _, d := range edgetest.Discriminators(f) {
				decision, err := d.Decision(f)
				if err != nil {
					t.Fatal(err)
				}
				c.Run(&dst, p, decision)
				if n := testing.AllocsPerRun(2, func() { c.Run(&dst, p, decision) }); n != 0 {
					t.Errorf("%s, %s, %+v: %v allocations", path, f.Name, d, n)
				}
			}
		}
	}
}

// FuzzDecisions is FuzzCPU for every decision.
func FuzzDecisions(f *testing.F) {
	f.Add(uint8(9), uint8(1), uint8(6), uint64(300), uint64(0), []byte("quadtree analysis with HistoPyramids"))
	f.Add(uint8(66), uint8(4), uint8(7), uint64(65535), uint64(60000), []byte{0, 255, 0, 0, 255, 255, 7})
	f.Add(uint8(40), uint8(0x8c), uint8(15), uint64(1<<40), uint64(1<<33), []byte{0, 255, 255, 255, 1, 1, 1, 0x80})
	f.Fuzz(func(t *testing.T, width, choice, layout uint8, upper, lower uint64, samples []byte) {
		if len(samples) == 0 {
			return
		}
		format := edge.Layouts[int(layout)%len(edge.Layouts)]
		operators := edge.Operators()
		d := edge.Decision{Operator: operators[int(choice)%len(operators)], Planes: 1, Invert: choice&128 != 0}
		if choice&64 != 0 && format.Model == yuv.YUV && d.Operator.Forms() != nil {
			d.Planes = 3
		}
		end := d.MaxSum(format) + 2
		d.Lower, d.Upper = lower%end, upper%end
		w := int(width)%140 + 1
		h := min(len(samples)/w+1, 40)
		p := edge.TestPicture(format, w, h, yuvtest.Fill{At: func(plane, x, y, max int) int {
			i := plane*7 + y*w + x
			return (int(samples[i%len(samples)]) | int(samples[(i+1)%len(samples)])<<8) & max
		}})
		edge.Compare(t, edge.Paths(), p, d, format.Name)
	})
}

// BenchmarkDecisions has every operator on every path.
func BenchmarkDecisions(b *testing.B) {
	for _, f := range []yuv.Format{yuvtest.Formats[1], yuvtest.Formats[7]} {
		p := yuvtest.Picture(f, 1920, 1080, yuvtest.Fills(seed)[5])
		for _, op := range edge.Operators() {
			for _, planes := range []edge.Planes{edge.LumaPlane, edge.AllPlanes} {
				if planes == edge.AllPlanes && op.Forms() == nil {
					continue
				}
				for _, inverted := range []bool{false, true} {
					if inverted && (op != edge.Cross || planes != edge.LumaPlane) {
						continue
					}
					d, err := edge.Discriminator{Operator: op, Planes: planes, Threshold: 0.01, Invert: inverted}.Decision(f)
					if err != nil {
						b.Fatal(err)
					}
					name := func(path string) string {
						return fmt.Sprintf("path=%s/size=%dx%d/format=%s/operator=%v/planes=%v/invert=%v", path, p.Width, p.Height, f.Name, op, planes, inverted)
					}
					b.Run(name("reference"), func(b *testing.B) {
						var reference edge.Reference
						var mask edge.Mask
						b.SetBytes(int64(p.Width * p.Height))
						for b.Loop() {
							reference.Run(&mask, p, d)
						}
					})
					for path, c := range edge.Paths() {
						if path == "best" {
							continue
						}
						b.Run(name(path), func(b *testing.B) {
							var mask edge.BitMask
							b.SetBytes(int64(p.Width * p.Height))
							for b.Loop() {
								c.Run(&mask, p, d)
							}
						})
					}
				}
			}
		}
	}
}
