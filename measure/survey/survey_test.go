package survey_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/measure/survey"
	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/leak"
	"ffkvadrat/tests/wait"
)

var params = analysis.Params{Threshold: 0.01}

func open(t testing.TB, path string) *decode.Video {
	t.Helper()
	v, err := decode.OpenVideo(context.Background(), path, decode.Options{Stream: decode.Best, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.Close)
	return v
}

func start(t testing.TB, path string, opt survey.Options) *survey.Survey {
	t.Helper()
	opt.Path, opt.Stream = path, decode.Best
	if opt.Wake == nil {
		opt.Wake = func() {}
	}
	s := survey.Start(context.Background(), open(t, path).Info(), opt)
	t.Cleanup(s.Close)
	return s
}

// await copies the survey until fits returns true.
func await(t testing.TB, s *survey.Survey, what string, fits func(v *survey.View) bool) *survey.View {
	t.Helper()
	var v survey.View
	wait.For(t, what, func() bool {
		s.Copy(&v)
		return fits(&v)
	})
	return &v
}

// pass advances the clock of a synctest bubble.
func pass(d time.Duration) { <-time.NewTimer(d).C }

func whole(v *survey.View) bool { return v.Whole || v.Err != nil }

func TestEveryPictureOfTheSamples(t *testing.T) {
	names, err := filepath.Glob("../../samples/tiny-*")
	if err != nil || len(names) == 0 {
		t.Fatal(err)
	}
	methods := [...]analysis.Params{params, {Variant: analysis.CommonFeature, Threshold: 0.001}, {Operator: edge.Sobel, Threshold: 0.02, MinSize: 2}}
	for n, path := range names {
		if filepath.Ext(path) == ".m4a" {
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				params := methods[n%len(methods)]
				s := start(t, path, survey.Options{})
				s.SetParams(params)
				s.Run(true)
				compare(t, await(t, s, "the end", whole), pictures(t, path, params))
			})
		})
	}
}

// TestSamplesComeFirst surveys a longer video with many key frames. Frames all over it are known
// before the pass has come far, and none is counted twice.
func TestSamplesComeFirst(t *testing.T) {
	path := clips.Make(t, "a.mkv", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=16", "-c:v", "libx264", "-g", "5", "-preset", "veryfast")
	want := pictures(t, path, params)
	s, step, end := survey.Stepped(open(t, path).Info(), survey.Options{Path: path, Stream: decode.Best, Wake: func() {}}, params)
	defer end()
	for range 16 {
		step()
	}
	var v survey.View
	s.Copy(&v)
	if len(v.Bins) != 16 || v.Reached >= 0 {
		t.Errorf("%d samples, up to %v s", len(v.Bins), v.Reached)
	}
	for quarter := range 4 {
		low, high := 4*float64(quarter), 4*float64(quarter+1)
		if !slices.ContainsFunc(v.Bins, func(b survey.Bin) bool { return b.Start >= low && b.Start < high }) {
			t.Errorf("no sample between %v s and %v s", low, high)
		}
	}
	for _, b := range v.Bins {
		i := int(math.Round(b.Start * 10))
		if want[i].Time != b.Start || float64(want[i].Quads) != b.Quads.Sum || !want[i].KeyFrame {
			t.Errorf("a sample at %v s: %+v, want %+v", b.Start, b, want[i])
		}
	}
	for range len(want) + 1 {
		step()
	}
	s.Copy(&v)
	compare(t, &v, want)

	few := start(t, path, survey.Options{Bins: 100})
	few.SetParams(params)
	few.Run(true)
	binned := await(t, few, "the end", whole)
	frames, sum := int32(0), 0.
	for _, b := range binned.Bins {
		frames, sum = frames+b.Frames, sum+b.Quads.Sum
	}
	for _, p := range want {
		sum -= float64(p.Quads)
	}
	if int(frames) != len(want) || sum != 0 || len(binned.Bins) > 100 || binned.Exact {
		t.Errorf("%d pictures in %d bins, %v quads too many", frames, len(binned.Bins), sum)
	}
}

// TestParamsChange changes the parameters at any time, including during an analysis: the final
// result belongs to the last ones.
func TestParamsChange(t *testing.T) {
	const path = "../../samples/tiny-420.mp4"
	var last analysis.Params
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex // the survey calls change, too
		changes := 0
		var s *survey.Survey
		change := func() {
			mu.Lock()
			defer mu.Unlock()
			if changes == 12 {
				return
			}
			last = analysis.Params{Threshold: 0.01 + 0.02*float64(changes%7)}
			changes++
			s.SetParams(last)
			s.Add(analysis.Params{Threshold: 4}, survey.Reading{Time: 0.1, Quads: 1})
		}
		s = start(t, path, survey.Options{Wake: change}) // after the first and after the last frame
		change()
		s.Run(true)
		for i := range 4 { // before and after the work begins
			pass(time.Duration(i) * 110 * time.Millisecond)
			change()
		}
		v := await(t, s, "the end", func(v *survey.View) bool {
			mu.Lock()
			defer mu.Unlock()
			return changes == 12 && whole(v)
		})
		compare(t, v, pictures(t, path, last))
	})
}

