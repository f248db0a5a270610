package gloverlay_test

import (
	"image"
	"testing"

	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/gloverlay"
	"ffkvadrat/overlay/overlaytest"
)

// TestSmoothPlace draws with smoothing where that has no effect, so that only positions matter: a
// picture at 1:1, and a uniform picture at other scales.
func TestSmoothPlace(t *testing.T) { gputest.Each(t, smoothPlace) }

func smoothPlace(t *testing.T, dev *gpu.Device) {
	renderer, err := gloverlay.NewRenderer(dev)
	gputest.Own(t, renderer, err)
	const width, height = 70, 45
	detailed, _ := overlaytest.Scene(t, width, height)
	plain := image.NewRGBA(detailed.Rect)
	for i := range plain.Pix {
		plain.Pix[i] = 200
	}
	texture, err := dev.NewTexture("rgb", gpu.RGBA8, width, height)
	gputest.Own(t, texture, err)
	for _, o := range overlaytest.Orientations {
		for _, c := range []struct {
			name string
			view overlay.View
			rgb  *image.RGBA
		}{
			{"native", overlay.Native(width, height, o, 0), detailed},
			{"fit", overlay.Fit(width, height, o, 1, image.Rect(20, 10, 120, 91), 160, 100), plain},
			{"zoomed", overlay.View{Width: width, Height: height, Orientation: o, ScaleX: 1.6, ScaleY: 1.32, OriginX: -50, OriginY: -33, TargetWidth: 90, TargetHeight: 50}, plain},
		} {
			texture.WriteBytes(c.rgb.Pix)
			target, err := dev.NewTarget("display", c.view.TargetWidth, c.view.TargetHeight)
			if err != nil {
				t.Fatal(err)
			}
			target.DrawTo()
			renderer.Picture(texture, &c.view, gloverlay.TopFirst, true, gloverlay.AsIs)
			got := make([]byte, 4*c.view.TargetWidth*c.view.TargetHeight)
			target.Texture.Read(got)
			target.Release()
			want := painted(c.rgb, nil, &c.view, overlay.Style{LineWidth: 1})
			for i := 3; i < len(want.Pix); i += 4 {
				got[i], want.Pix[i] = 0, 0
			}
			if d := largest(got, want.Pix); d > 1 {
				t.Errorf("%v %s: a channel differs by %d", o, c.name, d)
			}
		}
	}
}
