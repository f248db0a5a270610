package player_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"ffkvadrat/player"
)

// row clicks on a line of the file browser once, to select it, or twice, to open it.
func (s *playing) row(name string, clicks int) {
	s.t.Helper()
	s.until("the line "+name, func(l player.Line) bool { return s.rowOf(l, name) >= 0 && !l.Files.Reading })
	if clicks == 2 && testing.Short() && filepath.Base(s.last.Files.Selected) == name {
		s.click("browseropen") // another click on the line might make a double click of the one that selected it
		return
	}
	s.click("rows " + strconv.Itoa(s.rowOf(s.last, name)))
	if clicks == 1 {
		return
	}
	if !testing.Short() { // Dear ImGui's double click must come within 300 ms
		s.xdotool("click", "1")
		return
	}
	s.later() // until it is selected
	s.click("browseropen")
}

func (s *playing) rowOf(l player.Line, name string) int {
	if l.Files == nil {
		return -1
	}
	for i, row := range l.Files.Rows {
		if row == name {
			return i
		}
	}
	return -1
}

func (s *playing) folder(path string) player.Line {
	s.t.Helper()
	return s.until("the folder "+path, func(l player.Line) bool { return l.Files != nil && l.Files.Folder == path && !l.Files.Reading })
}

// TestOpenByMouse opens films with the mouse alone, on a bare X server without a
// session bus: from the start page into a folder, and from the films played
// before.
func TestOpenByMouse(t *testing.T) {
	screen, home := display(t), t.TempDir()
	if err := os.Mkdir(filepath.Join(home, "Videos"), 0o700); err != nil {
		t.Fatal(err)
	}
	smallFilms(t, home, "Videos/shots/a.mp4", "Videos/shots/b.mp4", "Videos/c.mp4")
	shots := filepath.Join(home, "Videos", "shots")
	if err := unix.Mkfifo(filepath.Join(shots, "pipe.mp4"), 0o600); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(shots, "broken.mp4"), "no film")

	s := playAgain(t, screen, home, "--settings", bare(t), "--speed", "0.25") // few pictures are drawn
	s.until("the start page", func(l player.Line) bool { return shown(l, "startopen") })
	s.click("startopen")
	first := s.until("the browser", func(l player.Line) bool { return l.Files != nil && !l.Files.Reading && len(l.Files.Places) > 2 })
	if first.Files.Desktop || shown(first, "desktop") {
		t.Error("there is a desktop's dialog")
	}
	if first.Files.Places[0] != "Home" || first.Files.Places[1] != "Videos" {
		t.Errorf("the places are %q", first.Files.Places)
	}
	s.click("places 1")
	s.folder(filepath.Join(home, "Videos"))
	s.row("shots", 2)
	s.folder(shots)
	if rows := strings.Join(s.last.Files.Rows, " "); rows != "a.mp4 b.mp4 broken.mp4" {
		t.Errorf("the lines are %q", rows)
	}
	s.row("broken.mp4", 2)
	s.until("cannot be played", func(l player.Line) bool { return strings.HasPrefix(l.Message, "Cannot play broken.mp4") })
	if l := s.later(); l.Files == nil {
		t.Fatal("the browser closes without a film")
	}
	s.row("b.mp4", 1)
	s.until("its poster", func(l player.Line) bool { return filepath.Base(l.Files.Selected) == "b.mp4" && l.Files.Poster })
	s.row("b.mp4", 2)
	s.until("plays", func(l player.Line) bool {
		return l.Film == filepath.Join(shots, "b.mp4") && l.Files == nil && l.Frame > 2 && !l.Paused
	})
	if shown(s.last, "hint") {
		t.Error("the start page stays")
	}

	// The panel's button leads there, too, and a button plays the whole folder.
	s.click("tabs 3")
	s.until("the tab Film", func(l player.Line) bool { return shown(l, "open") })
	s.reaches(480, 200)
	s.xdotool("click", "--repeat", "10", "5") // the window is low: scroll
	s.until("the end of the tab", func(l player.Line) bool { return l.Widgets["open"][3] < 380 })
	s.click("open")
	s.folder(shots)
	s.click("up")
	s.folder(filepath.Join(home, "Videos"))
	s.row("c.mp4", 1)
	s.click("browseropen")
	s.until("plays c", func(l player.Line) bool { return filepath.Base(l.Film) == "c.mp4" && l.Files == nil })
	s.click("open")
	s.folder(filepath.Join(home, "Videos"))
	s.row("shots", 2)
	s.folder(shots)
	s.click("playall")
	s.until("plays the folder", func(l player.Line) bool { return filepath.Base(l.Film) == "a.mp4" && l.Films > 2 && l.Files == nil })
	s.key("q")
	s.ends(3) // broken.mp4

	// The next time they are on the start page, and one is gone.
	if err := os.Remove(filepath.Join(home, "Videos", "c.mp4")); err != nil {
		t.Fatal(err)
	}
	s = playAgain(t, screen, home)
	s.until("three films", func(l player.Line) bool { return shown(l, "started 2") })
	s.click("started 1")
	if l := s.later(); filepath.Base(l.Film) == "c.mp4" || !shown(l, "started 2") || l.Paused {
		t.Errorf("a film that is gone: %+v", l)
	}
	s.click("started 2")
	s.until("plays b", func(l player.Line) bool { return filepath.Base(l.Film) == "b.mp4" && l.Frame > 0 && !shown(l, "hint") })
	s.key("q")
	s.end()
}

