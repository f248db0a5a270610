package second_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/measure/fit"
	"ffkvadrat/player/second"
	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/leak"
	"ffkvadrat/tests/wait"
	"ffkvadrat/yuv"
)

const clip = "../../samples/tiny-420.mp4"

// open opens a second video alongside a reference, the sample unless o has another one.
func open(ctx context.Context, t *testing.T, path string, o second.Options, wake func()) (*second.Video, error) {
	t.Helper()
	frame, info := first(t, clip)
	if o.Reference.Width == 0 {
		o.Reference = info
	}
	video, err := second.Open(ctx, path, o, wake)
	if err == nil {
		video.Match(fit.KindOf(frame))
	}
	return video, err
}

// first returns a video's first frame.
func first(t *testing.T, path string) (*decode.Frame, decode.Info) {
	t.Helper()
	video, err := decode.OpenVideo(t.Context(), path, decode.Options{Stream: decode.Best})
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	frame, err := video.Next()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(frame.Release)
	return frame, video.Info()
}

// made encodes the sample's pictures.
func made(t *testing.T, name string, args ...string) string {
	t.Helper()
	return clips.Make(t, name, append([]string{"-i", clip, "-an"}, args...)...)
}

// times returns the times of a video's frames after its first one.
func times(t *testing.T, path string) (list []float64) {
	t.Helper()
	video, err := decode.OpenVideo(t.Context(), path, decode.Options{Stream: decode.Best})
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	for {
		f, err := video.Next()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, f.Time-video.Info().Start)
		f.Release()
	}
}

// TestFrame requests all frames forwards, backwards and in random order, and compares with a linear
// search of all times.
func TestFrame(t *testing.T) {
	const seed = 20261124
	random := rand.New(rand.NewPCG(seed, 1))
	for name, path := range map[string]string{
		"the same":     clip,
		"another base": made(t, "x.mkv", "-c:v", "libx264", "-g", "8"),
		"fewer":        made(t, "x.mkv", "-vf", `select=not(between(n\,5\,12))`, "-fps_mode", "vfr", "-c:v", "libx264"),
		"shorter":      made(t, "x.mkv", "-frames:v", "9", "-c:v", "libx264"),
		"one":          made(t, "x.png", "-frames:v", "1"),
	} {
		all := times(t, path)
		video, err := open(t.Context(), t, path, second.Options{}, func() {})
		if err != nil {
			t.Fatal(err)
		}
		var asked []float64
		for n := range 30 {
			asked = append(asked, float64(n)*0.04)
		}
		for n := range 30 {
			asked = append(asked, float64(29-n)*0.04)
		}
		for range 20 {
			asked = append(asked, float64(random.IntN(30))*0.04)
		}
		for _, at := range asked {
			best := -1.
			for _, have := range all {
				if math.Abs(have-at) <= 0.021 && (best < 0 || math.Abs(have-at) < math.Abs(best-at)) {
					best = have
				}
			}
			var frame *decode.Frame
			for known, deadline := false, time.Now().Add(30*time.Second); !known; {
				if frame, known, err = video.Frame(at, 0.04, 100*time.Millisecond); err != nil {
					t.Fatal(err)
				}
				if time.Now().After(deadline) {
					t.Fatalf("%s: nothing comes for %.3f s", name, at)
				}
			}
			got := -1.
			if frame != nil {
				got = frame.Time - video.Info().Start
				if frame.Picture.Width == 0 {
					t.Errorf("%s: no picture", name)
				}
				frame.Release()
			}
			if math.Abs(got-best) > 1e-9 {
				t.Errorf("%s, seed %d: at %.3f s is the frame of %.3f s, want %.3f", name, seed, at, got, best)
			}
		}
		video.Close()
		if _, known, _ := video.Frame(0.2, 0.04, time.Second); known && name != "one" {
			t.Errorf("%s: a frame of a closed video", name)
		}
	}
}

