package quadpyramid_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/analysis/kerneltest"
	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/pyramidtest"
)

// Masks with leaves of every level next to each other, and pictures that are one leaf or full
// except for one pixel.
func TestCPUWithLimitsOnEveryLevel(t *testing.T) {
	random := rand.New(rand.NewPCG(seed, 2))
	quads := kerneltest.Quads()
	limits := kerneltest.EveryLimits()
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
		in := kerneltest.NewLeaves(m, quadpyramid.Unlimited)
		in.Before = []quadpyramid.Quad{7, 8}
		for range 10 {
			in.Limits = limits[random.IntN(len(limits))]
			quads.Check(t, "leaves of every level", in)
		}
	}
}

// Emit for one range of works must not touch the quads of another, whatever the
// limits.
func TestEmitWithLimitsStaysInItsRange(t *testing.T) {
	for _, name := range []string{"dense", "full", "blocks"} {
		m := pyramidtest.BitMask(pyramidtest.Masks(320, 180)[name])
		for _, limits := range []quadpyramid.Limits{{Min: 0, Max: 0}, {Min: 0, Max: 2}, {Min: 1, Max: 1}, {Min: 2, Max: 5}, {Min: 3, Max: 14}, {Min: 4, Max: 6}} {
			for _, v := range quadpyramid.Variants() {
				path, cpu := v.Name, v.New()
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

// The longest list that a limit makes of a large picture.
func TestCPUSplitsALargePicture(t *testing.T) {
	const side = 1 << 11
	m := &edge.BitMask{}
	m.Resize(side, side)
	for i := range m.Words {
		m.Words[i] = math.MaxUint64
	}
	for _, v := range quadpyramid.Variants() {
		path, cpu := v.Name, v.New()
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

func FuzzLimits(f *testing.F) {
	f.Add(uint8(4), uint8(0), uint8(0), []byte{0xff, 0x3c, 0, 1})
	f.Add(uint8(17), uint8(1), uint8(3), []byte{0xff, 0xff, 0xff, 0xff, 0x7f})
	quads := kerneltest.Quads()
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
		quads.Check(t, "", kerneltest.NewLeaves(m, limits))
	})
}
