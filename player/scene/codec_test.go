package scene

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/partition"
	"ffkvadrat/analysis/partition/agreement"
	"ffkvadrat/decode"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// traced is a trace with blocks of 8×8 for even frames.
type traced struct{ err error }

func (t traced) Frame(frame int64, width, height int, to *partition.Picture) (bool, error) {
	to.Reset(width, height)
	if frame < 0 || frame%2 != 0 || t.err != nil {
		return false, t.err
	}
	for y := 0; y < height; y += 8 {
		for x := 0; x < width; x += 8 {
			to.Add(partition.Block{X: int32(x), Y: int32(y), Width: 8, Height: 8, QP: int16(x), HasQP: true})
		}
	}
	to.AddVector(partition.Vector{Y: 16, Width: 8, Height: 8, DX: -40, Scale: 1})
	return true, nil
}

// TestVectorsInThePicture: a vector that leads out of the picture is drawn up to its edge.
func TestVectorsInThePicture(t *testing.T) {
	dev := gputest.Open(t)
	s := open(t, dev, nil)
	const width, height, margin = 64, 48, 32
	target, err := dev.NewTarget("window", width+2*margin, height)
	gputest.Own(t, target, err)
	frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], width, height, yuvtest.Fills(seed)[5])}
	if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	s.SetTrace(traced{})
	var drawn [2][]byte
	for i := range drawn {
		a := session.Choices{Params: analysis.Params{Threshold: 0.3}, Opacity: 1, LineWidth: 1, Codec: true, Motion: i > 0}
		if err := s.Analyze(frame, int64(2*i), &a); err != nil {
			t.Fatal(err)
		}
		target.DrawTo()
		s.Locate(frame, decode.Orientation{}, &a, image.Rect(0, 0, width+2*margin, height), width+2*margin, height)
		if err := s.Draw(); err != nil {
			t.Fatal(err)
		}
		drawn[i] = make([]byte, 4*(width+2*margin)*height)
		target.Texture.Read(drawn[i])
	}
	inside := 0
	for i := range drawn[0] {
		if drawn[0][i] == drawn[1][i] {
			continue
		}
		if x := i / 4 % (width + 2*margin); x < margin || x >= margin+width {
			t.Fatalf("column %d changes", x-margin)
		}
		inside++
	}
	if inside == 0 {
		t.Error("no vector in the picture")
	}
}

// A trace replaces the decoder's blocks, which are then not requested. Blocks are compared with
// quads only for colourings that compare.
func TestTrace(t *testing.T) {
	dev := gputest.Open(t)
	var warnings []string
	s := open(t, dev, &warnings)
	frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 64, 48, yuvtest.Fills(seed)[5])}
	if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	settings := session.Choices{Params: analysis.Params{Threshold: 0.3}, Overlay: true, Opacity: 1, LineWidth: 1, Codec: true}
	if n := s.Needs(&settings); !n.Blocks || !n.Vectors {
		t.Errorf("without a trace the blocks are the decoder's: %+v", n)
	}
	s.SetTrace(traced{})
	if n := s.Needs(&settings); n != (yuv.Needs{}) || !s.Traced() || !s.Stale(&settings) {
		t.Errorf("with a trace, needs %+v, traced %v", n, s.Traced())
	}
	for _, c := range []struct {
		index   int64
		colour  overlay.Colouring
		missing error
	}{{0, overlay.ByLevel, nil}, {1, overlay.ByLevel, errUntraced}, {2, overlay.ByDifference, nil}, {-1, overlay.ByDifference, errUntracedTime}, {4, overlay.ByLevel, nil}} {
		frame.Index, settings.Colour = c.index, c.colour
		if err := s.Analyze(frame, c.index+2, &settings); err != nil {
			t.Fatal(err)
		}
		made, coarsest := s.Codec()
		if (made == nil) != (c.missing != nil) || s.Untraced() != c.missing {
			t.Errorf("frame %d: %v, %v", c.index, made, s.Untraced())
		}
		if made == nil {
			continue
		}
		if mean, ok := s.MeanQP(); len(made.Blocks) != 48 || coarsest != 63 || !ok || mean != 28 {
			t.Errorf("frame %d: %d blocks, mean %v of at most %d", c.index, len(made.Blocks), mean, coarsest)
		}
		for by, want := range map[overlay.BlockColouring][2]int{overlay.ByFrameQuantiser: {0, 56}, overlay.ByQuantiser: {0, 56}} { // not the decoder's
			s.SetQPs(partition.QPs{Least: 20, Most: 30, Known: true}, partition.QPs{})
			if low, high := s.BlockScale(&Side{Layer: s.A}, by); [2]int{low, high} != want {
				t.Errorf("frame %d: %v is from %d to %d, want %v", c.index, by, low, high, want)
			}
		}
		compares := c.colour.Compares()
		if a, style := s.Agreement(), s.CodecStyle(&Side{Layer: s.A, Settings: &settings}); (a != nil) != compares || (len(style.Kinds) == 48) != compares {
			t.Errorf("frame %d: agreement %v, %d kinds", c.index, a != nil, len(style.Kinds))
		} else if compares {
			var want agreement.Agreement
			var comparer agreement.Comparer
			comparer.Compare(&want, s.A.Read(), made)
			if *a != want || !slices.Equal(style.Kinds, comparer.Kinds(nil, made)) {
				t.Errorf("frame %d: another agreement", c.index)
			}
		}
		s.Locate(frame, decode.Orientation{}, &settings, image.Rect(0, 0, 64, 48), 64, 48)
		if err := s.Draw(); err != nil {
			t.Error(err)
		}
	}
	failing := errors.New("no disk")
	s.SetTrace(traced{failing})
	if err := s.Analyze(frame, 9, &settings); err != nil || s.Untraced() != failing {
		t.Errorf("%v, %v", err, s.Untraced())
	}
	s.SetTrace(nil)
	if err := s.Analyze(frame, 10, &settings); err != nil || s.Traced() || s.Untraced() != nil {
		t.Errorf("%v, %v", err, s.Untraced())
	}
	if len(warnings) > 0 {
		t.Errorf("warnings %q", warnings)
	}
}

