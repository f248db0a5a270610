package partner_test

import (
	"context"
	"io"
	"math"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/player/partner"
	"ffkvadrat/yuv"
)

// made makes a film of the sample's pictures.
func made(t *testing.T, name string, args ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), name)
	if text, err := exec.Command("ffmpeg", append(append([]string{"-v", "error", "-nostdin", "-i", "../../samples/tiny-420.mp4", "-an"}, args...), out)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return out
}

// times are those of a film's frames after its first one.
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

// TestFrame asks for all frames in order, backwards and at random, and compares with a search of all
// times.
func TestFrame(t *testing.T) {
	const seed = 20261124
	random := rand.New(rand.NewPCG(seed, 1))
	for name, path := range map[string]string{
		"the same":     "../../samples/tiny-420.mp4",
		"another base": made(t, "x.mkv", "-c:v", "libx264", "-g", "8"),
		"fewer":        made(t, "x.mkv", "-vf", `select=not(between(n\,5\,12))`, "-fps_mode", "vfr", "-c:v", "libx264"),
		"shorter":      made(t, "x.mkv", "-frames:v", "9", "-c:v", "libx264"),
		"one":          made(t, "x.png", "-frames:v", "1"),
	} {
		all := times(t, path)
		film, err := partner.Open(t.Context(), path, yuv.Needs{}, func() {})
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
				if frame, known, err = film.Frame(at, 0.04, 100*time.Millisecond); err != nil {
					t.Fatal(err)
				}
				if time.Now().After(deadline) {
					t.Fatalf("%s: nothing comes for %.3f s", name, at)
				}
			}
			got := -1.
			if frame != nil {
				got = frame.Time - film.Info().Start
				if frame.Picture.Width == 0 {
					t.Errorf("%s: no picture", name)
				}
				frame.Release()
			}
			if math.Abs(got-best) > 1e-9 {
				t.Errorf("%s, seed %d: at %.3f s is the frame of %.3f s, want %.3f", name, seed, at, got, best)
			}
		}
		film.Close()
		if _, known, _ := film.Frame(0.2, 0.04, time.Second); known && name != "one" {
			t.Errorf("%s: a frame of a closed film", name)
		}
	}
}

// TestWakes: a frame for which nobody waits wakes when it comes, and is there then.
func TestWakes(t *testing.T) {
	woken := make(chan struct{}, 100)
	film, err := partner.Open(t.Context(), "../../samples/tiny-420.mp4", yuv.Needs{}, func() { woken <- struct{}{} })
	if err != nil {
		t.Fatal(err)
	}
	defer film.Close()
	late := 0
	for i := range 40 {
		at := []float64{1.16, 0}[i%2] // too far apart for both to be kept
		frame, known, err := film.Frame(at, 0.04, 0)
		if !known {
			late++
			select {
			case <-woken:
			case <-time.After(time.Minute):
				t.Fatalf("nothing wakes for %.2f s", at)
			}
			frame, known, err = film.Frame(at, 0.04, 0)
		}
		if err != nil || !known || frame == nil {
			t.Fatalf("%.2f s: %v, %v, %v", at, frame, known, err)
		}
		if got := frame.Time - film.Info().Start; math.Abs(got-at) > 1e-9 {
			t.Errorf("the frame of %.3f s, want %.3f", got, at)
		}
		frame.Release()
	}
	if late == 0 {
		t.Error("no frame was late")
	}
}

// TestBeyond: long after a film's end none of its frames belongs to a picture. That is known, at once for the pictures
// that follow; so it is where the film was not decoded up to its end.
func TestBeyond(t *testing.T) {
	for name, path := range map[string]string{
		"short": made(t, "x.mkv", "-frames:v", "9", "-c:v", "libx264"),
		"long":  made(t, "x.mkv", "-vf", "setpts=20*PTS", "-fps_mode", "vfr", "-c:v", "libx264", "-g", "8"),
		"one":   made(t, "x.png", "-frames:v", "1"),
	} {
		film, err := partner.Open(t.Context(), path, yuv.Needs{}, func() {})
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range []float64{0, 100, 50, 0, 200} {
			frame, known, err := film.Frame(at, 0.04, 20*time.Second)
			if err != nil || !known || (frame == nil) != (at > 0) {
				t.Errorf("%s: at %v s: %v, known %v, %v", name, at, frame, known, err)
			}
			frame.Release()
			for i := range 10 {
				later := at + 0.04*float64(i)
				if frame, known, err := film.Frame(later, 0.04, 0); at > 0 && (err != nil || !known || frame != nil) {
					t.Errorf("%s: then at %v s: %v, known %v, %v", name, later, frame, known, err)
				} else {
					frame.Release()
				}
				time.Sleep(2 * time.Millisecond)
			}
		}
		film.Close()
	}
}

// TestEnds: the goroutine ends with the context, and Frame does not wait for it.
func TestEnds(t *testing.T) {
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(t.Context())
	film, err := partner.Open(ctx, "../../samples/tiny-420.mp4", yuv.Needs{}, func() {})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	film.Frame(1, 0.04, time.Minute)
	film.Close()
	film.Close()
	for i := 0; runtime.NumGoroutine() > before && i < 100; i++ {
		time.Sleep(10 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before {
		t.Errorf("%d goroutines, %d before", n, before)
	}
	if _, err := partner.Open(t.Context(), "nowhere.mp4", yuv.Needs{}, func() {}); err == nil {
		t.Error("no error without a file")
	}
}
