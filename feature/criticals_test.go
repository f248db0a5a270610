package feature_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/tests/race"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/yuvtest"
)

// Level by level, the number of cells whose critical level is at most T equals the number of the
// reference's leaves and parts of leaves at T.
func TestCriticals(t *testing.T) {
	race.Plain(t)
	random := rand.New(rand.NewPCG(seed, 9))
	c := feature.NewCriticals()
	var reference feature.Reference
	for _, f := range yuvtest.Layouts {
		for i, size := range [][2]int{{1, 1}, {2, 3}, {65, 63}, {40, 129}, {200, 130}} {
			fills := append(yuvtest.Smooth(seed), yuvtest.Fills(seed)...)
			p := yuvtest.Tight(f, size[0], size[1], fills[random.IntN(len(fills))])
			space := channel.Space(i % 2)
			if channel.Check(f, space) != nil {
				space = channel.RGB
			}
			most := []int{0, 1, 5, 6, 7}[random.IntN(5)]
			criticals(t, c, &reference, p, space, most, random)
			criticals(t, c, &reference, p, space, quadpyramid.MaxLevel, random)
		}
	}
	if err := c.Run(yuvtest.Tight(yuvtest.Formats[10], 4, 4, yuvtest.Smooth(seed)[0]), channel.YUV, 2, func(int, []uint32) {}); err == nil {
		t.Error("features yuv of RGB gave no error")
	}
}

func criticals(t *testing.T, c *feature.Criticals, reference *feature.Reference, p *yuv.Picture, space channel.Space, most int, random *rand.Rand) {
	t.Helper()
	var found [quadpyramid.MaxLevel + 1][]uint32
	if err := c.Run(p, space, most, func(level int, some []uint32) { found[level] = append(found[level], some...) }); err != nil {
		t.Fatal(err)
	}
	levels := []uint32{0, 4 * channel.Peak * channel.Peak}
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
					p.Format.Name, p.Width, p.Height, space, most, seed, got, k, level, want)
			}
		}
	}
}
