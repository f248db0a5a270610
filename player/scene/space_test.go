package scene

import (
	"image"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay/cloud"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestSpace shows videos as clouds with both engines and compares them pixel by pixel with clouds
// of the reference's quads. Each video has another discontinuity.
func TestSpace(t *testing.T) {
	dev := gputest.Open(t)
	var warnings []string
	const width, height = 200, 150
	area := image.Rect(10, 20, 190, 140)
	window, err := dev.NewTarget("window", width, height)
	gputest.Own(t, window, err)
	fills := yuvtest.Fills(seed)
	var painter cloud.Painter
	for _, engine := range []session.Engine{session.CPU, session.GPU} {
		for _, variant := range []analysis.Variant{analysis.EdgeThreshold, analysis.Points, analysis.CommonFeature} {
			s := open(t, dev, &warnings)
			a := session.Choices{Params: analysis.Params{Variant: variant, Threshold: 0.05}, Engine: engine, View: views.Cloud, Overlay: true, Contrast: 1}
			var pictures []cloud.Picture
			for n, number := range []int64{4, 5, 6, 6, 7, 9, 10, 11, 12} {
				side := 64
				if n >= 7 {
					side = 48
				}
				if number == 12 {
					a.Threshold = 0.1
				}
				frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1+n%3], side, 40, fills[n%len(fills)])}
				if n == 3 { // the previous picture again
					frame = &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1+2%3], side, 40, fills[2%len(fills)])}
				}
				p := &frame.Picture
				if err := s.Load(p, yuv.Choice{}); err != nil {
					t.Fatal(err)
				}
				if err := s.Analyze(frame, number, &a); err != nil {
					t.Fatal(err)
				}
				if slices.Contains([]int64{9, 11, 12}, number) { // a seek, another size, another threshold
					pictures = nil
				}
				if n != 3 {
					result, err := analysis.NewReference().Analyze(p, a.Params)
					if err != nil {
						t.Fatal(err)
					}
					rgb := image.NewRGBA(image.Rect(0, 0, p.Width, p.Height))
					s.Colours().Paint(rgb, p)
					quads := slices.Clone(result.Quads)
					pictures = append([]cloud.Picture{{Quads: quads, Colours: cloud.Colours(nil, rgb, quads)}}, pictures...)
				}
				s.Locate(frame, decode.Orientation{}, &a, area, width, height)
				s.Grab(0, 0)
				s.Drag(&a, 13, 7)
				s.SetZoom(&a, 1.1, 0, 0)
				window.DrawTo()
				dev.Clear(0, 0, 0)
				if err := s.Draw(); err != nil {
					t.Fatal(err)
				}
				v := s.Orbit.ViewOf(&s.Place.Fit, area, len(pictures))
				want := image.NewRGBA(image.Rect(0, 0, width, height))
				painter.Paint(want, pictures, &v)
				compare(t, window, want, area)
				if t.Failed() {
					t.Fatalf("%v, %v, picture %d", engine, variant, number)
				}
			}
			if s.Zoom(&a) != s.Orbit.Nearness() {
				t.Errorf("zoom %v", s.Zoom(&a))
			}
			if s.Whole(&a); s.Zoom(&a) != 1 {
				t.Errorf("zoom %v of the whole", s.Zoom(&a))
			}
			a.View = views.Video
			frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 64, 40, fills[5])}
			if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
				t.Fatal(err)
			}
			if err := s.Analyze(frame, 13, &a); err != nil {
				t.Fatal(err)
			}
			if s.A.space.Cloud != nil {
				t.Error("the video keeps the cloud's memory")
			}
			s.Release()
		}
	}
	if len(warnings) > 0 {
		t.Errorf("warnings %q", warnings)
	}
}

// compare compares a window with an image in an area and black around it.
func compare(t *testing.T, window *gpu.Target, want *image.RGBA, area image.Rectangle) {
	t.Helper()
	width, height := want.Rect.Dx(), want.Rect.Dy()
	got := make([]byte, 4*width*height)
	window.Texture.Read(got)
	for y := range height {
		for x := range width {
			pixel := got[4*((height-1-y)*width+x):][:3] // the bottom row comes first
			c := want.RGBAAt(x, y)
			expected := []byte{c.R, c.G, c.B}
			if !image.Pt(x, y).In(area) {
				expected = []byte{0, 0, 0}
			}
			if !slices.Equal(pixel, expected) {
				t.Errorf("pixel %d, %d is %v, want %v", x, y, pixel, expected)
				return
			}
		}
	}
}

// Without memory for a cloud, the scene shows the video again and says so.
func TestNoRoomForSpace(t *testing.T) {
	dev := gputest.Open(t)
	var warnings []string
	s := open(t, dev, &warnings)
	a := session.Choices{Params: analysis.Params{Threshold: 0.05}, View: views.Cloud}
	frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 64, 40, yuvtest.Fills(seed)[5])}
	if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	dev.Caps.MaxStorageSize = 1 << 20
	if err := s.Analyze(frame, 1, &a); err != nil {
		t.Fatal(err)
	}
	if a.View != views.Video || len(warnings) != 1 || s.A.space.Cloud != nil {
		t.Errorf("view %v, warnings %q", a.View, warnings)
	}
}
