package probe

import (
	"image"
	"image/color"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestBlock points at pixels of a picture with blocks and vectors of the codec. Block, QP and
// vector are shown only while blocks are drawn.
func TestBlock(t *testing.T) {
	dev := gputest.Open(t)
	s, err := scene.New(dev)
	gputest.Own(t, s, err)
	p := New(s)
	frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 40, 20, yuvtest.Fills(seed)[5])}
	picture := &frame.Picture
	picture.Coded = yuv.CodedList{{X: 0, Y: 0, Width: 16, Height: 16, QP: 21}, {X: 16, Y: 0, Width: 16, Height: 16, QP: 33}}
	picture.Vectors = yuv.VectorList{{X: 16, Y: 0, Width: 16, Height: 8, DX: 256, DY: -64}, {X: 16, Y: 8, Width: 16, Height: 8}}
	if err := s.Load(picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	for _, on := range []bool{true, false} {
		settings := session.Choices{Params: analysis.Params{Threshold: 0.3}, Codec: on}
		if e, err := s.Analyze(frame, 1, settings); err != nil || len(e.Notices) != 0 {
			t.Fatal(err, e.Notices)
		}
		at := scene.Place{View: overlay.Native(40, 20, overlay.Orientation{}, 1), Area: image.Rect(0, 0, 40, 20), N: 1}
		at.Sides[0] = scene.Side{Area: at.Area, Layer: s.A, Settings: &settings}
		for pixel, want := range map[image.Point][]string{
			{3, 4}:   {"block (0, 0)   16 × 16   QP 21   intra"},
			{20, 9}:  {"block (16, 8)   16 × 8   QP 33   inter", "moves by +0.00, +0.00 pixels"},
			{31, 7}:  {"block (16, 0)   16 × 8   QP 33   inter", "moves by +2.00, -0.50 pixels"},
			{35, 7}:  {"no codec block is known here"},
			{20, 18}: {"no codec block is known here"},
		} {
			var d panel.Descent
			p.Descend(&d, &at, frame, 1, pixel.X, pixel.Y)
			for _, lines := range [][]string{p.Inspect(nil, &at, frame, pixel.X, pixel.Y, &[2]panel.Numbers{}, false), append(slices.Clone(d.Facts), d.Block...)} {
				for _, line := range want {
					if slices.Contains(lines, line) != on {
						t.Errorf("shown %v, %v: %q", on, pixel, lines)
					}
				}
			}
		}
	}
}

// TestReferences: vectors at a pixel lead to their sources, and the block is shown from near, turned as in the window; the picture
// changes only with what it shows.
func TestReferences(t *testing.T) {
	dev := gputest.Open(t)
	s, err := scene.New(dev)
	gputest.Own(t, s, err)
	p := New(s)
	frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 40, 20, yuvtest.Fills(seed)[5]), Index: 7}
	picture := &frame.Picture
	picture.Coded = yuv.CodedList{{X: 0, Y: 0, Width: 16, Height: 16, QP: 21}, {X: 16, Y: 0, Width: 16, Height: 16, QP: 33}}
	picture.Vectors = yuv.VectorList{
		{X: 16, Width: 16, Height: 8, DX: 256, DY: -64, List: 1, Distance: -3}, {X: 16, Width: 16, Height: 8, DX: 32, Later: true, List: 2, Distance: 1}, {X: 16, Y: 8, Width: 16, Height: 8},
	}
	if err := s.Load(picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	settings := session.Choices{Params: analysis.Params{Threshold: 0.3}, Codec: true}
	if e, err := s.Analyze(frame, 1, settings); err != nil || len(e.Notices) != 0 {
		t.Fatal(err, e.Notices)
	}
	for _, o := range []overlay.Orientation{{}, {Rotate: 90}, {Rotate: 180, Mirror: true}} {
		at := &s.Place
		*at = scene.Place{View: overlay.Native(40, 20, o, 1), Area: image.Rect(0, 0, 40, 40), N: 1}
		at.Sides[0] = scene.Side{Area: at.Area, Layer: s.A, Settings: &settings}
		var d panel.Descent
		p.Descend(&d, at, frame, 1, 20, 3)
		want := []panel.Reference{
			{X: 16, Width: 16, Height: 8, DX: -2, DY: 0.5, Away: -3, List: 1}, {X: 16, Width: 16, Height: 8, DX: 0.25, Away: 1, Later: true, List: 2},
		}
		if !slices.Equal(d.References, want) || d.Frame != 7 || !d.First {
			t.Errorf("%+v of frame %d, want %+v", d.References, d.Frame, want)
		}
		m := d.Magnified
		if m.Image == nil || !m.Pixel.In(m.Block) || !m.Block.In(m.Image.Rect) {
			t.Fatalf("%+v", m)
		}
		rgb := s.ColoursOf(&at.Sides[0]).At(picture, 20, 3)
		if middle := m.Pixel.Min.Add(m.Pixel.Max).Div(2); m.Image.RGBAAt(middle.X, middle.Y) != (color.RGBA{rgb[0], rgb[1], rgb[2], 255}) {
			t.Errorf("%v: the pixel is %v, want %v", o, m.Image.RGBAAt(middle.X, middle.Y), rgb)
		}
		if p.Descend(&d, at, frame, 1, 21, 3); d.Magnified.Version != m.Version || d.Magnified.Pixel == m.Pixel {
			t.Error("another pixel of the block makes another picture of it")
		}
		if p.Descend(&d, at, frame, 1, 3, 3); d.Magnified.Version == m.Version || len(d.References) != 0 {
			t.Error("another block has no other picture")
		}
		if p.Descend(&d, at, frame, 1, 35, 3); d.Magnified.Image != nil {
			t.Error("there is a picture without a block")
		}
	}
}

