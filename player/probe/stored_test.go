package probe

import (
	"bytes"
	"fmt"
	"image"
	"maps"
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
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/session"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/tests/pairs"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/yuvtest"
)

// list is a stored list that all frames have.
type list quadfile.Frame

func (l *list) Frame(_, _ int64, _ bool, to *quadfile.Frame) (bool, error) {
	*to = quadfile.Frame(*l)
	to.Quads = slices.Clone(l.Quads) // callers may sort it
	return true, nil
}

func (l *list) Within() int { return 3 }

// kinds has parameters of all variants that can be stored.
func kinds(t *testing.T, p *yuv.Picture) map[string]analysis.Params {
	t.Helper()
	bounds, err := edge.ParseBounds("0.1,0.3")
	if err != nil {
		t.Fatal(err)
	}
	template := func(x, y, size int) match.Search {
		made, err := match.NewTemplate(p, x, y, size, size)
		if err != nil {
			t.Fatal(err)
		}
		return match.Search{Template: made}
	}
	return map[string]analysis.Params{
		"edge":              {Threshold: 0.3},
		"cubes":             {Threshold: 0.3},
		"each frame":        {Threshold: 0.2},
		"classes":           {Threshold: 0.6, Low: 0.05, Bounds: bounds},
		"a band of luma":    {Operator: edge.Range, Low: 0.2, Threshold: 0.6, MaxSize: 2},
		"motion":            {Operator: edge.Motion, Threshold: 0.4},
		"feature":           {Variant: analysis.CommonFeature, Threshold: 0.4},
		"feature YUV":       {Variant: analysis.CommonFeature, Threshold: 0.4, Features: channel.YUV},
		"points":            {Variant: analysis.Points, Threshold: 0.3},
		"points by value":   {Variant: analysis.Points, Threshold: 0.3, Order: points.ByValue},
		"template":          {Variant: analysis.Templates, Threshold: 0.6, Search: template(8, 4, 8)},
		"a larger template": {Variant: analysis.Templates, Threshold: 0.7, Search: template(20, 4, 16)},
	}
}

