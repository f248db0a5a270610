package glviews_test

import (
	"bytes"
	"image"
	"testing"

	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay/views"
	"ffkvadrat/overlay/views/glviews"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/glyuv/glyuvtest"
	"ffkvadrat/yuv/yuvtest"
)

// Views of samples are equal byte for byte to those of the CPU.
func TestSamplesEqualCPU(t *testing.T) {
	dev := gputest.Open(t)
	passes := glviews.NewPasses(dev)
	defer passes.Release()
	planes := glyuv.NewPlanes(dev)
	defer planes.Release()
	var painter views.Painter
	for _, f := range yuvtest.Formats {
		for _, fill := range yuvtest.Fills(seed) {
			p := yuvtest.Picture(f, 67, 41, fill)
			textures := glyuvtest.Textures(t, planes, p)
			for _, view := range []views.View{views.False, views.Outside} {
				for _, r := range []yuv.Range{yuv.Limited, yuv.Full} {
					colour := p.Colour.With(yuv.Choice{Range: r})
					want := image.NewRGBA(image.Rect(0, 0, p.Width, p.Height))
					painter.Samples(want, view, p, colour)
					shown, err := passes.Samples(view, p, textures, colour)
					if err != nil {
						t.Fatal(err)
					}
					got := make([]byte, len(want.Pix))
					shown.Read(got)
					if !bytes.Equal(got, want.Pix) {
						t.Errorf("%s, %s, %v, range %v (seed %d): other bytes than on the CPU", f.Name, fill.Name, view, r, seed)
					}
				}
			}
		}
	}
}
