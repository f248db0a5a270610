package kerneltest

import (
	"fmt"
	"slices"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/pyramidtest"
	"ffkvadrat/yuv/yuvtest"
)

// Leaves is a mask, in both forms, and the limits of its quads.
type Leaves struct {
	Mask   *edge.Mask
	Words  *edge.BitMask
	Limits quadpyramid.Limits
	Before []quadpyramid.Quad // the list's content before Build
}

func (l Leaves) String() string {
	return fmt.Sprintf("%d×%d %+v", l.Mask.Width, l.Mask.Height, l.Limits)
}

// NewLeaves packs a mask.
func NewLeaves(m *edge.Mask, limits quadpyramid.Limits) Leaves {
	return Leaves{Mask: m, Words: pyramidtest.BitMask(m), Limits: limits}
}

// Quads are the builders of lists from masks.
func Quads() *Family[Leaves, []quadpyramid.Quad] {
	var reference quadpyramid.Reference
	return &Family[Leaves, []quadpyramid.Quad]{
		Name: "quads",
		Variants: variants(quadpyramid.Variants(), func(c *quadpyramid.CPU) func(Leaves) []quadpyramid.Quad {
			var list []quadpyramid.Quad
			return func(in Leaves) []quadpyramid.Quad {
				list = c.Build(append(list[:0], in.Before...), in.Words, in.Limits)
				return list
			}
		}),
		Reference: func(in Leaves) []quadpyramid.Quad {
			return reference.Build(slices.Clone(in.Before), in.Mask, in.Limits)
		},
		Difference: differentQuads,
		Spoil: func(list []quadpyramid.Quad) {
			for i := range list {
				list[i] = ^list[i]
			}
		},
		Inputs: leavesInputs,
		Steady: func(yield func(string, Leaves) bool) {
			m := pyramidtest.Masks(320, 180)["dense"]
			for _, limits := range someLimits {
				if !yield(limitsName(limits), NewLeaves(m, limits)) {
					return
				}
			}
		},
		Timed: func(_ testing.TB, yield func(string, Leaves) bool) {
			m := pyramidtest.Masks(1920, 1080)["dense"]
			for _, limits := range []quadpyramid.Limits{quadpyramid.Unlimited, {Min: 0, Max: 3}, {Min: 0, Max: 0}, {Min: 2, Max: 14}} {
				if !yield("size=1920x1080/"+limitsName(limits), NewLeaves(m, limits)) {
					return
				}
			}
		},
		Bytes: func(in Leaves) int64 { return int64(in.Mask.Width * in.Mask.Height) },
		Count: func(list []quadpyramid.Quad) int { return len(list) },
	}
}

func differentQuads(got, want []quadpyramid.Quad) string {
	if slices.Equal(got, want) {
		return ""
	}
	return pyramidtest.Difference(got, want)
}

func limitsName(l quadpyramid.Limits) string { return fmt.Sprintf("levels=%d-%d", l.Min, l.Max) }

// someLimits bound the levels of a word, of a tile and above.
var someLimits = []quadpyramid.Limits{
	quadpyramid.Unlimited, {Min: 1, Max: 3}, {Min: 0, Max: 0}, {Min: 2, Max: 14}, {Min: 3, Max: 6}, {Min: 4, Max: 5}, {Min: 5, Max: 7}, {Min: 7, Max: 8},
}

// EveryLimits returns all possible limits.
func EveryLimits() []quadpyramid.Limits {
	var list []quadpyramid.Limits
	for least := range quadpyramid.MaxLevel + 1 {
		for most := least; most <= quadpyramid.MaxLevel; most++ {
			list = append(list, quadpyramid.Limits{Min: least, Max: most})
		}
	}
	return list
}

// leavesInputs returns masks of every size and fill, small ones with all limits.
func leavesInputs(yield func(string, Leaves) bool) {
	small := [][2]int{{1, 1}, {2, 3}, {8, 8}, {9, 7}, {64, 64}, {65, 63}, {130, 257}, {512, 512}, {513, 300}}
	large := append([][2]int{{513, 511}, {600, 1100}, {4096, 64}, {70, 5000}}, yuvtest.Sizes...)
	for _, s := range []struct {
		sizes  [][2]int
		limits []quadpyramid.Limits
	}{{small, EveryLimits()}, {large, []quadpyramid.Limits{quadpyramid.Unlimited}}} {
		for _, size := range s.sizes {
			for fill, m := range pyramidtest.Masks(size[0], size[1]) {
				in := NewLeaves(m, quadpyramid.Limits{})
				for _, in.Limits = range s.limits {
					if !yield(fill, in) {
						return
					}
				}
			}
		}
	}
}
