package widgets

import (
	"image"
	"image/color"
	"testing"
)

// TestPatches: the rectangles of a picture cover each pixel once, in its colour, and equal rows share them.
func TestPatches(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 7, 5))
	for y := range 5 {
		for x := range 7 {
			c := color.RGBA{uint8(40 * (x / 3)), uint8(90 * (y / 2)), 0, 255}
			if x == 5 && y == 1 {
				c = color.RGBA{255, 255, 255, 255}
			}
			img.SetRGBA(x, y, c)
		}
	}
	p, times := newPicture(img), image.NewGray(img.Rect)
	for _, of := range p.patches {
		for y := of.Min.Y; y < of.Max.Y; y++ {
			for x := of.Min.X; x < of.Max.X; x++ {
				times.Pix[times.PixOffset(x, y)]++
				if want := Opaque(img.RGBAAt(x, y)); of.colour != want {
					t.Errorf("(%d, %d) is %#x, want %#x", x, y, of.colour, want)
				}
			}
		}
	}
	for i, n := range times.Pix {
		if n != 1 {
			t.Errorf("pixel %d is covered %d times", i, n)
		}
	}
	if p.size != img.Rect.Size() || len(p.patches) != 3*3+2 {
		t.Errorf("%d rectangles of %v", len(p.patches), p.size)
	}
}
