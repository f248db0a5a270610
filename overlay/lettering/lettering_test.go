package lettering

import (
	"image"
	"image/color"
	"testing"
)

// TestText: all lines stay inside their rectangles, and long ones are shortened.
func TestText(t *testing.T) {
	w, err := New(13)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	img := image.NewRGBA(image.Rect(0, 0, 120, 60))
	within := image.Rect(20, 20, 100, 40)
	w.Write(img, within, "a long line of text, longer than that", color.RGBA{200, 200, 200, 255})
	inside := 0
	for y := range 60 {
		for x := range 120 {
			switch lit := img.RGBAAt(x, y).R > 0; {
			case lit && !image.Pt(x, y).In(within):
				t.Fatalf("(%d,%d) is beside the line", x, y)
			case lit:
				inside++
			}
		}
	}
	if inside < 50 {
		t.Errorf("%d pixels are written", inside)
	}
	if w.Width("short") < 20 || w.Width("short") > 40 || w.Height() < 13 {
		t.Errorf("%d × %v pixels", w.Width("short"), w.Height())
	}
	if got := w.fitted("short", 80); got != "short" {
		t.Errorf("%q", got)
	}
	if got := w.fitted("anything", 2); got != "" {
		t.Errorf("%q", got)
	}
}
