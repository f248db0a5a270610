package views_test

import (
	"testing"

	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/quadpyramid"
)

// TestCellColours: cells without a count have distinct colours, and counts move along the scale.
func TestCellColours(t *testing.T) {
	scale := map[[3]uint8]bool{}
	for i := range 256 {
		c := overlay.ScaleColour(i)
		scale[[3]uint8{c.R, c.G, c.B}] = true
	}
	leaf, empty := views.CellColour(quadpyramid.LeafMarker, 4), views.CellColour(0, 4)
	if leaf == empty || scale[[3]uint8{leaf.R, leaf.G, leaf.B}] || scale[[3]uint8{empty.R, empty.G, empty.B}] {
		t.Errorf("leaf %v, empty %v", leaf, empty)
	}
	for _, c := range []struct {
		value, most int32
		want        int
	}{{1, 1, 255}, {1, 4, 128}, {3, 12, 128}, {12, 12, 255}, {1, 10000, 3}, {2500, 10000, 128}, {1 << 28, 1 << 28, 255}} {
		if got := views.CellColour(c.value, c.most); got != overlay.ScaleColour(c.want) {
			t.Errorf("%d of at most %d: %v, want %v", c.value, c.most, got, overlay.ScaleColour(c.want))
		}
	}
}
