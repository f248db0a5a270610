package player_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"ffkvadrat/export"
	"ffkvadrat/player"
	"ffkvadrat/player/panel"
	"ffkvadrat/tests/clips"
)

// exportCSV has the player export a film, with a threshold, to the CSV that it offers.
func exportCSV(t *testing.T, clip, threshold, offered string) *playing {
	t.Helper()
	s := playBare(t, display(t), "--pause", "--threshold", threshold, clip)
	s.until("plays", func(l player.Line) bool { return l.Shown > 0 })
	s.key("ctrl+e")
	s.until("the form", func(l player.Line) bool { return l.Tab == "Export" && l.Widgets["export"] != [4]int{} })
	s.click("format")
	s.click("formats 2")
	s.until("CSV", func(l player.Line) bool { return l.ExportTo == offered && l.Widgets["formats 2"] == [4]int{} })
	s.click("export")
	return s
}

// TestExportFromThePlayer exports with the settings on the screen, and compares
// the file with the command line's.
func TestExportFromThePlayer(t *testing.T) {
	clip := film(t, 1)
	s := exportCSV(t, clip, "0.02", "film.csv")
	s.until("the file", func(l player.Line) bool { return l.Exported == "Wrote film.csv: 30 frames" })
	got := s.read("film.csv")
	if want := exported(t, clip, "want.csv", "--threshold", "0.02"); !bytes.Equal(got, want) {
		t.Errorf("%d bytes, and %d from the command line", len(got), len(want))
	}

	// Another export, of the loop, replaces the first after asking twice.
	s.place("#10", 10)
	s.key("l")
	s.place("#15", 15)
	s.key("l")
	s.until("a loop is offered", func(l player.Line) bool { return len(l.Loop) == 2 && l.ExportPart == panel.Loop.String() })
	s.click("part")
	s.click("parts 0")
	s.until("the film", func(l player.Line) bool {
		return l.ExportPart == panel.Whole.String() && l.Widgets["parts 0"] == [4]int{}
	})
	s.click("part")
	s.click("parts 2")
	s.until("the loop", func(l player.Line) bool {
		return l.ExportPart == panel.Loop.String() && l.Widgets["parts 2"] == [4]int{}
	})
	s.click("export")
	s.until("a question", func(l player.Line) bool { return strings.HasPrefix(l.Exported, "film.csv exists") })
	if !bytes.Equal(s.read("film.csv"), got) {
		t.Error("a file was replaced without a question")
	}
	s.xdotool("click", "--repeat", "3", "1")
	s.until("asked again", func(l player.Line) bool { return strings.HasPrefix(l.Exported, "film.csv exists") })
	if !bytes.Equal(s.read("film.csv"), got) {
		t.Error("more clicks on Export have replaced a file")
	}
	s.click("replace")
	s.until("the file", func(l player.Line) bool { return l.Exported == "Wrote film.csv: 6 frames" })
	if want := exported(t, clip, "part.csv", "--threshold", "0.02", "--from", "#10", "--to", "#15"); !bytes.Equal(s.read("film.csv"), want) {
		t.Error("the loop's frames are others than the command line's")
	}
	s.key("q")
	s.end()
	if names, _ := filepath.Glob(filepath.Join(s.cmd.Dir, "*")); len(names) != 1 {
		t.Errorf("files: %v", names)
	}
}

// TestParquetFromThePlayer: both tables are the command line's, and neither is replaced without a question.
func TestParquetFromThePlayer(t *testing.T) {
	clip := film(t, 1)
	s := playBare(t, display(t), "--pause", "--threshold", "0.02", clip)
	s.until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	s.key("ctrl+e")
	s.until("the form", func(l player.Line) bool { return l.Tab == "Export" && l.Widgets["export"] != [4]int{} })
	s.click("format")
	line := fmt.Sprintf("formats %d", export.Parquet-1)
	s.click(line)
	s.until("Parquet", func(l player.Line) bool { return l.ExportTo == "film.parquet" && l.Widgets[line] == [4]int{} })
	s.click("export")
	s.until("the file", func(l player.Line) bool { return l.Exported == "Wrote film.parquet: 30 frames" })
	want := exported(t, clip, "want.parquet", "--threshold", "0.02")
	frames := s.read("film.frames.parquet")
	if !bytes.Equal(s.read("film.parquet"), want) || len(frames) == 0 {
		t.Errorf("%d bytes, and %d from the command line; %d of frames", len(s.read("film.parquet")), len(want), len(frames))
	}
	if err := os.Remove(filepath.Join(s.cmd.Dir, "film.parquet")); err != nil {
		t.Fatal(err)
	}
	s.click("export")
	s.until("a question", func(l player.Line) bool { return strings.HasPrefix(l.Exported, "film.frames.parquet exists") })
	s.key("q")
	s.end()
	if names, _ := filepath.Glob(filepath.Join(s.cmd.Dir, "*")); len(names) != 1 {
		t.Errorf("files: %v", names)
	}
}

