package probe

import (
	"errors"
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/match"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/session"
	"ffkvadrat/tests/pairs"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv/glyuvtest"
	"ffkvadrat/yuv/yuvtest"
)

// TestAway: frames in device memory are described as frames in main memory are, in every view, with
// both engines and all variants.
func TestAway(t *testing.T) {
	dev := gputest.Open(t)
	s, err := scene.New(dev)
	gputest.Own(t, s, err)
	p := New(s)
	bounds, err := edge.ParseBounds("0.1,0.3,0.6")
	if err != nil {
		t.Fatal(err)
	}
	const width, height = 37, 21
	place := scene.Place{View: overlay.View{Width: width, Height: height, ScaleX: 100, ScaleY: 100, TargetWidth: 1000, TargetHeight: 800}, N: 1}
	picture := func(f yuv.Format) *yuv.Picture { return yuvtest.Picture(f, width, height, yuvtest.Fills(seed)[5]) }
	away := slices.DeleteFunc(slices.Clone(yuvtest.Formats), func(f yuv.Format) bool { return f.Model == yuv.RGB }) // RGB frames are never in device memory
	methods := []analysis.Params{
		{Threshold: 0.3},
		{Threshold: 0.3, Operator: edge.Motion},
		{Threshold: 0.3, Variant: analysis.CommonFeature},
		{Threshold: 0.1, Variant: analysis.Templates}, // of the picture
		{Threshold: 0.3, Bounds: bounds},
	}
	for c := range pairs.Cases(len(away), len(methods), int(session.GPU)+1, int(views.ViewCount)) {
		f, params, engine, view := away[c[0]], methods[c[1]], session.Engine(c[2]), views.View(c[3])
		if view.NeedsSecond() {
			continue
		}
		if params.Variant == analysis.Templates {
			if params.Search.Template, err = match.NewTemplate(picture(f), 8, 4, 8, 8); err != nil {
				t.Fatal(err)
			}
		}
		settings := session.Choices{Params: params, Engine: engine, View: view}
		said := func(away bool) string {
			frame := &decode.Frame{Picture: *picture(f)}
			frame.Picture.Vectors = yuv.VectorList{{X: 8, Y: 8, Width: 16, Height: 8, DX: 300}}
			if params.Needs().Before {
				frame.Picture.Before = picture(f)
			}
			if away {
				glyuvtest.TakeAway(&frame.Picture)
				if params.Needs().Before {
					glyuvtest.TakeAway(frame.Picture.Before)
				}
			}
			if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
				t.Fatal(err)
			}
			now := settings
			if e, err := s.Analyze(frame, 1, now); err != nil || len(e.Notices) != 0 {
				t.Fatal(err, e.Notices)
			}
			place.Sides[0] = scene.Side{Layer: s.A, Settings: &now, Area: image.Rect(0, 0, 1000, 800)}
			var d panel.Descent
			var n [2]panel.Numbers
			p.Numbers(&n, &place, frame, 1)
			lines := p.Inspect(nil, &place, frame, 500, 400, &[2]panel.Numbers{}, false)
			p.Descend(&d, &place, frame, 1, 5, 4)
			return fmt.Sprint(s.A.Read(), lines, d.Facts, d.Quad, n[0].Cells)
		}
		if got, want := said(true), said(false); got != want {
			t.Errorf("%s, %+v, %v, %v: away it is\n%.300s, not\n%.300s", f.Name, params, engine, view, got, want)
		}
	}
}

// TestLostAway describes a frame whose device memory was lost.
func TestLostAway(t *testing.T) {
	dev := gputest.Open(t)
	s, err := scene.New(dev)
	gputest.Own(t, s, err)
	p := New(s)
	frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[0], 37, 21, yuvtest.Fills(seed)[5])}
	away := glyuvtest.TakeAway(&frame.Picture)
	settings := session.Choices{Params: analysis.Params{Threshold: 0.3}, Engine: session.GPU}
	if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	if e, err := s.Analyze(frame, 1, settings); err != nil || len(e.Notices) != 0 {
		t.Fatal(err, e.Notices)
	}
	away.Lost = fmt.Errorf("%w: gone", yuv.ErrLost)
	place := scene.Place{View: overlay.View{Width: 37, Height: 21, ScaleX: 100, ScaleY: 100, TargetWidth: 1000, TargetHeight: 800}, N: 1}
	place.Sides[0] = scene.Side{Layer: s.A, Settings: &settings, Area: image.Rect(0, 0, 1000, 800)}
	if lines := p.Inspect(nil, &place, frame, 500, 400, &[2]panel.Numbers{}, false); !strings.Contains(fmt.Sprint(lines), "gone") {
		t.Errorf("said of a lost picture: %q", lines)
	}
	settings.Engine = session.CPU
	if _, err := s.Analyze(frame, 2, settings); !errors.Is(err, yuv.ErrLost) {
		t.Errorf("analysed a lost picture on the CPU, with %v", err)
	}
	settings.Engine = session.GPU
	away.None, away.Refused = true, true
	if err := s.Load(&frame.Picture, yuv.Choice{}); !errors.Is(err, yuv.ErrLost) {
		t.Errorf("loaded a lost picture, with %v", err)
	}
	if settings.Engine != session.GPU {
		t.Error("the GPU engine was left for a lost picture")
	}
}