// TestStartPageGoes: Escape and a click on the picture put the start page away;
// it stays where it is while the mouse moves over the picture.
func TestStartPageGoes(t *testing.T) {
	screen := display(t)
	for _, c := range []struct {
		name string
		away func(s *playing)
	}{
		{"Escape", func(s *playing) { s.key("Escape") }},
		{"a click", func(s *playing) { s.xdotool("click", "1") }},
	} {
		s := playBare(t, screen)
		at := s.until("the start page", func(l player.Line) bool { return shown(l, "hint") }).Widgets["hint"]
		s.move(200, 200)
		s.until("a pixel", func(l player.Line) bool { return len(l.Inspected) > 0 })
		if s.later(); s.last.Widgets["hint"] != at {
			t.Errorf("it goes from %v to %v", at, s.last.Widgets["hint"])
		}
		c.away(s)
		s.until(c.name, func(l player.Line) bool { return !shown(l, "hint") })
		if s.last.Paused != (c.name == "a click") {
			t.Errorf("%s: paused %v", c.name, s.last.Paused)
		}
		s.key("q")
		s.end()
	}
}

// TestFilesByKeys types in the browser: nothing of it reaches the player, and
// the folder stays for the next time.
func TestFilesByKeys(t *testing.T) {
	home := t.TempDir()
	smallFilms(t, home, "first.mp4", "sub/qfm.mp4")
	s := playAgain(t, display(t), home, filepath.Join(home, "first.mp4"))
	s.until("plays", func(l player.Line) bool { return l.Shown > 2 })
	s.key("o")
	s.folder(home)
	s.xdotool("type", "sub")
	s.until("found", func(l player.Line) bool { return len(l.Files.Rows) == 1 })
	s.key("Return")
	s.folder(filepath.Join(home, "sub"))
	s.xdotool("type", "qfm")
	s.until("a film", func(l player.Line) bool { return filepath.Base(l.Files.Selected) == "qfm.mp4" })
	if s.last.Fullscreen || s.last.Muted || !s.last.Typing {
		t.Errorf("keys reach the player: %+v", s.last)
	}
	s.key("Escape")
	s.key("BackSpace")
	s.folder(home)
	s.key("Escape")
	s.until("closed", func(l player.Line) bool { return l.Files == nil && !l.Typing })
	if filepath.Base(s.last.Film) != "first.mp4" {
		t.Errorf("plays %s", s.last.Film)
	}
	s.key("ctrl+o")
	s.folder(home)
	if err := os.RemoveAll(filepath.Join(home, "sub")); err != nil {
		t.Fatal(err)
	}
	s.row("sub", 2)
	s.until("gone", func(l player.Line) bool { return l.Files.Error == "This folder is not there any more." })
	s.key("BackSpace")
	s.folder(home)
	s.xdotool("type", "first")
	s.key("Return")
	s.until("opens", func(l player.Line) bool { return l.Files == nil })
	s.key("q")
	s.end()
}

// The settings' button opens the browser for settings files.
func TestSettingsByMouse(t *testing.T) {
	home := t.TempDir()
	smallFilms(t, home, "first.mp4")
	write(t, filepath.Join(home, "mine.json"), `{"format": "ffkvadrat-settings", "version": 1, "threshold": 0.25, "look": "mosaic"}`)
	s := playAgain(t, wide(t), home, filepath.Join(home, "first.mp4"))
	s.until("plays", func(l player.Line) bool { return shown(l, "tabs 3") })
	s.click("tabs 3")
	s.until("the tab Film", func(l player.Line) bool { return shown(l, "loadsettings") })
	s.click("loadsettings")
	s.folder(home)
	rows := slices.DeleteFunc(slices.Clone(s.last.Files.Rows), func(row string) bool { return row == "cache" || row == "state" })
	if !slices.Equal(rows, []string{"mine.json"}) {
		t.Errorf("the lines are %q", rows)
	}
	s.row("mine.json", 2)
	s.until("the settings", func(l player.Line) bool { return l.Files == nil && l.Look == "mosaic" && l.Threshold == 0.25 })
	s.key("q")
	s.end()
}
