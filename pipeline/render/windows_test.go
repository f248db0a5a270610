package render

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/pipeline"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
)

// cubed returns the frames of a file, painted by [overlay.Still] with the sections of the
// reference's cubes, in colours of how long the cubes last.
func cubed(t *testing.T, o Options, cuts ...int) (pictures []*image.RGBA) {
	t.Helper()
	engine := analysis.NewReferenceCubes()
	limits, err := o.Params.Limits()
	if err != nil {
		t.Fatal(err)
	}
	var cubes [][]ocpyramid.Cube // of each window
	begins := func(n int) bool { return n%o.Cube == 0 || slices.Contains(cuts, n) }
	n := 0
	frames(t, o.Path, func(_ decode.Info, f *decode.Frame) {
		if begins(n) {
			cubes = append(cubes, nil)
			if err := engine.Begin(f.Picture.Width, f.Picture.Height, o.Cube); err != nil {
				t.Fatal(err)
			}
		}
		if err := engine.Add(&f.Picture, o.Params); err != nil {
			t.Fatal(err)
		}
		last := &cubes[len(cubes)-1]
		if *last, err = engine.Cubes((*last)[:0], limits); err != nil {
			t.Fatal(err)
		}
		n++
	})
	window, at := -1, 0
	frames(t, o.Path, func(info decode.Info, f *decode.Frame) {
		var quads []quadpyramid.Quad
		style := o.Style
		style.Ages = nil
		if at++; begins(len(pictures)) {
			at, window = 0, window+1
		}
		for _, c := range cubes[window] {
			if c.Frame() <= at && at < c.Frame()+c.Size() {
				quads, style.Ages = append(quads, c.Quad()), append(style.Ages, uint32(c.Size()))
			}
		}
		pictures = append(pictures, overlay.Still(&f.Picture, shown(o, f), overlay.Orientation(info.Orientation), f.SAR.Float(), quads, style))
	})
	return pictures
}

func TestCubes(t *testing.T) {
	for _, c := range []struct {
		clip   string
		cube   int
		colour overlay.Colouring
		params analysis.Params
	}{
		{"tiny-420.mp4", 8, overlay.ByAge, analysis.Params{Threshold: 0.01}}, // 30 pictures
		{"tiny-odd-175x143.mp4", 16, overlay.ByAge, analysis.Params{Threshold: 0.003, MinSize: 2, MaxSize: 8}},
		{"tiny-rotated-90.mp4", 64, overlay.ByLevel, analysis.Params{Threshold: 0.01, Invert: true}},
	} {
		o := want(c.clip, outputFile(t, "x.nut"))
		o.Cube, o.Params, o.Style.Colour = c.cube, c.params, c.colour
		rendered(t, o)
		equal(t, c.clip, rgb(t, o.Out), cubed(t, o))
	}
}

// TestCubesOfShots: no cube crosses a cut, unless that is requested.
func TestCubesOfShots(t *testing.T) {
	var args []string
	graph := ""
	for i, source := range []string{"testsrc2", "mandelbrot", "smptehdbars", "testsrc"} {
		args = append(args, "-f", "lavfi", "-i", fmt.Sprintf("%s=size=128x96:rate=25,format=yuv420p,trim=end_frame=%d", source, []int{1, 20, 2, 13}[i]))
		graph += fmt.Sprintf("[%d]", i)
	}
	video := clips.Make(t, "shots.mkv", append(args, "-filter_complex", graph+"concat=n=4,setpts=N/25/TB", "-c:v", "ffv1")...)
	o := want("tiny-420.mp4", outputFile(t, "x.nut"))
	o.Path, o.Params, o.Style.Colour = video, analysis.Params{Threshold: 0.003}, overlay.ByAge
	for _, cube := range []int{8, 32, 64} {
		o.Cube = cube
		o.Out, o.Cuts = outputFile(t, "cuts.nut"), true
		rendered(t, o)
		equal(t, "with cuts", rgb(t, o.Out), cubed(t, o, 1, 21, 23))
		o.Out, o.Cuts = outputFile(t, "plain.nut"), false
		rendered(t, o)
		equal(t, "without", rgb(t, o.Out), cubed(t, o))
	}
}

// broken is an engine that fails at a picture.
type broken struct {
	*analysis.CPU
	at int
}

var errBroken = errors.New("broken")

func (b *broken) Analyze(p *yuv.Picture, params analysis.Params) (analysis.Result, error) {
	if b.at--; b.at == 0 {
		return analysis.Result{}, errBroken
	}
	return b.CPU.Analyze(p, params)
}

// A rendering of cubes returns the engine's error, in the first window or a later one, and its
// context's.
func TestCubesFail(t *testing.T) {
	o := want("tiny-420.mp4", outputFile(t, "x.nut"))
	o.Cube, o.Cuts = 8, true
	for _, at := range []int{1, 3, 8, 9, 20, 30} {
		if _, err := Run(context.Background(), &broken{analysis.NewCPU(), at}, o, nil); !errors.Is(err, errBroken) {
			t.Errorf("picture %d: %v", at, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := Run(ctx, analysis.NewCPU(), o, func(pipeline.Progress) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	o.Cube = 12
	if _, err := Run(context.Background(), analysis.NewCPU(), o, nil); err == nil {
		t.Error("a window of 12 frames")
	}
}

// Loads of all kinds write the same bytes.
func TestCubesLoads(t *testing.T) {
	o := want("tiny-420.mp4", "x.nut")
	o.Cube, o.Style.Colour = 8, overlay.ByAge
	var one bytes.Buffer
	run(t, o, analysis.NewCPU(), &one, pictureMemory, 1)
	for _, cores := range []int{2, 4} {
		var many bytes.Buffer
		run(t, o, analysis.NewCPU(), &many, 1, cores)
		if !bytes.Equal(one.Bytes(), many.Bytes()) {
			t.Errorf("other bytes on %d cores", cores)
		}
	}
}
