package overlay_test

import (
	"bytes"
	"image"
	"slices"
	"testing"

	"ffkvadrat/overlay"
	"ffkvadrat/overlay/overlaytest"
	"ffkvadrat/quadpyramid"
)

// TestOnly: a style with only one level paints the same as a list of only that level's quads, as
// outlines and as a tone.
func TestOnly(t *testing.T) {
	const width, height = 70, 45
	rgb, quads := overlaytest.Scene(t, width, height)
	for _, scale := range []float32{0.3, 1.37, 4.2, 9} {
		v := overlay.View{Width: width, Height: height, ScaleX: scale, ScaleY: scale, OriginX: 2, OriginY: 3, TargetWidth: 300, TargetHeight: 200}
		for _, s := range append(styles, overlay.Style{Opacity: 1, LineWidth: 1, Detail: overlay.Full}) {
			for level := range 5 {
				few := slices.DeleteFunc(slices.Clone(quads), func(q quadpyramid.Quad) bool { return q.Level() != level })
				var got [2]*image.RGBA
				for i, list := range [][]quadpyramid.Quad{few, quads} {
					got[i] = image.NewRGBA(image.Rect(0, 0, v.TargetWidth, v.TargetHeight))
					s := s
					s.Only = i * (level + 1)
					overlay.PaintQuads(got[i], list, rgb, &v, s)
				}
				if !bytes.Equal(got[0].Pix, got[1].Pix) {
					t.Errorf("scale %v, %+v, level %d, %d of %d quads: another picture", scale, s, level, len(few), len(quads))
				}
			}
		}
	}
}
