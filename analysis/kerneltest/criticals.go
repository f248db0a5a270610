package kerneltest

import (
	"fmt"
	"iter"
	"slices"
	"testing"

	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
)

// Criticals are the passes of critical levels. The portable one is the reference; package feature
// compares it with lists.
func Criticals() *Family[Combined, []uint32] {
	return &Family[Combined, []uint32]{
		Name: "criticals",
		Variants: variants(feature.CriticalsVariants(), func(c *feature.Criticals) func(Combined) []uint32 {
			var list []uint32
			add := func(level int, some []uint32) { list = append(append(list, uint32(level)), some...) }
			return func(in Combined) []uint32 {
				list = list[:0]
				if err := c.Run(in.Picture, in.Space, in.Limits.Max, add); err != nil {
					panic(err)
				}
				return list
			}
		}),
		Difference: func(got, want []uint32) string {
			if slices.Equal(got, want) {
				return ""
			}
			return fmt.Sprintf("%d levels, want %d, or others", len(got), len(want))
		},
		Inputs: withoutLevels(func(yield func(string, Combined) bool) { combinedInputs(7, yield) }),
		Steady: Features().Steady,
		Timed: func(tb testing.TB, yield func(string, Combined) bool) {
			withoutLevels(func(yield func(string, Combined) bool) { timedColours(tb, yield) })(yield)
		},
		Bytes: Features().Bytes,
	}
}

// withoutLevels returns the inputs that differ in more than the level.
func withoutLevels(inputs iter.Seq2[string, Combined]) iter.Seq2[string, Combined] {
	return func(yield func(string, Combined) bool) {
		last := Combined{}
		for name, in := range inputs {
			in.Level = 0
			in.Limits.Min = 0
			if in.Limits.Max == 0 {
				in.Limits.Max = quadpyramid.MaxLevel
			}
			if in != last && !yield(name, in) {
				return
			}
			last = in
		}
	}
}
