package player

import (
	"testing"

	"ffkvadrat/quadpyramid"
)

// TestSizesOf: a caption counts the quads of each size, without those that do not occur.
func TestSizesOf(t *testing.T) {
	list := []quadpyramid.Quad{quadpyramid.NewQuad(0, 0, 0), quadpyramid.NewQuad(1, 0, 0), quadpyramid.NewQuad(64, 0, 6)}
	if got := sizesOf(list); got != "2 of 1\u00a0px, 1 of 64\u00a0px" {
		t.Errorf("%q", got)
	}
	if got := sizesOf(nil); got != "" {
		t.Errorf("of no quads: %q", got)
	}
}
