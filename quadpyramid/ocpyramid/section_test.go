package ocpyramid_test

import (
	"slices"
	"testing"

	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/quadpyramid/ocpyramid/ocpyramidtest"
)

// TestSection: the sections of a window's cubes cover the leaf pixels of its frames, in Morton
// order, and last as long as the cubes.
func TestSection(t *testing.T) {
	var want, got edge.BitMask
	for name, v := range ocpyramidtest.Volumes(150, 70, 13) {
		list := ocpyramid.NewCPU().Build(nil, v.Window(16), quadpyramid.Unlimited)
		volume := 0
		for frame := range v.Frames {
			quads, lasts := ocpyramid.Section(nil, nil, list, frame)
			if !slices.IsSortedFunc(quads, func(a, b quadpyramid.Quad) int { return int(a.Morton()) - int(b.Morton()) }) {
				t.Errorf("%s: frame %d is not in Morton order", name, frame)
			}
			for i, q := range quads {
				if int(lasts[i]) != q.Size() {
					t.Fatalf("%s: %v lasts for %d frames", name, q, lasts[i])
				}
				volume += q.Size() * q.Size()
			}
			v.Mask(&want, frame)
			quadpyramid.Fill(&got, v.Width, v.Height, quads)
			if !slices.Equal(got.Words, want.Words) {
				t.Errorf("%s: frame %d has other pixels", name, frame)
			}
		}
		for _, c := range list {
			volume -= c.Size() * c.Size() * c.Size()
		}
		if volume != 0 {
			t.Errorf("%s: sections overlap", name)
		}
	}
}
