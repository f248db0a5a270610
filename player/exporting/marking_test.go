package exporting_test

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
	"ffkvadrat/scripts/playtest"
	"ffkvadrat/tests/clips"
)

// TestMarks sets, names, visits, exports and deletes marks by mouse; only notes are typed. Marks
// belong to the video's content, not to its name alone.
func TestMarks(t *testing.T) {
	screen, home, path := playtest.Display(t), t.TempDir(), playtest.Clip(t, 4)
	s := playtest.PlayAgain(t, screen, home, "--pause", path)
	s.Until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	s.Until("paused", func(l player.Line) bool { return l.Paused })
	s.Until("the whole video", func(l player.Line) bool { return l.Timeline != nil && l.Timeline.Whole })
	s.Click("tabs 6")
	s.Until("the tab", func(l player.Line) bool { return l.Tab == "Marks" && playtest.Shown(l, "mark") })
	var frames []int64
	for i, part := range []float64{0.75, 0.25} {
		s.ClickOn("seek", part)
		s.Until("there", func(l player.Line) bool { return l.PTSTime > 4*part-0.1 && l.PTSTime < 4*part+0.1 })
		s.Click("mark")
		l := s.Until("a mark", func(l player.Line) bool { return len(l.Marks) == i+1 && l.Marks[0].Index >= 0 })
		if m := l.Marks[0]; m.Time != l.PTSTime || m.Index != int64(m.Time*30+0.5) {
			t.Errorf("marked %+v at %v", m, l.PTSTime)
		}
		frames = append(frames, l.Marks[0].Index)
	}
	s.Click("marknotes 0")
	s.Until("a field", func(l player.Line) bool { return l.Typing })
	s.Xdotool("type", `=first, "one"`)
	s.Key("Return")
	s.Until("a note", func(l player.Line) bool { return l.Marks[0].Note == `=first, "one"` && !l.Typing })
	s.ClickOn("flags 1", 0.3)
	s.Until("the second mark", func(l player.Line) bool { return l.PTSTime == l.Marks[1].Time })
	s.Click("marktimes 0")
	s.Until("the first mark", func(l player.Line) bool {
		return l.PTSTime == l.Marks[0].Time && strings.HasPrefix(l.Message, "Mark 1 of 2: =first")
	})
	s.Key("Prior")
	s.Until("the second by its key", func(l player.Line) bool { return l.PTSTime == l.Marks[1].Time })
	s.Key("Prior")
	s.Until("no third", func(l player.Line) bool { return l.Message == "No mark after this frame" })
	s.Key("b")
	s.Until("the note's field", func(l player.Line) bool { return l.Typing })
	s.Xdotool("type", "second")
	s.Key("Return")
	s.Until("its note", func(l player.Line) bool { return l.Marks[1].Note == "second" && !l.Typing })

	s.Click("markexport")
	s.Until("a file", func(l player.Line) bool { return l.Written == "Wrote film-marks.csv: 2 marks" })
	table := string(s.File("film-marks.csv"))
	lines := strings.Split(table, "\r\n")
	if len(lines) != 4 || !strings.HasPrefix(lines[1], fmt.Sprintf("%d,%d,", frames[1]+1, frames[1])) || !strings.HasSuffix(lines[1], `,"'=first, ""one"""`) ||
		!strings.HasPrefix(lines[2], fmt.Sprintf("%d,%d,", frames[0]+1, frames[0])) || !strings.HasSuffix(lines[2], ",second") {
		t.Errorf("frames %v in %q", frames, lines)
	}
	s.Click("markexport")
	s.Until("a question", func(l player.Line) bool { return strings.HasPrefix(l.Written, "film-marks.csv exists") })
	s.Click("markformat")
	s.Click("markformats 1")
	s.Until("a list closes", func(l player.Line) bool { return !playtest.Shown(l, "markformats 1") })
	s.Click("markexport")
	s.Until("another file", func(l player.Line) bool { return l.Written == "Wrote film-marks.edl: 2 marks" })
	if edl, at := string(s.File("film-marks.edl")), fmt.Sprintf("00:00:%02d:%02d", frames[0]/30, frames[0]%30); !strings.Contains(edl, "* LOC: "+at+" GREEN   second") {
		t.Errorf("no mark at %s in\n%s", at, edl)
	}

	s.Click("markdeletes 0")
	s.Until("one mark", func(l player.Line) bool { return len(l.Marks) == 1 && l.Marks[0].Note == "second" })
	s.Key("ctrl+z")
	s.Until("both again", func(l player.Line) bool { return len(l.Marks) == 2 && l.Marks[1].Note == "second" })
	s.Click("markdeletes 0")
	s.Until("one again", func(l player.Line) bool { return len(l.Marks) == 1 })
	s.Key("q")
	s.End()

	s = playtest.PlayAgain(t, screen, home, "--settings", playtest.Bare(t), "--pause", path)
	l := s.Until("kept", func(l player.Line) bool { return len(l.Marks) == 1 })
	if m := l.Marks[0]; m.Note != "second" || m.Index != frames[0] {
		t.Errorf("kept: %+v", m)
	}
	s.Key("Prior")
	s.Until("the mark", func(l player.Line) bool { return l.PTSTime == l.Marks[0].Time })
	s.Place(fmt.Sprintf("#%d", frames[0]), frames[0])
	s.Key("B")
	s.Until("deleted", func(l player.Line) bool { return len(l.Marks) == 0 })
	s.Key("b")
	s.Until("again", func(l player.Line) bool { return len(l.Marks) == 1 })
	s.Key("q")
	s.End()

	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	playtest.Write(t, path, string(text)+"\x00\x00\x00\x08free")
	s = playtest.PlayAgain(t, screen, home, "--settings", playtest.Bare(t), path)
	if l := s.Until("plays", func(l player.Line) bool { return l.Frame > 0 }); len(l.Marks) != 0 {
		t.Errorf("another video of the name has %+v", l.Marks)
	}
	s.Key("q")
	s.End()
	if names, _ := filepath.Glob(filepath.Join(home, "state", "ffkvadrat", "marks", "*")); len(names) != 1 {
		t.Errorf("kept files: %v", names)
	}

	s = playtest.PlayAgain(t, screen, home, "--settings", playtest.Bare(t), "--no-session", path)
	s.Until("plays", func(l player.Line) bool { return l.Frame > 0 })
	s.Key("b")
	s.Until("a mark", func(l player.Line) bool { return len(l.Marks) == 1 && strings.Contains(l.Message, "not saved") })
	s.Key("q")
	s.End()
	if names, _ := filepath.Glob(filepath.Join(home, "state", "ffkvadrat", "marks", "*")); len(names) != 1 {
		t.Errorf("without a session: %v", names)
	}
}

