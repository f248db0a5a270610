package probe

import (
	"image"
	"image/color"
	"slices"
	"strings"
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
			{20, 9}:  {"block (16, 8)   16 × 8   QP 33   inter or skip", "An earlier frame   vector 0, 0 px"},
			{31, 7}:  {"block (16, 0)   16 × 8   QP 33   inter or skip", "An earlier frame   vector −2, +0.5 px"},
			{35, 7}:  {"no codec block is known here"},
			{20, 18}: {"no codec block is known here"},
		} {
			var d panel.Descent
			p.Descend(&d, &at, frame, 1, pixel.X, pixel.Y)
			tab := append(slices.Clone(d.Facts), d.Block...)
			for i := range d.References {
				tab = append(tab, d.References[i].Title(panel.Numbering{Index: -1})+"   "+d.References[i].Vector())
			}
			for _, lines := range [][]string{p.Inspect(nil, &at, frame, pixel.X, pixel.Y, &[2]panel.Numbers{}, false), tab} {
				for _, line := range want {
					if slices.Contains(lines, line) != on {
						t.Errorf("shown %v, %v: %q", on, pixel, lines)
					}
				}
			}
		}
	}
}

// TestBlockBits: while blocks are coloured by bits, the number for 16×16 pixels is rounded as it is in the block.
func TestBlockBits(t *testing.T) {
	s, err := scene.New(gputest.Open(t))
	gputest.Own(t, s, err)
	p := New(s)
	frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 40, 20, yuvtest.Fills(seed)[5])}
	frame.Picture.Coded = yuv.CodedList{{Width: 64, Height: 64, QP: 21, Bits: 19, HasBits: true}}
	if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	settings := session.Choices{Params: analysis.Params{Threshold: 0.3}, Codec: true, BlocksBy: overlay.ByBits}
	if e, err := s.Analyze(frame, 1, settings); err != nil || len(e.Notices) != 0 {
		t.Fatal(err, e.Notices)
	}
	side := &scene.Side{Layer: s.A, Settings: &settings}
	if lines := p.block(nil, side, 3, 4); len(lines) == 0 || !strings.HasSuffix(lines[0], "19 bits, 1.2 for 16×16") {
		t.Errorf("%q", lines)
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
	other := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 40, 20, yuvtest.Fills(seed + 1)[5])}
	p.Index, p.Near = 7, func(_ *decode.Frame, away int64) *decode.Frame {
		if away != -3 {
			return nil
		}
		return other
	}
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
		if said := slices.ContainsFunc(d.Facts, func(line string) bool { return strings.HasPrefix(line, "positions and vectors as stored (") }); said != (o != overlay.Orientation{}) {
			t.Errorf("%v: the vectors are as stored, but the tab says %q", o, d.Facts)
		}
		source := d.References[0].Source
		d.References[0].Source = panel.Magnified{}
		if !slices.Equal(d.References, want) || d.Frame.Index != 7 || !d.First {
			t.Errorf("%+v of frame %d, want %+v", d.References, d.Frame.Index, want)
		}
		if source.Image == nil || source.Image.Rect != d.Magnified.Image.Rect || !source.Pixel.Empty() {
			t.Fatalf("the source %+v is not shown as the block %+v", source, d.Magnified)
		}
		within := func(p, q image.Point) bool { return max(p.X-q.X, q.X-p.X, p.Y-q.Y, q.Y-p.Y) <= 1 }
		if !within(source.Block.Min, d.Magnified.Block.Min) || !within(source.Block.Max, d.Magnified.Block.Max) {
			t.Errorf("%v: the source at %v, the block at %v of the pictures", o, source.Block, d.Magnified.Block)
		}
		sampled := s.ColoursOf(&at.Sides[0]).At(&other.Picture, 18, 3) // (20, 3) and the vector of (−2, 0.5), in the pixel's upper half
		half := d.Magnified.Pixel.Min.Add(d.Magnified.Pixel.Max).Div(2)
		for _, at := range []image.Point{half, half.Sub(d.Magnified.Pixel.Size().Div(3)), half.Add(d.Magnified.Pixel.Size().Div(3))} {
			got := source.Image.RGBAAt(at.X, at.Y)
			if (o == overlay.Orientation{}) && at.Y < half.Y-1 && got != (color.RGBA{sampled[0], sampled[1], sampled[2], 255}) {
				t.Errorf("the source has %v, want %v", got, sampled)
			}
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

// TestSource: where a button has led to the source of another frame's block, that source is outlined and magnified, not the
// block that is there; in other frames, and after another pin, it is the block.
func TestSource(t *testing.T) {
	dev := gputest.Open(t)
	s, err := scene.New(dev)
	gputest.Own(t, s, err)
	p := New(s)
	frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 40, 20, yuvtest.Fills(seed)[5]), Index: 4}
	frame.Picture.Coded = yuv.CodedList{{X: 0, Y: 0, Width: 16, Height: 16, QP: 21}, {X: 16, Y: 0, Width: 16, Height: 16, QP: 33}}
	if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	settings := session.Choices{Params: analysis.Params{Threshold: 0.3}, Codec: true}
	if e, err := s.Analyze(frame, 1, settings); err != nil || len(e.Notices) != 0 {
		t.Fatal(err, e.Notices)
	}
	at := &s.Place
	*at = scene.Place{View: overlay.Native(40, 20, overlay.Orientation{}, 1), Area: image.Rect(0, 0, 160, 80), N: 1}
	at.View.ScaleX, at.View.ScaleY = 4, 4
	at.Sides[0] = scene.Side{Area: at.Area, Layer: s.A, Settings: &settings}
	area := panel.Area{X: 13.75, Y: 1.5, Width: 16, Height: 8}
	block, source := image.Rect(64, 0, 128, 64), image.Rect(55, 6, 119, 38)
	for _, c := range []struct {
		index int64
		pin   func()
		want  image.Rectangle
	}{
		{4, func() { p.PinSource(21, 5, 4, area) }, source},
		{3, func() {}, block},
		{-1, func() {}, block},
		{4, func() {}, source},
		{4, func() { p.Pin(21, 5) }, block},
		{4, func() { p.PinSource(21, 5, 4, panel.Area{}) }, block},
	} {
		c.pin()
		p.Index = c.index
		var d panel.Descent
		p.Descend(&d, at, frame, 1, 21, 5)
		if outlines := p.Outline(nil, at, 21, 5, true); len(outlines) == 0 || outlines[0].Place != c.want || d.Around != c.want || (d.Source == area) != (c.want == source) {
			t.Errorf("frame %d: %v, around %v, the source %v, want %v", c.index, outlines, d.Around, d.Source, c.want)
		}
		if want := "block (16, 0)   16 × 16   QP 33"; len(d.Block) == 0 || d.Block[0] != want {
			t.Errorf("frame %d: the block at the source's middle is %q, want %q", c.index, d.Block, want)
		}
		if m := d.Magnified; m.Image == nil || (m.Block.Dx() > m.Block.Dy()+1) != (c.want == source) {
			t.Errorf("frame %d: %+v", c.index, m)
		}
		thin := slices.Contains(p.Outline(nil, at, 21, 5, true), panel.Outline{Place: block, Within: at.Area})
		if thin != (c.want == source) {
			t.Errorf("frame %d: the block next to the source has an outline: %v", c.index, thin)
		}
		if outlines := p.Outline(nil, at, 21, 5, false); outlines[0].Place != block {
			t.Errorf("the pointer's outline is %v", outlines[0].Place)
		}
	}
}

