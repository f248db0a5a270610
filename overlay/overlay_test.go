package overlay_test

import (
	"image"
	"math"
	"testing"

	"ffkvadrat/overlay"
	"ffkvadrat/overlay/overlaytest"
	"ffkvadrat/quadpyramid"
)

const seed = overlaytest.Seed

// TestNeighboursShareTheirLine: neighbouring quads share a line, so at 1:8 the outlines of four 1-pixel
// quads are five lines across, not eight.
func TestNeighboursShareTheirLine(t *testing.T) {
	v := overlay.View{Width: 4, Height: 1, ScaleX: 8, ScaleY: 8, TargetWidth: 32, TargetHeight: 8}
	img := image.NewRGBA(image.Rect(0, 0, 32, 8))
	var quads []quadpyramid.Quad
	for x := range 4 {
		quads = append(quads, quadpyramid.NewQuad(x, 0, 0))
	}
	overlay.PaintQuads(img, quads, nil, &v, overlay.Style{Opacity: 1, LineWidth: 1})
	for x := range 32 {
		drawn := img.RGBAAt(x, 4).R > 0
		if want := x%8 == 0 || x == 31; drawn != want {
			t.Errorf("column %d: drawn %v, want %v", x, drawn, want)
		}
	}
}

func TestNativeSize(t *testing.T) {
	for _, c := range []struct {
		o             overlay.Orientation
		aspect        float64
		width, height int
	}{
		{overlay.Orientation{}, 0, 120, 90},
		{overlay.Orientation{}, 4. / 3, 160, 90},
		{overlay.Orientation{Rotate: 90}, 4. / 3, 90, 160},
		{overlay.Orientation{Rotate: 270}, 1, 90, 120},
		{overlay.Orientation{}, 0.5, 120, 180},
		{overlay.Orientation{}, math.NaN(), 120, 90},
	} {
		v := overlay.Native(120, 90, c.o, c.aspect)
		if v.TargetWidth != c.width || v.TargetHeight != c.height {
			t.Errorf("%v, samples %v: %d×%d, want %d×%d", c.o, c.aspect, v.TargetWidth, v.TargetHeight, c.width, c.height)
		}
	}
}
