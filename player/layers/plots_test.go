package layers_test

import (
	"context"
	"math"
	"slices"
	"strconv"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/player"
	"ffkvadrat/player/panel"
	"ffkvadrat/scripts/playtest"
)

// counts returns a frame's numbers of quads at thresholds in steps of 0.0001.
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

// TestPlots sets the threshold with the curve, with a number of quads, and with a number of quads
// per frame.
func TestPlots(t *testing.T) {
	path := playtest.Clip(t, 4)
	s := playtest.Play(t, playtest.Display(t), "--pause", "--start", "#5", path, "--engine", "cpu")
	s.Until("a picture", func(l player.Line) bool { return l.Frame == 5 })
	s.Key("2")
	first := s.Until("plots", func(l player.Line) bool { return l.Tab == "Plots" && l.Plotted })
	s.ClickOn("curve", 0.75)
	s.Until("a threshold by the curve", func(l player.Line) bool {
		return l.Threshold > 0.1 && l.Threshold < 0.5 && l.Quads != first.Quads && l.Plotted
	})
	s.Key("A")
	s.Until("the default", func(l player.Line) bool { return l.Threshold == 0.01 && l.Quads == first.Quads })

	s.Click("presets 1")
	found := s.Until("Auto's", func(l player.Line) bool { return l.Auto && l.Message != "" })
	s.Click("presets 0")
	coarse := panel.PresetThreshold(found.Threshold, 4, 4)
	s.Until("four times that", func(l player.Line) bool { return l.Threshold == coarse && !l.Auto })
	s.Key("A")
	s.Until("the default again", func(l player.Line) bool { return l.Threshold == 0.01 && l.Quads == first.Quads })

	// A threshold below 0.2 gives this number.
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
	s.Click("about")
	s.Until("typing", func(l player.Line) bool { return l.Typing })
	s.Xdotool("type", "--delay", "5", strconv.Itoa(wanted))
	s.Key("Return")
	solved := s.Until("a threshold for the number", func(l player.Line) bool { return l.Wanted == wanted && l.Quads == list[best] && !l.Typing })
	if solved.Threshold == 0.01 || solved.Frame != first.Frame {
		t.Errorf("solved: %+v", solved)
	}

	s.Until("the timeline", func(l player.Line) bool { return l.Timeline == nil || l.Timeline.Whole })
	s.Click("eachframe")
	s.Until("in each frame", func(l player.Line) bool { return l.EachFrame })
	s.Xdotool("key", "braceleft", "braceleft", "space") // slowly: leaves 20 frames, also on a busy machine
	frames := 20
	if testing.Short() {
		frames = 8
	}
	seen := map[float64]bool{}
	var lines []player.Line
	for range frames {
		last := s.Last.Frame
		l := s.Until("the next frame", func(l player.Line) bool { return l.Frame != last })
		seen[l.Threshold] = true
		if l.Timeline != nil && !l.Timeline.Whole {
			t.Errorf("frame %d: the timeline begins anew", l.Frame)
		}
		lines = append(lines, l)
	}
	if len(seen) < frames/4 {
		t.Errorf("%d frames had only the thresholds %v", frames, seen)
	}
	for _, l := range lines {
		step := int(math.Round(l.Threshold * 1e4))
		near := counts(t, path, l.Frame, step-1, step+1)
		if near[1] != l.Quads || off(near[0]) < off(near[1]) || off(near[2]) < off(near[1]) {
			t.Errorf("frame %d has %d quads at %v, and %d around it; want about %d", l.Frame, l.Quads, l.Threshold, near, wanted)
		}
	}
	s.Key("shift+equal")
	by := s.Until("a threshold by hand", func(l player.Line) bool { return !l.EachFrame })
	if later := s.Later(); later.Threshold != by.Threshold {
		t.Errorf("by hand %v, and later %v", by.Threshold, later.Threshold)
	}
	s.Key("q")
	s.End()
}

// The threshold cannot be set below the lower bound.
func TestLowerEnd(t *testing.T) {
	s := playtest.PlayBare(t, playtest.Display(t), "--pause", playtest.Clip(t, 1), "--operator", "range", "--low", "0.3", "--threshold", "0.35")
	s.Until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	s.Key("shift+minus")
	s.Until("the lower end", func(l player.Line) bool { return l.Threshold == 0.3 })
	s.Key("2")
	s.Until("plots", func(l player.Line) bool { return l.Plotted })
	s.ClickOn("curve", 0.1)
	s.Click("presets 2")
	s.Until("a preset", func(l player.Line) bool { return l.Threshold == 0.75 })
	s.Key("q")
	s.End()
}
