package lesson_test

import (
	"image"
	"strings"
	"testing"

	"ffkvadrat/overlay"
	"ffkvadrat/player/lesson"
)

// TestTurn: directions and the places of four cells are those on the screen, and words say so.
func TestTurn(t *testing.T) {
	l := lesson.Example(1)
	l.Name = ""
	for i := range 8 {
		l.Turn = overlay.Orientation{Rotate: i % 4 * 90, Mirror: i >= 4}
		v := overlay.Fit(2, 2, l.Turn, 1, image.Rect(0, 0, 2, 2), 2, 2)
		for y := range 2 {
			for x := range 2 {
				px, py, _ := v.Pick(x, y)
				if got := l.ShownChild(2*py + px); got != 2*y+x {
					t.Errorf("%+v: child (%d,%d) is shown at %d, want %d", l.Turn, px, py, got, 2*y+x)
				}
				qx, qy, _ := v.Pick(x+1, y)
				if got := l.Stored(image.Pt(1, 0)); got != image.Pt(qx-px, qy-py) {
					t.Errorf("%+v: to the right is %v, want (%d,%d)", l.Turn, got, qx-px, qy-py)
				}
			}
		}
	}
	l.Turn = overlay.Orientation{Rotate: 90}
	if got := l.Text(len(l.Steps) - 1); !strings.Contains(got, "upper right, lower right, upper left, lower left.") {
		t.Errorf("the order of a picture that is turned by 90°: %q", got)
	}
}
