package lettering_test

import (
	"image"
	"testing"

	"ffkvadrat/overlay/lettering"
)

// TestCaption: the picture stays as it is, all the text is below it, and a narrow picture has more
// lines.
func TestCaption(t *testing.T) {
	const text = "frame index 12345 at 123.456 s, 123456 quads at threshold 0.0123"
	lines := func(width int) int {
		img := image.NewRGBA(image.Rect(0, 0, width, 40))
		for i := range img.Pix {
			img.Pix[i] = byte(i*7 | 3)
		}
		out, err := lettering.Caption(img, text)
		if err != nil {
			t.Fatal(err)
		}
		below := out.Rect
		below.Min.Y = 40
		inked := 0
		for y := range out.Rect.Dy() {
			for x := range width {
				switch c := out.RGBAAt(x, y); {
				case y < 40 && c != img.RGBAAt(x, y):
					t.Fatalf("width %d: pixel (%d, %d) is %v, was %v", width, x, y, c, img.RGBAAt(x, y))
				case y >= 40 && c.R > 150:
					inked++
				}
			}
		}
		if out.Rect.Dx() != width || inked < 200 {
			t.Errorf("width %d: %v, %d bright pixels of text", width, out.Rect, inked)
		}
		return below.Dy() / 16
	}
	if wide, narrow := lines(800), lines(120); wide != 1 || narrow < 4 {
		t.Errorf("%d lines in a wide picture, %d in a narrow one", wide, narrow)
	}
}
