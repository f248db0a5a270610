package player

import (
	"testing"

	"ffkvadrat/overlay"
)

// TestSizesOf: a caption counts the quads of each size, without those that do not occur.
func TestSizesOf(t *testing.T) {
	if got := sizesOf(&[overlay.Levels]int{0: 2, 6: 1}); got != "2 of 1\u00a0px, 1 of 64\u00a0px" {
		t.Errorf("%q", got)
	}
	if got := sizesOf(&[overlay.Levels]int{}); got != "" {
		t.Errorf("of no quads: %q", got)
	}
}
