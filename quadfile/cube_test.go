package quadfile

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/quadpyramid/ocpyramid/ocpyramidtest"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/tests/race"
)

// cubeSample is sample for cubes.
func cubeSample() Header {
	h := sample()
	h.Analysis.Cube, h.Analysis.Cuts, h.Analysis.Every = 16, true, 2
	h.QuadFields = []string{"x", "y", "frame", "size"}
	return h
}

// cubeFrames are two windows of cubeSample.
func cubeFrames() []Frame {
	windows := []Frame{
		{Index: 0, HasPTS: true, Width: 1280, Height: 720, PixFmt: "yuv420p", Window: 13},
		{Index: 32, Time: 0.04, Width: 5, Height: 3, PixFmt: "gray", Window: 16, Errors: 1},
	}
	setCubes(&windows[0], ocpyramid.NewCube(0, 0, 0, 3), ocpyramid.NewCube(0, 0, 12, 0), ocpyramid.NewCube(8, 0, 8, 2), ocpyramid.NewCube(12, 0, 8, 0))
	setCubes(&windows[1], ocpyramid.NewCube(2, 0, 0, 1), ocpyramid.NewCube(4, 2, 15, 0))
	return windows
}

// setCubes gives a frame its cubes.
func setCubes(f *Frame, list ...ocpyramid.Cube) {
	f.Quads, f.Starts = nil, nil
	for _, c := range list {
		f.Quads, f.Starts = append(f.Quads, c.Quad()), append(f.Starts, uint8(c.Frame()))
	}
}

// TestCubesReadBack writes windows of random volumes in both forms, also in pieces, and reads them.
func TestCubesReadBack(t *testing.T) {
	race.Plain(t)
	s := compile(t)
	h := cubeSample()
	var frames []Frame
	width, height := 40, 30
	if testing.Short() {
		width, height = 19, 13
	}
	for name, v := range ocpyramidtest.Volumes(width, height, 13) {
		f := Frame{Index: int64(32 * len(frames)), HasPTS: true, Width: v.Width, Height: v.Height, PixFmt: name, Window: v.Frames}
		setCubes(&f, ocpyramid.NewCPU().Build(nil, v.Window(16), quadpyramid.Unlimited)...)
		if err := h.Analysis.CheckQuads(&f); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		frames = append(frames, f)
	}
	for _, format := range []Format{JSON, NDJSON, FFQ} {
		text := export(t, format, h, frames...)
		doc, err := Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := rewrite(t, format, doc); got != text {
			t.Errorf("%v: another text", format)
		}
		for i := range frames {
			if got, want := fmt.Sprint(doc.Frames[i].Quads, doc.Frames[i].Starts, doc.Frames[i].Window), fmt.Sprint(frames[i].Quads, frames[i].Starts, frames[i].Window); got != want {
				t.Errorf("%v, window %d: %.80s, want %.80s", format, i, got, want)
			}
		}
		if format == FFQ {
			continue
		}
		if err := s.validate(text, format); err != nil {
			t.Errorf("%v: by the schema %v", format, err)
		}
	}
}

func TestCubesAsText(t *testing.T) {
	got := export(t, CSV, cubeSample(), cubeFrames()...)
	want := strings.ReplaceAll(`frame_index,pts,pts_time,key_frame,pict_type,width,height,pix_fmt,corrupt,errors,frames,x,y,frame,size
0,0,0.000000,0,,1280,720,yuv420p,0,0,13,0,0,0,8
0,0,0.000000,0,,1280,720,yuv420p,0,0,13,0,0,12,1
0,0,0.000000,0,,1280,720,yuv420p,0,0,13,8,0,8,4
0,0,0.000000,0,,1280,720,yuv420p,0,0,13,12,0,8,1
32,,0.040000,0,,5,3,gray,0,1,16,2,0,0,2
32,,0.040000,0,,5,3,gray,0,1,16,4,2,15,1
`, "\n", "\r\n")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, format := range Formats() {
		if err := format.Takes(Contents{Cubes: true}); (err == nil) != (format == JSON || format == NDJSON || format == CSV || format == YUView || format == PLY || format == FFQ || format == Parquet || format == Arrow) {
			t.Errorf("%v: %v", format, err)
		}
	}
	got = export(t, NDJSON, cubeSample(), cubeFrames()...)
	for _, part := range []string{
		`"cube":16,"cuts":1,"every":2},"quad_fields":["x","y","frame","size"]`,
		`"frames":13,"quad_count":4,"coverage":0.000048,"quads":[[0,0,0,8],[0,0,12,1],[8,0,8,4],[12,0,8,1]]}`,
	} {
		if !strings.Contains(got, part) {
			t.Errorf("%s is not in\n%s", part, got)
		}
	}
}

