package overlay_test

import (
	"image"
	"testing"

	"ffkvadrat/overlay"
	"ffkvadrat/overlay/overlaytest"
	"ffkvadrat/quadpyramid"
)

// TestToneIsSpread paints quads of one level over the whole picture, in views in which they are smaller
// than a pixel or cross pixel edges: every pixel inside has the tone's opacity, without gaps or
// overlaps between quads.
func TestToneIsSpread(t *testing.T) {
	const width, height = 64, 32
	style := overlay.Style{Opacity: 1, LineWidth: 1}
	for _, scale := range []float32{0.07, 0.25, 1. / 3, 0.6, 1, 1.37, 2, 3.9} {
		for _, o := range overlaytest.Orientations {
			v := overlay.View{Width: width, Height: height, Orientation: o, ScaleX: scale, ScaleY: scale, OriginX: -1, OriginY: -1, TargetWidth: 3, TargetHeight: 2}
			var list []quadpyramid.Quad
			for y := range height {
				for x := range width {
					list = append(list, quadpyramid.NewQuad(x, y, 0))
				}
			}
			white := image.NewRGBA(image.Rect(0, 0, 3, 2))
			for i := range white.Pix {
				white.Pix[i] = 255
			}
			overlay.PaintQuads(white, list, nil, &v, style)
			colour, alpha := overlay.ByLevel.LevelColour(0), float64(style.Tone(&v, 0))
			for i, want := range []float64{float64(colour.R), float64(colour.G), float64(colour.B)} {
				want = want*alpha + 255*(1-alpha)
				if got := float64(white.Pix[i]); got < want-1 || got > want+1 { // the colour is rounded, then the result
					t.Errorf("scale %v, %v: channel %d is %v, want %v", scale, o, i, got, want)
				}
			}
		}
	}
}

// TestMosaicHasNoSeams covers a picture with large cells and small ones, which are a tone: nothing
// below shows between them.
func TestMosaicHasNoSeams(t *testing.T) {
	const width, height = 64, 48
	rgb, _ := overlaytest.Scene(t, width, height)
	var list []quadpyramid.Quad
	for y := range height {
		for x := range width {
			if (x/16+y/16)%2 == 0 {
				list = append(list, quadpyramid.NewQuad(x, y, 0))
			} else if x%16+y%16 == 0 {
				list = append(list, quadpyramid.NewQuad(x, y, 4))
			}
		}
	}
	style := overlay.Style{Look: overlay.Mosaic, Opacity: 1}
	for _, scale := range []float32{0.3, 0.667, 1.37, 3.3} {
		for _, o := range overlaytest.Orientations {
			v := overlay.View{Width: width, Height: height, Orientation: o, ScaleX: scale, ScaleY: scale, OriginX: 2, OriginY: 3, TargetWidth: 220, TargetHeight: 220}
			var over [2]*image.RGBA
			for i := range over {
				over[i] = image.NewRGBA(image.Rect(0, 0, v.TargetWidth, v.TargetHeight))
				for j := range over[i].Pix {
					over[i].Pix[j] = byte(255 * i)
				}
				overlay.PaintQuads(over[i], list, rgb, &v, style)
			}
			for y := v.Bounds().Min.Y; y < v.Bounds().Max.Y; y++ {
				for x := v.Bounds().Min.X; x < v.Bounds().Max.X; x++ {
					black, white := over[0].RGBAAt(x, y), over[1].RGBAAt(x, y)
					if white.A = black.A; black != white {
						t.Fatalf("scale %v, %v: (%d,%d) is %v over black and %v over white", scale, o, x, y, black, white)
					}
				}
			}
		}
	}
}

// TestFade: dense small quads only have a tint, fainter than with Auto, until zooming brings their outlines
// back step by step. Larger quads, and those of looks with an inside, are drawn as with Auto.
func TestFade(t *testing.T) {
	const width, height = 64, 32
	rgb, _ := overlaytest.Scene(t, width, height)
	var list []quadpyramid.Quad
	for y := range height {
		for x := range width {
			list = append(list, quadpyramid.NewQuad(x, y, 0))
		}
	}
	style := overlay.Style{Opacity: 1, LineWidth: 1, Detail: overlay.Fade}
	if got := style.Keeping(true); got.Detail != overlay.Auto || style.Keeping(false).Detail != overlay.Fade {
		t.Errorf("for points: %v", got.Detail)
	}
	const from, bare, full = 3, 10, 20 // as docs/reference/display.md has it
	before := float32(0)
	for _, scale := range []float32{0.5, 1, 2, 3, 4, 6, 8, 10, 11, 19, 20, 21} {
		v := overlay.View{Width: width, Height: height, ScaleX: scale, ScaleY: scale, TargetWidth: int(width * scale), TargetHeight: int(height * scale)}
		tint := image.NewRGBA(v.Bounds())
		overlay.PaintQuads(tint, list, rgb, &v, style)
		auto := style
		auto.Detail = overlay.Auto
		if part := style.Tone(&v, 0); (part > 0) != (scale < bare) || scale <= 4 && part > 0.4*auto.Tone(&v, 0) {
			t.Errorf("scale %v: a tint of %v, with Auto %v", scale, part, auto.Tone(&v, 0))
		}
		plain := true
		for i := range tint.Pix {
			plain = plain && tint.Pix[i] == tint.Pix[i%4]
		}
		if plain != (scale <= from) {
			t.Errorf("scale %v: the quads are an even tint: %v", scale, plain)
		}
		alpha := style.Alpha(&v, 0)
		if alpha < before || scale > from && scale <= full && alpha == before || scale >= full && alpha != 1 {
			t.Errorf("scale %v: an opacity of %v after %v", scale, alpha, before)
		}
		before = alpha
		if toned := style.Toned(&v); toned && !style.Tones() {
			t.Errorf("scale %v: a tone, which the style never has", scale)
		}
		if drawn := style.DrawnFrom(&v) == 0; drawn != (alpha > 0) {
			t.Errorf("scale %v: drawn %v, with an opacity of %v", scale, drawn, alpha)
		}
		for _, look := range []overlay.Look{overlay.Fill, overlay.Mosaic} {
			faded, auto := style, style
			faded.Look, auto.Look, auto.Detail = look, look, overlay.Auto
			if auto.Toned(&v) && !faded.Tones() {
				t.Errorf("scale %v, %v: a tone, which the style never has", scale, look)
			}
			for level := range overlay.Levels {
				if faded.Alpha(&v, level) != auto.Alpha(&v, level) || faded.Tone(&v, level) != auto.Tone(&v, level) {
					t.Errorf("scale %v, %v, level %d: not as with auto", scale, look, level)
				}
			}
		}
	}
}
