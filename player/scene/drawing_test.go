package scene

import (
	"bytes"
	"image"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestDrawingAlone: a device with OpenGL 3.3 shows the same pixels of all looks, colours and views as one that computes;
// but of clouds, which it refuses, and of edge strengths, which the CPU rounds otherwise.
func TestDrawingAlone(t *testing.T) {
	var shown []session.Choices
	for look := range overlay.LookCount {
		shown = append(shown, session.Choices{Overlay: true, Look: look})
	}
	for colour := range overlay.ColouringCount {
		shown = append(shown, session.Choices{Overlay: true, Colour: colour})
	}
	for view := range views.ViewCount {
		if !view.NeedsSecond() && !view.Needs().Vectors {
			shown = append(shown, session.Choices{View: view})
		}
	}
	var want [][]byte
	gputest.Each(t, func(t *testing.T, dev *gpu.Device) {
		const width, height = 97, 61
		target, err := dev.NewTarget("window", width, height)
		gputest.Own(t, target, err)
		for i, choices := range shown {
			var warnings []string
			s := open(t, dev, &warnings)
			choices.Params = analysis.Params{Threshold: 0.1}
			choices.Opacity, choices.LineWidth, choices.Contrast = 0.7, 1, 1
			asked := choices.View
			for number := range int64(3) { // quads have ages from the second picture on
				frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 2*width, 2*height, yuvtest.Fills(seed)[5])}
				if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
					t.Fatal(err)
				}
				if err := s.Analyze(frame, number, &choices); err != nil {
					t.Fatal(err)
				}
				s.Locate(frame, decode.Orientation{}, &choices, image.Rect(0, 0, width, height), width, height)
			}
			if cloud := asked.InSpace() && !dev.Caps.Computes; cloud != (len(warnings) > 0) || cloud && !strings.Contains(warnings[0], "no cloud: ") {
				t.Errorf("%v: warnings %q", asked, warnings)
			}
			target.DrawTo()
			dev.Clear(0, 0, 0)
			if err := s.Draw(); err != nil {
				t.Fatal(err)
			}
			got := make([]byte, 4*width*height)
			target.Texture.Read(got)
			switch {
			case dev.Caps.Computes:
				want = append(want, got)
			case asked.InSpace():
			case asked == views.Strength:
				for j := range got {
					if d := int(got[j]) - int(want[i][j]); d < -1 || d > 1 {
						t.Fatalf("%v: byte %d is %d, want %d", asked, j, got[j], want[i][j])
					}
				}
			case !bytes.Equal(got, want[i]):
				t.Errorf("%v, %v, %v: other pixels", choices.Look, choices.Colour, asked)
			}
		}
	})
}
