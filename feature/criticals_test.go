package feature

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// Level by level, as many cells have a critical level of at most T as the
// reference has leaves or parts of leaves at T.
func TestCriticals(t *testing.T) {
	random := rand.New(rand.NewPCG(cpuSeed, 9))
	c := NewCriticals()
	var reference Reference
	for _, f := range layouts {
		for i, size := range [][2]int{{1, 1}, {2, 3}, {65, 63}, {40, 129}, {200, 130}} {
			fills := append(smooth(cpuSeed), yuvtest.Fills(cpuSeed)...)
			p := picture(f, size[0], size[1], fills[random.IntN(len(fills))])
			space := Space(i % 2)
			if Check(f, space) != nil {
				space = RGB
			}
			most := []int{0, 1, 5, 6, 7}[random.IntN(5)]
			criticals(t, c, &reference, p, space, most, random)
			criticals(t, c, &reference, p, space, quadpyramid.MaxLevel, random)
		}
	}
	if err := c.Run(picture(yuvtest.Formats[10], 4, 4, smooth(cpuSeed)[0]), YUV, 2, func(int, []uint32) {}); err == nil {
		t.Error("features yuv of RGB gave no error")
	}
}

func criticals(t *testing.T, c *Criticals, reference *Reference, p *yuv.Picture, space Space, most int, random *rand.Rand) {
	t.Helper()
	var found [quadpyramid.MaxLevel + 1][]uint32
	if err := c.Run(p, space, most, func(level int, some []uint32) { found[level] = append(found[level], some...) }); err != nil {
		t.Fatal(err)
	}
	levels := []uint32{0, 4 * Peak * Peak}
	for _, some := range found {
		if len(some) > 0 {
			at := some[random.IntN(len(some))]
			levels = append(levels, at, max(at, 1)-1)
		}
	}
	slices.Sort(levels)
	for _, level := range slices.Compact(levels) {
		quads, _, err := reference.Build(p, space, level, quadpyramid.Limits{Max: most})
		if err != nil {
			t.Fatal(err)
		}
		for k := 1; k <= most; k++ {
			got, want := 0, 0
			for _, critical := range found[k] {
				if critical <= level {
					got++
				}
			}
			for _, q := range quads {
				if q.Level() >= k {
					want += 1 << (2 * (q.Level() - k))
				}
			}
			if got != want {
				t.Fatalf("%s %d×%d %v, most %d (seed %d): %d cells of level %d at T = %d, want %d",
					p.Format.Name, p.Width, p.Height, space, most, cpuSeed, got, k, level, want)
			}
		}
	}
}

func TestCriticalsAllocateNothing(t *testing.T) {
	c := NewCriticals()
	p := picture(yuvtest.Formats[1], 320, 180, smooth(cpuSeed)[1])
	var n int
	visit := func(_ int, some []uint32) { n += len(some) }
	run := func() {
		if err := c.Run(p, RGB, quadpyramid.MaxLevel, visit); err != nil {
			t.Fatal(err)
		}
	}
	if allocs := testing.AllocsPerRun(3, run); allocs != 0 {
		t.Errorf("%v allocations a picture", allocs)
	}
}
