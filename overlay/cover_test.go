package overlay_test

import (
	"image"
	"testing"

	"ffkvadrat/overlay"
	"ffkvadrat/overlay/overlaytest"
	"ffkvadrat/quadpyramid"
)

// TestCover compares with the pixels of PaintQuads and Pick.
func TestCover(t *testing.T) {
	const width, height = 30, 17
	within := image.Rect(10, 5, 130, 97)
	for _, o := range overlaytest.Orientations {
		for _, v := range []overlay.View{
			overlay.Fit(width, height, o, 4./3, within, 150, 110),
			overlay.Zoomed(width, height, o, 1, 9.3, 9, 8, within, 150, 110),
		} {
			for _, q := range []quadpyramid.Quad{quadpyramid.NewQuad(0, 0, 0), quadpyramid.NewQuad(8, 8, 3), quadpyramid.NewQuad(28, 16, 0)} {
				img := image.NewRGBA(image.Rect(0, 0, 150, 110))
				rgb := image.NewRGBA(image.Rect(0, 0, width, height))
				for i := range rgb.Pix {
					rgb.Pix[i] = 255
				}
				overlay.PaintQuads(img, []quadpyramid.Quad{q}, rgb, &v, overlay.Style{Look: overlay.Mosaic, Opacity: 1, Detail: overlay.Full})
				cover := v.Cover(image.Rect(q.X(), q.Y(), q.X()+q.Size(), q.Y()+q.Size()))
				for y := range 110 {
					for x := range 150 {
						if drawn := img.RGBAAt(x, y).R > 0; drawn != image.Pt(x, y).In(cover) {
							t.Fatalf("%v: %v covers %v, but (%d,%d) is drawn: %v", v, q, cover, x, y, drawn)
						}
					}
				}
			}
			var seen image.Rectangle
			for y := within.Min.Y; y < within.Max.Y; y++ {
				for x := within.Min.X; x < within.Max.X; x++ {
					if px, py, ok := v.Pick(x, y); ok {
						seen = seen.Union(image.Rect(px, py, px+1, py+1))
					}
				}
			}
			if got := v.Seen(within); got != seen {
				t.Errorf("%v: sees %v, want %v", v, got, seen)
			}
		}
	}
	v := overlay.Fit(width, height, overlay.Orientation{}, 1, within, 150, 110)
	if got := v.Seen(image.Rect(140, 100, 150, 110)); !got.Empty() {
		t.Errorf("outside the picture: %v", got)
	}
}