// TestStoredVariants: stored lists of each variant are drawn, coloured, counted and described by
// their own header, independently of the live parameters, and exactly as a live list with the same
// parameters.
func TestStoredVariants(t *testing.T) {
	dev := gputest.Open(t)
	const width, height, scale = 37, 21, 8
	frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], width, height, yuvtest.Fills(seed)[5])}
	picture := &frame.Picture
	picture.Before = yuvtest.Picture(yuvtest.Formats[1], width, height, yuvtest.Fills(seed + 1)[5])
	target, err := dev.NewTarget("window", width*scale, height*scale)
	gputest.Own(t, target, err)
	s, err := scene.New(dev)
	gputest.Own(t, s, err)
	p := New(s)
	number := int64(0)
	show := func(settings session.Choices) (pixels []byte, said string) {
		t.Helper()
		number += 2
		if err := s.Load(picture, yuv.Choice{}); err != nil {
			t.Fatal(err)
		}
		if e, err := s.Analyze(frame, number, settings); err != nil || len(e.Notices) != 0 {
			t.Fatal(err, e.Notices)
		}
		s.Locate(frame, decode.Orientation{}, &settings, image.Rect(0, 0, width*scale, height*scale), width*scale, height*scale)
		target.DrawTo()
		dev.Clear(0, 0, 0)
		if err := s.Draw(); err != nil {
			t.Fatal(err)
		}
		pixels = make([]byte, 4*width*height*scale*scale)
		target.Texture.Read(pixels)
		var all []string
		for _, at := range []image.Point{{3, 5}, {11, 7}, {12, 7}, {22, 12}, {36, 20}} {
			var d panel.Descent
			all = append(all, p.Inspect(nil, &s.Place, frame, at.X*scale+1, at.Y*scale+1, &[2]panel.Numbers{}, false)...)
			p.Descend(&d, &s.Place, frame, number, at.X, at.Y)
			all = append(append(all, d.Facts...), d.Quad...)
		}
		low, bounds := s.A.Classes()
		quads, coverage, ok := s.A.Counts()
		return pixels, fmt.Sprint(strings.Join(all, "\n"), "\n", s.A.Thing(), low, bounds, s.A.MaxSize(), quads, coverage, ok)
	}
	kinds := kinds(t, picture)
	names := slices.Sorted(maps.Keys(kinds))
	headers, lists := map[string]quadfile.Analysis{}, map[string]*list{}
	for name, params := range kinds {
		header := quads.NewHeader("", decode.Info{Model: yuv.RGB}, params).Analysis
		r, err := analysis.NewReference().Analyze(picture, params)
		if err != nil {
			t.Fatal(err)
		}
		stored := &list{Width: width, Height: height, Quads: r.Quads, Means: r.Means, Classes: r.Classes}
		if len(r.Quads) < 2 {
			t.Fatalf("%s: %d quads", name, len(r.Quads))
		}
		switch name {
		case "each frame":
			header.EachFrame, header.Threshold, stored.Threshold = true, 0, params.Threshold
		case "cubes":
			header.Cube, stored.Window, stored.Starts = 8, 8, make([]uint8, len(r.Quads))
		}
		headers[name], lists[name] = header, stored
	}
	shownViews := []views.View{views.Video, views.Mask, views.Pyramid, views.Reconstruction}
	looks := []session.Choices{{Colour: overlay.ByLevel}, {Colour: overlay.ByClass, LineWidth: 2}, {Colour: overlay.ByMean, Look: overlay.Mosaic}}
	type shown struct {
		pixels []byte
		said   string
	}
	alone := map[[3]int]shown{} // by stored kind, view and look
	for c := range pairs.Cases(len(names), len(shownViews), len(looks), len(names)) {
		kept, view, look, live := names[c[0]], shownViews[c[1]], looks[c[2]], names[c[3]]
		look.View, look.Overlay, look.Opacity = view, true, 1
		s.SetStored(lists[kept], headers[kept], true)
		want, known := alone[[3]int(c)]
		if !known {
			own := look
			own.Params = kinds[kept]
			if kept == "cubes" {
				own.Source = session.Stored
			}
			want.pixels, want.said = show(own)
			alone[[3]int(c)] = want
		}
		look.Params, look.Source = kinds[live], session.Stored
		what := fmt.Sprintf("%s stored, %s live, %v by %v in %v", kept, live, look.Look, look.Colour, view)
		pixels, said := show(look)
		if said != want.said {
			t.Errorf("%s: it says\n%s\nnot\n%s", what, said, want.said)
		}
		if !bytes.Equal(pixels, want.pixels) {
			t.Errorf("%s: other pixels", what)
		}
	}
	sources := []session.Source{session.Live, session.Stored}
	for c := range pairs.Cases(len(names), len(names), len(sources)) {
		kept, live, source := names[c[0]], names[c[1]], sources[c[2]]
		s.SetStored(lists[kept], headers[kept], true)
		wide, _ := kinds[live].Box()
		own, _ := kinds[kept].Box()
		by := session.Choices{Params: kinds[live], Source: source, Overlay: true, Opacity: 1, Colour: overlay.ByDifference}
		pixels, _ := show(by)
		_, compared := s.A.Compared()
		if compared != (wide == own) {
			t.Errorf("%s stored, %s live: compared: %v", kept, live, compared)
		}
		if compared {
			continue
		}
		by.Colour = overlay.ByLevel
		if alone, _ := show(by); !bytes.Equal(pixels, alone) {
			t.Errorf("%s stored, %s live, %v: what cannot be compared is not drawn by size", kept, live, source)
		}
	}
}

// TestStoredWithoutParams: if a stored list lacks its parameters, nothing is said about decisions for
// pixels.
func TestStoredWithoutParams(t *testing.T) {
	dev := gputest.Open(t)
	frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 37, 21, yuvtest.Fills(seed)[5])}
	s, err := scene.New(dev)
	gputest.Own(t, s, err)
	p := New(s)
	r, err := analysis.NewReference().Analyze(&frame.Picture, analysis.Params{Threshold: 0.3})
	if err != nil {
		t.Fatal(err)
	}
	stored := list{Width: 37, Height: 21, Quads: r.Quads}
	for live, params := range kinds(t, &frame.Picture) {
		for _, known := range []bool{true, false} {
			s.SetStored(&stored, quadfile.Analysis{Params: analysis.Params{Threshold: 0.3}}, known)
			settings := session.Choices{Params: params, Source: session.Stored}
			if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
				t.Fatal(err)
			}
			if e, err := s.Analyze(frame, 1, settings); err != nil || len(e.Notices) != 0 {
				t.Fatal(err, e.Notices)
			}
			s.Locate(frame, decode.Orientation{Rotate: 180}, &settings, image.Rect(0, 0, 37, 21), 37, 21)
			lines := p.Inspect(nil, &s.Place, frame, 5, 5, &[2]panel.Numbers{}, false)
			if lines[1] != "position as stored (the player shows it turned by 180°)" {
				t.Errorf("a turned picture: %q", lines)
			}
			s.Locate(frame, decode.Orientation{}, &settings, image.Rect(0, 0, 37, 21), 37, 21)
			lines = p.Inspect(nil, &s.Place, frame, 5, 5, &[2]panel.Numbers{}, false)
			if reported := strings.HasPrefix(lines[1], "D = "); reported != known || len(lines) != map[bool]int{true: 3, false: 2}[known] {
				t.Errorf("%s live, known %v: %q", live, known, lines)
			}
		}
	}
}
