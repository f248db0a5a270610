package player_test

import (
	"context"
	"math"
	"slices"
	"strconv"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/player"
)

// counts returns the numbers of quads of a frame at steps of the threshold,
// 0.0001 each.
func counts(t *testing.T, path string, frame int64, first, last int) []int {
	t.Helper()
	video, err := decode.OpenVideo(context.Background(), path, decode.Options{Stream: decode.Best})
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	for {
		f, err := video.Next()
		if err != nil {
			t.Fatal(err)
		}
		if f.Index != frame {
			f.Release()
			continue
		}
		defer f.Release()
		engine := analysis.NewCPU()
		var list []int
		for step := first; step <= last; step++ {
			result, err := engine.Analyze(&f.Picture, analysis.Params{Threshold: float64(step) / 1e4})
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, len(result.Quads))
		}
		return list
	}
}

// TestPlots sets the threshold with the curve, with a number of quads, and with
// a number of quads for each frame.
func TestPlots(t *testing.T) {
	path := film(t, 4)
	s := play(t, display(t), "--pause", "--start", "#5", path, "--engine", "cpu")
	s.until("a picture", func(l player.Line) bool { return l.Frame == 5 })
	s.key("2")
	first := s.until("plots", func(l player.Line) bool { return l.Tab == "Plots" && l.Plotted })
	s.clickOn("curve", 0.75)
	s.until("a threshold by the curve", func(l player.Line) bool {
		return l.Threshold > 0.1 && l.Threshold < 0.5 && l.Quads != first.Quads && l.Plotted
	})
	s.click("presets 0")
	s.until("the default", func(l player.Line) bool { return l.Threshold == 0.01 && l.Quads == first.Quads })

	// The film has a threshold below 0.2 for this number.
	list := counts(t, path, first.Frame, 0, 1999)
	peak := slices.Index(list, slices.Max(list))
	wanted := list[100] * 9 / 10
	best := peak
	off := func(n int) int { return max(n-wanted, wanted-n) }
	for step, n := range list {
		if step >= peak && off(n) < off(list[best]) {
			best = step
		}
	}
	s.click("about")
	s.until("typing", func(l player.Line) bool { return l.Typing })
	s.xdotool("type", "--delay", "5", strconv.Itoa(wanted))
	s.key("Return")
	solved := s.until("a threshold for the number", func(l player.Line) bool { return l.Wanted == wanted && l.Quads == list[best] && !l.Typing })
	if solved.Threshold == 0.01 || solved.Frame != first.Frame {
		t.Errorf("solved: %+v", solved)
	}

	s.until("the timeline", func(l player.Line) bool { return l.Timeline == nil || l.Timeline.Whole })
	s.click("eachframe")
	s.until("in each frame", func(l player.Line) bool { return l.EachFrame })
	s.xdotool("key", "braceleft", "braceleft", "space") // slowly: on a busy machine, too, there are 20 frames until the end
	seen := map[float64]bool{}
	var lines []player.Line
	for range 20 {
		last := s.last.Frame
		l := s.until("the next frame", func(l player.Line) bool { return l.Frame != last })
		seen[l.Threshold] = true
		if l.Timeline != nil && !l.Timeline.Whole {
			t.Errorf("frame %d: the timeline begins anew", l.Frame)
		}
		lines = append(lines, l)
	}
	if len(seen) < 5 {
		t.Errorf("20 frames had only the thresholds %v", seen)
	}
	for _, l := range lines {
		step := int(math.Round(l.Threshold * 1e4))
		near := counts(t, path, l.Frame, step-1, step+1)
		if near[1] != l.Quads || off(near[0]) < off(near[1]) || off(near[2]) < off(near[1]) {
			t.Errorf("frame %d has %d quads at %v, and %d around it; want about %d", l.Frame, l.Quads, l.Threshold, near, wanted)
		}
	}
	s.key("shift+equal")
	by := s.until("a threshold by hand", func(l player.Line) bool { return !l.EachFrame })
	if later := s.later(); later.Threshold != by.Threshold {
		t.Errorf("by hand %v, and later %v", by.Threshold, later.Threshold)
	}
	s.key("q")
	s.end()
}

// A threshold that would be below the lower end of a range stays at the end.
func TestLowerEnd(t *testing.T) {
	s := playBare(t, display(t), "--pause", film(t, 1), "--operator", "range", "--low", "0.3", "--threshold", "0.35")
	s.until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	s.key("shift+minus")
	s.until("the lower end", func(l player.Line) bool { return l.Threshold == 0.3 })
	s.key("2")
	s.until("plots", func(l player.Line) bool { return l.Plotted })
	s.clickOn("curve", 0.1)
	s.click("presets 2")
	s.until("a preset", func(l player.Line) bool { return l.Threshold == 0.75 })
	s.key("q")
	s.end()
}
