package player

import (
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/player/panel"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20070106

// A list needs room for its quads, not for all that the picture could have.
func TestCPUListOfALargePicture(t *testing.T) {
	dev := gputest.Open(t)
	s, err := newScreen(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer s.release()
	fills := yuvtest.Fills(seed)
	gray := yuvtest.Formats[0]
	params := analysis.Params{Threshold: analysis.DefaultThreshold}
	const width, height = 640, 360
	dev.Caps.MaxStorageSize = 3 * width * height / 2 // half of what the longest list takes
	var last int
	for _, fill := range []yuvtest.Fill{fills[1], fills[5], fills[5], fills[1]} {
		p := yuvtest.Picture(gray, width, height, fill)
		if err := s.load(p); err != nil {
			t.Fatal(err)
		}
		if err := s.analyze(p, params, panel.CPU); err != nil {
			t.Fatalf("%s: %v", fill.Name, err)
		}
		want, err := analysis.NewReference().Analyze(p, params)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.list.Read(nil); !slices.Equal(got, want.Quads) {
			t.Errorf("%s (seed %d): %d quads, want %d", fill.Name, seed, len(got), len(want.Quads))
		}
		if s.uploaded.Capacity() < last {
			t.Errorf("%s: the list shrank from %d to %d", fill.Name, last, s.uploaded.Capacity())
		}
		last = s.uploaded.Capacity()
	}
}
