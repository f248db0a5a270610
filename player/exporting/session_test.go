package exporting_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/scripts/playtest"
)

// TestSession ends players and starts new ones.
func TestSession(t *testing.T) {
	screen := playtest.Wide(t)
	home := t.TempDir()
	path := playtest.Clip(t, 2)
	again := func(args ...string) *playtest.Player {
		s := playtest.PlayAgain(t, screen, home, append(args, path)...)
		s.Until("plays", func(l player.Line) bool { return l.Shown > 0 })
		return s
	}

	s := again()
	if !strings.HasPrefix(s.Last.Message, "Auto: threshold ") {
		t.Errorf("the first start says %q", s.Last.Message)
	}
	s.Key("space")
	s.Until("paused", func(l player.Line) bool { return l.Paused })
	s.Place("#47", 47)
	s.Xdotool("key", "shift+equal", "k", "v", "t", "9", "m", "4")
	chosen := s.Until("other settings", func(l player.Line) bool {
		return l.Threshold > 0.01 && l.Look == "fill" && l.View == "edges" && l.Volume == 0.95 && l.Muted && l.Tab == "Video" && l.Timeline == nil
	})
	s.Xdotool("search", "--name", "ffkvadrat", "windowsize", "--sync", "900", "600", "windowmove", "--sync", "70", "40")
	s.Until("another size", func(l player.Line) bool { return l.Window == [2]int{900, 600} })
	s.Key("Q")
	s.End()

	s = again()
	resumed := s.Until("goes on", func(l player.Line) bool { return l.PTSTime >= 47./30 && l.Message == "Resumed at 0:01.567" })
	if l := resumed; l.Threshold != chosen.Threshold || l.Look != chosen.Look || l.View != chosen.View || l.Volume != chosen.Volume || !l.Muted || l.Tab != chosen.Tab || l.Timeline != nil {
		t.Errorf("it was left with %+v\nand goes on with %+v", chosen, l)
	}
	if resumed.Shown == 1 && (resumed.Frame != 47 && resumed.Frame >= 0) {
		t.Errorf("resumed at frame %d", resumed.Frame)
	}
	if resumed.Window != [2]int{900, 600} {
		t.Errorf("the window has %v", resumed.Window)
	}
	if at := geometry(t, screen); !strings.Contains(at, "X=70\nY=40\n") {
		t.Errorf("the window stands at %s", at)
	}
	s.Key("Home")
	s.Until("the start", func(l player.Line) bool { return l.PTSTime < 1 })
	s.Key("q")
	s.End()

	s = again("--threshold", "0.5")
	if l := s.Last; l.PTSTime > 0.5 || l.Threshold != 0.5 || l.Look != "fill" {
		t.Errorf("after q, with a flag: %+v", l)
	}
	s.Key("q")
	s.End()

	// Play another video, then the first one from the list of recent videos.
	playtest.SmallClips(t, home, "other.mp4")
	s = playtest.PlayAgain(t, screen, home, filepath.Join(home, "other.mp4"))
	s.Until("the list, and another threshold", func(l player.Line) bool {
		return l.Tab == "Video" && l.Widgets["recents 0"] != [4]int{} && l.Auto && l.Threshold != chosen.Threshold
	})
	s.Xdotool("search", "--name", "ffkvadrat", "windowmove", "--sync", "0", "0")        // the clicks below are relative to this place
	s.Xdotool("mousemove", "750", "350", "click", "--delay", "0", "--repeat", "4", "5") // the window is low
	s.Until("the list in view", func(l player.Line) bool {
		return l.Widgets["recents 0"][3] > 0 && l.Widgets["recents 0"][3] <= 600
	})
	s.Click("recents 0")
	s.Until("the first video, with its threshold", func(l player.Line) bool {
		return l.Video == path && l.Videos == 1 && l.Threshold == chosen.Threshold && !l.Auto
	})
	s.Xdotool("mousemove", "750", "350", "click", "--delay", "0", "--repeat", "10", "5") // the window is low: scroll to the end
	s.Until("the end of the tab", func(l player.Line) bool {
		return l.Widgets["savesettings"][3] > 0 && l.Widgets["savesettings"][3] <= 600
	})
	s.Click("savesettings")
	s.Until("settings in a file", func(l player.Line) bool { return l.Message == "Saved ffkvadrat-settings.json in "+s.Cmd.Dir })
	if text := playtest.Read(t, filepath.Join(s.Cmd.Dir, "ffkvadrat-settings.json")); !strings.Contains(text, `"look": "fill"`) {
		t.Errorf("saved settings: %s", text)
	}
	s.Click("loadsettings")
	s.Until("no dialog, but the player's own browser", func(l player.Line) bool { return l.Files != nil && !l.Files.Reading })
	s.Key("Escape")
	s.Until("closed", func(l player.Line) bool { return l.Files == nil })
	s.Key("q")
	s.End()

	settings := filepath.Join(home, "mine.json")
	playtest.Write(t, settings, `{"format": "ffkvadrat-settings", "version": 1, "operator": "sobel", "threshold": 0.25, "look": "mosaic"}`)
	s = again("--settings", settings, "--threshold", "0.125")
	if l := s.Last; l.Operator != "sobel" || l.Threshold != 0.125 || l.Look != "mosaic" || l.Muted {
		t.Errorf("with a settings file and a flag: %+v", l)
	}
	s.Key("q")
	s.End()

	s = again("--no-session")
	if l := s.Last; l.Operator != "cross" || !l.Auto || l.Window != [2]int{1280, 720} {
		t.Errorf("without a session: %+v", l)
	}
	s.Key("Q")
	s.End()

	kept := filepath.Join(home, "state", "ffkvadrat", "session.json")
	playtest.Write(t, kept, strings.Replace(playtest.Read(t, kept), `"volume": `, `"volume": 1`, 1))
	s = again()
	if l := s.Last; l.Operator != "cross" || l.Volume != 1 || l.PTSTime > 0.5 {
		t.Errorf("with a broken session: %+v", l)
	}
	s.Key("q")
	s.End()
	if text := s.Stderr.String(); !strings.Contains(text, `session.json": line`) || !strings.Contains(text, `"volume"`) {
		t.Errorf("of the broken session it says %q", text)
	}
}

// geometry returns xdotool's description of the player's window.
func geometry(t *testing.T, display string) string {
	t.Helper()
	cmd := exec.Command("xdotool", "search", "--name", "ffkvadrat", "getwindowgeometry", "--shell")
	cmd.Env = append(os.Environ(), "DISPLAY="+display)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
