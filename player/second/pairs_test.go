package second_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"ffkvadrat/measure/align"
	"ffkvadrat/player/second"
	"ffkvadrat/tests/leak"
	"ffkvadrat/tests/wait"
)

// TestAlign requests frames in random order while the rule changes, and compares them with those that belong to the
// reference's, by hand.
func TestAlign(t *testing.T) {
	leak.Check(t)
	const seed, frames, none = 20261128, 30, -1
	random := rand.New(rand.NewPCG(seed, 1))
	_, info := first(t, clip)
	for name, c := range map[string]struct {
		args  []string
		rules map[string]func(n int) int // the encode's frame for frame n
	}{
		"cut": {[]string{"-vf", `select=gte(n\,5),setpts=N/25/TB`}, map[string]func(int) int{
			"start": func(n int) int { return n }, "pts": func(n int) int { return n }, "none": func(n int) int { return n },
			"5": func(n int) int { return n - 5 }, "-3": func(n int) int { return n + 3 }, "100": func(int) int { return none }, "auto": func(n int) int { return n - 5 },
		}},
		"another rate": {[]string{"-vf", "setpts=N/50/TB", "-r", "50"}, map[string]func(int) int{
			"2": func(n int) int { return n - 2 }, "none": func(n int) int { return n }, "auto": func(n int) int { return n },
		}},
		"a hole": {[]string{"-vf", `select=not(between(n\,9\,12))`, "-fps_mode", "vfr"}, map[string]func(int) int{
			"none": func(n int) int { return n }, "1": func(n int) int { return n - 1 }, "auto": func(n int) int {
				switch {
				case n < 9:
					return n
				case n > 12:
					return n - 4
				}
				return none
			},
		}},
	} {
		path := made(t, "x.mkv", append(c.args, "-c:v", "libx264", "-qp", "12", "-g", "7")...)
		all := times(t, path)
		video, err := open(t.Context(), t, path, second.Options{Path: clip, Reference: info, Exact: true}, func() {})
		if err != nil {
			t.Fatal(err)
		}
		for text, of := range c.rules {
			rule, err := align.ParseRule(text)
			if err != nil {
				t.Fatal(err)
			}
			video.SetAlign(rule)
			for range 40 {
				n := random.IntN(frames)
				want := of(n)
				if want >= len(all) || want < 0 {
					want = none
				}
				frame, known, err := video.Frame(float64(n)*0.04, 0.04, time.Hour)
				if err != nil || !known || (frame == nil) != (want == none) {
					t.Fatalf("%s, %s, seed %d: frame %d: %v, known %v, %v; want %d", name, text, seed, n, frame, known, err, want)
				}
				if frame != nil {
					if got := frame.Time - video.Info().Start; math.Abs(got-all[want]) > 1e-9 {
						t.Errorf("%s, %s, seed %d: frame %d has that of %.3f s, want %.3f", name, text, seed, n, got, all[want])
					}
					if offset, ok := video.Offset(float64(n) * 0.04); rule.Steps() != ok || ok && offset != int64(n-want) {
						t.Errorf("%s, %s: the offset at frame %d is %d, %v", name, text, n, offset, ok)
					}
					frame.Release()
				}
			}
		}
		video.Close()
	}
}

// TestAlignSays: progress is reported, a search that fails is an error, and one that is not over ends with the video.
func TestAlignSays(t *testing.T) {
	leak.Check(t)
	_, info := first(t, clip)
	path := made(t, "x.mkv", "-c:v", "libx264", "-frames:v", "20")
	woken := make(chan struct{}, 1000)
	auto := align.Rule{By: align.ByContent}
	video, err := open(t.Context(), t, path, second.Options{Path: clip, Reference: info, Align: auto}, func() { woken <- struct{}{} })
	if err != nil {
		t.Fatal(err)
	}
	for video.Aligned().Part < 1 {
		wait.Receive(t, "progress", woken)
	}
	if a := video.Aligned(); a.Rule != auto || a.Pairs != 20 || a.Of != 30 || a.Err != nil {
		t.Errorf("%+v", a)
	}
	video.Close()

	gone := made(t, "gone.mp4", "-c:v", "libx264")
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	if video, err = open(t.Context(), t, path, second.Options{Path: gone, Reference: info, Align: auto}, func() {}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := video.Frame(0.4, 0.04, time.Hour); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "gone.mp4") {
		t.Errorf("without the reference: %v", err)
	}
	if video.Aligned().Err == nil {
		t.Error("no error")
	}
	video.SetAlign(align.Rule{})
	at(t, video, 0.4)
	video.SetAlign(auto)
	video.Close()

	if video, err = open(t.Context(), t, path, second.Options{Path: t.TempDir(), Reference: info, Align: auto}, func() {}); err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	if _, _, err := video.Frame(0.4, 0.04, time.Hour); err == nil || !strings.Contains(err.Error(), "it cannot be read twice") {
		t.Errorf("what is no file: %v", err)
	}
}