// TestLargest: one of the codec's largest blocks that was chosen has a thick outline in its frame, and the block with the pinned pixel
// a thin one; another pin removes it.
func TestLargest(t *testing.T) {
	dev := gputest.Open(t)
	s, err := scene.New(dev)
	gputest.Own(t, s, err)
	p := New(s)
	frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 40, 20, yuvtest.Fills(seed)[5])}
	frame.Picture.Coded = yuv.CodedList{{X: 0, Y: 0, Width: 16, Height: 16, QP: 21}, {X: 16, Y: 0, Width: 16, Height: 16, QP: 33}}
	if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	settings := session.Choices{Params: analysis.Params{Threshold: 0.3}, Codec: true}
	if e, err := s.Analyze(frame, 1, settings); err != nil || len(e.Notices) != 0 {
		t.Fatal(err, e.Notices)
	}
	at := &s.Place
	*at = scene.Place{View: overlay.Native(40, 20, overlay.Orientation{}, 1), Area: image.Rect(0, 0, 160, 80), N: 1}
	at.View.ScaleX, at.View.ScaleY = 4, 4
	at.Sides[0] = scene.Side{Area: at.Area, Layer: s.A, Settings: &settings}
	block, all := image.Rect(64, 0, 128, 64), image.Rect(0, 0, 128, 64)
	for _, c := range []struct {
		time  float64
		pin   func()
		thick image.Rectangle
	}{
		{1, func() { p.PinIn(21, 5, 0, image.Rect(0, 0, 32, 16)) }, all}, {2, func() {}, block}, {1, func() {}, all}, {1, func() { p.Pin(21, 5) }, block},
	} {
		p.Time = 1
		c.pin()
		p.Time = c.time
		outlines := p.Outline(nil, at, 21, 5, true)
		if outlines[0] != (panel.Outline{Place: c.thick, Within: at.Area, Pinned: true}) || c.thick == all && outlines[1] != (panel.Outline{Place: block, Within: at.Area}) {
			t.Errorf("at %v: %+v", c.time, outlines)
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
