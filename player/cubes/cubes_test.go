package cubes_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/histogram"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/player/cubes"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/wait"
	"ffkvadrat/yuv"
)

// picture is the expected result for a frame.
type picture struct {
	at     cubes.Place
	window *[]ocpyramid.Cube
	start  int64 // first frame of the window
	frames *int  // length of the window
	frame  int   // index in the window
}

// oracle decodes a video from the start and finds the cubes of all windows with the reference.
func oracle(t *testing.T, path string, s cubes.Subject) (all []picture) {
	t.Helper()
	v, err := decode.OpenVideo(context.Background(), path, decode.Options{Stream: decode.Best, Threads: 1, Needs: s.Params.Needs()})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	engine := analysis.NewReferenceCubes()
	limits, err := s.Params.Limits()
	if err != nil {
		t.Fatal(err)
	}
	cuts := cutsOf(t, path)
	n, width, height, from := 0, 0, 0, 0
	var list *[]ocpyramid.Cube
	var frames *int
	finish := func() {
		if n > 0 {
			if *list, err = engine.Cubes(nil, limits); err != nil {
				t.Fatal(err)
			}
			*frames = n
		}
		n = 0
	}
	for {
		f, err := v.Next()
		if err == io.EOF {
			finish()
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		p := &f.Picture
		if p.Width != width || p.Height != height {
			finish()
			from = len(all)
		}
		if (len(all)-from)%s.Frames == 0 || cuts[len(all)] {
			finish()
		}
		if n == 0 {
			width, height, list, frames = p.Width, p.Height, new([]ocpyramid.Cube), new(int)
			if err := engine.Begin(width, height, s.Frames); err != nil {
				t.Fatal(err)
			}
		}
		if err := engine.Add(p, s.Params); err != nil {
			t.Fatal(err)
		}
		i := int64(len(all))
		all = append(all, picture{cubes.Place{Index: i, Time: f.Time}, list, i - int64(n), frames, n})
		n++
		f.Release()
	}
}

// cutsOf finds the cuts of a video by comparing each frame with the previous one.
func cutsOf(t *testing.T, path string) map[int]bool {
	t.Helper()
	v, err := decode.OpenVideo(context.Background(), path, decode.Options{Stream: decode.Best, Threads: 1, Needs: yuv.Needs{Before: true}})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	found := map[int]bool{}
	var joint histogram.Joint
	var cuts histogram.Cuts
	for n := 0; ; n++ {
		f, err := v.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		part, known := 0.0, false
		if joint.Count(f.Picture.Before, &f.Picture) {
			part, known = joint.Kept()
		}
		if cut, ok := cuts.Add(float64(n), part, known); ok {
			found[int(cut)] = true
		}
		f.Release()
	}
	for _, cut := range cuts.End() {
		found[int(cut)] = true
	}
	return found
}

// shots makes a video of shots with the given lengths in frames. Each cut is a key frame; there are
// also others.
func shots(t *testing.T, lengths ...int) string {
	t.Helper()
	var args []string
	graph := ""
	for i, n := range lengths {
		args = append(args, "-f", "lavfi", "-i", fmt.Sprintf("%s=size=128x96:rate=25,format=yuv420p,trim=end_frame=%d", []string{"testsrc2", "mandelbrot", "smptehdbars", "testsrc"}[i%4], n))
		graph += fmt.Sprintf("[%d]", i)
	}
	return clips.Make(t, "shots.mkv", append(args, "-filter_complex", fmt.Sprintf("%sconcat=n=%d,setpts=N/25/TB", graph, len(lengths)), "-c:v", "mpeg2video", "-q:v", "3", "-g", "12")...)
}

// TestCuts plays a video with cuts before its second and last frame and in adjacent frames. Windows
// end at each cut, however a frame is reached.
func TestCuts(t *testing.T) {
	path := shots(t, 1, 20, 2, 13, 9, 40, 1)
	if cuts := cutsOf(t, path); len(cuts) != 6 || !cuts[1] || !cuts[85] {
		t.Fatalf("cuts at %v", cuts)
	}
	random := rand.New(rand.NewPCG(3, 4))
	for _, frames := range []int{8, 16, 32, 64} {
		s := cubes.Subject{Params: analysis.Params{Threshold: 0.01}, Frames: frames}
		all := oracle(t, path, s)
		f, woken := start(t, path)
		for _, p := range all {
			check(t, f, woken, s, p, p.at)
		}
		for _, p := range slices.Backward(all) {
			check(t, f, woken, s, p, p.at)
		}
		f, woken = start(t, path)
		for range 60 {
			p := all[random.IntN(len(all))]
			at := p.at
			if random.IntN(2) == 0 {
				at.Index = -1
			}
			if random.IntN(8) == 0 {
				f.Ask(cubes.Subject{}, at) // closes the file
			}
			check(t, f, woken, s, p, at)
		}
	}
}

// TestRoom: cached cubes stay within the limit, but those on the screen are never dropped.
func TestRoom(t *testing.T) {
	path := shots(t, 40, 40)
	s := cubes.Subject{Params: analysis.Params{Threshold: 0.01}, Frames: 8}
	all := oracle(t, path, s)
	largest := 0
	for _, p := range all {
		largest = max(largest, len(*p.window))
	}
	for _, room := range []int64{1, 8 * int64(largest) * 3 / 2, 8 * int64(largest) * 5 / 2} {
		woken := make(chan struct{}, 1)
		f := cubes.Start(context.Background(), cubes.Options{Path: path, Stream: decode.Best, Room: room, Wake: func() {
			select {
			case woken <- struct{}{}:
			default:
			}
		}})
		t.Cleanup(f.Close)
		most := 0
		for _, list := range [][]picture{all, slices.Collect(backward(all))} {
			for _, p := range list {
				check(t, f, woken, s, p, p.at)
				windows, bytes := f.Held()
				if bytes > room && windows > 1 {
					t.Fatalf("%d bytes in %d windows, with room for %d", bytes, windows, room)
				}
				most = max(most, windows)
			}
		}
		if room == 1 && most != 1 || room > int64(largest)*16 && most < 2 {
			t.Errorf("%d windows were kept with room for %d bytes", most, room)
		}
	}
}

func backward(all []picture) func(func(picture) bool) {
	return func(yield func(picture) bool) {
		for _, p := range slices.Backward(all) {
			if !yield(p) {
				return
			}
		}
	}
}

// start returns a finder; woken receives a value for each call of Wake.
func start(t *testing.T, path string) (f *cubes.Finder, woken chan struct{}) {
	woken = make(chan struct{}, 1)
	f = cubes.Start(context.Background(), cubes.Options{Path: path, Stream: decode.Best, Wake: func() {
		select {
		case woken <- struct{}{}:
		default:
		}
	}})
	t.Cleanup(f.Close)
	return f, woken
}

// await requests a frame's cubes until they, or the reason for their absence, are known.
func await(t *testing.T, f *cubes.Finder, woken chan struct{}, s cubes.Subject, at cubes.Place) (quads []quadpyramid.Quad, lasts []uint32) {
	t.Helper()
	f.Ask(s, at)
	for {
		quads, lasts, _, ok := f.Section(nil, nil, s, at)
		if missing := f.Missing(); ok != (missing == "") && ok {
			t.Fatalf("%v has cubes, and misses them: %s", at, missing)
		} else if ok || strings.HasPrefix(missing, "no cubes") {
			return quads, lasts
		}
		wait.Receive(t, fmt.Sprintf("cubes at %v", at), woken)
	}
}

// check compares a finder's result for a frame with the oracle.
func check(t *testing.T, f *cubes.Finder, woken chan struct{}, s cubes.Subject, want picture, at cubes.Place) {
	t.Helper()
	quads, lasts := await(t, f, woken, s, at)
	wantQuads, wantLasts := ocpyramid.Section(nil, nil, *want.window, want.frame)
	if !slices.Equal(quads, wantQuads) || !slices.Equal(lasts, wantLasts) {
		t.Fatalf("%v at %v: %d quads, want %d", s.Frames, at, len(quads), len(wantQuads))
	}
	if _, _, within, ok := f.Section(nil, nil, s, at); !ok || within != want.frame {
		t.Fatalf("%v at %v: frame %d of its window, want %d", s.Frames, at, within, want.frame)
	}
	for _, c := range *want.window {
		if c.Frame() > want.frame || want.frame >= c.Frame()+c.Size() {
			continue
		}
		last := c.Size() - 1
		found, ok := f.At(s, at, c.X()+last, c.Y()+last/2)
		if !ok || found.Cube != c || found.From != want.start+int64(c.Frame()) || found.To != found.From+int64(last) ||
			found.Frame != want.frame || found.Frames != *want.frames {
			t.Fatalf("%v at %v: %+v (%v), want %v", s.Frames, at, found, ok, c)
		}
	}
}

// videos are short videos with an open GOP, irregular times and odd sides.
var videos = []string{"tiny-open-gop.mp4", "tiny-vfr.mp4", "tiny-odd-175x143.mp4"}

// TestInOrder plays videos frame by frame across all windows, including the last, shorter one, then
// steps back.
func TestInOrder(t *testing.T) {
	for _, name := range videos {
		path := filepath.Join("../../samples", name)
		for _, s := range []cubes.Subject{
			{analysis.Params{Threshold: 0.01}, 8},
			{analysis.Params{Operator: edge.Motion, Threshold: 0.002, MinSize: 2, MaxSize: 4}, 16},
		} {
			f, woken := start(t, path)
			all := oracle(t, path, s)
			for _, p := range all {
				check(t, f, woken, s, p, p.at)
			}
			for _, p := range slices.Backward(all) {
				check(t, f, woken, s, p, p.at)
			}
		}
	}
}

// TestChangeOfSize plays a video with frames of two sizes. A window ends where the size changes.
func TestChangeOfSize(t *testing.T) {
	var joined []byte
	for _, size := range []string{"96x64", "64x48"} {
		joined = append(joined, clips.Raw(t, "-f", "lavfi", "-i", "testsrc2=rate=25:duration=0.84:size="+size, "-bf", "0", "-f", "mpeg2video")...)
	}
	path := filepath.Join(t.TempDir(), "sizes.m2v")
	if err := os.WriteFile(path, joined, 0o600); err != nil {
		t.Fatal(err)
	}
	s := cubes.Subject{Params: analysis.Params{Threshold: 0.05}, Frames: 16}
	all := oracle(t, path, s)
	if n := len(all); n < 40 || *all[n-1].frames == *all[0].frames {
		t.Fatalf("%d pictures, the last in a window of %d", n, *all[n-1].frames)
	}
	f, woken := start(t, path)
	for _, p := range all {
		check(t, f, woken, s, p, p.at)
	}
	for _, p := range slices.Backward(all) {
		check(t, f, woken, s, p, p.at)
	}
}

// TestJumps requests frames in random order, with and without known index, for changing subjects.
func TestJumps(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, name := range videos {
		path := filepath.Join("../../samples", name)
		var subjects [3]cubes.Subject
		var all [3][]picture
		for i, frames := range []int{8, 16, 64} {
			subjects[i] = cubes.Subject{Params: analysis.Params{Threshold: 0.01 * float64(i+1)}, Frames: frames}
			all[i] = oracle(t, path, subjects[i])
		}
		f, woken := start(t, path)
		for range 60 {
			i := random.IntN(len(subjects))
			p := all[i][random.IntN(len(all[i]))]
			at := p.at
			if random.IntN(2) == 0 {
				at.Index = -1
			}
			if random.IntN(8) == 0 {
				f.Ask(cubes.Subject{}, at) // closes the file
			}
			if random.IntN(2) == 0 { // is replaced by the next request
				other := all[i][random.IntN(len(all[i]))]
				f.Ask(subjects[i], other.at)
			}
			check(t, f, woken, subjects[i], p, at)
		}
	}
}

// TestMissing: missing files and frames beyond the end are reported.
func TestMissing(t *testing.T) {
	s := cubes.Subject{Params: analysis.Params{Threshold: 0.01}, Frames: 8}
	for path, at := range map[string]cubes.Place{
		filepath.Join(t.TempDir(), "none.mp4"): {Index: 0},
		"../../samples/tiny-vfr.mp4":           {Index: -1, Time: 1e6},
		"../../samples/tiny-420.mp4":           {Index: 1 << 40},
	} {
		f, woken := start(t, path)
		if quads, _ := await(t, f, woken, s, at); len(quads) > 0 {
			t.Errorf("%s: %d quads", path, len(quads))
		}
		if missing := f.Missing(); !strings.HasPrefix(missing, "no cubes: ") {
			t.Errorf("%s: %q", path, missing)
		}
	}
	var none *cubes.Finder
	none.Ask(s, cubes.Place{})
	if _, _, _, ok := none.Section(nil, nil, s, cubes.Place{}); ok || none.Missing() != "" {
		t.Error("a nil finder has cubes")
	}
	none.Close()
}

func TestFits(t *testing.T) {
	bounds, err := edge.NewBounds(0.1)
	if err != nil {
		t.Fatal(err)
	}
	if !cubes.Fits(analysis.Params{}) || cubes.Fits(analysis.Params{Variant: analysis.Points}) || cubes.Fits(analysis.Params{Bounds: bounds}) {
		t.Error("cubes are of the edge variant, without classes")
	}
}
