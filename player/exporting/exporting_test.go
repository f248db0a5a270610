package exporting_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/player/exporting"
	"ffkvadrat/quadfile"
	"ffkvadrat/scripts/playtest"
	"ffkvadrat/tests/clips"
)

// exportCSV exports a video from the player as CSV, with a threshold, under the suggested name.
func exportCSV(t *testing.T, clip, threshold, offered string) *playtest.Player {
	t.Helper()
	s := playtest.PlayBare(t, playtest.Display(t), "--pause", "--threshold", threshold, clip)
	s.Until("plays", func(l player.Line) bool { return l.Shown > 0 })
	s.Key("ctrl+e")
	s.Until("the form", func(l player.Line) bool { return l.Tab == "Export" && l.Widgets["export"] != [4]int{} })
	s.Click("format")
	s.Click("formats 2")
	s.Until("CSV", func(l player.Line) bool { return l.ExportTo == offered && l.Widgets["formats 2"] == [4]int{} })
	s.Click("export")
	return s
}

// TestExportFromThePlayer exports with the current settings and compares the file with the command
// line's.
func TestExportFromThePlayer(t *testing.T) {
	clip := playtest.Clip(t, 1)
	s := exportCSV(t, clip, "0.02", "film.csv")
	s.Until("the file", func(l player.Line) bool { return strings.HasPrefix(l.Exported, "Wrote film.csv: 30 frames, in ") })
	got := s.File("film.csv")
	if want := exported(t, clip, "want.csv", "--threshold", "0.02"); !bytes.Equal(got, want) {
		t.Errorf("%d bytes, and %d from the command line", len(got), len(want))
	}

	// A second export, of the loop, replaces the first after a question.
	s.Place("#10", 10)
	s.Key("l")
	s.Place("#15", 15)
	s.Key("l")
	s.Until("a loop is offered", func(l player.Line) bool { return len(l.Loop) == 2 && l.ExportPart == exporting.Loop.Of("video") })
	s.Click("part")
	s.Click("parts 0")
	s.Until("the video", func(l player.Line) bool {
		return l.ExportPart == exporting.Whole.Of("video") && l.Widgets["parts 0"] == [4]int{}
	})
	s.Click("part")
	s.Click("parts 3")
	s.Until("the loop", func(l player.Line) bool {
		return l.ExportPart == exporting.Loop.Of("video") && l.Widgets["parts 3"] == [4]int{}
	})
	s.Click("export")
	s.Until("a question", func(l player.Line) bool { return strings.HasPrefix(l.Message, "film.csv exists") })
	if !bytes.Equal(s.File("film.csv"), got) {
		t.Error("a file was replaced without a question")
	}
	s.Xdotool("click", "--repeat", "3", "1")
	s.Until("asked again", func(l player.Line) bool { return strings.HasPrefix(l.Message, "film.csv exists") })
	if !bytes.Equal(s.File("film.csv"), got) {
		t.Error("more clicks on Export have replaced a file")
	}
	s.Click("replace")
	s.Until("the file", func(l player.Line) bool {
		return strings.HasPrefix(l.Exported, "Wrote film.csv: 6 frames, in ") && l.ExportAsks == "" && l.Widgets["replace"] != [4]int{}
	})
	s.Click("export")
	s.Until("a question about an own file", func(l player.Line) bool { return l.ExportAsks != "" })
	if want := exported(t, clip, "part.csv", "--threshold", "0.02", "--from", "#10", "--to", "#15"); !bytes.Equal(s.File("film.csv"), want) {
		t.Error("the loop's frames are others than the command line's")
	}
	if err := os.Rename(filepath.Join(s.Cmd.Dir, "film.csv"), filepath.Join(s.Cmd.Dir, "other.csv")); err != nil {
		t.Fatal(err)
	}
	s.Xdotool("mousemove_relative", "--", "-5", "0")
	s.Until("that the file is gone", func(l player.Line) bool { return l.ExportAsks == "" && l.Widgets["replace"] == [4]int{} })
	s.Key("q")
	s.End()
	if names, _ := filepath.Glob(filepath.Join(s.Cmd.Dir, "*")); len(names) != 1 {
		t.Errorf("files: %v", names)
	}
}

