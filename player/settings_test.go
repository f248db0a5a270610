package player

import (
	"image"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/playback"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/session"
)

// Settings are adopted without the engine. The default line width depends on the display.
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

// Adopted settings have the default curves of the video's codec; those for files do not depend on it.
func TestAdoptCurves(t *testing.T) {
	p := newPlayer(t.Context(), Config{})
	p.video = &playback.Video{Info: decode.Info{Codec: "av1"}}
	s := session.Default()
	s.LineWidth = 3
	p.adopt(s)
	if got, kept := p.settings.CodecCurves, p.kept().CodecCurves; got != session.NewCurves(session.CodedCurve, session.QPCurve) || kept != session.Default().CodecCurves {
		t.Errorf("%v, in files %v", got, kept)
	}
}

const seed = 20070106

// TestLeastSize: the smallest window leaves the same room for the picture at each scale and
// density.
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

// TestCapabilities: which videos have blocks: whose decoder reports them, if they can be read twice.
func TestCapabilities(t *testing.T) {
	for _, c := range []struct {
		info             decode.Info
		blocks, noBlocks bool
	}{
		{decode.Info{Codec: "h264", Seekable: true}, true, false},
		{decode.Info{Codec: "h264"}, false, false},
		{decode.Info{Codec: "hevc", Seekable: true}, true, false},
		{decode.Info{Codec: "av1", Seekable: true}, true, false},
		{decode.Info{Codec: "vvc", Seekable: true}, false, true},
	} {
		p := newPlayer(t.Context(), Config{})
		p.scene, p.video = &scene.Scene{}, &playback.Video{Info: c.info}
		if of := p.capabilities(&decode.Frame{}); of.Blocks != c.blocks || of.NoBlocks != c.noBlocks || of.Codec != c.info.Codec {
			t.Errorf("%+v: %+v", c.info, of)
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
		{session.Window{X: 100, Y: 0, Width: 1000, Height: 700}, image.Rectangle{}},               // the title bar is not visible
		{session.Window{X: 100, Y: 1000, Width: 1000, Height: 700}, image.Rectangle{}},            // too little is visible
		{session.Window{X: 100, Y: 100, Width: 100, Height: 700}, image.Rectangle{}},              // too small
		{session.Window{X: 10, Y: 40, Width: 4000, Height: 3000}, image.Rect(10, 40, 1930, 1090)}, // of a larger display
		{session.Window{X: 3000, Y: 100, Width: 1000, Height: 700}, image.Rectangle{}},            // of a display that was removed
		{session.Window{X: -1180, Y: 900, Width: 1000, Height: 700}, image.Rect(-1180, 900, -180, 1600)},
	} {
		got, ok := restored(c.w, displays)
		if ok != !c.want.Empty() || ok && got != c.want {
			t.Errorf("%+v: %v, %v; want %v", c.w, got, ok, c.want)
		}
	}
}