// TestFilledBlocks: blocks fill the picture in place of the quads, or below them if they are asked for.
func TestFilledBlocks(t *testing.T) {
	dev := gputest.Open(t)
	s := open(t, dev, nil)
	const width, height = 64, 48
	target, err := dev.NewTarget("window", width, height)
	gputest.Own(t, target, err)
	frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], width, height, yuvtest.Fills(seed)[5])}
	if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	s.SetTrace(traced{})
	number := int64(0)
	draw := func(a session.Choices) []byte {
		t.Helper()
		number++
		if err := s.Analyze(frame, number, &a); err != nil {
			t.Fatal(err)
		}
		target.DrawTo()
		s.Locate(frame, decode.Orientation{}, &a, image.Rect(0, 0, width, height), width, height)
		if err := s.Draw(); err != nil {
			t.Fatal(err)
		}
		pixels := make([]byte, 4*width*height)
		target.Texture.Read(pixels)
		return pixels
	}
	quads := session.Choices{Params: analysis.Params{Threshold: 0.3}, Overlay: true, Opacity: 1, LineWidth: 1}
	blocks, both, none := quads, quads, quads
	blocks.Codec, both.Codec, both.CodecQuads, none.Codec = true, true, true, true
	none.Threshold = 0
	filled := draw(blocks)
	if bytes.Equal(filled, draw(quads)) {
		t.Error("no blocks")
	}
	if !bytes.Equal(filled, draw(none)) {
		t.Error("blocks depend on the quads")
	}
	if bytes.Equal(filled, draw(both)) {
		t.Error("no quads over blocks")
	}
	unknown := blocks
	if unknown.BlocksBy = overlay.ByBits; bytes.Equal(filled, draw(unknown)) {
		t.Error("unknown bits have a fill")
	}
}

// Blocks have the colours of the comparison of two lists.
func TestKindColours(t *testing.T) {
	seen := map[color.RGBA]bool{}
	for kind := range agreement.KindCount {
		seen[overlay.KindColour(kind)] = true
	}
	if len(seen) != int(agreement.KindCount) || !seen[overlay.DifferenceColour(overlay.OnlyStored)] {
		t.Errorf("%v", seen)
	}
}

// TestScaleOfAll: QPs are on the scale of all frames once these are measured; with a second video of the same usual range, on that of
// both. A trace has its frame's scale.
func TestScaleOfAll(t *testing.T) {
	var p partition.Picture
	p.Reset(16, 16)
	p.Add(partition.Block{Width: 16, Height: 16, QP: 25, HasQP: true})
	known := func(least, most int) partition.QPs { return partition.QPs{Least: least, Most: most, Known: true} }
	of := func(q partition.QPs) *codec { return &codec{made: &p, qps: q} }
	tracing := of(known(10, 40))
	tracing.trace, tracing.coarsest = traced{}, 63
	for name, c := range map[string]struct {
		first, second *codec
		want          [2]int
	}{
		"alone":            {of(known(10, 40)), nil, [2]int{10, 40}},
		"not yet":          {of(partition.QPs{}), nil, [2]int{25, 25}},
		"two":              {of(known(10, 40)), of(known(20, 50)), [2]int{10, 50}},
		"the second's not": {of(known(10, 40)), of(partition.QPs{}), [2]int{25, 25}},
		"of another scale": {of(known(10, 40)), tracing, [2]int{10, 40}},
		"a trace":          {tracing, nil, [2]int{25, 25}},
	} {
		if low, high := c.first.blockScale(overlay.ByQuantiser, c.first, c.second); [2]int{low, high} != c.want {
			t.Errorf("%s: from %d to %d, want %v", name, low, high, c.want)
		}
		if low, high := c.first.blockScale(overlay.ByFrameQuantiser, c.first, c.second); low != 25 || high != 25 {
			t.Errorf("%s: of the frame from %d to %d", name, low, high)
		}
	}
}
