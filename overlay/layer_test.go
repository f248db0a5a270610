package overlay_test

import (
	"bytes"
	"image"
	"testing"

	"ffkvadrat/overlay"
	"ffkvadrat/overlay/overlaytest"
)

// TestLayer: a layer over a picture has the pixels of quads that are painted on the picture. Both round once for each line
// on a pixel, and at most four meet; a layer rounds its colour and its opacity once more.
func TestLayer(t *testing.T) {
	rgb, quads := overlaytest.Scene(t, 70, 45)
	var layer overlay.Layer
	for _, o := range overlaytest.Orientations {
		for _, v := range []overlay.View{
			overlay.Native(70, 45, o, 1.1),
			overlay.Fit(70, 45, o, 1, image.Rect(20, 10, 420, 250), 430, 260),
			overlay.Zoomed(70, 45, o, 1, 0.7, 20, 30, image.Rect(0, 0, 40, 30), 40, 30),
			overlay.Zoomed(70, 45, o, 1, 9, 20, 30, image.Rect(0, 0, 100, 90), 100, 90),
		} {
			for detail := range overlay.DetailCount {
				for _, s := range styles {
					s.Detail = detail
					want := image.NewRGBA(image.Rect(0, 0, v.TargetWidth, v.TargetHeight))
					overlay.PaintPicture(want, rgb, &v)
					got := bytes.Clone(want.Pix)
					overlay.PaintQuads(want, quads, rgb, &v, s)
					over := layer.Draw(quads, rgb, &v, s)
					for i, below := range got {
						alpha := int(over.Pix[i|3])
						if got[i] = byte(int(over.Pix[i]) + (int(below)*(255-alpha)+127)/255); i%4 == 3 {
							got[i] = 255
						}
						if d := int(got[i]) - int(want.Pix[i]); d < -3 || d > 3 {
							t.Fatalf("%v %+v %+v: byte %d is %d, painted %d", o, v, s, i, got[i], want.Pix[i])
						}
					}
				}
			}
		}
	}
}

// TestLayerKeepsNothing: a layer that is drawn after a larger one, and one without a tone after one with a tone, have only
// their own quads.
func TestLayerKeepsNothing(t *testing.T) {
	_, quads := overlaytest.Scene(t, 70, 45)
	var used overlay.Layer
	for _, size := range [][2]int{{430, 260}, {100, 60}, {430, 260}} {
		v := overlay.Fit(70, 45, overlay.Orientation{}, 1, image.Rect(0, 0, size[0], size[1]), size[0], size[1])
		for _, detail := range []overlay.Detail{overlay.Fade, overlay.Full} {
			s := overlay.Style{Opacity: 0.8, LineWidth: 1, Detail: detail}
			var fresh overlay.Layer
			if got, want := used.Draw(quads, nil, &v, s), fresh.Draw(quads, nil, &v, s); got.Rect != want.Rect || !bytes.Equal(got.Pix, want.Pix) {
				t.Errorf("%v, %v: other pixels than in a new layer", size, detail)
			}
		}
	}
}