// TestExportOfCubes: while the player shows cubes, it exports cubes.
func TestExportOfCubes(t *testing.T) {
	clip := film(t, 1)
	s := playBare(t, display(t), "--pause", "--threshold", "0.02", "--cube", "16", clip)
	s.until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	s.key("ctrl+e")
	s.until("the form", func(l player.Line) bool { return l.Tab == "Export" && l.Widgets["export"] != [4]int{} })
	s.click("format")
	s.click("formats 2")
	s.until("CSV", func(l player.Line) bool { return l.ExportTo == "film.csv" && l.Widgets["formats 2"] == [4]int{} })
	s.click("export")
	s.until("the file", func(l player.Line) bool { return strings.HasPrefix(l.Exported, "Wrote film.csv: ") })
	if got, want := s.read("film.csv"), exported(t, clip, "want.csv", "--threshold", "0.02", "--cube", "16"); !bytes.Equal(got, want) {
		t.Errorf("%d bytes, and %d from the command line", len(got), len(want))
	}
	s.key("q")
	s.end()
}

// TestMapFromThePlayer exports a map with the strength of the one on the screen. With 0 there is none.
func TestMapFromThePlayer(t *testing.T) {
	clip := film(t, 1)
	s := playBare(t, display(t), "--threshold", "0.02", "--pause", "--view", "map", "--map-for", "svt-av1", "--strength=-20", clip)
	s.until("a picture", func(l player.Line) bool { return l.Shown > 0 && l.View == "map" })
	s.key("ctrl+e")
	s.until("the form", func(l player.Line) bool { return l.Tab == "Export" && l.Widgets["export"] != [4]int{} })
	s.click("format")
	list := "formats " + strconv.Itoa(int(export.KvazaarMap)-1)
	s.click(list)
	s.until("the map", func(l player.Line) bool { return l.ExportTo == "film.kvzroi.txt" && l.Widgets[list] == [4]int{} })
	s.click("export")
	s.until("the file", func(l player.Line) bool { return l.Exported == "Wrote film.kvzroi.txt: 30 frames" })
	if got, want := s.read("film.kvzroi.txt"), exported(t, clip, "want.kvzroi.txt", "--threshold", "0.02", "--strength=-20"); !bytes.Equal(got, want) {
		t.Errorf("%d bytes, and %d from the command line", len(got), len(want))
	}
	s.click("strength")
	s.click("export")
	s.until("no map", func(l player.Line) bool { return strings.Contains(l.Exported, "a strength of 0") })
	s.key("q")
	s.end()
}

