package player_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/player"
	"ffkvadrat/tests/clips"
)

// TestMarks sets, names, visits, exports and deletes marks with the mouse; only
// the notes are typed. They are kept with the film, and not with another one of
// its name.
func TestMarks(t *testing.T) {
	screen, home, path := display(t), t.TempDir(), film(t, 4)
	s := playAgain(t, screen, home, "--pause", path)
	s.until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	s.until("paused", func(l player.Line) bool { return l.Paused })
	s.until("the whole film", func(l player.Line) bool { return l.Timeline != nil && l.Timeline.Whole })
	s.click("tabs 6")
	s.until("the tab", func(l player.Line) bool { return l.Tab == "Marks" && shown(l, "mark") })
	var frames []int64
	for i, part := range []float64{0.75, 0.25} {
		s.clickOn("seek", part)
		s.until("there", func(l player.Line) bool { return l.PTSTime > 4*part-0.1 && l.PTSTime < 4*part+0.1 })
		s.click("mark")
		l := s.until("a mark", func(l player.Line) bool { return len(l.Marks) == i+1 && l.Marks[0].Frame >= 0 })
		if m := l.Marks[0]; m.Time != l.PTSTime || m.Frame != int64(m.Time*30+0.5) {
			t.Errorf("marked %+v at %v", m, l.PTSTime)
		}
		frames = append(frames, l.Marks[0].Frame)
	}
	s.click("marknotes 0")
	s.until("a field", func(l player.Line) bool { return l.Typing })
	s.xdotool("type", `=first, "one"`)
	s.key("Return")
	s.until("a note", func(l player.Line) bool { return l.Marks[0].Note == `=first, "one"` && !l.Typing })
	s.clickOn("flags 1", 0.3)
	s.until("the second mark", func(l player.Line) bool { return l.PTSTime == l.Marks[1].Time })
	s.click("marktimes 0")
	s.until("the first mark", func(l player.Line) bool {
		return l.PTSTime == l.Marks[0].Time && strings.HasPrefix(l.Message, "Mark 1 of 2: =first")
	})
	s.key("Prior")
	s.until("the second by its key", func(l player.Line) bool { return l.PTSTime == l.Marks[1].Time })
	s.key("Prior")
	s.until("no third", func(l player.Line) bool { return l.Message == "No mark after this picture" })
	s.key("b")
	s.until("the note's field", func(l player.Line) bool { return l.Typing })
	s.xdotool("type", "second")
	s.key("Return")
	s.until("its note", func(l player.Line) bool { return l.Marks[1].Note == "second" && !l.Typing })

	s.click("markexport")
	s.until("a file", func(l player.Line) bool { return l.Written == "Wrote film-marks.csv: 2 marks" })
	table := string(s.read("film-marks.csv"))
	lines := strings.Split(table, "\r\n")
	if len(lines) != 4 || !strings.HasPrefix(lines[1], fmt.Sprintf("%d,%d,", frames[1]+1, frames[1])) || !strings.HasSuffix(lines[1], `,"'=first, ""one"""`) ||
		!strings.HasPrefix(lines[2], fmt.Sprintf("%d,%d,", frames[0]+1, frames[0])) || !strings.HasSuffix(lines[2], ",second") {
		t.Errorf("frames %v in %q", frames, lines)
	}
	s.click("markexport")
	s.until("a question", func(l player.Line) bool { return strings.HasPrefix(l.Written, "film-marks.csv exists") })
	s.click("markformat")
	s.click("markformats 1")
	s.until("a list closes", func(l player.Line) bool { return !shown(l, "markformats 1") })
	s.click("markexport")
	s.until("another file", func(l player.Line) bool { return l.Written == "Wrote film-marks.edl: 2 marks" })
	if edl, at := string(s.read("film-marks.edl")), fmt.Sprintf("00:00:%02d:%02d", frames[0]/30, frames[0]%30); !strings.Contains(edl, "* LOC: "+at+" GREEN   second") {
		t.Errorf("no mark at %s in\n%s", at, edl)
	}

	s.click("markdeletes 0")
	s.until("one mark", func(l player.Line) bool { return len(l.Marks) == 1 && l.Marks[0].Note == "second" })
	s.key("q")
	s.end()

	s = playAgain(t, screen, home, "--pause", path)
	l := s.until("kept", func(l player.Line) bool { return len(l.Marks) == 1 })
	if m := l.Marks[0]; m.Note != "second" || m.Frame != frames[0] {
		t.Errorf("kept: %+v", m)
	}
	s.key("Prior")
	s.until("the mark", func(l player.Line) bool { return l.PTSTime == l.Marks[0].Time })
	s.place(fmt.Sprintf("#%d", frames[0]), frames[0])
	s.key("B")
	s.until("deleted", func(l player.Line) bool { return len(l.Marks) == 0 })
	s.key("b")
	s.until("again", func(l player.Line) bool { return len(l.Marks) == 1 })
	s.key("q")
	s.end()

	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	write(t, path, string(text)+"\x00\x00\x00\x08free")
	s = playAgain(t, screen, home, path)
	if l := s.until("plays", func(l player.Line) bool { return l.Frame > 0 }); len(l.Marks) != 0 {
		t.Errorf("another film of the name has %+v", l.Marks)
	}
	s.key("q")
	s.end()
	if names, _ := filepath.Glob(filepath.Join(home, "state", "ffkvadrat", "marks", "*")); len(names) != 1 {
		t.Errorf("kept files: %v", names)
	}

	s = playAgain(t, screen, home, "--no-session", path)
	s.until("plays", func(l player.Line) bool { return l.Frame > 0 })
	s.key("b")
	s.until("a mark", func(l player.Line) bool { return len(l.Marks) == 1 && strings.Contains(l.Message, "not kept") })
	s.key("q")
	s.end()
	if names, _ := filepath.Glob(filepath.Join(home, "state", "ffkvadrat", "marks", "*")); len(names) != 1 {
		t.Errorf("without a session: %v", names)
	}
}

