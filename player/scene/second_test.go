package scene

import (
	"bytes"
	"errors"
	"image"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay"
	"ffkvadrat/player/session"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// secondVideo is a second video with one picture.
type secondVideo struct {
	frame *decode.Frame
	known bool
	err   error
}

func (f *secondVideo) Match(*decode.Frame) (*decode.Frame, bool, error) {
	if f.frame != nil {
		f.frame.Retain()
	}
	return f.frame, f.known, f.err
}

// TestSecond: the side of the second video has the pixels and quads of a separate scene with that
// video, with both engines, and follows A's settings.
func TestSecond(t *testing.T) {
	dev := gputest.Open(t)
	var warnings []string
	s, alone := open(t, dev, &warnings), open(t, dev, nil)
	const width, height = 300, 200
	target, err := dev.NewTarget("window", width, height)
	gputest.Own(t, target, err)
	frames := make([]*decode.Frame, 2)
	for i := range frames {
		frames[i] = &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 97, 61, yuvtest.Fills(seed + uint64(i))[5])}
		frames[i].Retain()
	}
	second := &secondVideo{frame: frames[1], known: true}
	s.SetSecond(second)
	settings := session.Choices{Params: analysis.Params{Threshold: 0.02}, Overlay: true, Opacity: 0.8, LineWidth: 1, Look: overlay.Fill}
	s.ToggleWipe(&settings)
	area := image.Rect(10, 0, 290, 190)
	draw := func(s *applying, side int) []byte {
		t.Helper()
		target.DrawTo()
		dev.Clear(0, 0, 0)
		s.Locate(frames[0], decode.Orientation{}, &settings, area, width, height)
		s.Place.Sides[side].Area = area
		if err := s.draw(&s.Place.Sides[side], &s.Place.View); err != nil {
			t.Fatal(err)
		}
		pixels := make([]byte, 4*width*height)
		target.Texture.Read(pixels)
		return pixels
	}
	show := func(s *applying, f *decode.Frame, number int64) {
		t.Helper()
		if err := s.Load(&f.Picture, yuv.Choice{}); err != nil {
			t.Fatal(err)
		}
		if err := s.Analyze(f, number, &settings); err != nil {
			t.Fatal(err)
		}
	}
	number := int64(0)
	for _, engine := range []session.Engine{session.CPU, session.GPU} {
		for _, threshold := range []float64{0.02, 0.3} {
			settings.Engine, settings.Threshold, settings.Colour = engine, threshold, overlay.ByLevel
			number++
			show(s, frames[0], number)
			show(alone, frames[1], number)
			if !slices.Equal(s.wipe.b.Read(), alone.A.Read()) || slices.Equal(s.wipe.b.Read(), s.A.Read()) {
				t.Errorf("%v, %v: %d quads, want %d", engine, threshold, len(s.wipe.b.Read()), len(alone.A.Read()))
			}
			if !bytes.Equal(draw(s, 1), draw(alone, 0)) {
				t.Errorf("%v, %v: other pixels than the second video alone", engine, threshold)
			}
			if side := &s.Place.Sides[1]; side.Frame(frames[0]) != frames[1] || s.Stale(&settings) {
				t.Error("the side has another frame, or is stale")
			}
			settings.Colour = overlay.ByDifference
			show(s, frames[0], number)
			lost, invented := differences(t, frames, settings.Params)
			m, same, ok := s.Measured()
			if !ok || !same || !slices.Equal(m.Lost.Quads, lost) || !slices.Equal(m.Invented.Quads, invented) {
				t.Errorf("%v, %v: other edges are lost or invented", engine, threshold)
			}
			for i, l := range [2]*Layer{s.A, s.wipe.b} {
				quads, kinds := l.Drawn(l.Style(&settings))
				n := 0
				for _, k := range kinds {
					if k == overlay.OnlyStored {
						n++
					}
				}
				if len(quads) != len(lost)+len(invented) || n != len(lost) {
					t.Errorf("side %d draws %d quads, %d of them lost", i, len(quads), n)
				}
			}
		}
	}
	// Colours by error: both sides draw the playing video's quads, each with its error.
	for _, engine := range []session.Engine{session.CPU, session.GPU} {
		settings.Engine, settings.Colour = engine, overlay.ByError
		number++
		show(s, frames[0], number)
		for i, l := range [2]*Layer{s.A, s.wipe.b} {
			style := l.Style(&settings)
			quads, steps := l.Drawn(style)
			if !s.Errors() || style.Colour != overlay.ByError || style.Classes != overlay.ErrorSteps || !slices.Equal(quads, s.A.Read()) || len(quads) == 0 || len(steps) != len(quads) {
				t.Fatalf("side %d draws %d quads with %d steps by %v", i, len(quads), len(steps), style.Colour)
			}
			for n, q := range quads {
				sse := 0
				for at := range q.Size() * q.Size() {
					x, y := q.X()+at%q.Size(), q.Y()+at/q.Size()
					d := frames[0].Picture.Sample(-1, x, y) - frames[1].Picture.Sample(-1, x, y)
					sse += d * d
				}
				if want := overlay.ErrorStep(uint64(sse), q.Size()*q.Size(), 255); steps[n] != want {
					t.Fatalf("%v has the step %d, want %d", q, steps[n], want)
				}
			}
		}
	}
	settings.Colour = overlay.ByDifference
	number++
	show(s, frames[0], number)
	if s.Errors() {
		t.Error("errors are shown by another colouring")
	}
	// While the next frame is not decoded, the previous one stays, with the current settings.
	shown := draw(s, 1)
	second.frame, second.known = nil, false
	for _, threshold := range []float64{settings.Threshold, 0.02, 0.02} {
		changed := threshold != settings.Threshold
		settings.Threshold = threshold
		number++
		show(s, frames[1], number)
		show(alone, frames[1], number)
		s.Locate(frames[0], decode.Orientation{}, &settings, area, width, height)
		side := &s.Place.Sides[1]
		if beside, has, late := side.Second(); !beside || !has || !late || side.Frame(frames[0]) != nil || s.Stale(&settings) {
			t.Errorf("beside %v, a frame %v, late %v, stale %v", beside, has, late, s.Stale(&settings))
		}
		if !slices.Equal(s.wipe.b.Read(), alone.A.Read()) {
			t.Errorf("threshold %v: the frame before has %d quads, want %d", threshold, len(s.wipe.b.Read()), len(alone.A.Read()))
		}
		if _, _, ok := s.Measured(); ok {
			t.Error("the frame before is measured against another one")
		}
		for i, l := range [2]*Layer{s.A, s.wipe.b} {
			if _, ok := l.Compared(); ok {
				t.Errorf("side %d compares with another picture", i)
			}
		}
		now := draw(s, 1)
		if changed && bytes.Equal(now, shown) {
			t.Error("the settings of now are not in the picture")
		}
		shown = now
	}
	second.frame, second.known = frames[1], true
	s.Renew()
	if show(s, frames[0], number); s.Stale(&settings) {
		t.Error("the frame that has come is stale")
	}
	if _, _, ok := s.Measured(); !ok {
		t.Error("the frame that has come is not measured")
	}
	second.frame = nil
	show(s, frames[0], number+1)
	s.Locate(frames[0], decode.Orientation{}, &settings, area, width, height)
	if beside, has, late := s.Place.Sides[1].Second(); !beside || has || late || slices.ContainsFunc(draw(s, 1), func(b byte) bool { return b != 0 && b != 255 }) {
		t.Error("without a frame something is drawn")
	}
	second.known = false
	show(s, frames[0], number+2)
	if _, has, late := s.Place.Sides[1].Second(); has || !late {
		t.Error("a frame that has not come is not late")
	}
	second.err = errors.New("it is broken")
	if show(s, frames[0], number+3); !slices.Contains(warnings, "no second video: it is broken") {
		t.Errorf("warnings %q", warnings)
	}
	if _, swapped := s.SwapWipe(settings); swapped {
		t.Error("videos were swapped")
	}
	s.SetSecond(nil)
	if s.wipe.on() {
		t.Error("the wipe stays without its video")
	}
}

