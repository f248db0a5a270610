package motif_test

import (
	"image"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/motif"
)

// TestDiffer: all pictures of a list have one size and are more than one colour, and no two are equal.
func TestDiffer(t *testing.T) {
	lists := map[string]map[string]*image.RGBA{"looks": {}, "views": {}, "variants": {}}
	for look := range overlay.LookCount {
		lists["looks"][look.String()] = motif.Look(look)
	}
	for view := range views.ViewCount {
		lists["views"][view.String()] = motif.View(view)
	}
	for _, operator := range edge.Operators() {
		lists["variants"][operator.String()] = motif.Variant(analysis.Params{Operator: operator})
	}
	for _, variant := range []analysis.Variant{analysis.CommonFeature, analysis.Templates} {
		lists["variants"][variant.String()] = motif.Variant(analysis.Params{Variant: variant})
	}
	for list, of := range lists {
		seen := map[string]string{}
		for name, img := range of {
			if img.Rect != image.Rect(0, 0, motif.Width, motif.Height) {
				t.Fatalf("%s: %s is %v", list, name, img.Rect)
			}
			if other := seen[string(img.Pix)]; other != "" {
				t.Errorf("%s: %s and %s have one picture", list, name, other)
			}
			seen[string(img.Pix)] = name
			colours := map[[4]byte]bool{}
			for i := 0; i < len(img.Pix); i += 4 {
				colours[[4]byte(img.Pix[i:])] = true
			}
			if len(colours) < 2 {
				t.Errorf("%s: %s has one colour", list, name)
			}
		}
	}
}

// TestQuadsOfVariants: variants have quads where they say: bright parts are the sky, those near the sun's colour the sun, hits the window.
func TestQuadsOfVariants(t *testing.T) {
	grey := func(img *image.RGBA, x, y int) bool {
		c := img.RGBAAt(x, y)
		return c.R == c.G && c.G == c.B
	}
	sky, sun, wall, window := image.Pt(20, 3), image.Pt(31, 6), image.Pt(7, 12), image.Pt(13, 11)
	for _, c := range []struct {
		of      analysis.Params
		in, out image.Point
	}{
		{analysis.Params{Operator: edge.Luma}, sky, wall}, {analysis.Params{Operator: edge.Range}, wall, sky},
		{analysis.Params{Operator: edge.Colour}, sun, wall}, {analysis.Params{Operator: edge.Box}, wall, sky},
		{analysis.Params{Operator: edge.Motion}, sky, image.Pt(18, 12)}, {analysis.Params{Variant: analysis.Templates}, window, sky},
	} {
		if img := motif.Variant(c.of); grey(img, c.in.X, c.in.Y) || !grey(img, c.out.X, c.out.Y) {
			t.Errorf("%v %v: %v at %v, %v at %v", c.of.Variant, c.of.Operator, img.RGBAAt(c.in.X, c.in.Y), c.in, img.RGBAAt(c.out.X, c.out.Y), c.out)
		}
	}
}
