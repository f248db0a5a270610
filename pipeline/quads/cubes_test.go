package quads_test

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/histogram"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/quadpyramid/pyramidtest"
	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/race"
)

// windowsOf computes the windows of an export of a whole video, or of every every-th frame, from
// the reference's masks and the given cuts.
func windowsOf(t *testing.T, o quads.Options, cuts map[int64]bool) (windows []quadfile.Frame) {
	t.Helper()
	video, err := decode.OpenVideo(context.Background(), o.Path, decode.Options{Stream: decode.Best, Needs: o.Params.Needs()})
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	limits, err := o.Params.Limits()
	if err != nil {
		t.Fatal(err)
	}
	window, err := ocpyramid.NewWindow(o.Cube)
	if err != nil {
		t.Fatal(err)
	}
	var reference ocpyramid.Reference
	finish := func() {
		f := &windows[len(windows)-1]
		f.Window = window.Len()
		for _, c := range reference.Build(nil, window, limits) {
			f.Quads, f.Starts = append(f.Quads, c.Quad()), append(f.Starts, uint8(c.Frame()))
		}
		window.Clear()
	}
	var pass edge.Reference
	var basis analysis.Basis
	var mask edge.Mask
	var width, height int
	var from int64 // the first chosen picture of this size
	for n := int64(0); o.Selection.Frames == 0 || n < o.Selection.Frames*max(o.Selection.Every, 1); n++ {
		frame, err := video.Next()
		if err != nil {
			break
		}
		if n%max(o.Selection.Every, 1) == 0 {
			p := &frame.Picture
			if selected := n / max(o.Selection.Every, 1); window.Len() > 0 && (p.Width != width || p.Height != height || (selected-from)%int64(o.Cube) == 0 || cuts[selected]) {
				finish()
			}
			if p.Width != width || p.Height != height {
				width, height, from = p.Width, p.Height, n/max(o.Selection.Every, 1)
			}
			if window.Len() == 0 {
				var f quadfile.Frame
				quads.Describe(&f, frame, 0, analysis.Result{})
				windows = append(windows, f)
			}
			differences, decision, err := basis.Of(p, o.Params)
			if err != nil {
				t.Fatal(err)
			}
			pass.Run(&mask, differences, decision)
			*window.Next() = *pyramidtest.BitMask(&mask)
		}
		frame.Release()
	}
	if window.Len() > 0 {
		finish()
	}
	return windows
}