// differences returns the quads of the edges in only one of two pictures, compared pixel by pixel.
func differences(t *testing.T, frames []*decode.Frame, params analysis.Params) (lost, invented []quadpyramid.Quad) {
	t.Helper()
	var masks [2]edge.BitMask
	for i, f := range frames {
		if err := new(analysis.ReferenceMask).Run(&masks[i], &f.Picture, params); err != nil {
			t.Fatal(err)
		}
	}
	list := func(in, out *edge.BitMask) []quadpyramid.Quad {
		var m edge.Mask
		m.Resize(in.Width, in.Height)
		clear(m.Leaf)
		for i := range m.Leaf {
			if x, y := i%in.Width, i/in.Width; !in.Leaf(x, y) && out.Leaf(x, y) {
				m.Leaf[i] = 1
			}
		}
		return new(quadpyramid.Reference).Build(nil, &m, quadpyramid.Unlimited)
	}
	return list(&masks[0], &masks[1]), list(&masks[1], &masks[0])
}

// TestSecondCodec: the playing video's blocks are not drawn over the second one.
func TestSecondCodec(t *testing.T) {
	dev := gputest.Open(t)
	var warnings []string
	s := open(t, dev, &warnings)
	const width, height = 64, 48
	target, err := dev.NewTarget("window", width, height)
	gputest.Own(t, target, err)
	frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], width, height, yuvtest.Fills(seed)[5])}
	frame.Retain()
	s.SetTrace(traced{})
	s.SetSecond(&secondVideo{frame: frame, known: true})
	settings := session.Choices{Params: analysis.Params{Threshold: 0.02}, Opacity: 1, LineWidth: 1}
	s.ToggleWipe(&settings)
	if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	var drawn [2][2][]byte // with and without blocks, for each side
	for i, on := range [2]bool{true, false} {
		settings.Codec = on
		if err := s.Analyze(frame, int64(i), &settings); err != nil {
			t.Fatal(err)
		}
		area := image.Rect(0, 0, width, height)
		for side := range drawn[i] {
			target.DrawTo()
			dev.Clear(0, 0, 0)
			s.Locate(frame, decode.Orientation{}, &settings, area, width, height)
			s.Place.Sides[side].Area = area
			if err := s.draw(&s.Place.Sides[side], &s.Place.View); err != nil {
				t.Fatal(err)
			}
			drawn[i][side] = make([]byte, 4*width*height)
			target.Texture.Read(drawn[i][side])
		}
	}
	if bytes.Equal(drawn[0][0], drawn[1][0]) {
		t.Error("no blocks over the video that plays")
	}
	if !bytes.Equal(drawn[0][1], drawn[1][1]) {
		t.Error("blocks of another video over the second one")
	}
	if len(warnings) > 0 {
		t.Errorf("warnings %q", warnings)
	}
}

