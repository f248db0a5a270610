package opening_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"ffkvadrat/player"
	"ffkvadrat/scripts/playtest"
)

// TestOpenByMouse opens videos by mouse only, on a bare X server without a session bus: from the
// start page into a folder, and from the recent videos.
func TestOpenByMouse(t *testing.T) {
	screen, home := playtest.Display(t), t.TempDir()
	if err := os.Mkdir(filepath.Join(home, "Videos"), 0o700); err != nil {
		t.Fatal(err)
	}
	playtest.SmallClips(t, home, "Videos/shots/a.mp4", "Videos/shots/b.mp4", "Videos/c.mp4")
	shots := filepath.Join(home, "Videos", "shots")
	if err := unix.Mkfifo(filepath.Join(shots, "pipe.mp4"), 0o600); err != nil {
		t.Fatal(err)
	}
	playtest.Write(t, filepath.Join(shots, "broken.mp4"), "no film")

	s := playtest.PlayAgain(t, screen, home, "--settings", playtest.Bare(t), "--speed", "0.25") // to draw few frames
	s.Until("the start page", func(l player.Line) bool { return playtest.Shown(l, "startopen") })
	s.Click("startopen")
	first := s.Until("the browser", func(l player.Line) bool { return l.Files != nil && !l.Files.Reading && len(l.Files.Places) > 2 })
	if first.Files.Desktop || playtest.Shown(first, "desktop") {
		t.Error("there is a desktop's dialog")
	}
	if first.Files.Places[0] != "Home" || first.Files.Places[1] != "Videos" {
		t.Errorf("the places are %q", first.Files.Places)
	}
	s.Click("places 1")
	s.Folder(filepath.Join(home, "Videos"))
	s.Row("shots", 2)
	s.Folder(shots)
	if rows := strings.Join(s.Last.Files.Rows, " "); rows != "a.mp4 b.mp4 broken.mp4" {
		t.Errorf("the lines are %q", rows)
	}
	s.Row("broken.mp4", 2)
	s.Until("cannot be played", func(l player.Line) bool { return strings.HasPrefix(l.Message, "Cannot play broken.mp4") })
	if l := s.Later(); l.Files == nil {
		t.Fatal("the browser closes without a video")
	}
	s.Row("b.mp4", 1)
	s.Until("its poster", func(l player.Line) bool { return filepath.Base(l.Files.Selected) == "b.mp4" && l.Files.Poster })
	s.Row("b.mp4", 2)
	s.Until("plays", func(l player.Line) bool {
		return l.Video == filepath.Join(shots, "b.mp4") && l.Files == nil && l.Frame > 0 && !l.Paused
	})
	if playtest.Shown(s.Last, "hint") {
		t.Error("the start page stays")
	}

	// The panel's button opens the browser, too, and a button there plays the whole folder.
	s.Click("tabs 3")
	s.Until("the tab Film", func(l player.Line) bool { return playtest.Shown(l, "open") })
	s.Reaches(480, 200)
	s.Xdotool("click", "--delay", "0", "--repeat", "10", "5") // the window is low: scroll
	s.Until("the end of the tab", func(l player.Line) bool { return l.Widgets["open"][3] < 380 })
	s.Click("open")
	s.Folder(shots)
	s.Click("up")
	s.Folder(filepath.Join(home, "Videos"))
	s.Row("c.mp4", 1)
	s.Click("browseropen")
	s.Until("plays c", func(l player.Line) bool { return filepath.Base(l.Video) == "c.mp4" && l.Files == nil })
	s.Click("open")
	s.Folder(filepath.Join(home, "Videos"))
	s.Row("shots", 2)
	s.Folder(shots)
	s.Click("playall")
	s.Until("plays the folder", func(l player.Line) bool { return filepath.Base(l.Video) == "a.mp4" && l.Videos > 2 && l.Files == nil })
	s.Key("q")
	s.Ends(3) // broken.mp4

	// In the next run, they are on the start page, and one file is missing.
	if err := os.Remove(filepath.Join(home, "Videos", "c.mp4")); err != nil {
		t.Fatal(err)
	}
	s = playtest.PlayAgain(t, screen, home)
	s.Until("three videos", func(l player.Line) bool { return playtest.Shown(l, "started 2") })
	s.Click("started 1")
	if l := s.Later(); filepath.Base(l.Video) == "c.mp4" || !playtest.Shown(l, "started 2") || l.Paused {
		t.Errorf("a video that is gone: %+v", l)
	}
	s.Click("started 2")
	s.Until("plays b", func(l player.Line) bool {
		return filepath.Base(l.Video) == "b.mp4" && l.Frame > 0 && !playtest.Shown(l, "hint")
	})
	s.Key("q")
	s.End()
}