// TestParamsThereAndBack changes the parameters back before work with the new ones begins, as two
// quick key presses do.
func TestParamsThereAndBack(t *testing.T) {
	const path = "../../samples/tiny-420.mp4"
	synctest.Test(t, func(t *testing.T) {
		var s *survey.Survey
		thereAndBack := func() {
			s.SetParams(analysis.Params{Threshold: 0.5})
			s.SetParams(params)
		}
		var interrupts atomic.Int32
		s = start(t, path, survey.Options{Wake: func() {
			var v survey.View
			if s.Copy(&v); !v.Whole && interrupts.CompareAndSwap(1, 0) {
				thereAndBack()
			}
		}})
		s.Run(true)
		s.SetParams(params)
		want := pictures(t, path, params)
		compare(t, await(t, s, "the end", whole), want)
		thereAndBack()
		compare(t, await(t, s, "the end again", whole), want)
		interrupts.Store(1) // during its work
		thereAndBack()
		compare(t, await(t, s, "the end once more", whole), want)
		if interrupts.Load() != 0 {
			t.Error("the parameters were not changed while it works")
		}
	})
}

// The analysis pauses during Rest and continues afterwards.
func TestRunAndRest(t *testing.T) {
	const path = "../../samples/tiny-420.mp4"
	synctest.Test(t, func(t *testing.T) {
		s := start(t, path, survey.Options{})
		s.SetParams(params)
		bins := func() int {
			synctest.Wait()
			var v survey.View
			s.Copy(&v)
			return len(v.Bins)
		}
		pass(time.Hour)
		if n := bins(); n != 0 {
			t.Fatalf("%d bins before Run", n)
		}
		s.Rest(1500 * time.Millisecond)
		s.Rest(time.Millisecond)
		s.Run(true)
		pass(1499 * time.Millisecond)
		if n := bins(); n != 0 {
			t.Fatalf("%d bins while it rests", n)
		}
		s.Run(false)
		s.Run(true)
		pass(time.Millisecond)
		if n := bins(); n != 30 {
			t.Errorf("%d bins after the rest", n)
		}
	})
}

func TestDamage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := clips.Make(t, "a.ts", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=2", "-c:v", "mpeg2video", "-g", "10")
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i := len(data) / 2; i < len(data)/2+2000; i++ {
			data[i] ^= 0x55
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		want := pictures(t, path, params)
		if !slices.ContainsFunc(want, func(p survey.Reading) bool { return p.Damaged }) {
			t.Fatal("the clip is not damaged")
		}
		s := start(t, path, survey.Options{})
		s.SetParams(params)
		s.Run(true)
		compare(t, await(t, s, "the end", whole), want)
	})
}

func TestFileGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "a.mp4")
		data, err := os.ReadFile("../../samples/tiny-420.mp4")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		s := start(t, path, survey.Options{Thumbnail: 64})
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		s.SetParams(params)
		s.Run(true)
		if v := await(t, s, "an error", whole); v.Whole || !os.IsNotExist(unwrapped(v.Err)) {
			t.Errorf("whole %v, %v", v.Whole, v.Err)
		}
		if p := s.Point(0.1, true); p != nil && p.Image != nil {
			t.Error("a thumbnail of a file that is not there")
		}
	})
}

// TestPipe: a survey of what cannot be read twice opens nothing; it has the frames that the player notes.
func TestPipe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := "../../samples/tiny-420.mp4"
		info := open(t, path).Info()
		info.Seekable = false
		s := survey.Start(context.Background(), info, survey.Options{Path: path, Stream: decode.Best, Wake: func() {}})
		t.Cleanup(s.Close)
		s.SetParams(params)
		s.Run(true)
		if v := await(t, s, "an error", whole); !errors.Is(v.Err, decode.ErrNotSeekable) || len(v.Bins) != 0 {
			t.Errorf("%v, %d frames", v.Err, len(v.Bins))
		}
	})
}