// TestMarksOfKinds marks a frame in several kinds of videos: the mark leads back to it, and
// exported files contain it.
func TestMarksOfKinds(t *testing.T) {
	screen := playtest.Display(t)
	for _, path := range []string{
		"../../samples/tiny-vfr.mp4", "../../samples/tiny-open-gop.mp4", "../../samples/tiny-palette.gif", "../../samples/tiny-still.png",
		clips.Make(t, "raw.h264", "-i", "../../samples/tiny-420.mp4", "-c", "copy"), // no duration, no time stamps
		clips.Make(t, "negative.mkv", "-i", "../../samples/tiny-420.mp4", "-c", "copy", "-output_ts_offset", "-0.5", "-avoid_negative_ts", "disabled"),
		clips.Make(t, "late.ts", "-i", "../../samples/tiny-420.mp4", "-c", "copy", "-output_ts_offset", "3000"),
	} {
		t.Run(filepath.Base(path), func(t *testing.T) {
			video, err := decode.OpenVideo(context.Background(), path, decode.Options{Stream: decode.Best})
			if err != nil {
				t.Fatal(err)
			}
			defer video.Close()
			if err := video.SeekIndex(7); err != nil { // the last frame of shorter videos
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
			s := playtest.PlayBare(t, screen, "--pause", path)
			s.Until("plays", func(l player.Line) bool { return l.Shown > 0 })
			if want > 0 {
				s.Place(fmt.Sprintf("#%d", want), int64(want))
			}
			s.Key("b")
			l := s.Until("a mark", func(l player.Line) bool { return len(l.Marks) == 1 })
			if m, at := l.Marks[0], f.Time-video.Info().Start; m.Index != int64(want) || math.Abs(m.Time-at) > 1e-9 {
				t.Errorf("marked %+v, want frame %d at %v", m, want, at)
			}
			s.Key("Home")
			said := "Start"
			if info := video.Info(); info.Still() {
				said = "This is a picture: it has one frame and no sound"
			}
			s.Until("the start", func(l player.Line) bool { return l.Message == said && (want == 0 || l.PTSTime < f.Time) })
			if want > 0 {
				s.Key("Prior")
				s.Until("the mark", func(l player.Line) bool { return l.PTSTime == f.Time })
			}
			s.Key("7")
			s.Until("the tab", func(l player.Line) bool { return playtest.Shown(l, "markexport") })
			s.Click("markexport")
			name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) + "-marks.csv"
			s.Until("a file", func(l player.Line) bool { return l.Written == "Wrote "+name+": 1 mark" })
			pts := ""
			if f.HasPTS {
				pts = fmt.Sprint(f.PTS)
			}
			if line, start := strings.Split(string(s.File(name)), "\r\n")[1], fmt.Sprintf("%d,%d,%s,%.6f,", want+1, want, pts, f.Time); !strings.HasPrefix(line, start) {
				t.Errorf("%q does not begin with %q", line, start)
			}
			s.Key("q")
			s.End()
		})
	}
}