// TestStartPageGoes: Escape or a click on the picture closes the start page; moving the mouse does
// not.
func TestStartPageGoes(t *testing.T) {
	screen := playtest.Display(t)
	for _, c := range []struct {
		name string
		away func(s *playtest.Player)
	}{
		{"Escape", func(s *playtest.Player) { s.Key("Escape") }},
		{"a click", func(s *playtest.Player) { s.Xdotool("click", "1") }},
	} {
		s := playtest.PlayBare(t, screen)
		at := s.Until("the start page", func(l player.Line) bool { return playtest.Shown(l, "hint") }).Widgets["hint"]
		s.Move(200, 200)
		s.Until("a pixel", func(l player.Line) bool { return len(l.Inspected) > 0 })
		if s.Later(); s.Last.Widgets["hint"] != at {
			t.Errorf("it goes from %v to %v", at, s.Last.Widgets["hint"])
		}
		c.away(s)
		s.Until(c.name, func(l player.Line) bool { return !playtest.Shown(l, "hint") && l.Paused == (c.name == "a click") })
		s.Key("q")
		s.End()
	}
}

// TestFilesByKeys types in the browser: the player's keys do not react, and the next run remembers
// the folder.
func TestFilesByKeys(t *testing.T) {
	home := t.TempDir()
	playtest.SmallClips(t, home, "first.mp4", "sub/qfm.mp4")
	s := playtest.PlayAgain(t, playtest.Display(t), home, filepath.Join(home, "first.mp4"))
	s.Until("plays", func(l player.Line) bool { return l.Shown > 2 })
	s.Key("Home")
	s.Until("a message", func(l player.Line) bool { return l.Message != "" })
	s.Key("o")
	s.Folder(home)
	if l := s.Later(); l.Message != "" {
		t.Errorf("the browser shows the message of an earlier command, %q", l.Message)
	}
	s.Xdotool("type", "sub")
	s.Until("found", func(l player.Line) bool { return len(l.Files.Rows) == 1 })
	s.Key("Return")
	s.Folder(filepath.Join(home, "sub"))
	s.Xdotool("type", "qfm")
	s.Until("a film", func(l player.Line) bool { return filepath.Base(l.Files.Selected) == "qfm.mp4" })
	if s.Last.Fullscreen || s.Last.Muted || !s.Last.Typing {
		t.Errorf("keys reach the player: %+v", s.Last)
	}
	s.Key("Escape")
	s.Key("BackSpace")
	s.Folder(home)
	s.Key("Escape")
	s.Until("closed", func(l player.Line) bool { return l.Files == nil && !l.Typing })
	if filepath.Base(s.Last.Video) != "first.mp4" {
		t.Errorf("plays %s", s.Last.Video)
	}
	s.Key("ctrl+o")
	s.Folder(home)
	if err := os.RemoveAll(filepath.Join(home, "sub")); err != nil {
		t.Fatal(err)
	}
	s.Row("sub", 2)
	s.Until("gone", func(l player.Line) bool { return l.Files.Error == "This folder is not there any more." })
	s.Key("BackSpace")
	s.Folder(home)
	s.Xdotool("type", "first")
	s.Key("Return")
	s.Until("opens", func(l player.Line) bool { return l.Files == nil })
	s.Key("q")
	s.End()
}

// The button for settings opens the browser for settings files, in the folder where they are saved.
func TestSettingsByMouse(t *testing.T) {
	home := t.TempDir()
	playtest.SmallClips(t, home, "first.mp4")
	s := playtest.PlayAgain(t, playtest.Wide(t), home, filepath.Join(home, "first.mp4"))
	s.Until("plays", func(l player.Line) bool { return playtest.Shown(l, "tabs 3") })
	s.Click("tabs 3")
	s.Until("the tab Film", func(l player.Line) bool { return playtest.Shown(l, "loadsettings") })
	playtest.Write(t, filepath.Join(s.Cmd.Dir, "mine.json"), `{"format": "ffkvadrat-settings", "version": 1, "threshold": 0.25, "look": "mosaic"}`)
	s.Click("savesettings")
	s.Until("saved", func(l player.Line) bool {
		return l.Message == "Saved ffkvadrat-settings.json in "+s.Cmd.Dir
	})
	s.Click("loadsettings")
	s.Folder(s.Cmd.Dir)
	if rows := s.Last.Files.Rows; !slices.Equal(rows, []string{"ffkvadrat-settings.json", "mine.json"}) {
		t.Errorf("the lines are %q", rows)
	}
	s.Row("mine.json", 2)
	s.Until("the settings", func(l player.Line) bool { return l.Files == nil && l.Look == "mosaic" && l.Threshold == 0.25 })
	s.Key("q")
	s.End()
}
