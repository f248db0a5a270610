package scene

import (
	"bytes"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv/glyuvtest"
	"ffkvadrat/yuv/yuvtest"
)

// TestAway compares the views of a frame in device memory with those of one in main memory.
func TestAway(t *testing.T) {
	dev := gputest.Open(t)
	s := open(t, dev, nil)
	for _, f := range yuvtest.Formats {
		if f.Model == yuv.RGB { // never in device memory
			continue
		}
		for _, none := range []bool{false, true} {
			for view := range views.ViewCount {
				seen := func(away bool) []byte {
					frame := &decode.Frame{Picture: *yuvtest.Picture(f, 70, 45, yuvtest.Fills(seed)[5])}
					frame.Picture.Vectors = yuv.VectorList{{X: 8, Y: 8, Width: 16, Height: 16, DX: 300}}
					if away {
						glyuvtest.TakeAway(&frame.Picture).None = none
					}
					if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
						t.Fatal(err)
					}
					settings := session.Choices{Params: analysis.Params{Threshold: 0.3}, Engine: session.GPU, View: view}
					if err := s.Analyze(frame, 1, &settings); err != nil {
						t.Fatal(err)
					}
					texture := s.rgb
					if s.A.shown != nil {
						texture = s.A.shown
					}
					dev.Barrier(gpu.ToTextureRead)
					pixels := make([]byte, texture.Width*texture.Height*4)
					texture.Read(pixels)
					return pixels
				}
				if !bytes.Equal(seen(true), seen(false)) {
					t.Errorf("%s, view %v, no memory to read %v: another picture", f.Name, view, none)
				}
			}
		}
	}
}