// TestParquetFromThePlayer: both tables equal those of the command line, and neither is replaced
// without a question.
func TestParquetFromThePlayer(t *testing.T) {
	clip := playtest.Clip(t, 1)
	s := playtest.PlayBare(t, playtest.Display(t), "--pause", "--threshold", "0.02", clip)
	s.Until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	s.Key("ctrl+e")
	s.Until("the form", func(l player.Line) bool { return l.Tab == "Export" && l.Widgets["export"] != [4]int{} })
	s.Click("format")
	line := fmt.Sprintf("formats %d", quadfile.Parquet-1)
	s.Click(line)
	s.Until("Parquet", func(l player.Line) bool { return l.ExportTo == "film.parquet" && l.Widgets[line] == [4]int{} })
	s.Click("export")
	s.Until("the file", func(l player.Line) bool {
		return strings.HasPrefix(l.Exported, "Wrote film.parquet and film.frames.parquet: 30 frames, in ")
	})
	want := exported(t, clip, "want.parquet", "--threshold", "0.02")
	frames := s.File("film.frames.parquet")
	if !bytes.Equal(s.File("film.parquet"), want) || len(frames) == 0 {
		t.Errorf("%d bytes, and %d from the command line; %d of frames", len(s.File("film.parquet")), len(want), len(frames))
	}
	if err := os.Remove(filepath.Join(s.Cmd.Dir, "film.parquet")); err != nil {
		t.Fatal(err)
	}
	s.Click("export")
	s.Until("a question", func(l player.Line) bool { return strings.HasPrefix(l.Message, "film.frames.parquet exists") })
	s.Key("q")
	s.End()
	if names, _ := filepath.Glob(filepath.Join(s.Cmd.Dir, "*")); len(names) != 1 {
		t.Errorf("files: %v", names)
	}
}

// TestExportOfCubes: while cubes are shown, they are exported.
func TestExportOfCubes(t *testing.T) {
	clip := playtest.Clip(t, 1)
	s := playtest.PlayBare(t, playtest.Display(t), "--pause", "--threshold", "0.02", "--cube", "16", clip)
	s.Until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	s.Key("ctrl+e")
	s.Until("the form", func(l player.Line) bool { return l.Tab == "Export" && l.Widgets["export"] != [4]int{} })
	s.Click("format")
	s.Click("formats 2")
	s.Until("CSV", func(l player.Line) bool { return l.ExportTo == "film.csv" && l.Widgets["formats 2"] == [4]int{} })
	s.Click("export")
	s.Until("the file", func(l player.Line) bool { return strings.HasPrefix(l.Exported, "Wrote film.csv: ") })
	if got, want := s.File("film.csv"), exported(t, clip, "want.csv", "--threshold", "0.02", "--cube", "16"); !bytes.Equal(got, want) {
		t.Errorf("%d bytes, and %d from the command line", len(got), len(want))
	}
	s.Key("q")
	s.End()
}

