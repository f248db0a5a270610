package quadpyramid_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/pyramidtest"
)

// every pair of limits.
func everyLimits() []quadpyramid.Limits {
	var list []quadpyramid.Limits
	for least := range quadpyramid.MaxLevel + 1 {
		for most := least; most <= quadpyramid.MaxLevel; most++ {
			list = append(list, quadpyramid.Limits{Min: least, Max: most})
		}
	}
	return list
}

func TestCPUWithLimits(t *testing.T) {
	var reference quadpyramid.Reference
	builders := quadpyramid.Paths()
	for _, size := range [][2]int{{1, 1}, {2, 3}, {8, 8}, {9, 7}, {64, 64}, {65, 63}, {130, 257}, {512, 512}, {513, 300}} {
		for name, m := range pyramidtest.Masks(size[0], size[1]) {
			packed := pyramidtest.BitMask(m)
			before := slices.Clone(packed.Words)
			for _, limits := range everyLimits() {
				want := reference.Build(nil, m, limits)
				for path, cpu := range builders {
					if got := cpu.Build(nil, packed, limits); !slices.Equal(got, want) {
						t.Fatalf("%s: %d×%d %s %+v (seed %d): %s", path, size[0], size[1], name, limits, seed, pyramidtest.Difference(got, want))
					}
				}
			}
			if !slices.Equal(packed.Words, before) {
				t.Fatalf("%d×%d %s: the mask was changed", size[0], size[1], name)
			}
		}
	}
}

// Masks with leaves of every level beside each other, and pictures that are one
// leaf or full but for a pixel.
func TestCPUWithLimitsOnEveryLevel(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 2))
	var reference quadpyramid.Reference
	builders := quadpyramid.Paths()
	limits := everyLimits()
	for round := range 30 {
		m := &edge.Mask{}
		m.Resize(1+random.IntN(1100), 1+random.IntN(1100))
		if round < 4 {
			m.Resize(512<<(round%2), 512<<(round%2))
		}
		for i := range m.Leaf {
			m.Leaf[i] = 1
		}
		for range []int{0, 0, 1, 1, 40, 400}[min(round, 4+round%2)] {
			m.Leaf[random.IntN(len(m.Leaf))] = 0
		}
		packed := pyramidtest.BitMask(m)
		for range 10 {
			l := limits[random.IntN(len(limits))]
			prefix := []quadpyramid.Quad{7, 8}
			want := reference.Build(prefix, m, l)
			for path, cpu := range builders {
				if got := cpu.Build(prefix, packed, l); !slices.Equal(got, want) {
					t.Fatalf("%s: %d×%d %+v (seed %d): %s", path, m.Width, m.Height, l, seed, pyramidtest.Difference(got, want))
				}
			}
		}
	}
}

// Emit for one range of works must not touch the quads of another, whatever the
// limits.
func TestEmitWithLimitsStaysInItsRange(t *testing.T) {
	for _, name := range []string{"dense", "full", "blocks"} {
		m := pyramidtest.BitMask(pyramidtest.Masks(320, 180)[name])
		for _, limits := range []quadpyramid.Limits{{Min: 0, Max: 0}, {Min: 0, Max: 2}, {Min: 1, Max: 1}, {Min: 2, Max: 5}, {Min: 3, Max: 14}, {Min: 4, Max: 6}} {
			for path, cpu := range quadpyramid.Paths() {
				want := cpu.Build(nil, m, limits)
				list := cpu.Merge(nil)
				for i := cpu.Works() - 1; i >= 0; i-- {
					cpu.Emit(list, i, i+1)
				}
				if !slices.Equal(list, want) {
					t.Errorf("%s, %s, %+v: %s", path, name, limits, pyramidtest.Difference(list, want))
				}
			}
		}
	}
}

// The most quads that a limit makes of a large picture.
func TestCPUSplitsALargePicture(t *testing.T) {
	const side = 1 << 11
	m := &edge.BitMask{}
	m.Resize(side, side)
	for i := range m.Words {
		m.Words[i] = math.MaxUint64
	}
	for path, cpu := range quadpyramid.Paths() {
		var list []quadpyramid.Quad
		for most := range 12 {
			list = cpu.Build(list[:0], m, quadpyramid.Limits{Max: most})
			if n := (side >> most) * (side >> most); len(list) != n {
				t.Fatalf("%s, level %d: %d quads, want %d", path, most, len(list), n)
			}
			for i, q := range list {
				if int(pyramidtest.Morton(q)) != i<<(2*most) || q.Level() != most {
					t.Fatalf("%s, level %d: entry %d is %v", path, most, i, q)
				}
			}
		}
	}
}

func TestCPUWithLimitsAllocatesNothing(t *testing.T) {
	m := pyramidtest.BitMask(pyramidtest.Masks(320, 180)["dense"])
	for path, cpu := range quadpyramid.Paths() {
		for _, limits := range []quadpyramid.Limits{quadpyramid.Unlimited, {Min: 0, Max: 0}, {Min: 1, Max: 4}, {Min: 3, Max: 14}} {
			list := cpu.Build(nil, m, limits)
			if n := testing.AllocsPerRun(5, func() { list = cpu.Build(list[:0], m, limits) }); n != 0 {
				t.Errorf("%s, %+v: %v allocations", path, limits, n)
			}
		}
	}
}

func FuzzLimits(f *testing.F) {
	f.Add(uint8(4), uint8(0), uint8(0), []byte{0xff, 0x3c, 0, 1})
	f.Add(uint8(17), uint8(1), uint8(3), []byte{0xff, 0xff, 0xff, 0xff, 0x7f})
	f.Fuzz(func(t *testing.T, width, least, more uint8, bits []byte) {
		m := &edge.Mask{}
		w := int(width)%140 + 1
		m.Resize(w, min(len(bits)*8/w+1, 140))
		for i := range m.Leaf {
			m.Leaf[i] = 0
			if i/8 < len(bits) {
				m.Leaf[i] = bits[i/8] >> (i % 8) & 1
			}
		}
		limits := quadpyramid.Limits{Min: int(least) % (quadpyramid.MaxLevel + 1)}
		limits.Max = min(limits.Min+int(more)%(quadpyramid.MaxLevel+1), quadpyramid.MaxLevel)
		var reference quadpyramid.Reference
		want := reference.Build(nil, m, limits)
		for path, cpu := range quadpyramid.Paths() {
			if got := cpu.Build(nil, pyramidtest.BitMask(m), limits); !slices.Equal(got, want) {
				t.Fatalf("%s: %+v: %s", path, limits, pyramidtest.Difference(got, want))
			}
		}
	})
}

func BenchmarkLimits(b *testing.B) {
	m := pyramidtest.BitMask(pyramidtest.Masks(1920, 1080)["dense"])
	for path, cpu := range quadpyramid.Paths() {
		if path == "best" {
			continue
		}
		for _, limits := range []quadpyramid.Limits{quadpyramid.Unlimited, {Min: 0, Max: 3}, {Min: 0, Max: 0}, {Min: 2, Max: 14}} {
			b.Run(fmt.Sprintf("path=%s/size=1920x1080/levels=%d-%d", path, limits.Min, limits.Max), func(b *testing.B) {
				b.SetBytes(int64(m.Width * m.Height))
				b.ReportAllocs()
				var list []quadpyramid.Quad
				for b.Loop() {
					list = cpu.Build(list[:0], m, limits)
				}
				b.ReportMetric(float64(len(list)), "quads")
			})
		}
	}
}