// TestWakes: when a frame arrives that nobody waited for, wake is called and Frame returns it.
func TestWakes(t *testing.T) {
	woken := make(chan struct{}, 100)
	video, err := open(t.Context(), t, clip, second.Options{}, func() { woken <- struct{}{} })
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	late := 0
	for i := range 40 {
		at := []float64{1.16, 0}[i%2] // too far apart to be cached together
		frame, known, err := video.Frame(at, 0.04, 0)
		if !known {
			late++
			wait.Receive(t, fmt.Sprintf("waking for %.2f s", at), woken)
			frame, known, err = video.Frame(at, 0.04, 0)
		}
		if err != nil || !known || frame == nil {
			t.Fatalf("%.2f s: %v, %v, %v", at, frame, known, err)
		}
		if got := frame.Time - video.Info().Start; math.Abs(got-at) > 1e-9 {
			t.Errorf("the frame of %.3f s, want %.3f", got, at)
		}
		frame.Release()
	}
	if late == 0 {
		t.Error("no frame was late")
	}
}

// TestOvertaken: a request for an earlier frame overtakes one that is being sought. The earlier frame is found.
func TestOvertaken(t *testing.T) {
	woken := make(chan struct{}, 1000)
	video, err := open(t.Context(), t, clip, second.Options{}, func() { woken <- struct{}{} })
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	const last, early, latest = 1.16, 0.04, 0.44 // too far apart to be cached together
	for i := range 300 {
		for _, at := range []float64{last, latest} {
			frame, _, err := video.Frame(at, 0.04, 0)
			if err != nil {
				t.Fatal(err)
			}
			frame.Release()
			for range 50 * (i % 100) { // so that it is overtaken at another step each time
				runtime.Gosched()
			}
		}
		frame, known, err := video.Frame(early, 0.04, time.Minute)
		if err != nil || !known || frame == nil {
			t.Fatalf("round %d: %v, %v, %v", i, frame, known, err)
		}
		if got := frame.Time - video.Info().Start; math.Abs(got-early) > 1e-9 {
			t.Errorf("round %d: the frame of %.3f s, want %.3f", i, got, early)
		}
		frame.Release()
	}
}

// TestBeyond: a reference frame long after the second video's end has no counterpart. That is
// known, at once for the frames that follow, even if the video was not decoded to its end.
func TestBeyond(t *testing.T) {
	for name, path := range map[string]string{
		"short": made(t, "x.mkv", "-frames:v", "9", "-c:v", "libx264"),
		"long":  made(t, "x.mkv", "-vf", "setpts=20*PTS", "-fps_mode", "vfr", "-c:v", "libx264", "-g", "8"),
		"one":   made(t, "x.png", "-frames:v", "1"),
	} {
		video, err := open(t.Context(), t, path, second.Options{}, func() {})
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range []float64{0, 100, 50, 0, 200} {
			frame, known, err := video.Frame(at, 0.04, 20*time.Second)
			if err != nil || !known || (frame == nil) != (at > 0) {
				t.Errorf("%s: at %v s: %v, known %v, %v", name, at, frame, known, err)
			}
			frame.Release()
			for i := range 100 {
				later := at + 0.004*float64(i)
				if frame, known, err := video.Frame(later, 0.04, 0); at > 0 && (err != nil || !known || frame != nil) {
					t.Errorf("%s: then at %v s: %v, known %v, %v", name, later, frame, known, err)
				} else {
					frame.Release()
				}
				runtime.Gosched() // what the worker does meanwhile changes nothing
			}
		}
		video.Close()
	}
}

// TestEnds: the goroutine ends with the context, and Frame does not wait for it.
func TestEnds(t *testing.T) {
	leak.Check(t)
	ctx, cancel := context.WithCancel(t.Context())
	video, err := open(ctx, t, clip, second.Options{}, func() {})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	video.Frame(1, 0.04, time.Minute)
	video.Close()
	video.Close()
	if _, err := second.Open(t.Context(), "nowhere.mp4", second.Options{}, func() {}); err == nil {
		t.Error("no error without a file")
	}
}