// TestCubes compares exports of cubes with windows of the reference's masks: of all lengths, full
// or not, of selected frames, with several discriminators and limits, of a video with cuts.
func TestCubes(t *testing.T) {
	motion := analysis.Params{Operator: edge.Motion, Threshold: 0.0005}
	inverted := analysis.Params{Operator: edge.Sobel, Planes: edge.AllPlanes, Threshold: 0.01, Low: 0.001, Invert: true}
	limited := analysis.Params{Threshold: 0.003, MinSize: 2, MaxSize: 8}
	plain := analysis.Params{Threshold: 0.003}
	cuts := videoWithCuts(t, "testsrc2=size=96x64")
	shots := videoOfShots(t, 1, 20, 2, 13, 9, 40, 1)
	long := clip
	if testing.Short() {
		long = small(t)
	}
	for _, c := range []struct {
		path   string
		cube   int
		params analysis.Params
		frames pipeline.Selection
		cuts   int // number of cuts that end windows; −1 if none does
	}{
		{shots, 8, plain, pipeline.Selection{}, 6},
		{shots, 16, limited, pipeline.Selection{}, 6},
		{shots, 32, inverted, pipeline.Selection{}, 6},
		{shots, 64, plain, pipeline.Selection{}, 6},
		{shots, 64, motion, pipeline.Selection{Frames: 21}, 1},
		{shots, 64, motion, pipeline.Selection{Frames: 22}, 2},
		{shots, 8, plain, pipeline.Selection{Every: 3}, 3},
		{shots, 32, plain, pipeline.Selection{}, -1},
		{"../../samples/tiny-420.mp4", 8, plain, pipeline.Selection{}, 0},
		{"../../samples/tiny-420.mp4", 16, limited, pipeline.Selection{}, 0},
		{"../../samples/tiny-420.mp4", 32, inverted, pipeline.Selection{}, 0},
		{"../../samples/tiny-420.mp4", 64, motion, pipeline.Selection{}, 0},
		{"../../samples/tiny-420.mp4", 8, plain, pipeline.Selection{Every: 3}, 0},
		{"../../samples/tiny-420.mp4", 8, motion, pipeline.Selection{Frames: 1}, 0},
		{"../../samples/tiny-420.mp4", 8, plain, pipeline.Selection{Frames: 8}, 0},
		{"../../samples/tiny-420.mp4", 8, plain, pipeline.Selection{Frames: 9}, 0},
		{"../../samples/tiny-odd-175x143.mp4", 64, plain, pipeline.Selection{}, 0},
		{"../../samples/tiny-still.png", 64, plain, pipeline.Selection{}, 0},
		{cuts, 16, plain, pipeline.Selection{}, 1},
		{cuts, 32, motion, pipeline.Selection{}, 1},
		{long, 64, plain, pipeline.Selection{Frames: 70}, 0},
	} {
		o := options(c.path, filepath.Join(t.TempDir(), "a.ndjson"))
		o.Cube, o.Params, o.Selection, o.Cuts = c.cube, c.params, c.frames, c.cuts >= 0
		cuts := cutsOf(t, o)
		if n := len(cuts); n != max(c.cuts, 0) {
			t.Errorf("%s: %d cuts, want %d", c.path, n, c.cuts)
		}
		name := fmt.Sprintf("%s, %d, %+v, %+v", c.path, c.cube, c.params, c.frames)
		engines := []analysis.Engine{analysis.NewCPU(), analysis.NewReference(), &deep{CPU: analysis.NewCPU(), depth: 5}}
		switch {
		case c.path == clip: // larger pictures
			engines = engines[:1]
		case race.Short():
			engines = engines[2:]
		}
		want := windowsOf(t, o, cuts)
		for _, engine := range engines {
			report, err := quads.Run(context.Background(), engine, o, nil)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			doc, err := quadfile.Read(bytes.NewReader(read(t, o.Out)))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if a := doc.Header.Analysis; a.Cube != c.cube || a.Cuts != o.Cuts || max(a.Every, 1) != max(c.frames.Every, 1) || a.MinSize != c.params.MinSize {
				t.Errorf("%s: the header says %+v", name, a)
			}
			frames := int64(0)
			for i, got := range doc.Frames {
				frames += int64(got.Window)
				if i >= len(want) {
					break
				}
				w := &want[i]
				if got.Index != w.Index || got.PTS != w.PTS || got.Window != w.Window || got.KeyFrame != w.KeyFrame || got.Width != w.Width ||
					!slices.Equal(got.Quads, w.Quads) || !slices.Equal(got.Starts, w.Starts) {
					t.Errorf("%s: window %d at %d of %d frames with %d cubes, want %d of %d with %d", name, i, got.Index, got.Window, len(got.Quads), w.Index, w.Window, len(w.Quads))
				}
				if err := doc.Header.Analysis.CheckQuads(&got); err != nil {
					t.Errorf("%s: window %d: %v", name, i, err)
				}
			}
			if len(doc.Frames) != len(want) || frames != report.Frames {
				t.Errorf("%s: %d windows of %d frames, want %d of %d", name, len(doc.Frames), frames, len(want), report.Frames)
			}
		}
	}
}