// TestMapFromThePlayer exports a map with the strength on the screen. With strength 0, there is no
// export.
func TestMapFromThePlayer(t *testing.T) {
	clip := playtest.Clip(t, 1)
	s := playtest.PlayBare(t, playtest.Display(t), "--threshold", "0.02", "--pause", "--view", "map", "--map-for", "svt-av1", "--strength=-20", clip)
	s.Until("a picture", func(l player.Line) bool { return l.Shown > 0 && l.View == "map" })
	s.Key("ctrl+e")
	s.Until("the form", func(l player.Line) bool { return l.Tab == "Export" && l.Widgets["export"] != [4]int{} })
	s.Click("format")
	list := "formats " + strconv.Itoa(int(quadfile.KvazaarMap)-1)
	s.Click(list)
	s.Until("the map", func(l player.Line) bool { return l.ExportTo == "film.kvzroi.txt" && l.Widgets[list] == [4]int{} })
	s.Click("export")
	s.Until("the file", func(l player.Line) bool {
		return strings.HasPrefix(l.Exported, "Wrote film.kvzroi.txt: 30 frames, in ")
	})
	if got, want := s.File("film.kvzroi.txt"), exported(t, clip, "want.kvzroi.txt", "--threshold", "0.02", "--strength=-20"); !bytes.Equal(got, want) {
		t.Errorf("%d bytes, and %d from the command line", len(got), len(want))
	}
	s.Click("strength")
	s.Click("export")
	s.Until("no map", func(l player.Line) bool { return strings.Contains(l.Exported, "a strength of 0") })
	s.Key("q")
	s.End()
}