// TestVideoFromThePlayer renders a part with the look on the screen, and
// compares the file with the command line's.
func TestVideoFromThePlayer(t *testing.T) {
	clip := film(t, 1)
	s := playBare(t, display(t), "--pause", clip)
	s.until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	s.place("#25", 25)
	s.xdotool("key", "k", "c", "ctrl+e")
	s.until("the form", func(l player.Line) bool {
		return l.Look == "fill" && l.Colour == "mean" && l.Widgets["export"] != [4]int{}
	})
	s.click("format")
	s.click(drawnFormat(0))
	s.until("video", func(l player.Line) bool {
		return l.ExportTo == "film-quads.mp4" && l.Widgets[drawnFormat(0)] == [4]int{}
	})
	s.click("part")
	s.click("parts 1")
	s.until("from here", func(l player.Line) bool {
		return l.ExportPart == panel.Onwards.String() && l.Widgets["parts 1"] == [4]int{}
	})
	s.click("exportname")
	s.until("typing", func(l player.Line) bool { return l.Typing })
	s.xdotool("key", "ctrl+a")
	s.xdotool("type", "--delay", "20", "part.nut")
	s.key("Return")
	s.until("a name", func(l player.Line) bool { return !l.Typing && l.ExportTo == "part.nut" })
	s.click("export")
	s.until("the file", func(l player.Line) bool { return l.Exported == "Wrote part.nut: 5 frames" })
	s.key("q")
	s.end()
	got := probed(t, filepath.Join(s.cmd.Dir, "part.nut"))
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	want := filepath.Join(t.TempDir(), "part.nut")
	cmd := exec.Command(path, "render", clip, "-o", want, "--from", "#25", "--look", "fill", "--colour-by", "mean", "--opacity", "0.8")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("render: %v\n%s", err, text)
	}
	if want := probed(t, want); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// TestPicturesFromThePlayer writes a contact sheet and a picture a frame, with a mouse
// alone, as the command line does.
func TestPicturesFromThePlayer(t *testing.T) {
	clip := film(t, 1)
	s := playBare(t, display(t), "--pause", "--threshold", "0.02", clip)
	s.until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	s.click("tabs 4")
	s.until("the form", func(l player.Line) bool { return l.Widgets["export"] != [4]int{} })
	for _, c := range []struct{ choice, suggested, told string }{
		{drawnFormat(2), "film-sheet.png", "Wrote film-sheet.png: 16 frames"},
		{drawnFormat(1), "film-%05d.png", "Wrote film-%05d.png: 30 frames"},
		{drawnFormat(1), "film-%05d.png", "film-00000.png exists: Replace overwrites it"},
	} {
		s.click("format")
		s.click(c.choice)
		s.until(c.suggested, func(l player.Line) bool { return l.ExportTo == c.suggested && l.Widgets[c.choice] == [4]int{} })
		s.click("export")
		s.until(c.told, func(l player.Line) bool { return l.Exported == c.told })
	}
	s.key("q")
	s.end()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, args := range [][]string{
		{"sheet", clip, "-o", dir + "/film-sheet.png", "-t", "0.02", "--opacity", "0.8"},
		{"render", clip, "-o", dir + "/film-%05d.png", "-t", "0.02", "--opacity", "0.8"},
	} {
		if text, err := exec.Command(path, args...).CombinedOutput(); err != nil {
			t.Fatalf("%q: %v\n%s", args, err, text)
		}
	}
	names, err := filepath.Glob(dir + "/*")
	if err != nil || len(names) != 31 {
		t.Fatalf("%d files, %v", len(names), err)
	}
	for _, name := range names {
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(s.read(filepath.Base(name)), want) {
			t.Errorf("%s is not the command line's", filepath.Base(name))
		}
	}
}

// probed returns the MD5 of each decoded frame of a file.
func probed(t *testing.T, path string) string {
	t.Helper()
	return string(clips.Raw(t, "-i", path, "-f", "framemd5"))
}

// TestShortExportIsTold: an export may end while its click is still being
// drawn. Its result must be shown without another event.
func TestShortExportIsTold(t *testing.T) {
	clip, err := filepath.Abs("../samples/tiny-420.mp4")
	if err != nil {
		t.Fatal(err)
	}
	s := playBare(t, display(t), "--pause", clip)
	s.until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	s.key("ctrl+e")
	s.until("the form", func(l player.Line) bool { return l.Widgets["export"] != [4]int{} })
	s.quiet()
	s.click("export")
	s.until("how it went", func(l player.Line) bool { return strings.HasPrefix(l.Exported, "Wrote tiny-420.ndjson: ") })
	s.key("q")
	s.end()
}