// predicted are blocks, the last of which has two prediction units.
type predicted struct{ yuv.CodedList }

// Units implements [yuv.PredictedBlocks].
func (p predicted) Units(i int, to []yuv.PredictionUnit) []yuv.PredictionUnit {
	b := p.CodedList[i]
	none := [2]int{-1, -1}
	if b.Type == yuv.IntraBlock {
		return append(to, yuv.PredictionUnit{X: b.X, Y: b.Y, Width: 16, Height: 16, Luma: 26, Chroma: 1, Merge: -1, Ref: none})
	}
	return append(to,
		yuv.PredictionUnit{X: b.X, Y: b.Y, Width: 16, Height: 4, Luma: -1, Chroma: -1, Merge: 3, Ref: [2]int{0, 1}},
		yuv.PredictionUnit{X: b.X, Y: b.Y + 4, Width: 16, Height: 12, Luma: -1, Chroma: -1, Merge: -1, Ref: [2]int{-1, 2}})
}

// TestUnit points at pixels of prediction units.
func TestUnit(t *testing.T) {
	dev := gputest.Open(t)
	s, err := scene.New(dev)
	gputest.Own(t, s, err)
	p := New(s)
	frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 40, 20, yuvtest.Fills(seed)[5])}
	frame.Picture.Coded = predicted{yuv.CodedList{{Width: 16, Height: 16, Type: yuv.IntraBlock}, {X: 16, Width: 16, Height: 16, Type: yuv.InterBlock}}}
	if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	settings := session.Choices{Params: analysis.Params{Threshold: 0.3}, Codec: true}
	if e, err := s.Analyze(frame, 1, settings); err != nil || len(e.Notices) != 0 {
		t.Fatal(err, e.Notices)
	}
	at := scene.Place{View: overlay.Native(40, 20, overlay.Orientation{}, 1), Area: image.Rect(0, 0, 40, 20), N: 1}
	at.Sides[0] = scene.Side{Area: at.Area, Layer: s.A, Settings: &settings}
	for pixel, want := range map[image.Point]string{
		{15, 15}: "predicted (0, 0)   16 × 16   direction 26   chroma DC",
		{16, 3}:  "predicted (16, 0)   16 × 4   merge 3   list 0, picture 0   list 1, picture 1",
		{31, 4}:  "predicted (16, 4)   16 × 12   list 1, picture 2",
	} {
		if lines := p.Inspect(nil, &at, frame, pixel.X, pixel.Y, &[2]panel.Numbers{}, false); !slices.Contains(lines, want) {
			t.Errorf("%v: %q, want %q", pixel, lines, want)
		}
	}
}
