package scene

import (
	"bytes"
	"image"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/yuvtest"
)

const seed = 20070106

// applying is a scene whose settings are replaced by those that it returns, as the player does it.
type applying struct {
	*Scene
	warn func(text string)
}

// open returns a scene. If warnings is nil, warnings are test errors.
func open(t testing.TB, dev *gpu.Device, warnings *[]string) *applying {
	s, err := New(dev)
	gputest.Own(t, s, err)
	return &applying{s, func(text string) {
		if warnings == nil {
			t.Error(text)
			return
		}
		*warnings = append(*warnings, text)
	}}
}

func (s *applying) apply(a *session.Choices, e session.Effective) {
	*a = e.Choices
	for _, n := range e.Notices {
		if n.Log != "" {
			s.warn(n.Log)
		}
	}
}

func (s *applying) Analyze(f *decode.Frame, number int64, a *session.Choices) error {
	e, err := s.Scene.Analyze(f, number, *a)
	s.apply(a, e)
	return err
}

func (s *applying) ToggleWipe(a *session.Choices) { s.apply(a, s.Scene.ToggleWipe(*a)) }

// analyzed gives a layer the quads that an engine finds in the loaded picture.
func analyzed(l *Layer, p *yuv.Picture, params analysis.Params, engine session.Engine) error {
	found, err := l.run(p, params, engine)
	l.set(found)
	return err
}

// A list needs memory for its quads, not for the maximum number.
func TestCPUListOfALargePicture(t *testing.T) {
	dev := gputest.Open(t)
	s := open(t, dev, nil)
	fills := yuvtest.Fills(seed)
	gray := yuvtest.Formats[0]
	params := analysis.Params{Threshold: analysis.DefaultThreshold}
	const width, height = 640, 360
	dev.Caps.MaxStorageSize = 3 * width * height / 2 // half of the largest possible list
	var last int
	for _, fill := range []yuvtest.Fill{fills[1], fills[5], fills[5], fills[1]} {
		p := yuvtest.Picture(gray, width, height, fill)
		if err := s.Load(p, yuv.Choice{}); err != nil {
			t.Fatal(err)
		}
		if err := analyzed(s.A, p, params, session.CPU); err != nil {
			t.Fatalf("%s: %v", fill.Name, err)
		}
		want, err := analysis.NewReference().Analyze(p, params)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.A.list.Read(nil); !slices.Equal(got, want.Quads) {
			t.Errorf("%s (seed %d): %d quads, want %d", fill.Name, seed, len(got), len(want.Quads))
		}
		if s.A.uploaded.Capacity() < last {
			t.Errorf("%s: the list shrank from %d to %d", fill.Name, last, s.A.uploaded.Capacity())
		}
		last = s.A.uploaded.Capacity()
	}
}

// If the GPU engine fails during playback, the CPU engine takes over at once.
func TestEngineFallsBack(t *testing.T) {
	dev := gputest.Open(t)
	var warnings []string
	s := open(t, dev, &warnings)
	settings := session.Choices{Params: analysis.Params{Threshold: analysis.DefaultThreshold}, Engine: session.GPU}
	var frame *decode.Frame
	show := func(width, height int) {
		frame = &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], width, height, yuvtest.Fills(seed)[5])}
		if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
			t.Fatal(err)
		}
		if err := s.Analyze(frame, 1, &settings); err != nil {
			t.Fatal(err)
		}
	}
	show(64, 64)
	if len(warnings) > 0 || s.Applied.Engine != session.GPU {
		t.Fatalf("engine %v, warnings %q", s.Applied.Engine, warnings)
	}
	dev.Caps.MaxStorageSize = 1<<15 - 1 // less than the GPU engine needs
	for range 3 {
		show(96, 96)
	}
	if len(warnings) != 1 || !strings.Contains(warnings[0], "limit") {
		t.Errorf("warnings %q", warnings)
	}
	if settings.Engine != session.CPU || s.Stale(&settings) {
		t.Errorf("settings %+v, applied %+v", settings, s.Applied)
	}
	want, err := analysis.NewReference().Analyze(&frame.Picture, analysis.Params{Threshold: analysis.DefaultThreshold})
	if err != nil {
		t.Fatal(err)
	}
	if got := s.A.list.Read(nil); len(want.Quads) == 0 || !slices.Equal(got, want.Quads) {
		t.Errorf("%d quads, want %d", len(got), len(want.Quads))
	}
	if n, _, ok := s.A.Counts(); !ok || n != len(want.Quads) {
		t.Errorf("the count says %d, want %d", n, len(want.Quads))
	}
}

// Classes are drawn from one list in Morton order, with each engine.
func TestClasses(t *testing.T) {
	dev := gputest.Open(t)
	var warnings []string
	s := open(t, dev, &warnings)
	frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 64, 48, yuvtest.Fills(seed)[5])}
	if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	for _, engine := range []session.Engine{session.CPU, session.GPU} {
		for _, n := range []int{4, 1, 16} {
			params := analysis.Params{Operator: edge.Range, Threshold: 1}.Divided(n)
			settings := session.Choices{Params: params, Engine: engine, Overlay: true, Colour: overlay.ByClass, Opacity: 1, LineWidth: 1}
			if err := s.Analyze(frame, 1, &settings); err != nil {
				t.Fatal(err)
			}
			result, err := analysis.NewReference().Analyze(&frame.Picture, params)
			if err != nil {
				t.Fatal(err)
			}
			want := new(analysis.Merger).Merge(result)
			if got := s.A.Read(); len(want.Quads) == 0 || !slices.Equal(got, want.Quads) || !slices.Equal(s.A.Of(), want.Classes) {
				t.Errorf("%d classes, engine %v: %d quads with %d classes, want %d", n, engine, len(got), len(s.A.Of()), len(want.Quads))
			}
			var sizes [overlay.Levels]int
			for _, q := range want.Quads {
				sizes[q.Level()]++
			}
			if got := *s.A.Sizes(); got != sizes {
				t.Errorf("%d classes, engine %v: sizes %v, want %v", n, engine, got, sizes)
			}
			s.Locate(frame, decode.Orientation{}, &settings, image.Rect(0, 0, 64, 48), 64, 48)
			if err := s.Draw(); err != nil {
				t.Error(err)
			}
		}
	}
	if len(warnings) > 0 {
		t.Errorf("warnings %q", warnings)
	}
}

