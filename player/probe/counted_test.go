package probe

import (
	"testing"

	"ffkvadrat/match"
	"ffkvadrat/quadpyramid"
)

// The only hit is the first of one.
func TestHitText(t *testing.T) {
	hits := []quadpyramid.Quad{quadpyramid.NewQuad(3, 4, 0)}
	template := match.Template{Width: 2, Height: 2}
	if got, want := hitAt(hits, template, 4, 5), "hit 1 of 1   (3, 4)   2 × 2"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := hitAt(hits, template, 9, 5); got != "no hit" {
		t.Errorf("%q beside it", got)
	}
}
