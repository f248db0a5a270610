package probe

import (
	"math"
	"strconv"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay"
	"ffkvadrat/player/lesson"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/session"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestLesson compares lessons with the picture's list and with the references, for several variants
// and both engines.
func TestLesson(t *testing.T) {
	dev := gputest.Open(t)
	s, err := scene.New(dev)
	gputest.Own(t, s, err)
	p := New(s)
	format := yuvtest.Formats[1]
	frame := &decode.Frame{Picture: *yuvtest.Picture(format, 37, 21, yuvtest.Fills(seed)[5])}
	picture := &frame.Picture
	if err := s.Load(picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	var list []quadpyramid.Quad
	for _, params := range []analysis.Params{{Threshold: 0.3}, {Threshold: 0.3, MinSize: 2, Invert: true}, {Threshold: 0.3, MaxSize: 1}, {Low: 0.1, Threshold: 0.3}, {Low: 0.1, Threshold: 0.3, Invert: true}, {Threshold: 0.5, Operator: edge.Luma}, {Variant: analysis.CommonFeature, Threshold: 0.5}, {Variant: analysis.Points, Threshold: 0.3}} {
		for _, engine := range []session.Engine{session.CPU, session.GPU} {
			settings := session.Choices{Params: params, Engine: engine}
			if e, err := s.Analyze(frame, 1, settings); err != nil || len(e.Notices) != 0 {
				t.Fatal(err, e.Notices)
			}
			result, err := analysis.NewCPU().Analyze(picture, params)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list[:0], result.Quads...)
			side := &scene.Side{Layer: s.A, Settings: &settings}
			for _, at := range [][2]int{{0, 0}, {9, 15}, {36, 20}} {
				l, err := p.Lesson(side, frame, at[0], at[1], 8)
				if err != nil {
					t.Fatal(err)
				}
				if l.X != at[0]/8*8 || l.Y != at[1]/8*8 || l.Of != len(list) {
					t.Errorf("%+v, %v: the square of %v is (%d,%d) of %d quads", params, engine, at, l.X, l.Y, l.Of)
				}
				for i, q := range l.Cells.List {
					want := list[l.First+i]
					if got := quadpyramid.NewQuad(l.X+q.X(), l.Y+q.Y(), q.Level()); got != want && want.Size() < 8 {
						t.Errorf("%+v, %v: entry %d is %v, want %v", params, engine, i, got, want)
					}
				}
				compare(t, l, picture, params)
			}
			l, err := p.Lesson(side, frame, -1, 0, 8)
			if img := l.Overview.Image; err == nil && (img == nil || l.Overview.Square.Empty() || !l.Overview.Square.In(img.Rect)) {
				t.Errorf("the whole picture is %v, the square in it %v", img.Bounds(), l.Overview.Square)
			}
			if err != nil || l.X%8 != 0 || l.X >= 37 || l.Y >= 21 {
				t.Errorf("without a pixel: %v, %+v", err, l)
			}
		}
	}
}

// TestTurned: places are said to be those of the stored picture if the player turns it.
func TestTurned(t *testing.T) {
	for o, want := range map[overlay.Orientation]string{
		{}: "", {Rotate: 180}: "as stored (the player shows it turned by 180°)",
		{Rotate: 90, Mirror: true}: "as stored (the player shows it mirrored and turned by 90°)",
	} {
		if got := turned(o); got != want {
			t.Errorf("%+v: %q, want %q", o, got, want)
		}
	}
}

// compare compares the pixels of a lesson with the picture.
func compare(t *testing.T, l *lesson.Lesson, picture *yuv.Picture, params analysis.Params) {
	t.Helper()
	var marks edge.Mask
	if params.Variant.Discriminates() {
		d, err := params.Decision(picture.Format)
		if err != nil {
			t.Fatal(err)
		}
		new(edge.Reference).Run(&marks, picture, d)
	} else if l.Params != params {
		t.Errorf("the lesson has %+v, want %+v", l.Params, params)
	}
	shown := yuv.NewConverter(picture.Format, picture.Colour, picture.Width, picture.Height)
	ds := 0
	for i, pixel := range l.Pixels {
		x, y := l.X+i%l.Side, l.Y+i/l.Side
		inside := x < picture.Width && y < picture.Height
		if pixel.Inside != inside {
			t.Fatalf("pixel (%d,%d) is inside: %v", x, y, pixel.Inside)
		}
		value := l.Cells.Value(0, i%l.Side, i/l.Side)
		if !inside {
			if value != 0 || pixel.D != "" {
				t.Errorf("(%d,%d) outside has %d and %q", x, y, value, pixel.D)
			}
			continue
		}
		if rgb := shown.At(picture, x, y); pixel.Colour.R != rgb[0] || pixel.Colour.G != rgb[1] || pixel.Colour.B != rgb[2] {
			t.Errorf("(%d,%d) has the colour %v, want %v", x, y, pixel.Colour, rgb)
		}
		if params.Variant.Discriminates() && (value == quadpyramid.LeafMarker) != (marks.Leaf[y*picture.Width+x] == 1) && params.MinSize < 2 {
			t.Errorf("%+v: (%d,%d) has the mark %d", params, x, y, value)
		}
		if pixel.D != "" {
			d, err := params.Decision(picture.Format)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := strconv.ParseFloat(pixel.D, 64); err != nil || math.Abs(got-float64(d.Sum(picture, x, y))/d.Unit(picture.Format)) > 0.5001e-4 {
				t.Errorf("(%d,%d) has D %s: a sum of %d", x, y, pixel.D, d.Sum(picture, x, y))
			}
			ds++
		}
	}
	if (ds > 0) != params.Variant.Discriminates() {
		t.Errorf("%+v: %d pixels have D", params, ds)
	}
}