// TestMarksOfKinds marks a picture of films of several kinds: the mark leads back
// to it, and files have it.
func TestMarksOfKinds(t *testing.T) {
	screen := display(t)
	for _, path := range []string{
		"../samples/tiny-vfr.mp4", "../samples/tiny-open-gop.mp4", "../samples/tiny-palette.gif", "../samples/tiny-still.png",
		clips.Make(t, "raw.h264", "-i", tiny, "-c", "copy"), // no length, no time stamps
		clips.Make(t, "negative.mkv", "-i", tiny, "-c", "copy", "-output_ts_offset", "-0.5", "-avoid_negative_ts", "disabled"),
		clips.Make(t, "late.ts", "-i", tiny, "-c", "copy", "-output_ts_offset", "3000"),
	} {
		t.Run(filepath.Base(path), func(t *testing.T) {
			video, err := decode.OpenVideo(context.Background(), path, decode.Options{Stream: decode.Best})
			if err != nil {
				t.Fatal(err)
			}
			defer video.Close()
			if err := video.SeekIndex(7); err != nil { // the last one if there are not as many
				t.Fatal(err)
			}
			f, err := video.Next()
			if err != nil {
				t.Fatal(err)
			}
			defer f.Release()
			want := int(f.Index)

			path, err := filepath.Abs(path)
			if err != nil {
				t.Fatal(err)
			}
			s := playBare(t, screen, "--pause", path)
			s.until("plays", func(l player.Line) bool { return l.Shown > 0 })
			if want > 0 {
				s.place(fmt.Sprintf("#%d", want), int64(want))
			}
			s.key("b")
			l := s.until("a mark", func(l player.Line) bool { return len(l.Marks) == 1 })
			if m, at := l.Marks[0], f.Time-video.Info().Start; m.Frame != int64(want) || math.Abs(m.Time-at) > 1e-9 {
				t.Errorf("marked %+v, want frame %d at %v", m, want, at)
			}
			s.key("Home")
			s.until("the start", func(l player.Line) bool { return l.Message == "Start" && (want == 0 || l.PTSTime < f.Time) })
			if want > 0 {
				s.key("Prior")
				s.until("the mark", func(l player.Line) bool { return l.PTSTime == f.Time })
			}
			s.key("7")
			s.until("the tab", func(l player.Line) bool { return shown(l, "markexport") })
			s.click("markexport")
			name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) + "-marks.csv"
			s.until("a file", func(l player.Line) bool { return l.Written == "Wrote "+name+": 1 mark" })
			pts := ""
			if f.HasPTS {
				pts = fmt.Sprint(f.PTS)
			}
			if line, start := strings.Split(string(s.read(name)), "\r\n")[1], fmt.Sprintf("%d,%d,%s,%.6f,", want+1, want, pts, f.Time); !strings.HasPrefix(line, start) {
				t.Errorf("%q does not begin with %q", line, start)
			}
			s.key("q")
			s.end()
		})
	}
}