// TestTurns: pictures have the orientation of the reference's coded pictures, whichever video has a
// display matrix, and with Scale its size and format. When these change, so do the following
// pictures.
func TestTurns(t *testing.T) {
	const turned = "../../samples/tiny-rotated-90.mp4"
	upright := clips.Make(t, "upright.mkv", "-i", turned, "-c:v", "ffv1", "-pix_fmt", "yuv420p") // FFmpeg rotates the pixels
	for _, pair := range [][2]string{{turned, upright}, {upright, turned}, {turned, turned}} {
		want, info := first(t, pair[0])
		video, err := open(t.Context(), t, pair[1], second.Options{Reference: info}, func() {})
		if err != nil {
			t.Fatal(err)
		}
		video.Match(fit.KindOf(want))
		if got := at(t, video, 0); !equal(&got.Picture, &want.Picture) || got.Time != 0 || got.Index != 0 {
			t.Errorf("%v: another picture of %d×%d", pair, got.Picture.Width, got.Picture.Height)
		}
		video.Close()
	}
	small := made(t, "small.mkv", "-vf", "scale=80:46", "-c:v", "ffv1", "-pix_fmt", "yuv444p")
	_, info := first(t, clip)
	var mismatch *fit.MismatchError
	if _, err := second.Open(t.Context(), small, second.Options{Reference: info}, func() {}); !errors.As(err, &mismatch) {
		t.Errorf("another size: %v", err)
	}
	var shape *fit.ShapeError
	for _, o := range []second.Options{{Reference: info, Scale: true}, {Reference: info}} {
		if _, err := second.Open(t.Context(), turned, o, func() {}); !errors.As(err, &shape) {
			t.Errorf("another shape: %v", err)
		}
	}
	if video, err := second.Open(t.Context(), turned, second.Options{Reference: info, Coded: true}, func() {}); err != nil {
		t.Errorf("as coded: %v", err)
	} else {
		video.Close()
	}
	video, err := open(t.Context(), t, small, second.Options{Scale: true}, func() {})
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	reference, _ := first(t, clip)
	for _, seconds := range []float64{0.4, 0.44} {
		if got := at(t, video, seconds).Picture; got.Width != 160 || got.Height != 90 || got.Format.SubX != 1 {
			t.Errorf("%.2f s: a picture of %d×%d, %+v", seconds, got.Width, got.Height, got.Format)
		}
	}
	kind := fit.KindOf(reference)
	kind.Width, kind.Height = 96, 54
	video.Match(kind)
	if got := at(t, video, 0.44); got.Picture.Width != 96 || got.Picture.Height != 54 || math.Abs(got.Time-0.44) > 0.001 {
		t.Errorf("a picture of %d×%d at %.3f s", got.Picture.Width, got.Picture.Height, got.Time)
	}
	kind.Width = 300
	video.Match(kind)
	for known := false; !known; { // err is that of the last call
		var frame *decode.Frame
		if frame, known, err = video.Frame(0.44, 0.04, time.Minute); frame != nil {
			t.Fatal("a picture of another shape")
		}
	}
	if !errors.As(err, &shape) {
		t.Errorf("another shape later: %v", err)
	}
	kind.Width = 96
	video.Match(kind)
	if got := at(t, video, 0.44); got.Picture.Width != 96 {
		t.Errorf("a picture of %d×%d", got.Picture.Width, got.Picture.Height)
	}
}

// at waits for the frame at a time.
func at(t *testing.T, video *second.Video, seconds float64) *decode.Frame {
	t.Helper()
	frame, known, err := video.Frame(seconds, 0.04, time.Minute)
	if err != nil || !known || frame == nil {
		t.Fatalf("%.2f s: %v, known %v, %v", seconds, frame, known, err)
	}
	t.Cleanup(frame.Release)
	return frame
}

// equal compares two pictures sample by sample.
func equal(p, q *yuv.Picture) bool {
	if p.Width != q.Width || p.Height != q.Height {
		return false
	}
	for plane := range 3 {
		for y := range p.Height {
			for x := range p.Width {
				if p.Sample(plane, x, y) != q.Sample(plane, x, y) {
					return false
				}
			}
		}
	}
	return true
}
