package quadpyramid_test

import (
	"testing"

	"ffkvadrat/quadpyramid"
)

// NewLimits takes powers of two up to the largest side, in order; 0 leaves that end open.
func TestNewLimits(t *testing.T) {
	for _, c := range []struct {
		least, most int
		want        quadpyramid.Limits
		ok          bool
	}{
		{0, 0, quadpyramid.Unlimited, true},
		{1, 1, quadpyramid.Pixels, true},
		{0, 8, quadpyramid.Limits{Min: 0, Max: 3}, true},
		{8, 0, quadpyramid.Limits{Min: 3, Max: 14}, true},
		{2, 4, quadpyramid.Limits{Min: 1, Max: 2}, true},
		{4, 4, quadpyramid.Limits{Min: 2, Max: 2}, true},
		{1 << 14, 1 << 14, quadpyramid.Limits{Min: 14, Max: 14}, true},
		{4, 2, quadpyramid.Limits{}, false},
		{3, 0, quadpyramid.Limits{}, false},
		{0, 3, quadpyramid.Limits{}, false},
		{0, 6, quadpyramid.Limits{}, false},
		{-1, 0, quadpyramid.Limits{}, false},
		{0, -2, quadpyramid.Limits{}, false},
		{1 << 15, 0, quadpyramid.Limits{}, false},
		{0, 1 << 15, quadpyramid.Limits{}, false},
	} {
		got, err := quadpyramid.NewLimits(c.least, c.most)
		if (err == nil) != c.ok || c.ok && got != c.want {
			t.Errorf("from %d to %d pixels: %v, %v, want %v", c.least, c.most, got, err, c.want)
		}
	}
}

// The top level is the smallest whose cell covers the picture.
func TestTopLevel(t *testing.T) {
	for _, c := range []struct{ width, height, level int }{
		{1, 1, 0}, {2, 1, 1}, {1, 2, 1}, {3, 2, 2}, {4, 4, 2}, {5, 4, 3}, {4, 5, 3},
		{64, 64, 6}, {65, 1, 7}, {1, 65, 7}, {1920, 1080, 11}, {16384, 1, 14},
	} {
		if got := quadpyramid.TopLevel(c.width, c.height); got != c.level {
			t.Errorf("%d×%d: level %d, want %d", c.width, c.height, got, c.level)
		}
	}
}
