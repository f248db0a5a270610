package opening_test

import (
	"image/color"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
	"ffkvadrat/scripts/playtest"
	"ffkvadrat/tests/wait"
)

// TestRefused: without a terminal, the window says why a file cannot be played, and opens others. The
// exit status is the one that it always has.
func TestRefused(t *testing.T) {
	screen, home := playtest.Display(t), t.TempDir()
	playtest.SmallClips(t, home, "good.mp4")
	playtest.Write(t, filepath.Join(home, "bad.mp4"), "no film")
	sound := filepath.Join("..", "..", "samples", "tiny-sound-only.m4a")
	sound, err := filepath.Abs(sound)
	if err != nil {
		t.Fatal(err)
	}
	page := func(s *playtest.Player, title, why string) {
		t.Helper()
		s.Until(title, func(l player.Line) bool {
			return l.Refused != nil && strings.HasPrefix(l.Refused.Title, title) && strings.Contains(l.Refused.Why, why) && playtest.Shown(l, "leave")
		})
	}

	s := playtest.PlayAgain(t, screen, home, sound)
	page(s, "“tiny-sound-only.m4a”", "only sound")
	s.Key("Right")
	s.Key("2")
	if l := s.Later(); !l.Paused || l.Tab != "Tune" || l.Refused == nil {
		t.Errorf("keys reach what is below: %+v", l)
	}
	s.Key("Left")
	s.Key("Return")
	s.Until("the browser, by keys alone", func(l player.Line) bool { return l.Files != nil })
	s.Key("Escape")
	s.Until("the page again", func(l player.Line) bool { return l.Files == nil })
	s.Click("leave")
	s.Ends(1)
	if said := s.Stderr.String(); !strings.Contains(said, "no video stream; it has only sound") {
		t.Errorf("it says %q", said)
	}

	s = playtest.PlayAgain(t, screen, home, "--at", "1", filepath.Join(home, "none.mp4"))
	page(s, "“none.mp4”", "no such file")
	s.Click("startopen")
	s.Folder(home)
	s.Row("bad.mp4", 2)
	s.Until("another error", func(l player.Line) bool { return strings.HasPrefix(l.Refused.Title, "“bad.mp4”") && l.Files != nil })
	s.Row("good.mp4", 2)
	s.Until("plays", func(l player.Line) bool {
		return filepath.Base(l.Video) == "good.mp4" && l.Refused == nil && !l.Paused && l.Files == nil
	})
	s.Key("q")
	s.Ends(3)

	s = playtest.PlayAgain(t, screen, home)
	s.Until("the start page has the good one alone", func(l player.Line) bool { return playtest.Shown(l, "started 0") })
	if playtest.Shown(s.Last, "started 1") {
		t.Error("the video below the page is remembered")
	}
	s.Key("q")
	s.End()
}

// TestRefusedAtOnce: with --on-error exit, nothing waits for a person.
func TestRefusedAtOnce(t *testing.T) {
	s := playtest.PlayAgain(t, playtest.Display(t), t.TempDir(), "--on-error", "exit", "none.mp4")
	s.Ends(1)
}

// TestNoOpenGL: without OpenGL 3.3 and without a terminal, a plain window says so until the user quits.
func TestNoOpenGL(t *testing.T) {
	screen := playtest.Display(t)
	t.Setenv("MESA_GL_VERSION_OVERRIDE", "3.2")
	for _, args := range [][]string{{}, {"none.mp4", "--on-error", "page"}} {
		s := playtest.PlayAgain(t, screen, t.TempDir(), args...)
		wait.For(t, "the page", func() bool {
			bright := 0 // pixels of text
			shown := s.Screenshot()
			for y := range 400 {
				for x := range 640 {
					if shown.RGBAAt(x, y).R > 200 {
						bright++
					}
				}
			}
			return bright > 300 && shown.RGBAAt(320, 20) == color.RGBA(widgets.Themed(session.Dark).Ground)
		})
		s.Key("q")
		s.Ends(1)
	}
}