// cutsOf finds the cuts of an export by keeping the frames: it compares each chosen one with the
// previously chosen one.
func cutsOf(t *testing.T, o quads.Options) map[int64]bool {
	t.Helper()
	if !o.Cuts {
		return nil
	}
	video, err := decode.OpenVideo(context.Background(), o.Path, decode.Options{Stream: decode.Best})
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	found := map[int64]bool{}
	var before *decode.Frame
	var joint histogram.Joint
	var cuts histogram.Cuts
	every := max(o.Selection.Every, 1)
	for n := int64(0); o.Selection.Frames == 0 || n < o.Selection.Frames*every; n++ {
		frame, err := video.Next()
		if err != nil {
			break
		}
		if n%every != 0 {
			frame.Release()
			continue
		}
		part, known := 0.0, false
		if before != nil && joint.Count(&before.Picture, &frame.Picture) {
			part, known = joint.Kept()
		}
		if cut, ok := cuts.Add(float64(n/every), part, known); ok {
			found[int64(cut)] = true
		}
		before.Release()
		before = frame
	}
	before.Release()
	for _, cut := range cuts.End() {
		found[int64(cut)] = true
	}
	return found
}

// videoOfShots makes a video of shots of the given numbers of frames.
func videoOfShots(t *testing.T, lengths ...int) string {
	t.Helper()
	var joined []byte
	for i, n := range lengths {
		source := []string{"testsrc2", "mandelbrot", "smptehdbars", "testsrc"}[i%4]
		joined = append(joined, clips.Raw(t, "-f", "lavfi", "-i", source+"=size=96x64:rate=25", "-frames:v", strconv.Itoa(n), "-pix_fmt", "yuv420p", "-c:v", "mpeg2video", "-q:v", "2", "-bf", "0", "-f", "mpeg2video")...)
	}
	return written(t, "shots.m2v", joined)
}

// videoWithCuts makes a video of parts of 13 frames, the second from a source. The size changes
// before the fourth.
func videoWithCuts(t *testing.T, second string) string {
	t.Helper()
	var joined []byte
	for _, source := range []string{"color=white:size=96x64", second, "color=black:size=96x64", "color=white:size=64x64", "color=black:size=64x64"} {
		joined = append(joined, clips.Raw(t, "-f", "lavfi", "-i", source+":rate=25:duration=0.52", "-c:v", "mpeg2video", "-bf", "0", "-f", "mpeg2video")...)
	}
	return written(t, "cuts.m2v", joined)
}

// TestCubesStopAtCuts: with the operator motion no cube crosses a frame that differs from the
// previous one in all pixels.
func TestCubesStopAtCuts(t *testing.T) {
	o := options(videoWithCuts(t, "color=gray:size=96x64"), filepath.Join(t.TempDir(), "a.ndjson"))
	o.Cube, o.Params = 64, analysis.Params{Operator: edge.Motion, Threshold: 0.0005}
	run(t, o)
	doc, err := quadfile.Read(bytes.NewReader(read(t, o.Out)))
	if err != nil {
		t.Fatal(err)
	}
	// FFmpeg's parser loses the last frame before the change of size.
	if len(doc.Frames) != 2 || doc.Frames[0].Window != 38 || doc.Frames[1].Window != 26 {
		t.Fatalf("%d windows", len(doc.Frames))
	}
	for i, f := range doc.Frames {
		cuts := [][]int{{13, 26}, {13}}[i]
		if len(f.Quads) == 0 {
			t.Errorf("window %d has no cubes", i)
		}
		for k, q := range f.Quads {
			for _, cut := range cuts {
				if first := int(f.Starts[k]); first <= cut && cut < first+q.Size() {
					t.Fatalf("window %d: %v from frame %d on crosses the cut at %d", i, q, first, cut)
				}
			}
		}
	}
}

// TestCubesSteadyState: more windows hardly allocate more.
func TestCubesSteadyState(t *testing.T) {
	path := small(t)
	allocations := func(frames int64) float64 {
		o := options(path, "")
		o.Cube, o.Cuts, o.To, o.Selection.Frames = 16, true, &full{1 << 40}, frames
		engine := analysis.NewCPUOf(1)
		return testing.AllocsPerRun(2, func() {
			if _, err := quads.Run(context.Background(), engine, o, nil); err != nil {
				t.Fatal(err)
			}
		})
	}
	less, more := int64(60), int64(240)
	if race.Short() {
		less, more = 32, 64
	}
	few, many := allocations(less), allocations(more)
	if each := (many - few) / float64(more-less); each > 0.5 {
		t.Errorf("%.1f allocations a frame: %v with %d frames, %v with %d", each, few, less, many, more)
	}
}
