package opening_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/scripts/playtest"
	"ffkvadrat/tests/wait"
)

// TestVideos plays a list of files and folders, some of which cannot be played.
func TestVideos(t *testing.T) {
	screen := playtest.Wide(t)
	dir := t.TempDir()
	playtest.SmallClips(t, dir, "z.mp4", "shots/b10.mp4", "shots/b2.mp4")
	broken := filepath.Join(dir, "broken.mp4")
	if err := os.WriteFile(broken, []byte("no video"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "shots", "a.png"), []byte(playtest.Read(t, "../../samples/tiny-still.png")), 0o600); err != nil {
		t.Fatal(err)
	}
	s := playtest.PlayBare(t, screen, broken, filepath.Join(dir, "z.mp4"), broken, filepath.Join(dir, "shots"))
	first := s.Showing("z.mp4")
	if first.Videos != 6 || first.Current != 1 {
		t.Errorf("video %d of %d", first.Current, first.Videos)
	}
	s.Showing("a.png") // after z.mp4; the broken file between them is skipped
	s.Until("the still stays", func(l player.Line) bool { return l.Ended && l.Paused })
	s.Key("v")
	s.Until("a view", func(l player.Line) bool { return l.View == "edges" })
	s.Key("greater")
	s.Showing("b2.mp4")
	if s.Last.Paused || s.Last.PTSTime > 1 || s.Last.View != "video" {
		t.Errorf("the next video: %+v", s.Last)
	}
	s.Key("space")
	s.Until("pauses", func(l player.Line) bool { return l.Paused })
	s.Key("greater")
	s.Until("the next one, paused", func(l player.Line) bool {
		return filepath.Base(l.Video) == "b10.mp4" && l.Paused && l.Frame == 0
	})
	s.Key("4")
	s.Until("the list", func(l player.Line) bool { return l.Widgets["videos 5"] != [4]int{} })
	s.Click("videos 4")
	s.Showing("b2.mp4")
	s.Click("videos 5")
	s.Until("b10 again", func(l player.Line) bool { return filepath.Base(l.Video) == "b10.mp4" && l.Frame == 0 })
	s.Key("greater")
	s.Until("no further one", func(l player.Line) bool { return l.Message == "The last video" })
	s.Key("End")
	s.Until("its end", func(l player.Line) bool { return l.Frame == 49 && l.Ended && l.Paused })
	s.Key("space")
	s.Until("its start", func(l player.Line) bool { return !l.Paused && l.Frame < 49 })
	s.Key("End")
	ended := s.Until("stays at the end of the last one", func(l player.Line) bool { return l.Ended && l.Paused })
	if filepath.Base(ended.Video) != "b10.mp4" {
		t.Errorf("at the end of %s", ended.Video)
	}
	s.Key("less")
	s.Until("plays on with the one before", func(l player.Line) bool { return filepath.Base(l.Video) == "b2.mp4" && !l.Paused })
	s.Key("space")
	s.Until("pauses", func(l player.Line) bool { return l.Paused })
	s.Key("less")
	s.Showing("a.png")
	s.Key("less")
	s.Until("the first one, paused", func(l player.Line) bool { return filepath.Base(l.Video) == "z.mp4" && l.Paused })
	s.Key("less")
	s.Until("plays on where it cannot", func(l player.Line) bool { return strings.HasPrefix(l.Message, "Cannot play broken.mp4") })
	if filepath.Base(s.Last.Video) != "z.mp4" {
		t.Errorf("plays %s", s.Last.Video)
	}
	s.Key("q")
	s.Ends(3)
	if text := s.Stderr.String(); strings.Count(text, "skipped: open") < 3 {
		t.Errorf("on standard error: %s", text)
	}
}

// TestManyVideos changes the video many times and counts open files.
func TestManyVideos(t *testing.T) {
	screen := playtest.Display(t)
	dir := t.TempDir()
	playtest.SmallClips(t, dir, "b.mp4", "a.mp4") // a is longer: it must not end before Space
	s := playtest.Play(t, screen, dir, dir)
	s.Showing("a.mp4")
	s.Key("space")
	s.Until("pauses", func(l player.Line) bool { return l.Paused })
	open := func() int {
		files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", s.Cmd.Process.Pid))
		if err != nil {
			t.Fatal(err)
		}
		return len(files)
	}
	there := func(video int) {
		s.Until(fmt.Sprint("video ", video), func(l player.Line) bool { return l.Current == video })
	}
	s.Key("greater")
	there(1)
	s.Key("less")
	there(0)
	s.Until("the survey", func(l player.Line) bool { return l.Timeline != nil && l.Timeline.Whole })
	before, rounds := open(), 5
	if testing.Short() {
		rounds = 2
	}
	for range rounds {
		for _, video := range []int{1, 2, 3} {
			s.Key("greater")
			there(video)
		}
		for _, video := range []int{2, 1, 0} {
			s.Key("less")
			there(video)
		}
	}
	s.Xdotool("key", "--delay", "1", "greater", "greater", "greater", "less", "less", "greater") // faster than videos can be opened
	there(2)
	s.Xdotool("key", "--delay", "1", "less", "less")
	there(0)
	wait.For(t, fmt.Sprintf("%d open files, as before", before), func() bool { return open() <= before }) // videos are closed in goroutines
	s.Key("q")
	s.End()
}
