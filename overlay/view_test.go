package overlay_test

import (
	"image"
	"testing"

	"ffkvadrat/overlay"
	"ffkvadrat/overlay/overlaytest"
)

// TestPick: Pick returns the pixel that PaintPicture paints.
func TestPick(t *testing.T) {
	const width, height = 30, 17
	src := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			i := src.PixOffset(x, y)
			src.Pix[i], src.Pix[i+1], src.Pix[i+2], src.Pix[i+3] = byte(x), byte(y), 200, 255
		}
	}
	for _, o := range overlaytest.Orientations {
		for _, v := range []overlay.View{
			overlay.Native(width, height, o, 4./3),
			overlay.Fit(width, height, o, 1, image.Rect(10, 5, 130, 97), 150, 110),
			overlay.Zoomed(width, height, o, 1, 3.3, 9, 8, image.Rect(10, 5, 130, 97), 150, 110),
		} {
			dst := image.NewRGBA(image.Rect(0, 0, v.TargetWidth, v.TargetHeight))
			overlay.PaintPicture(dst, src, &v)
			for y := range v.TargetHeight {
				for x := range v.TargetWidth {
					c := dst.RGBAAt(x, y)
					px, py, ok := v.Pick(x, y)
					if ok != (c.B == 200) || ok && (px != int(c.R) || py != int(c.G)) {
						t.Fatalf("%v: target (%d,%d) picks (%d,%d), %v; painted is %v", v, x, y, px, py, ok, c)
					}
				}
			}
		}
	}
}
