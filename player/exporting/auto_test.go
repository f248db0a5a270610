package exporting_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/quadfile"
	"ffkvadrat/scripts/playtest"
	"ffkvadrat/tests/clips"
)

// TestAutomaticIsTheExports: --quads auto uses the threshold that the player finds, in a window of
// any size. One clip begins with black frames. With -short, only the first run plays the large sample.
func TestAutomaticIsTheExports(t *testing.T) {
	var videos []string
	videos = append(videos, clips.Make(t, "dark.mkv", "-f", "lavfi", "-i", "smptebars=size=160x90:rate=10:duration=1", "-vf", "drawbox=c=black:t=fill:enable='lt(n,4)'", "-c:v", "ffv1"))
	for _, name := range []string{"sample.mp4", "tiny-422.mp4"} {
		path, err := filepath.Abs(filepath.Join("..", "..", "samples", name))
		if err != nil {
			t.Fatal(err)
		}
		videos = append(videos, path)
	}
	small := clips.Make(t, "small.mp4", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=2", "-c:v", "libx264", "-preset", "ultrafast")
	for _, flags := range []string{"", "--operator laplace", "--variant feature", "--variant points --operator laplace", "--template 2x2,8,limited,EDBQcA=="} {
		if testing.Short() && flags == "--operator laplace" {
			continue // TestAutomaticThreshold has it, without a window
		}
		s := playtest.PlayAgain(t, playtest.Display(t), t.TempDir(), append(append([]string{"--settings", playtest.Bare(t), "--no-session", "--loop"}, strings.Fields(flags)...), videos...)...)
		for i, video := range videos {
			if i > 0 {
				s.Key("greater")
			}
			out := filepath.Join(t.TempDir(), "a.ndjson")
			playtest.Command(t, append([]string{"export", "--engine", "cpu", "--quads", "auto", "--frames", "1", "-o", out, video}, strings.Fields(flags)...)...)
			doc, err := quadfile.Read(strings.NewReader(playtest.Read(t, out)))
			if err != nil {
				t.Fatal(err)
			}
			want := doc.Header.Analysis.Threshold
			s.Until(fmt.Sprintf("%s%s at %v", filepath.Base(video), flags, want), func(l player.Line) bool {
				return l.Video == video && l.Auto && l.Threshold == want
			})
		}
		s.Key("q")
		s.End()
		if testing.Short() {
			videos[1] = small
		}
	}
}
