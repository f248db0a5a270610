package probe

import (
	"fmt"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/match"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/session"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/yuvtest"
)

// TestTrace compares the end of every pixel's traversal with the reference engine's list.
func TestTrace(t *testing.T) {
	dev := gputest.Open(t)
	s, err := scene.New(dev)
	gputest.Own(t, s, err)
	p := New(s)
	number, edged := int64(0), 0
	frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 70, 45, yuvtest.Fills(seed)[5])}
	picture := &frame.Picture
	if err := s.Load(picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	bounds, err := edge.NewBounds(0.1)
	if err != nil {
		t.Fatal(err)
	}
	for _, params := range []analysis.Params{
		{Threshold: 0.05}, {Threshold: 0.3, MinSize: 2, MaxSize: 8}, {Threshold: 0},
		{Variant: analysis.CommonFeature, Threshold: 0.05},
		{Variant: analysis.CommonFeature, Threshold: 0.1, Features: channel.YUV, MinSize: 4},
		{Threshold: 0.3, Bounds: bounds, MinSize: 2},
		{Variant: analysis.Points, Threshold: 0.3},
		{Variant: analysis.Templates, Threshold: 0.1, Search: match.Search{Template: match.Template{Width: 2, Height: 1, Depth: 8, Samples: "UU"}}},
	} {
		want, err := analysis.NewReference().Analyze(picture, params)
		if err != nil {
			t.Fatal(err)
		}
		want = new(analysis.Merger).Merge(want)
		for _, engine := range []session.Engine{session.CPU, session.GPU} {
			number++
			settings := session.Choices{Params: params, Engine: engine}
			if e, err := s.Analyze(frame, number, settings); err != nil || len(e.Notices) != 0 {
				t.Fatal(err, e.Notices)
			}
			reached := map[int]bool{}
			var d panel.Descent
			for i := range picture.Width * picture.Height {
				d.X, d.Y = i%picture.Width, i/picture.Width
				p.trace(&d, &scene.Side{Layer: s.A, Settings: &settings}, picture, number)
				index, ok := quadpyramid.Find(want.Quads, d.X, d.Y)
				if !ok {
					end := d.Steps[len(d.Steps)-1]
					leaf := end.Value == quadpyramid.LeafMarker
					if text := map[bool]string{false: "no " + params.Variant.Thing(), true: "smaller than the smallest quads"}[leaf]; end.Value > 0 || leaf && 1<<end.Level >= params.MinSize || !slices.Equal(d.Quad, []string{text}) {
						t.Fatalf("%+v, %v: pixel (%d,%d) without a quad ends in %+v: %q", params, engine, d.X, d.Y, end, d.Quad)
					}
					continue
				}
				q := want.Quads[index]
				reached[index] = true
				lines := []string{fmt.Sprintf("%s   (index %s)", quantity.Of(index+1, len(want.Quads)), quantity.Grouped(int64(index))), fmt.Sprintf("at (%d, %d)   %d × %d", q.X(), q.Y(), q.Size(), q.Size())}
				reaches := func(at, side, end int) bool { return at/side*side+side > end }
				if side := 2 * q.Size(); params.Variant.Merges() && (params.MaxSize == 0 || side <= params.MaxSize) && (reaches(q.X(), side, picture.Width) || reaches(q.Y(), side, picture.Height)) {
					lines = append(lines, fmt.Sprintf("at the edge: %d × %d would reach past it", side, side))
					edged++
				}
				if params.Variant == analysis.CommonFeature {
					v, names := want.Means[index].Vector(), map[channel.Space]string{channel.RGB: "RGB", channel.YUV: "YUV"}[params.Features]
					lines = append(lines, fmt.Sprintf("mean %c %d  %c %d  %c %d of 16383", names[0], v[0], names[1], v[1], names[2], v[2]))
				} else {
					sum := 0
					for j := range q.Size() * q.Size() {
						sum += picture.Sample(-1, q.X()+j%q.Size(), q.Y()+j/q.Size())
					}
					lines = append(lines, fmt.Sprintf("mean luma %.2f", float64(sum)/float64(q.Size()*q.Size())))
				}
				if !slices.Equal(d.Quad, lines) {
					t.Fatalf("%+v, %v (seed %d): pixel (%d,%d) ends at %q, want %q", params, engine, seed, d.X, d.Y, d.Quad, lines)
				}
			}
			if len(reached) != len(want.Quads) {
				t.Errorf("%+v, %v: %d of %d quads are reached", params, engine, len(reached), len(want.Quads))
			}
		}
	}
	if edged == 0 {
		t.Error("no quad is kept small by the picture's edge")
	}
}