// TestSecondBlocks: the second video has its own codec's blocks, on the scale of both, also beside a trace.
func TestSecondBlocks(t *testing.T) {
	dev := gputest.Open(t)
	s := open(t, dev, nil)
	var frames [2]*decode.Frame
	for i, qp := range [2]int{20, 40} {
		frames[i] = &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 64, 48, yuvtest.Fills(seed)[5])}
		frames[i].Picture.Coded = yuv.CodedList{{X: 0, Y: 0, Width: 16, Height: 16, QP: qp}}
		frames[i].Retain()
	}
	second := &secondVideo{frame: frames[1], known: true}
	s.SetSecond(second)
	a := session.Choices{Params: analysis.Params{Threshold: 0.3}, Codec: true}
	s.ToggleWipe(&a)
	if err := s.Load(&frames[0].Picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	number := int64(0)
	shown := func() (qps [2]float64, known [2]bool) {
		t.Helper()
		number++
		if err := s.Analyze(frames[0], number, &a); err != nil {
			t.Fatal(err)
		}
		s.Locate(frames[0], decode.Orientation{}, &a, image.Rect(0, 0, 64, 48), 64, 48)
		for i := range s.Place.Sides {
			_, qps[i], known[i] = s.Blocks(&s.Place.Sides[i])
		}
		return qps, known
	}
	beside := func() float64 {
		_, mean, _ := s.Beside()
		return mean
	}
	if qps, known := shown(); qps != [2]float64{20, 40} || known != [2]bool{true, true} || beside() != 40 {
		t.Errorf("QPs %v, %v", qps, known)
	}
	if low, high := s.BlockScale(&Side{Layer: s.A}, overlay.ByFrameQuantiser); low != 20 || high != 40 {
		t.Errorf("the scale is from %d to %d", low, high)
	}
	second.frame, second.known = nil, false // not decoded yet: the previous picture stays
	if qps, known := shown(); qps[1] != 40 || !known[1] {
		t.Errorf("of the previous picture, QPs %v, %v", qps, known)
	}
	s.SetTrace(traced{})
	if s.Needs(&a) != (yuv.Needs{}) || !s.SecondNeeds(&a).Blocks {
		t.Error("beside a trace, the second video lacks its blocks")
	}
	a.Codec = false
	if _, known := shown(); known != [2]bool{} || beside() != 0 {
		t.Errorf("blocks that are not shown: %v", known)
	}
}

