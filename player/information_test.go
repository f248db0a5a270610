package player_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/tests/clips"
)

// TestInformation: the card follows the frame, the settings and the film, and a click in the
// tab Film copies a row.
func TestInformation(t *testing.T) {
	screen := display(t)
	source := strings.Fields("-f lavfi -i testsrc2=size=320x180:rate=30000/1001:duration=5 -pix_fmt yuv420p -c:v")
	a := clips.Make(t, "a.mov", slices.Concat(source, strings.Fields("libx264 -preset veryfast -g 12 -bf 2 -timecode 00:00:59;20"))...)
	b := clips.Make(t, "b.avi", append(source, "mpeg4")...)
	s := playBare(t, screen, "--pause", a, b)
	s.showing("a.mov")
	s.until("pauses", func(l player.Line) bool { return l.Paused })
	s.key("Home")
	s.until("is at the start", func(l player.Line) bool { return l.Frame == 0 })
	if s.last.Information != nil {
		t.Errorf("the card shows from the start: %q", s.last.Information)
	}
	s.key("i")
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
	s.until("shows the card", has("frame: 1 (index 0)", "timecode: 00:00:59;20", "type: I, key frame", "frames: 150", "frame rate: 29.97 frames/s (30000/1001)"))
	for n := 1; n <= 10; n++ {
		s.key("period")
		timecode := fmt.Sprintf("00:00:59;%02d", 20+n)
		if n == 10 {
			timecode = "00:01:00;02"
		}
		s.until("follows the frame", has(fmt.Sprintf("frame: %d (index %d)", n+1, n), "timecode: "+timecode))
		if row := fmt.Sprintf("key frame: %d frame", n); !slices.ContainsFunc(s.last.Information, func(r string) bool { return strings.HasPrefix(r, row) }) {
			t.Errorf("%d frames after the key frame: %q", n, s.last.Information)
		}
	}
	s.key("4")
	s.until("shows the tab", func(l player.Line) bool { return l.Widgets["facts 0"] != [4]int{} })
	s.click("facts 0")
	s.until("copies", func(l player.Line) bool { return l.Message == "Copied: 11 (index 10)" })
	s.key("greater")
	s.showing("b.avi")
	s.until("follows the film", func(l player.Line) bool {
		return slices.ContainsFunc(l.Information, func(r string) bool { return strings.HasPrefix(r, "container: avi") })
	})
	s.key("i")
	s.until("hides the card", func(l player.Line) bool { return l.Information == nil && l.Widgets["card"] == [4]int{} })
	s.key("q")
	s.end()
}