// TestLargeExportIsForetold: the panel says how large an export becomes, and what is smaller, while it runs.
func TestLargeExportIsForetold(t *testing.T) {
	clip, err := filepath.Abs("../samples/sample.mp4")
	if err != nil {
		t.Fatal(err)
	}
	s := exportCSV(t, clip, "0.003", "sample.csv")
	told := s.until("its size", func(l player.Line) bool { return l.ExportLarge != "" || l.Exported != "" }).ExportLarge
	if form := regexp.MustCompile(`^About [0-9.]+ [MG]B at this rate. Smaller: \.ffq \(about [0-9.]+ [kM]B\), \.ndjson\.zst \(about [0-9.]+ MB\), \.parquet \(about [0-9.]+ MB\), \.csv\.zst \(about [0-9.]+ MB\)$`); !form.MatchString(told) {
		t.Errorf("%q", told)
	}
	s.click("cancel")
	s.until("the end", func(l player.Line) bool { return strings.HasPrefix(l.Exported, "Cancelled") && l.ExportLarge == "" })
	s.key("q")
	s.end()
}

// long returns a film of 20 minutes: nobody waits for the end of its export.
func long(t *testing.T) string {
	t.Helper()
	plain := clips.Make(t, "plain.mp4", "-f", "lavfi", "-i", "color=gray:size=1280x720:rate=30:duration=2", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p")
	return clips.Make(t, "film.mp4", "-stream_loop", "599", "-i", plain, "-c", "copy")
}

// beginLongExport has a player export a film that is long enough to be quit meanwhile.
func beginLongExport(t *testing.T) *playing {
	t.Helper()
	s := playBare(t, display(t), "--pause", long(t))
	s.until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	s.key("ctrl+e")
	s.until("the form", func(l player.Line) bool { return l.Widgets["export"] != [4]int{} })
	s.click("export")
	s.until("it runs", func(l player.Line) bool { return l.Exporting })
	return s
}

func (s *playing) wantNoFiles() {
	s.t.Helper()
	if names, _ := filepath.Glob(filepath.Join(s.cmd.Dir, "*")); len(names) != 0 {
		s.t.Errorf("files are left: %v", names)
	}
}

// TestQuitAsksDuringAnExport: the first key asks, Escape and a button go on, and the second
// key quits. That leaves no file, and a line in the terminal.
func TestQuitAsksDuringAnExport(t *testing.T) {
	s := beginLongExport(t)
	asks := func(l player.Line) bool { return l.Quitting && l.Widgets["stopandquit"] != [4]int{} }
	goesOn := func(l player.Line) bool { return !l.Quitting && l.Exporting }
	for _, key := range []string{"q", "Q"} {
		s.key(key)
		s.until("a question", asks)
		s.key("Escape")
		s.until("goes on", goesOn)
		s.key(key)
		s.until("a question", asks)
		s.click("stay")
		s.until("goes on", goesOn)
	}
	s.key("q")
	s.until("a question", asks)
	s.key("q")
	s.end()
	s.wantNoFiles()
	if said := s.stderr.String(); !strings.Contains(said, "the export to film.ndjson ended with the player. Cancelled: nothing was written\n") {
		t.Errorf("it says %q", said)
	}
}

// TestSignalDuringAnExport ends the player without a question, but with a line.
func TestSignalDuringAnExport(t *testing.T) {
	s := beginLongExport(t)
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	s.ends(130)
	s.wantNoFiles()
	if said := s.stderr.String(); !strings.Contains(said, "Cancelled: nothing was written\n") {
		t.Errorf("it says %q", said)
	}
}

// TestStopAndQuit quits with the mouse.
func TestStopAndQuit(t *testing.T) {
	s := beginLongExport(t)
	s.key("q")
	s.until("a question", func(l player.Line) bool { return l.Quitting && l.Widgets["stopandquit"] != [4]int{} })
	s.click("stopandquit")
	s.end()
	s.wantNoFiles()
}

// drawnFormat is the line of a format that shows the quads drawn in: a film, pictures, a sheet. They
// come after all others.
func drawnFormat(n int) string { return fmt.Sprintf("formats %d", len(export.Formats())+n) }

func (s *playing) read(name string) []byte {
	s.t.Helper()
	b, err := os.ReadFile(filepath.Join(s.cmd.Dir, name))
	if err != nil {
		s.t.Fatal(err)
	}
	return b
}

// exported returns the command line's export.
func exported(t *testing.T, clip, name string, args ...string) []byte {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), name)
	cmd := exec.Command(path, append([]string{"export", clip, "-o", out}, args...)...)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("export: %v\n%s", err, strings.TrimSpace(string(text)))
	}
	b, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