// TestCheckCubes finds contradictions with the analysis, whether or not a Writer refuses them.
func TestCheckCubes(t *testing.T) {
	eight := func(x, y, frame, level int) (list []ocpyramid.Cube) {
		for child := range 8 {
			list = append(list, ocpyramid.NewCube(x+child&1<<level, y+child>>1&1<<level, frame+child>>2<<level, level))
		}
		return list
	}
	for name, c := range map[string]struct {
		min, max int
		list     []ocpyramid.Cube
		want     string
	}{
		"fine":              {0, 0, cubesOf(8, 0, 0, 3), ""},
		"should be one":     {0, 0, eight(16, 0, 0, 1), "should be one"},
		"of the largest":    {0, 2, eight(16, 0, 0, 1), ""},
		"no cube's octants": {0, 0, eight(18, 0, 0, 1), ""},
		"too small":         {4, 0, cubesOf(8, 0, 0, 1), "smaller than min_size 4"},
		"too large":         {0, 4, cubesOf(8, 0, 0, 3), "larger than max_size 4"},
	} {
		a := cubeSample().Analysis
		a.MinSize, a.MaxSize = c.min, c.max
		f := Frame{Width: 64, Height: 64, Window: 16}
		setCubes(&f, c.list...)
		if err := a.CheckQuads(&f); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func cubesOf(x, y, frame, level int) []ocpyramid.Cube {
	return []ocpyramid.Cube{ocpyramid.NewCube(x, y, frame, level)}
}

// TestWriterRefusesCubes outside the window, and in exports without cubes.
func TestWriterRefusesCubes(t *testing.T) {
	for name, change := range map[string]func(h *Header, f *Frame){
		"a window too long":    func(_ *Header, f *Frame) { f.Window = 17 },
		"no window":            func(_ *Header, f *Frame) { f.Window = 0 },
		"behind the window":    func(_ *Header, f *Frame) { f.Window = 12 },
		"outside the picture":  func(_ *Header, f *Frame) { f.Width = 12 },
		"too few starts":       func(_ *Header, f *Frame) { f.Starts = f.Starts[1:] },
		"more than the window": func(_ *Header, f *Frame) { f.Width, f.Height = 13, 8; setCubes(f, overfull()...) },
		"no cubes in the header": func(h *Header, _ *Frame) {
			h.Analysis.Cube, h.Analysis.Cuts, h.Analysis.Every, h.QuadFields = 0, false, 0, nil
		},
		"points":                  func(h *Header, _ *Frame) { h.Analysis.Variant, h.Analysis.Order = analysis.Points, points.ByLines },
		"classes":                 func(h *Header, _ *Frame) { h.Analysis.Bounds, _ = edge.NewBounds(0.005) },
		"each frame's threshold":  func(h *Header, _ *Frame) { h.Analysis.EachFrame = true },
		"windows of 4":            func(h *Header, _ *Frame) { h.Analysis.Cube = 4 },
		"every frame, in a field": func(h *Header, _ *Frame) { h.Analysis.Every = 1 },
	} {
		h, f := cubeSample(), cubeFrames()[0]
		change(&h, &f)
		w, err := NewWriter(new(strings.Builder), NDJSON, h)
		if err == nil {
			err = w.WriteFrame(&f)
		}
		if err == nil {
			t.Errorf("%s: written", name)
		}
	}
}

// overfull returns overlapping cubes inside a window of 13 frames of 13×8 pixels.
func overfull() (list []ocpyramid.Cube) {
	for range 3 {
		list = append(list, ocpyramid.NewCube(0, 0, 0, 3))
	}
	return list
}

// randomCubes returns the cubes of a random volume.
func randomCubes(rnd *rand.Rand, width, height, frames int) []ocpyramid.Cube {
	v := ocpyramidtest.New(width, height, frames, func(_, _, _ int) bool { return rnd.IntN(20) > 0 })
	return ocpyramid.NewCPU().Build(nil, v.Window(ocpyramid.MaxFrames), quadpyramid.Unlimited)
}

// TestCubesAsBlocks: for YUView, each frame of a window has blocks that cover its mask, under the
// frame's number.
func TestCubesAsBlocks(t *testing.T) {
	h := cubeSample()
	h.Source.Width, h.Source.Height = 40, 30
	for name, v := range ocpyramidtest.Volumes(40, 30, 13) {
		f := Frame{Index: 32, HasPTS: true, Width: v.Width, Height: v.Height, Window: v.Frames}
		setCubes(&f, ocpyramid.NewCPU().Build(nil, v.Window(16), quadpyramid.Unlimited)...)
		other := Frame{Index: 64, HasPTS: true, Width: 9, Height: 9, Window: 3}
		text := export(t, YUView, h, f, other)
		got := make([]byte, len(v.Leaf))
		last := 0
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "%") {
				continue
			}
			var poc, x, y, width, height, kind, level int
			if n, err := fmt.Sscanf(strings.ReplaceAll(line, ";", " "), "%d %d %d %d %d %d %d", &poc, &x, &y, &width, &height, &kind, &level); n != 7 || err != nil {
				t.Fatalf("%s: %q: %v", name, line, err)
			}
			frame := (poc - 32) / 2
			if poc < last || poc%2 != 0 || frame >= v.Frames || width != height || width != 1<<level || kind != 0 {
				t.Fatalf("%s: %q after frame %d", name, line, last)
			}
			last = poc
			for j := y; j < y+height; j++ {
				for i := x; i < x+width; i++ {
					got[(frame*v.Height+j)*v.Width+i]++
				}
			}
		}
		if string(got) != string(v.Leaf) {
			t.Errorf("%s: other pixels are covered", name)
		}
	}
	var b strings.Builder
	w, err := NewWriter(&b, YUView, h)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []Frame{{Index: 0, Width: 9, Height: 9, Window: 3}, {Index: 1<<31 - 3, Width: 40, Height: 30, Window: 3}} {
		err = w.WriteFrame(&f)
	}
	if err == nil || w.LeftOut() != 3 {
		t.Errorf("a frame beyond 32 bits: %v; %d frames are left out", err, w.LeftOut())
	}
}

// TestCubesInPieces: the text does not depend on the division into pieces.
func TestCubesInPieces(t *testing.T) {
	random := rand.New(rand.NewPCG(ocpyramidtest.Seed, 3))
	v := ocpyramidtest.New(160, 90, 16, func(_, _, _ int) bool { return random.IntN(3) > 0 })
	f := Frame{HasPTS: true, Width: v.Width, Height: v.Height, Window: v.Frames}
	setCubes(&f, ocpyramid.NewCPU().Build(nil, v.Window(16), quadpyramid.Unlimited)...)
	for _, format := range []Format{JSON, NDJSON, CSV} {
		want := export(t, format, cubeSample(), f)
		var got strings.Builder
		w, err := NewWriter(&got, format, cubeSample())
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Begin(&f); err != nil {
			t.Fatal(err)
		}
		pieces := 0
		for p := new(Piece); w.Next(p); pieces++ {
			p.Make()
			if err := w.Put(p); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if pieces < 2 || got.String() != want {
			t.Errorf("%v: another text in %d pieces", format, pieces)
		}
	}
}
