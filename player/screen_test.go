package player

import (
	"slices"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
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
		if err := s.load(p, yuv.Choice{}); err != nil {
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

// Where the GPU engine fails while playing, the CPU's takes over at once.
func TestEngineFallsBack(t *testing.T) {
	dev := gputest.Open(t)
	s, err := newScreen(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer s.release()
	var warnings []string
	p := &player{screen: s, film: &film{}, cfg: Config{Warn: func(m string) { warnings = append(warnings, m) }}}
	p.settings = panel.Settings{Engine: panel.GPU, Choices: session.Choices{Params: analysis.Params{Threshold: analysis.DefaultThreshold}}}
	show := func(width, height int) {
		p.frame = &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], width, height, yuvtest.Fills(seed)[5])}
		if err := p.analyze(); err != nil {
			t.Fatal(err)
		}
	}
	show(64, 64)
	if len(warnings) > 0 || p.applied.Engine != panel.GPU {
		t.Fatalf("engine %v, warnings %q", p.applied.Engine, warnings)
	}
	dev.Caps.MaxStorageSize = 1<<15 - 1 // less than the GPU engine takes
	for range 3 {
		show(96, 96)
	}
	if len(warnings) != 1 || !strings.Contains(warnings[0], "limit") {
		t.Errorf("warnings %q", warnings)
	}
	if p.settings.Engine != panel.CPU || p.applied != p.settings {
		t.Errorf("settings %+v, applied %+v", p.settings, p.applied)
	}
	want, err := analysis.NewReference().Analyze(&p.frame.Picture, analysis.Params{Threshold: analysis.DefaultThreshold})
	if err != nil {
		t.Fatal(err)
	}
	if got := s.list.Read(nil); len(want.Quads) == 0 || !slices.Equal(got, want.Quads) {
		t.Errorf("%d quads, want %d", len(got), len(want.Quads))
	}
	if n, _ := s.counts(); n != len(want.Quads) {
		t.Errorf("the count says %d, want %d", n, len(want.Quads))
	}
}