// TestReconstruction: the reconstruction is equal with each engine, and equal to the reference.
func TestReconstruction(t *testing.T) {
	dev := gputest.Open(t)
	s := open(t, dev, nil)
	for _, f := range yuvtest.Formats {
		frame := &decode.Frame{Picture: *yuvtest.Picture(f, 70, 45, yuvtest.Fills(seed)[5])}
		p := &frame.Picture
		if err := s.Load(p, yuv.Choice{}); err != nil {
			t.Fatal(err)
		}
		for _, params := range []analysis.Params{{Threshold: 0.3}, {Variant: analysis.CommonFeature, Threshold: 0.2}, {Operator: edge.Linear, Threshold: 0.3, MinSize: 4}} {
			if params.Variant == analysis.CommonFeature && channel.Check(f, params.Features) != nil {
				continue
			}
			result, err := analysis.NewReference().Analyze(p, params)
			if err != nil {
				t.Fatal(err)
			}
			for fill := range reconstruction.FillCount {
				want := image.NewRGBA(image.Rect(0, 0, p.Width, p.Height))
				yuv.NewConverter(f, p.Colour, p.Width, p.Height).Paint(want, new(reconstruction.Reference).Run(p, result.Quads, fill))
				for _, engine := range []session.Engine{session.CPU, session.GPU} {
					settings := session.Choices{Params: params, Engine: engine, View: views.Reconstruction, Fill: fill}
					if err := s.Analyze(frame, 1, &settings); err != nil || settings.Engine != engine {
						t.Fatal(settings.Engine, err)
					}
					got := make([]byte, len(want.Pix))
					s.A.shown.Read(got)
					if !bytes.Equal(got, want.Pix) {
						t.Fatalf("%s, %+v, %v, engine %v (seed %d): another picture", f.Name, params, fill, engine, seed)
					}
				}
			}
		}
	}
}

// TestPoints shows points, then quads, with the GPU engine.
func TestPoints(t *testing.T) {
	dev := gputest.Open(t)
	var warnings []string
	s := open(t, dev, &warnings)
	frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 64, 48, yuvtest.Fills(seed)[5])}
	if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	settings := session.Choices{Params: analysis.Params{Variant: analysis.Points, Threshold: 0.1}, Engine: session.GPU}
	for _, variant := range []analysis.Variant{analysis.Points, analysis.EdgeThreshold} {
		settings.Variant = variant
		if err := s.Analyze(frame, 1, &settings); err != nil {
			t.Fatal(err)
		}
		want, err := analysis.NewReference().Analyze(&frame.Picture, settings.Params)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.A.Read(); len(want.Quads) == 0 || !slices.Equal(got, want.Quads) {
			t.Errorf("%v: %d quads, want %d", variant, len(got), len(want.Quads))
		}
	}
	if len(warnings) > 0 || s.Applied.Engine != session.GPU {
		t.Errorf("engine %v, warnings %q", s.Applied.Engine, warnings)
	}
}

// TestLoadForgets: results of a picture are not shown for the next one before that is analysed.
func TestLoadForgets(t *testing.T) {
	s := open(t, gputest.Open(t), nil)
	for _, view := range []views.View{views.Video, views.Mask} {
		for _, engine := range []session.Engine{session.CPU, session.GPU} {
			settings := session.Choices{Params: analysis.Params{Threshold: 0.3}, Engine: engine, View: view, Overlay: true}
			for n := range int64(2) {
				frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 64, 48, yuvtest.Fills(seed)[5-n])}
				if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
					t.Fatal(err)
				}
				if quads, _, ok := s.A.Counts(); ok || quads != 0 || len(s.A.Read()) != 0 || s.A.list != nil || s.A.shown != nil {
					t.Errorf("%v, %v: a picture that nobody has analysed has %d quads, known %v", view, engine, quads, ok)
				}
				if err := s.Analyze(frame, n, &settings); err != nil {
					t.Fatal(err)
				}
				want, err := analysis.NewReference().Analyze(&frame.Picture, settings.Params)
				if err != nil {
					t.Fatal(err)
				}
				if quads, coverage, ok := s.A.Counts(); !ok || quads != len(want.Quads) || coverage != want.Coverage(&frame.Picture) {
					t.Errorf("%v, %v: %d quads, known %v, want %d", view, engine, quads, ok, len(want.Quads))
				}
			}
		}
	}
}

// TestStyleKeepsPoints: the outlines of small quads fade, but not those of lists whose small entries are
// what is sought.
func TestStyleKeepsPoints(t *testing.T) {
	for _, c := range []struct {
		params analysis.Params
		want   overlay.Detail
	}{
		{analysis.Params{}, overlay.Fade}, {analysis.Params{Variant: analysis.CommonFeature}, overlay.Fade},
		{analysis.Params{Variant: analysis.Points}, overlay.Auto}, {analysis.Params{Invert: true}, overlay.Auto},
	} {
		s := session.Default().Choices
		s.Params = c.params
		if got := Style(&s).Detail; got != c.want {
			t.Errorf("%+v: %v, want %v", c.params, got, c.want)
		}
	}
}
