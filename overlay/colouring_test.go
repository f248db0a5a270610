package overlay_test

import (
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"math"
	"testing"

	"ffkvadrat/overlay"
	"ffkvadrat/quadpyramid"
)

// TestMeanColour: one quad over known samples.
func TestMeanColour(t *testing.T) {
	rgb := image.NewRGBA(image.Rect(0, 0, 2, 2))
	for i, c := range []color.RGBA{{200, 10, 0, 255}, {0, 250, 30, 255}, {90, 90, 90, 255}, {255, 255, 255, 255}} {
		rgb.SetRGBA(i%2, i/2, c)
	}
	// The channels' means are 136.25, 151.25 and 93.75, so their luma, with weights 0.2126, 0.7152 and
	// 0.0722, is 143.9.
	v := overlay.View{Width: 2, Height: 2, ScaleX: 8, ScaleY: 8, TargetWidth: 16, TargetHeight: 16}
	img := image.NewRGBA(image.Rect(0, 0, 16, 16))
	overlay.PaintQuads(img, []quadpyramid.Quad{quadpyramid.NewQuad(0, 0, 1)}, rgb, &v, overlay.Style{Colour: overlay.ByMean, Opacity: 1, LineWidth: 1})
	if got, want := img.RGBAAt(0, 0), overlay.ScaleColour(144); got.R != want.R || got.G != want.G || got.B != want.B {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestScaleOnAllProcessors: the scale, computed in floating point, is the same on all processors.
func TestScaleOnAllProcessors(t *testing.T) {
	hash := fnv.New64a()
	for i := range 256 {
		fmt.Fprintln(hash, overlay.ScaleColour(i))
	}
	if got := hash.Sum64(); got != 0x8c6e2ce1e89152d {
		t.Errorf("the colours' hash is %#x", got)
	}
}

// TestScale measures the scale in Oklab, converted back from its bytes: neighbours are equally far
// apart, and each is lighter than the one before.
func TestScale(t *testing.T) {
	const stride = 15 // rounding to bytes is small against this distance
	var least, most float64 = math.Inf(1), 0
	for i := stride; i < 256; i += stride {
		a, b := lab(linear(overlay.ScaleColour(i-stride))), lab(linear(overlay.ScaleColour(i)))
		if b[0] <= a[0] {
			t.Errorf("%d is not lighter than %d", i, i-stride)
		}
		d := math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
		least, most = min(least, d), max(most, d)
	}
	// Half a byte of a channel is at most a twentieth of the distance.
	if most > 1.1*least {
		t.Errorf("steps are between %.4f and %.4f", least, most)
	}
}

func TestColouringNames(t *testing.T) {
	for c := range overlay.ColouringCount {
		if got, err := overlay.ParseColouring(c.String()); err != nil || got != c {
			t.Errorf("%v: %v, %v", c, got, err)
		}
	}
	if _, err := overlay.ParseColouring("none"); err == nil {
		t.Error("a colouring called none")
	}
	if (overlay.ColouringCount - 1).Next() != overlay.ByLevel {
		t.Error("the first one does not follow the last")
	}
}
