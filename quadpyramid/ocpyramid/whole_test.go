package ocpyramid_test

import (
	"slices"
	"testing"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/quadpyramid/ocpyramid/ocpyramidtest"
)

// A tile all of whose pixels are leaves is one cube, also if no smaller one is allowed; limits
// above a tile leave it out.
func TestWholeTiles(t *testing.T) {
	w := ocpyramidtest.New(130, 70, ocpyramid.MaxFrames, func(_, _, _ int) bool { return true }).Window(ocpyramid.MaxFrames)
	whole := []ocpyramid.Cube{ocpyramid.NewCube(0, 0, 0, ocpyramid.MaxLevel), ocpyramid.NewCube(64, 0, 0, ocpyramid.MaxLevel)}
	for _, c := range []struct {
		limits quadpyramid.Limits
		want   []ocpyramid.Cube
	}{
		{quadpyramid.Limits{Min: ocpyramid.MaxLevel, Max: ocpyramid.MaxLevel}, whole},
		{quadpyramid.Limits{Min: ocpyramid.MaxLevel, Max: quadpyramid.MaxLevel}, whole},
		{quadpyramid.Limits{Min: ocpyramid.MaxLevel + 1, Max: quadpyramid.MaxLevel}, nil},
	} {
		if got := ocpyramid.NewCPU().Build(nil, w, c.limits); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.limits, got, c.want)
		}
		if got := new(ocpyramid.Reference).Build(nil, w, c.limits); !slices.Equal(got, c.want) {
			t.Errorf("%v: the reference has %v, want %v", c.limits, got, c.want)
		}
	}
}
