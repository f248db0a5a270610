package exporting_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/player/exporting"
	"ffkvadrat/quadfile"
	"ffkvadrat/scripts/playtest"
)

// TestCopyAsCommand presses the buttons and compares the clipboard. Running the Export tab's
// command gives the same file as the button Export.
func TestCopyAsCommand(t *testing.T) {
	clip := playtest.Clip(t, 1)
	s := playtest.PlayBare(t, playtest.Display(t), "--pause", "--threshold", "0.02", "--operator", "laplace", clip)
	s.Until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	copied := func(button, want string) {
		t.Helper()
		s.Click(button)
		s.Until(want, func(l player.Line) bool { return l.Clipboard == want && l.Message == "Copied: "+want })
	}
	copied("copycommand", "ffkvadrat export "+clip+" --threshold 0.02 --operator laplace -o film.ndjson")
	s.Place("#10", 10)
	s.Key("ctrl+e")
	s.Until("the form", func(l player.Line) bool { return l.Tab == "Export" && l.Widgets["copyexport"] != [4]int{} })
	choose := func(list, line string, done func(l player.Line) bool) {
		t.Helper()
		s.Click(list)
		s.Click(line)
		s.Until(line, func(l player.Line) bool { return l.Widgets[line] == [4]int{} && done(l) })
	}
	choose("format", "formats 2", func(l player.Line) bool { return l.ExportTo == "film.csv" })
	choose("part", "parts 1", func(l player.Line) bool { return l.ExportPart == exporting.Onwards.Of("video") })
	command := "ffkvadrat export " + clip + " --from '#10' --threshold 0.02 --operator laplace -o film.csv"
	copied("copyexport", command)
	s.Click("export")
	s.Until("the file", func(l player.Line) bool { return strings.HasPrefix(l.Exported, "Wrote film.csv: ") })
	out := filepath.Join(t.TempDir(), "film.csv")
	args := strings.Fields(strings.NewReplacer("'", "", "-o film.csv", "-o "+out).Replace(command))
	playtest.Command(t, args[1:]...)
	if !bytes.Equal(s.File("film.csv"), []byte(playtest.Read(t, out))) {
		t.Error("the command writes another file than the player")
	}
	video := fmt.Sprintf("formats %d", len(quadfile.Formats()))
	choose("format", video, func(l player.Line) bool { return l.ExportTo == "film-quads.mp4" })
	copied("copyexport", "ffkvadrat render "+clip+" --from '#10' --threshold 0.02 --operator laplace --opacity 0.65 --detail fade -o film-quads.mp4")

	// A template that was picked in the player is a section of the video in the command.
	choose("format", "formats 0", func(l player.Line) bool { return l.ExportTo == "film.ndjson" })
	s.Key("D")
	s.Until("picking", func(l player.Line) bool { return l.Picking })
	s.Reaches(s.Middle(0, 0))
	s.Xdotool("click", "1")
	s.Until("a template", func(l player.Line) bool { return l.Variant == "template" && l.Quads > 0 && !l.Picking })
	s.Click("copyexport")
	command = s.Until("its command", func(l player.Line) bool { return strings.Contains(l.Clipboard, " --template ") }).Clipboard
	if !strings.Contains(command, ",32,32@#10' ") {
		t.Errorf("the template is not cut out: %s", command)
	}
	s.Click("export")
	s.Until("the file", func(l player.Line) bool { return strings.HasPrefix(l.Exported, "Wrote film.ndjson: ") })
	out = filepath.Join(t.TempDir(), "film.ndjson")
	playtest.Command(t, strings.Fields(strings.NewReplacer("'", "", "-o film.ndjson", "-o "+out).Replace(command))[1:]...)
	if !bytes.Equal(s.File("film.ndjson"), []byte(playtest.Read(t, out))) {
		t.Errorf("%s writes another file than the player", command)
	}
	s.Key("q")
	s.End()
}
