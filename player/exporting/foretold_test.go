package exporting_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/scripts/playtest"
)

// TestExportIsForetold types the ends of an export and chooses a folder. The player says how many
// frames there will be, and writes as many into the folder.
func TestExportIsForetold(t *testing.T) {
	s := playtest.PlayBare(t, playtest.Display(t), "--pause", "--threshold", "0.02", playtest.Clip(t, 1))
	if err := os.Mkdir(filepath.Join(s.Cmd.Dir, "out"), 0o700); err != nil {
		t.Fatal(err)
	}
	s.Until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	s.Key("ctrl+e")
	s.Until("the form", func(l player.Line) bool { return l.Widgets["format"] != [4]int{} })
	s.Click("format")
	s.Click("formats 0")
	s.Until("NDJSON", func(l player.Line) bool { return l.ExportTo == "film.ndjson" && l.Widgets["formats 0"] == [4]int{} })
	for _, end := range [][2]string{{"from", "#6"}, {"to", "#15"}} {
		s.Click(end[0])
		s.Until("typing", func(l player.Line) bool { return l.Typing })
		s.Xdotool("type", end[1])
		s.Key("Return")
		s.Until("typed", func(l player.Line) bool { return !l.Typing })
	}
	s.Until("frames and size", func(l player.Line) bool {
		return strings.HasPrefix(l.Forecast, "10 frames, 0.200–0.500 s, both included, about ")
	})
	s.Click("browse")
	s.Until("the folder", func(l player.Line) bool { return l.Files != nil && len(l.Files.Rows) == 1 })
	s.Click("rows 0")
	s.Click("browseropen")
	s.Until("closed", func(l player.Line) bool { return l.Files == nil && l.Widgets["export"] != [4]int{} })
	s.Click("export")
	wrote := s.Until("the file", func(l player.Line) bool { return strings.HasPrefix(l.Exported, "Wrote ") }).Exported
	if !strings.HasPrefix(wrote, "Wrote film.ndjson: 10 frames, in ") || !strings.HasSuffix(wrote, "out") {
		t.Error(wrote)
	}
	if lines := strings.Count(string(s.File(filepath.Join("out", "film.ndjson"))), "\n"); lines != 11 { // the first is the header
		t.Errorf("%d lines", lines)
	}
	s.Key("q")
	s.End()
}
