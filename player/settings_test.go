package player

import (
	"image"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/feature"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
	"ffkvadrat/player/views"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// What is adopted is what is chosen then, and all the panel has but the engine.
func TestSettingsBothWays(t *testing.T) {
	p := &player{}
	var err error
	if p.panel, err = panel.New(gputest.Open(t), panel.Facts{}, 1); err != nil {
		t.Fatal(err)
	}
	defer p.panel.Release()
	p.settings.Engine = panel.GPU
	want := session.Settings{Choices: session.Choices{
		Params: analysis.Params{Threshold: 0.75, Operator: edge.Range, Low: 0.125, Invert: true, MinSize: 2, MaxSize: 64},
		Wanted: 500, EachFrame: true,
		Shown: yuv.Choice{Matrix: yuv.BT2020, Range: yuv.Full, Transfer: yuv.HLG},
		Look:  overlay.Mosaic, Colour: overlay.ByAge, Opacity: 0.35, LineWidth: 3,
		View: views.Mask, Level: 4, Volume: 0.45, Muted: true,
	}, Tab: session.Export, Timeline: session.Always}
	for _, want := range []session.Settings{want, {Choices: session.Choices{Overlay: true, Opacity: 0.8, LineWidth: 1, Volume: 1}, Panel: true}} {
		p.adopt(want)
		if got := p.chosen(); got != want || p.settings.Engine != panel.GPU {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
	}
}

// TestSettingsSuit: planes and features that an RGB picture does not have give way
// to those that it has, and the quads are theirs.
func TestSettingsSuit(t *testing.T) {
	dev := gputest.Open(t)
	s, err := newScreen(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer s.release()
	for _, c := range []struct{ asked, want analysis.Params }{
		{analysis.Params{Planes: edge.AllPlanes, Threshold: 0.02}, analysis.Params{Threshold: 0.02}},
		{analysis.Params{Planes: edge.AllPlanes, Threshold: 9}, analysis.Params{Threshold: 4}},
		{
			analysis.Params{Variant: analysis.CommonFeature, Features: feature.YUV, Threshold: 0.02},
			analysis.Params{Variant: analysis.CommonFeature, Threshold: 0.02},
		},
	} {
		for _, f := range yuvtest.Formats {
			var warnings []string
			p := &player{screen: s, film: &film{}, cfg: Config{Warn: func(m string) { warnings = append(warnings, m) }}}
			p.frame = &decode.Frame{Picture: *yuvtest.Picture(f, 64, 48, yuvtest.Fills(seed)[5])}
			p.settings.Params = c.asked
			if err := s.load(&p.frame.Picture, yuv.Choice{}); err != nil {
				t.Fatal(err)
			}
			if err := p.analyze(); err != nil {
				t.Fatalf("%s, %+v: %v", f.Name, c.asked, err)
			}
			want, told := c.asked, 0
			if f.Model == yuv.RGB {
				want, told = c.want, 1
			}
			quads, err := analysis.NewReference().Analyze(&p.frame.Picture, want)
			if err != nil {
				t.Fatal(err)
			}
			if p.settings.Params != want || len(warnings) != told || !slices.Equal(s.read(), quads.Quads) {
				t.Errorf("%s: %+v became %+v, with warnings %q and %d quads of %d", f.Name, c.asked, p.settings.Params, warnings, len(s.read()), len(quads.Quads))
			}
		}
	}
}

// TestLeastSize: the least window has as much room for the picture at each scale,
// where a unit of window coordinates is a pixel and where it is more.
func TestLeastSize(t *testing.T) {
	display := image.Rect(0, 30, 1920, 1080)
	for _, c := range []struct {
		scale, density float32
		display        image.Rectangle
		want           image.Point
	}{
		{1, 1, display, image.Pt(640, 400)},
		{1.5, 1, display, image.Pt(960, 600)},
		{2, 1, display, image.Pt(1280, 800)},
		{2, 2, display, image.Pt(640, 400)},
		{3, 1, display, image.Pt(1920, 1050)},
		{2, 1, image.Rectangle{}, image.Pt(640, 400)},
		{1, 1, image.Rect(0, 0, 320, 200), image.Pt(640, 400)},
	} {
		if got := least(c.scale, c.density, c.density, c.display); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func TestRestored(t *testing.T) {
	displays := []image.Rectangle{image.Rect(0, 30, 1920, 1080), image.Rect(-1280, 0, 0, 1024)}
	for _, c := range []struct {
		w    session.Window
		want image.Rectangle // empty for none
	}{
		{session.Window{}, image.Rectangle{}},
		{session.Window{X: 100, Y: 100, Width: 1000, Height: 700}, image.Rect(100, 100, 1100, 800)},
		{session.Window{X: -500, Y: 0, Width: 1000, Height: 700}, image.Rect(-500, 0, 500, 700)},
		{session.Window{X: 1850, Y: 100, Width: 1000, Height: 700}, image.Rectangle{}},            // 70 pixels show
		{session.Window{X: 100, Y: 0, Width: 1000, Height: 700}, image.Rectangle{}},               // the title does not show
		{session.Window{X: 100, Y: 1000, Width: 1000, Height: 700}, image.Rectangle{}},            // little else does
		{session.Window{X: 100, Y: 100, Width: 100, Height: 700}, image.Rectangle{}},              // too small
		{session.Window{X: 10, Y: 40, Width: 4000, Height: 3000}, image.Rect(10, 40, 1930, 1090)}, // of a larger display
		{session.Window{X: 3000, Y: 100, Width: 1000, Height: 700}, image.Rectangle{}},            // of one that is gone
		{session.Window{X: -1180, Y: 900, Width: 1000, Height: 700}, image.Rect(-1180, 900, -180, 1600)},
	} {
		got, ok := restored(c.w, displays)
		if ok != !c.want.Empty() || ok && got != c.want {
			t.Errorf("%+v: %v, %v; want %v", c.w, got, ok, c.want)
		}
	}
}
