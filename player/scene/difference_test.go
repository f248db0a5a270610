package scene

import (
	"bytes"
	"image"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestBoth: with a second video, a view that compares both is one picture without sides, the same with both engines; a late
// frame leaves it. Without a second video, or with one of another format, the view is the video.
func TestBoth(t *testing.T) {
	dev := gputest.Open(t)
	for view := range views.ViewCount {
		if view.NeedsSecond() {
			both(t, dev, view)
		}
	}
}

func both(t *testing.T, dev *gpu.Device, view views.View) {
	var warnings []string
	s := open(t, dev, &warnings)
	frames := make([]*decode.Frame, 3)
	for i := range frames {
		f := yuvtest.Formats[1]
		if i == 2 {
			f = yuvtest.Formats[0]
		}
		frames[i] = &decode.Frame{Picture: *yuvtest.Picture(f, 97, 61, yuvtest.Fills(seed + uint64(i))[5])}
		frames[i].Retain()
	}
	settings := session.Choices{Params: analysis.Params{Threshold: 0.02}, View: view, Gain: views.Gain16}
	area := image.Rect(0, 0, 300, 200)
	show := func(number int64) (sides int) {
		t.Helper()
		if err := s.Load(&frames[0].Picture, yuv.Choice{}); err != nil {
			t.Fatal(err)
		}
		if err := s.Analyze(frames[0], number, &settings); err != nil {
			t.Fatal(err)
		}
		s.Locate(frames[0], decode.Orientation{}, &settings, area, 300, 200)
		return s.Place.N
	}
	if sides := show(1); settings.View != views.Video || sides != 1 {
		t.Errorf("without a second video: %v, %d sides", settings.View, sides)
	}
	second := &secondVideo{frame: frames[1], known: true}
	s.SetSecond(second) // the view shows it
	want := image.NewRGBA(image.Rect(0, 0, 97, 61))
	view.Comparer().Paint(want, &frames[0].Picture, &frames[1].Picture, views.Gain16, yuv.NewConverter(frames[0].Picture.Format, frames[0].Picture.Colour, 97, 61))
	for _, engine := range []session.Engine{session.CPU, session.GPU} {
		for _, known := range []bool{true, false, true} {
			settings.View, settings.Engine, second.known = view, engine, known
			sides := show(2)
			d, other := s.Both()
			if d == nil || sides != 1 || known != (other != nil) {
				t.Fatalf("%v, known %v: %v, %v, %d sides", engine, known, d, other, sides)
			}
			dev.Barrier(gpu.ToTextureRead)
			pixels := make([]byte, 4*97*61)
			if s.wipe.b.other.both.Read(pixels); !bytes.Equal(pixels, want.Pix) {
				t.Errorf("%v, known %v: another picture", engine, known)
			}
		}
	}
	settings.View = views.Video
	if d, _ := s.Both(); show(3) != 2 {
		t.Errorf("the video has no sides, and a picture of both by %v", d)
	}
	settings.View, second.frame = view, nil // no frame at this time
	if d, _ := s.Both(); show(4) != 2 || d != nil {
		t.Error("a frame is compared with none")
	}
	second.frame = frames[2]
	if sides := show(5); settings.View != views.Video || sides != 2 || len(warnings) != 1 {
		t.Errorf("another format: %v, %d sides, %q", settings.View, sides, warnings)
	}
}