// TestTimesOfBoth: with Auto, lines of vectors are as many times as long as the motion in both of two videos: as few as one of them
// needs. What one chooses is that of both.
func TestTimesOfBoth(t *testing.T) {
	dev := gputest.Open(t)
	s := open(t, dev, nil)
	var frames [2]*decode.Frame
	moves := func(a, b int) {
		for i, pixels := range [2]int{a, b} {
			frames[i].Picture.Coded = yuv.CodedList{{Width: 16, Height: 16, QP: 20}}
			frames[i].Picture.Vectors = yuv.VectorList{{Width: 16, Height: 16, DX: pixels * yuv.VectorUnit}}
		}
	}
	for i := range frames {
		frames[i] = &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 64, 48, yuvtest.Fills(seed)[5])}
		frames[i].Retain()
	}
	s.SetSecond(&secondVideo{frame: frames[1], known: true})
	a := session.Choices{Params: analysis.Params{Threshold: 0.3}, Codec: true, Motion: true}
	s.ToggleWipe(&a)
	number := int64(0)
	for _, c := range []struct {
		a, b   int
		length overlay.VectorLength
		want   int
	}{{3, 5, overlay.LegibleLength, 4}, {5, 3, overlay.LegibleLength, 4}, {0, 3, overlay.LegibleLength, 8}, {3, 0, overlay.LegibleLength, 8}, {3, 40, overlay.LegibleLength, 1}, {3, 40, overlay.Length2, 2}, {0, 0, overlay.LegibleLength, 1}} {
		moves(c.a, c.b)
		number++
		a.VectorsLength = c.length
		if err := s.Load(&frames[0].Picture, yuv.Choice{}); err != nil {
			t.Fatal(err)
		}
		if err := s.Analyze(frames[0], number, &a); err != nil {
			t.Fatal(err)
		}
		s.Locate(frames[0], decode.Orientation{}, &a, image.Rect(0, 0, 64, 48), 64, 48)
		for i := range s.Place.Sides {
			if got := s.VectorTimes(&s.Place.Sides[i], &s.Place.View); got != c.want {
				t.Errorf("motion of %d and %d pixels, %v: side %d has %d times, want %d", c.a, c.b, c.length, i, got, c.want)
			}
		}
	}
}
