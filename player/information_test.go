package player_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/scripts/playtest"
	"ffkvadrat/tests/clips"
)

// TestInformation: the card follows frame, settings and video, and a click in the tab Video copies
// a row.
func TestInformation(t *testing.T) {
	screen := playtest.Display(t)
	source := strings.Fields("-f lavfi -i testsrc2=size=320x180:rate=30000/1001:duration=5 -pix_fmt yuv420p -c:v")
	a := clips.Make(t, "a.mov", slices.Concat(source, strings.Fields("libx264 -preset veryfast -g 12 -bf 2 -timecode 00:00:59;20"))...)
	b := clips.Make(t, "b.avi", append(source, "mpeg4")...)
	s := playtest.PlayBare(t, screen, "--pause", a, b)
	s.Showing("a.mov")
	s.Until("pauses", func(l player.Line) bool { return l.Paused })
	s.Key("Home")
	s.Until("is at the start", func(l player.Line) bool { return l.Frame == 0 })
	if s.Last.Information != nil {
		t.Errorf("the card shows from the start: %q", s.Last.Information)
	}
	s.Key("i")
	has := func(rows ...string) func(player.Line) bool {
		return func(l player.Line) bool {
			for _, row := range rows {
				if !slices.Contains(l.Information, row) {
					return false
				}
			}
			return l.Widgets["card"] != [4]int{}
		}
	}
	s.Until("shows the card", has("frame: 1 (index 0)", "timecode: 00:00:59;20", "type: I, key frame", "frames: 150", "frame rate: 29.97 frames/s (30000/1001)"))
	for n := 1; n <= 10; n++ {
		s.Key("period")
		timecode := fmt.Sprintf("00:00:59;%02d", 20+n)
		if n == 10 {
			timecode = "00:01:00;02"
		}
		s.Until("follows the frame", has(fmt.Sprintf("frame: %d (index %d)", n+1, n), "timecode: "+timecode))
		if row := fmt.Sprintf("key frame: %d frame", n); !slices.ContainsFunc(s.Last.Information, func(r string) bool { return strings.HasPrefix(r, row) }) {
			t.Errorf("%d frames after the key frame: %q", n, s.Last.Information)
		}
	}
	s.Key("4")
	s.Until("shows the tab", func(l player.Line) bool { return l.Widgets["facts 0"] != [4]int{} })
	s.Click("facts 0")
	s.Until("copies", func(l player.Line) bool { return l.Message == "Copied: 11 (index 10)" })
	s.Key("greater")
	s.Showing("b.avi")
	s.Until("follows the video", func(l player.Line) bool {
		return slices.ContainsFunc(l.Information, func(r string) bool { return strings.HasPrefix(r, "container: avi") })
	})
	s.Key("i")
	s.Until("hides the card", func(l player.Line) bool { return l.Information == nil && l.Widgets["card"] == [4]int{} })
	s.Key("q")
	s.End()
}

// TestDamaged: the window says once that a video is damaged, until a command after that was read, and the
// information has the error.
func TestDamaged(t *testing.T) {
	whole, err := os.ReadFile(clips.Make(t, "a.264", strings.Fields("-f lavfi -i testsrc2=size=320x180:duration=0.2 -c:v libx264 -preset veryfast")...))
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut.264")
	if err := os.WriteFile(cut, whole[:len(whole)/3], 0o600); err != nil {
		t.Fatal(err)
	}
	s := playtest.PlayBare(t, playtest.Display(t), cut)
	s.Until("a warning", func(l player.Line) bool { return strings.HasPrefix(l.Warning, "This video is damaged") && l.Ended })
	s.Key("i")
	s.Until("the error", func(l player.Line) bool {
		return slices.ContainsFunc(l.Information, func(r string) bool { return strings.HasPrefix(r, "damage: ") && strings.Contains(r, "the first: ") })
	})
	s.Key("q")
	s.Ends(3)
}