func unwrapped(err error) error {
	for {
		u, ok := err.(interface{ Unwrap() error })
		if !ok {
			return err
		}
		err = u.Unwrap()
	}
}

// TestCloseLeavesNothing closes surveys in every state: idle, running, and with a thumbnail
// requested; at the start, after a sample, and during the pass.
func TestCloseLeavesNothing(t *testing.T) {
	const path = "../../samples/sample.mp4"
	leak.Check(t)
	info := open(t, path).Info()
	for n := range 12 {
		ctx, cancel := context.WithCancel(context.Background())
		woken := make(chan struct{}, 1)
		s := survey.Start(ctx, info, survey.Options{Path: path, Stream: decode.Best, Thumbnail: 64, Wake: func() {
			select {
			case woken <- struct{}{}:
			default:
			}
		}})
		if n%4 > 0 {
			s.SetParams(params)
			s.Run(true)
		}
		if n%4 > 1 {
			s.Point(float64(n), true)
			for range n / 4 {
				wait.Receive(t, "something new", woken)
			}
		}
		if n%4 == 3 {
			cancel()
		}
		s.Close()
		s.Close()
		cancel()
	}
	(*survey.Survey)(nil).Close()
}

// BenchmarkPass measures the time per frame of the pass, with each measure and without.
func BenchmarkPass(b *testing.B) {
	const path = "../../samples/sample.mp4"
	info := open(b, path).Info()
	for _, c := range []struct {
		name     string
		measures survey.Measures
	}{
		{"none", survey.Measures{}},
		{"mean", survey.Measures{Rebuilt: true}},
		{"linear", survey.Measures{Rebuilt: true, Fill: reconstruction.Linear}},
		{"siti", survey.Measures{Information: true}},
		{"codec", survey.Measures{Codec: true}},
	} {
		b.Run(fmt.Sprintf("measures=%s/size=%dx%d", c.name, info.Width, info.Height), func(b *testing.B) {
			frames := 0
			for b.Loop() {
				s, step, end := survey.Stepped(info, survey.Options{Path: path, Stream: decode.Best, Wake: func() {}}, params)
				s.SetMeasures(c.measures)
				for v := (survey.View{}); !v.Whole; s.Copy(&v) {
					step()
					frames++
				}
				end()
			}
			b.ReportMetric(b.Elapsed().Seconds()*1000/float64(frames), "ms/frame")
		})
	}
}

// The survey finds the cuts of a video, independently of the parameters, and keeps them when the
// parameters change.
func TestCuts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const scene = "size=96x64:rate=20:duration=1"
		path := clips.Make(t, "cuts.mkv", "-f", "lavfi", "-i", "testsrc2="+scene, "-f", "lavfi", "-i", "mandelbrot=size=96x64:rate=20:end_pts=400", "-f", "lavfi", "-i", "smptebars="+scene,
			"-filter_complex", "[1:v]trim=duration=1[m];[0:v][m][2:v]concat=n=3,format=yuv420p", "-c:v", "ffv1")
		s := start(t, path, survey.Options{})
		for i, p := range []analysis.Params{params, {Operator: edge.Motion, Threshold: 0.1}, params} {
			s.SetParams(p)
			s.Run(true)
			v := await(t, s, "cuts", func(v *survey.View) bool { return v.Whole })
			if len(v.Cuts) != 2 || math.Abs(v.Cuts[0]-1) > 0.001 || math.Abs(v.Cuts[1]-2) > 0.001 || !v.Cut {
				t.Errorf("with parameters %d: cuts at %v, all %v, want at 1 and 2 s", i, v.Cuts, v.Cut)
			}
			for _, c := range []struct {
				from float64
				back bool
				want float64 // −1 for none
			}{{0, false, 1}, {1, false, 2}, {0.5, true, -1}, {1, true, -1}, {1.2, true, 1}, {2, true, 1}, {2, false, -1}, {9, true, 2}} {
				if cut, ok := v.CutFrom(c.from, c.back); ok != (c.want >= 0) || ok && math.Abs(cut-c.want) > 0.001 {
					t.Errorf("from %v, back %v: %v, %v, want %v", c.from, c.back, cut, ok, c.want)
				}
			}
		}
	})
}
