package overlay_test

import (
	"image"
	"image/color"
	"testing"

	"ffkvadrat/overlay"
	"ffkvadrat/quadpyramid"
)

// TestHalo: on a white picture each line has darker pixels on both sides, inside the quads, and the rest stays white.
// The halo is as wide as the line needs and covers no line. Small quads, fills, cells and boxes have none.
func TestHalo(t *testing.T) {
	v := overlay.View{Width: 64, Height: 32, ScaleX: 2, ScaleY: 2, TargetWidth: 128, TargetHeight: 64}
	list := []quadpyramid.Quad{quadpyramid.NewQuad(0, 0, 5), quadpyramid.NewQuad(32, 0, 5)}
	white := color.RGBA{255, 255, 255, 255}
	for _, c := range []struct{ width, halo int }{{1, 1}, {2, 1}, {3, 2}} {
		style := overlay.Style{Opacity: 0.8, LineWidth: c.width, Detail: overlay.Fade}
		dst := image.NewRGBA(v.Bounds())
		for i := range dst.Pix {
			dst.Pix[i] = 255
		}
		overlay.PaintQuads(dst, list, nil, &v, style)
		dark := color.RGBA{A: 255}
		dark.R = byte(255 - 255*style.Halo(&v, 5) + 0.5)
		dark.G, dark.B = dark.R, dark.R
		for _, y := range []int{20, 40} {
			for x := 64 - 8; x < 64+8+c.width; x++ {
				got, line := dst.RGBAAt(x, y), x >= 64 && x < 64+c.width
				near := !line && x >= 64-c.halo && x < 64+c.width+c.halo
				if line && (got == white || got == dark) || near && got != dark || !line && !near && got != white {
					t.Errorf("lines of %d: %v at (%d, %d), halos are %v", c.width, got, x, y, dark)
				}
			}
		}
	}
	style := overlay.Style{Opacity: 0.8, LineWidth: 1}
	if part := style.Halo(&v, 2) / style.Alpha(&v, 2); part <= 0 || part >= style.Halo(&v, 4)/style.Alpha(&v, 4) {
		t.Errorf("quads of 8 pixels have a part of %v", part)
	}
	small, fill, cells, box := style, style, style, style.Boxed(8, 8)
	fill.Look, cells.Look, small.Detail = overlay.Fill, overlay.Mosaic, overlay.Full
	for level := range overlay.Levels {
		if fill.Halo(&v, level) != 0 || cells.Halo(&v, level) != 0 || box.Halo(&v, level) != 0 || level < 2 && small.Halo(&v, level) != 0 {
			t.Errorf("level %d has a halo in a fill, a mosaic, a box, or though it is small", level)
		}
	}
}
