package quadpyramid_test

import (
	"slices"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/pyramidtest"
	"ffkvadrat/yuv/yuvtest"
)

// TestFill: filling a list restores the mask that it was built from, also in another mask's memory.
func TestFill(t *testing.T) {
	var got edge.BitMask
	for _, size := range append(yuvtest.Sizes, [2]int{256, 128}, [2]int{512, 300}) {
		for name, m := range pyramidtest.Masks(size[0], size[1]) {
			want := pyramidtest.BitMask(m)
			list := quadpyramid.NewCPU().Build(nil, want, quadpyramid.Unlimited)
			quadpyramid.Fill(&got, size[0], size[1], list)
			if got.Width != size[0] || got.Height != size[1] || !slices.Equal(got.Words, want.Words) {
				t.Errorf("%v, %s: another mask", size, name)
			}
		}
	}
}
