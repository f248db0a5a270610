package player

import (
	"image"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/playback"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/yuvtest"
)

// All settings are adopted except the engine. The width of lines suits the
// display if nobody chose it.
func TestAdopt(t *testing.T) {
	p := newPlayer(t.Context(), Config{})
	p.settings.Engine = session.GPU
	want := session.Default()
	want.LineWidth, want.Tab, want.Timeline, want.Engine = 3, session.Export, session.Always, session.GPU
	adopted := want
	adopted.Engine = session.CPU
	if p.adopt(adopted); p.settings != want {
		t.Errorf("got  %+v\nwant %+v", p.settings, want)
	}
}

const seed = 20070106

// TestSettingsSuit: planes and features that an RGB picture does not have are
// replaced by those that it has, and the quads are theirs.
func TestSettingsSuit(t *testing.T) {
	dev := gputest.Open(t)
	s, err := scene.New(dev, func(string) {}, func(m string) { t.Error(m) })
	gputest.Own(t, s, err)
	colours := channel.Box{High: channel.Vector{9000, 9000, 9000}}
	for _, c := range []struct{ asked, want analysis.Params }{
		{analysis.Params{Planes: edge.AllPlanes, Threshold: 0.02}, analysis.Params{Threshold: 0.02}},
		{analysis.Params{Planes: edge.AllPlanes, Threshold: 9}, analysis.Params{Threshold: 4}},
		{
			analysis.Params{Variant: analysis.CommonFeature, Features: channel.YUV, Threshold: 0.02},
			analysis.Params{Variant: analysis.CommonFeature, Threshold: 0.02},
		},
		{analysis.Params{Planes: edge.AllPlanes, Threshold: 9, Low: 5}, analysis.Params{Threshold: 4, Low: 4}},
		{
			analysis.Params{Operator: edge.Box, Features: channel.YUV, Colours: colours, Threshold: 0.02},
			analysis.Params{Operator: edge.Box, Colours: colours, Threshold: 0.02},
		},
	} {
		for _, f := range yuvtest.Formats {
			var warnings []string
			p := newPlayer(t.Context(), Config{Warn: func(m string) { warnings = append(warnings, m) }})
			frame := &decode.Frame{Picture: *yuvtest.Picture(f, 64, 48, yuvtest.Fills(seed)[5])}
			p.settings.Params = c.asked
			p.suit(frame)
			if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
				t.Fatal(err)
			}
			if err := s.Analyze(frame, 1, &p.settings.Choices); err != nil {
				t.Fatalf("%s, %+v: %v", f.Name, c.asked, err)
			}
			want, told := c.asked, 0
			if f.Model == yuv.RGB {
				want, told = c.want, 1
			}
			quads, err := analysis.NewReference().Analyze(&frame.Picture, want)
			if err != nil {
				t.Fatal(err)
			}
			if p.settings.Params != want || len(warnings) != told || !slices.Equal(s.A.Read(), quads.Quads) {
				t.Errorf("%s: %+v became %+v, with warnings %q and %d quads of %d", f.Name, c.asked, p.settings.Params, warnings, len(s.A.Read()), len(quads.Quads))
			}
		}
	}
}

// TestLeastSize: the smallest window has the same room for the picture at each
// scale, both if a unit of window coordinates is a pixel and if it is more.
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

// TestUntoldBlocks: why a video has no blocks, which is not always its codec.
func TestUntoldBlocks(t *testing.T) {
	for _, c := range []struct {
		info decode.Info
		want string // what is said; empty if the layer stays on
	}{
		{decode.Info{Codec: "h264", Seekable: true}, ""},
		{decode.Info{Codec: "h264"}, "cannot be read twice"},
		{decode.Info{Codec: "hevc", Seekable: true}, "how hevc divides pictures into blocks"},
	} {
		var warning string
		p := newPlayer(t.Context(), Config{Warn: func(m string) { warning = m }})
		p.scene, p.video = &scene.Scene{}, &playback.Video{Info: c.info}
		p.settings.Codec = true
		p.suit(&decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 8, 8, yuvtest.Fills(seed)[5])})
		if p.settings.Codec != (c.want == "") || !strings.Contains(warning, c.want) || (warning == "") != (c.want == "") {
			t.Errorf("%+v: blocks %v, %q", c.info, p.settings.Codec, warning)
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
		{session.Window{X: 1850, Y: 100, Width: 1000, Height: 700}, image.Rectangle{}},            // 70 pixels are visible
		{session.Window{X: 100, Y: 0, Width: 1000, Height: 700}, image.Rectangle{}},               // the title is not visible
		{session.Window{X: 100, Y: 1000, Width: 1000, Height: 700}, image.Rectangle{}},            // only little is visible
		{session.Window{X: 100, Y: 100, Width: 100, Height: 700}, image.Rectangle{}},              // too small
		{session.Window{X: 10, Y: 40, Width: 4000, Height: 3000}, image.Rect(10, 40, 1930, 1090)}, // of a larger display
		{session.Window{X: 3000, Y: 100, Width: 1000, Height: 700}, image.Rectangle{}},            // of a display that is gone
		{session.Window{X: -1180, Y: 900, Width: 1000, Height: 700}, image.Rect(-1180, 900, -180, 1600)},
	} {
		got, ok := restored(c.w, displays)
		if ok != !c.want.Empty() || ok && got != c.want {
			t.Errorf("%+v: %v, %v; want %v", c.w, got, ok, c.want)
		}
	}
}