// TestVideoFromThePlayer renders a part with the look on the screen and compares the file with the
// command line's.
func TestVideoFromThePlayer(t *testing.T) {
	clip := playtest.Clip(t, 1)
	s := playtest.PlayBare(t, playtest.Display(t), "--pause", clip)
	s.Until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	s.Place("#25", 25)
	s.Xdotool("key", "k", "c", "ctrl+e")
	s.Until("the form", func(l player.Line) bool {
		return l.Look == "fill" && l.Colour == "mean" && l.Widgets["export"] != [4]int{}
	})
	s.Click("format")
	s.Click(drawnFormat(0))
	s.Until("video", func(l player.Line) bool {
		return l.ExportTo == "film-quads.mp4" && l.Widgets[drawnFormat(0)] == [4]int{}
	})
	s.Click("part")
	s.Click("parts 1")
	s.Until("from here", func(l player.Line) bool {
		return l.ExportPart == exporting.Onwards.Of("video") && l.Widgets["parts 1"] == [4]int{}
	})
	s.Click("exportname")
	s.Until("typing", func(l player.Line) bool { return l.Typing })
	s.Xdotool("key", "ctrl+a")
	s.Xdotool("type", "--delay", "20", "part.nut")
	s.Key("Return")
	s.Until("a name", func(l player.Line) bool { return !l.Typing && l.ExportTo == "part.nut" })
	s.Click("export")
	s.Until("the file", func(l player.Line) bool { return strings.HasPrefix(l.Exported, "Wrote part.nut: 5 frames, in ") })
	s.Key("q")
	s.End()
	got := probed(t, filepath.Join(s.Cmd.Dir, "part.nut"))
	want := filepath.Join(t.TempDir(), "part.nut")
	playtest.Command(t, "render", clip, "-o", want, "--from", "#25", "--look", "fill", "--colour-by", "mean", "--opacity", "0.65")
	if want := probed(t, want); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// TestPicturesFromThePlayer writes a sheet and single frames by mouse only, as the command line
// does.
func TestPicturesFromThePlayer(t *testing.T) {
	clip := playtest.Clip(t, 1)
	s := playtest.PlayBare(t, playtest.Display(t), "--pause", "--threshold", "0.02", clip)
	s.Until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	s.Click("tabs 4")
	s.Until("the form", func(l player.Line) bool { return l.Widgets["export"] != [4]int{} })
	for _, c := range []struct{ choice, suggested, reported string }{
		{drawnFormat(2), "film-sheet.png", "Wrote film-sheet.png: 16 frames"},
		{drawnFormat(1), "film-%05d.png", "Wrote film-%05d.png: 30 frames"},
		{drawnFormat(1), "film-%05d.png", "film-00000.png exists: Replace overwrites it"},
	} {
		s.Click("format")
		s.Click(c.choice)
		s.Until(c.suggested, func(l player.Line) bool { return l.ExportTo == c.suggested && l.Widgets[c.choice] == [4]int{} })
		s.Click("export")
		s.Until(c.reported, func(l player.Line) bool { return strings.HasPrefix(l.Exported, c.reported) || l.Message == c.reported })
	}
	s.Click("format")
	s.Click(drawnFormat(2))
	s.Until("that its file exists", func(l player.Line) bool {
		return l.ExportTo == "film-sheet.png" && l.Widgets["replace"] != [4]int{}
	})
	s.Click("replace")
	s.Until("the sheet again", func(l player.Line) bool { return strings.HasPrefix(l.Exported, "Wrote film-sheet.png: 16 frames, in ") })
	s.Key("q")
	s.End()
	dir := t.TempDir()
	playtest.Command(t, "sheet", clip, "-o", dir+"/film-sheet.png", "-t", "0.02", "--opacity", "0.65", "--detail", "fade")
	playtest.Command(t, "render", clip, "-o", dir+"/film-%05d.png", "-t", "0.02", "--opacity", "0.65", "--detail", "fade")
	names, err := filepath.Glob(dir + "/*")
	if err != nil || len(names) != 31 {
		t.Fatalf("%d files, %v", len(names), err)
	}
	for _, name := range names {
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(s.File(filepath.Base(name)), want) {
			t.Errorf("%s is not the command line's", filepath.Base(name))
		}
	}
}

// probed returns the MD5 of each decoded frame of a file.
func probed(t *testing.T, path string) string {
	t.Helper()
	return string(clips.Raw(t, "-i", path, "-f", "framemd5"))
}

// TestShortExportIsTold: an export can end before the frame of its click is drawn. Its result is
// shown without another event.
func TestShortExportIsTold(t *testing.T) {
	clip, err := filepath.Abs("../../samples/tiny-420.mp4")
	if err != nil {
		t.Fatal(err)
	}
	s := playtest.PlayBare(t, playtest.Display(t), "--pause", clip)
	s.Until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	s.Key("ctrl+e")
	s.Until("the form", func(l player.Line) bool { return l.Widgets["export"] != [4]int{} })
	s.Quiet()
	s.Click("export")
	s.Until("how it went", func(l player.Line) bool { return strings.HasPrefix(l.Exported, "Wrote tiny-420-quads.mp4: ") })
	s.Key("q")
	s.End()
}

// TestLargeExportIsForetold: during a large export, the panel estimates the size and names smaller
// formats.
func TestLargeExportIsForetold(t *testing.T) {
	clip, err := filepath.Abs("../../samples/sample.mp4")
	if err != nil {
		t.Fatal(err)
	}
	s := exportCSV(t, clip, "0.003", "sample.csv")
	reported := s.Until("its size", func(l player.Line) bool { return l.ExportLarge != "" || l.Exported != "" }).ExportLarge
	if form := regexp.MustCompile(`^About [0-9.]+ [MG]B at this rate. Smaller: \.ffq \(about [0-9.]+ [kM]B\), \.parquet \(about [0-9.]+ MB\), \.ndjson\.zst \(about [0-9.]+ MB\), \.csv\.zst \(about [0-9.]+ MB\)$`); !form.MatchString(reported) {
		t.Errorf("%q", reported)
	}
	s.Click("cancel")
	s.Until("the end", func(l player.Line) bool { return strings.HasPrefix(l.Exported, "Cancelled") && l.ExportLarge == "" })
	s.Key("q")
	s.End()
}

// long returns a video of 20 minutes, whose export does not end during a test.
func long(t *testing.T) string {
	t.Helper()
	plain := clips.Make(t, "plain.mp4", "-f", "lavfi", "-i", "color=gray:size=1280x720:rate=30:duration=2", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p")
	return clips.Make(t, "film.mp4", "-stream_loop", "599", "-i", plain, "-c", "copy")
}

// beginLongExport starts a long export in the player.
func beginLongExport(t *testing.T) *playtest.Player {
	t.Helper()
	s := playtest.PlayBare(t, playtest.Display(t), "--pause", long(t))
	s.Until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	s.Key("ctrl+e")
	s.Until("the form", func(l player.Line) bool { return l.Widgets["export"] != [4]int{} })
	s.Click("export")
	s.Until("it runs", func(l player.Line) bool { return l.Exporting })
	return s
}

func wantNoFiles(s *playtest.Player) {
	s.T.Helper()
	if names, _ := filepath.Glob(filepath.Join(s.Cmd.Dir, "*")); len(names) != 0 {
		s.T.Errorf("files are left: %v", names)
	}
}

// TestQuitAsksDuringAnExport: the first key asks, Escape and a button continue, and a second key
// quits, removes the file and prints a line.
func TestQuitAsksDuringAnExport(t *testing.T) {
	s := beginLongExport(t)
	asks := func(l player.Line) bool { return l.Quitting && l.Widgets["stopandquit"] != [4]int{} }
	goesOn := func(l player.Line) bool { return !l.Quitting && l.Exporting }
	for _, key := range []string{"q", "Q"} {
		s.Key(key)
		s.Until("a question", asks)
		s.Key("Escape")
		s.Until("goes on", goesOn)
		s.Key(key)
		s.Until("a question", asks)
		s.Click("stay")
		s.Until("goes on", goesOn)
	}
	s.Key("q")
	s.Until("a question", asks)
	s.Key("q")
	s.End()
	wantNoFiles(s)
	if said := s.Stderr.String(); !strings.Contains(said, "the player quit during the export to film-quads.mp4. Cancelled: nothing was written\n") {
		t.Errorf("it says %q", said)
	}
}

// TestSignalDuringAnExport: a signal ends the player without a question, but prints a line.
func TestSignalDuringAnExport(t *testing.T) {
	s := beginLongExport(t)
	if err := s.Cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	s.Ends(130)
	wantNoFiles(s)
	if said := s.Stderr.String(); !strings.Contains(said, "Cancelled: nothing was written\n") {
		t.Errorf("it says %q", said)
	}
}

// TestStopAndQuit quits by mouse.
func TestStopAndQuit(t *testing.T) {
	s := beginLongExport(t)
	s.Key("q")
	s.Until("a question", func(l player.Line) bool { return l.Quitting && l.Widgets["stopandquit"] != [4]int{} })
	s.Click("stopandquit")
	s.End()
	wantNoFiles(s)
}

// drawnFormat returns the nth format that draws the quads (video, pictures, sheet); they follow all
// others.
func drawnFormat(n int) string { return fmt.Sprintf("formats %d", len(quadfile.Formats())+n) }

// exported returns the file that the command line exports.
func exported(t *testing.T, clip, name string, args ...string) []byte {
	t.Helper()
	out := filepath.Join(t.TempDir(), name)
	playtest.Command(t, append([]string{"export", clip, "-o", out}, args...)...)
	return []byte(playtest.Read(t, out))
}

// TestShowInFolder: whatever was written, its message and the tab offer to show it in its folder.
func TestShowInFolder(t *testing.T) {
	tools := t.TempDir()
	if err := os.WriteFile(filepath.Join(tools, "xdg-open"), []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", tools+string(os.PathListSeparator)+os.Getenv("PATH"))
	s := exportCSV(t, playtest.Clip(t, 1), "0.02", "film.csv")
	offered := func(said string) func(l player.Line) bool {
		return func(l player.Line) bool {
			return strings.HasPrefix(l.Message, said) && playtest.Shown(l, "offers 0")
		}
	}
	s.Until("the file, with both buttons", func(l player.Line) bool {
		return offered("Wrote film.csv")(l) && playtest.Shown(l, "showexported")
	})
	s.Key("s")
	s.Until("a saved picture", offered("Saved frame"))
	s.Key("q")
	s.End()
}
