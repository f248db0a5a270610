package layers_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/player/quantity"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadfile/stored"
	"ffkvadrat/scripts/playtest"
)

// quadsFile exports the quads of a clip to a file next to it.
func quadsFile(t *testing.T, clip, name string, flags ...string) string {
	t.Helper()
	name = filepath.Join(filepath.Dir(clip), name)
	playtest.Command(t, append([]string{"export", "-o", name, clip}, flags...)...)
	return name
}

// TestStored shows stored quads of every format at the start and after seeks, alone and compared
// with live quads. With the same parameters, the two are equal.
func TestStored(t *testing.T) {
	screen, clip := playtest.Display(t), playtest.Clip(t, 2)
	for i, extension := range []string{".ffq", ".ndjson.zst", ".json", ".csv.gz", ".yuview.csv"} {
		s := playtest.PlayBare(t, screen, "--quads", quadsFile(t, clip, "x"+extension, "-t", "0.01"), "--pause", "--colour-by", "difference", clip)
		same := func(_, l player.Line) bool {
			return l.Paused && l.Stored == "x"+extension && l.Missing == "" && l.Quads > 0 && slices.Equal(l.Compared, []int{l.Quads, 0, 0, 0})
		}
		s.Until("stored quads", func(l player.Line) bool { return l.Source == "stored" && same(l, l) })
		for _, key := range []string{"End", "Home", "shift+Right", "period", "comma"} {
			s.Press(key, func(before, l player.Line) bool { return same(before, l) && l.PTSTime != before.PTSTime })
		}
		if i > 0 && testing.Short() { // from here on, the format does not matter
			s.Key("q")
			s.End()
			continue
		}
		s.Press("equal", func(before, l player.Line) bool { // parameters affect only live quads
			return l.Threshold > 0.01 && l.Quads == before.Quads && l.Compared != nil && l.Compared[1]+l.Compared[2] > 0
		})
		s.Press("w", func(_, l player.Line) bool {
			return len(l.Wipe) == 2 && strings.Contains(l.Wipe[0], "stored: x"+extension)
		})
		s.Press("r", func(before, l player.Line) bool {
			return l.Source == "live" && l.Quads == before.Compared[0]+before.Compared[2] && strings.Contains(l.Wipe[0], "Edge") && strings.Contains(l.Wipe[1], "stored: x"+extension)
		})
		s.Press("w", func(_, l player.Line) bool { return len(l.Wipe) == 0 })
		s.Press("r", func(_, l player.Line) bool { return l.Source == "stored" })
		s.Press("c", func(_, l player.Line) bool { return l.Colour == "level" && l.Compared == nil })
		s.Key("q")
		s.End()
	}
}

// TestStoredCut: from a truncated file, the complete frames are shown; the others have no quads.
func TestStoredCut(t *testing.T) {
	clip := playtest.Clip(t, 2)
	name := quadsFile(t, clip, "cut.ndjson", "-t", "0.01")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data[:len(data)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	s := playtest.PlayBare(t, playtest.Display(t), "--pause", "--quads", name, clip)
	s.Until("the damage is reported", func(l player.Line) bool {
		return l.Source == "stored" && strings.Contains(l.Message, "damaged") && l.Quads > 0
	})
	s.Press("End", func(_, l player.Line) bool {
		return strings.Contains(l.Missing, "no list of this") && l.Quads == 0
	})
	s.Press("Home", func(_, l player.Line) bool { return l.Missing == "" && l.Quads > 0 })
	s.Key("q")
	s.End()
	if !bytes.Contains(s.Stderr.Bytes(), []byte("can be shown")) {
		t.Errorf("the warnings are %q", s.Stderr.String())
	}
}

// TestStoredReading: while a long table is read, the video plays, the panel shows the progress, and
// the player quits at once.
func TestStoredReading(t *testing.T) {
	clip := playtest.Clip(t, 2)
	name := quadsFile(t, clip, "long.csv", "-t", "0.01")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	row := strings.Split(string(data[bytes.IndexByte(data, '\n')+1:]), ",")[:10]
	for i := range 2_000_000 { // frames with one quad each
		row[0] = strconv.Itoa(1000 + i)
		data = append(append(data, strings.Join(row, ",")...), ",0,0,1\r\n"...)
	}
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	s := playtest.PlayBare(t, playtest.Display(t), "--quads", name, clip)
	s.Until("the file is being read", func(l player.Line) bool {
		return l.Frame > 0 && l.Stored == "" && l.Source == "live" && strings.HasPrefix(l.Reading, "reading long.csv … ") && strings.HasSuffix(l.Reading, " frames")
	})
	s.Key("q")
	s.End()
}

// TestStoredByBrowser opens stored quads in the player's browser while the video plays, then those
// of another video. A change of the video closes them.
func TestStoredByBrowser(t *testing.T) {
	clip := playtest.Clip(t, 2)
	quadsFile(t, clip, "x.ffq", "-t", "0.01")
	data, err := os.ReadFile("../../samples/tiny-420.mp4")
	if err != nil {
		t.Fatal(err)
	}
	tiny := filepath.Join(filepath.Dir(clip), "tiny.mp4")
	if err := os.WriteFile(tiny, data, 0o600); err != nil {
		t.Fatal(err)
	}
	quadsFile(t, tiny, "other.ffq", "-t", "0.01")
	s := playtest.PlayBare(t, playtest.Display(t), "--pause", clip, playtest.Clip(t, 1))
	s.Until("a picture", func(l player.Line) bool { return l.Shown > 0 })
	s.Key("o")
	s.Row("x.ffq", 2)
	s.Until("stored quads", func(l player.Line) bool {
		return l.Stored == "x.ffq" && l.Source == "stored" && l.Quads > 0 && l.Files == nil
	})
	s.Key("o")
	s.Row("other.ffq", 2)
	s.Until("of another video", func(l player.Line) bool {
		return strings.Contains(l.Message, "of another video") && l.Stored == "x.ffq"
	})
	s.Press("greater", func(_, l player.Line) bool {
		return l.Current == 1 && l.Stored == "" && l.Source == "live" && l.Quads > 0
	})
	s.Key("q")
	s.End()
}

// TestStoredCubes shows stored cubes of every format that has them, at the start and after steps
// and seeks. Each frame has as many as live cubes with the same parameters, coloured by age.
func TestStoredCubes(t *testing.T) {
	screen, clip := playtest.Display(t), playtest.Clip(t, 2)
	for _, extension := range []string{".ffq", ".ndjson.zst"} {
		s := playtest.PlayBare(t, screen, "--quads", quadsFile(t, clip, "x"+extension, "-t", "0.1", "--cube", "8"), "--pause", "--cube", "8", "-t", "0.1", "--colour-by", "age", clip)
		stored := func(l player.Line) bool {
			return l.Source == "stored" && l.Cubed && l.Missing == "" && l.Quads > 0 && !l.Unknown
		}
		s.Until("stored cubes", stored)
		for _, key := range []string{"End", "Home", "shift+Right", "period", "comma"} {
			s.Press(key, func(before, l player.Line) bool { return stored(l) && l.PTSTime != before.PTSTime })
			kept := s.Until("stored cubes", stored)
			s.Press("r", func(_, l player.Line) bool {
				return l.Source == "live" && l.Cubed && l.Quads == kept.Quads && l.Coverage == kept.Coverage
			})
			s.Press("r", func(_, l player.Line) bool { return stored(l) && l.Quads == kept.Quads })
		}
		last := s.Until("stored cubes", stored)
		s.Move(last.Picture[0]+(last.Picture[2]-last.Picture[0])/20, (last.Picture[1]+last.Picture[3])/2) // a plain area
		s.Until("the cube there", func(l player.Line) bool {
			n := len(l.Inspected)
			var from, to int64
			if n == 0 {
				return false
			}
			_, err := fmt.Sscanf(l.Inspected[n-1], "frames %d–%d", &from, &to)
			return err == nil && from <= l.Frame+1 && l.Frame+1 <= to
		})
		s.Key("q")
		s.End()
	}
}

// TestStoredWithOtherVariants: panel, card and timeline describe the stored quads of any variant,
// independently of the live variant. The timeline has all of them at once.
func TestStoredWithOtherVariants(t *testing.T) {
	screen, clip := playtest.Display(t), playtest.Clip(t, 1)
	for name, c := range map[string]struct {
		flags []string
		thing string
		line  string // line of the card about D or the template
	}{
		"edge":     {[]string{"-t", "0.1"}, "quad", "D = "},
		"classes":  {[]string{"--operator", "range", "--classes", "0,0.5,1"}, "quad", "D = "},
		"feature":  {[]string{"-t", "0.1", "--variant", "feature"}, "quad", ""},
		"points":   {[]string{"-t", "0.05", "--variant", "points"}, "point", "D = "},
		"template": {[]string{"--template", "100,100,16,16@0", "--suppress"}, "hit", "A = "},
		"cubes":    {[]string{"-t", "0.1", "--cube", "8"}, "cube", "D = "},
	} {
		file := quadsFile(t, clip, name+".ffq", c.flags...)
		kept, err := stored.Open(t.Context(), file)
		if err != nil {
			t.Fatal(err)
		}
		var counts []int
		sum := 0.
		if err := kept.Each(t.Context(), func(f *quadfile.Frame) {
			counts = append(counts, len(f.Quads))
			sum += float64(len(f.Quads))
		}); err != nil || len(counts) != 30 {
			t.Fatalf("%s: %d frames, %v", name, len(counts), err)
		}
		kept.Close()
		s := playtest.Play(t, screen, "--pause", "--quads", file, "--template", "300,200,53,53@0", "--start", "#20", clip)
		s.Until("a picture", func(l player.Line) bool { return l.Frame > 0 && l.Source == "stored" && l.Variant == "template" })
		s.Press("Home", playtest.ToFrame(0))
		first := s.Until("the first picture", func(l player.Line) bool { return l.Frame == 0 && l.Paused })
		scale := float64(first.Picture[2]-first.Picture[0]) / 640
		s.Move(first.Picture[0]+int(104*scale), first.Picture[1]+int(104*scale))
		said := fmt.Sprintf("%s %ss", quantity.Grouped(int64(counts[0])), c.thing)
		about := func(l player.Line) bool {
			return l.Frame == 0 && len(l.Inspected) > 0 && strings.HasPrefix(l.Inspected[0], "(103, 103) ") && l.Said[2] == said && l.Quads == counts[0] && l.NoCubes == "" &&
				l.Timeline != nil && l.Timeline.Whole && l.Timeline.Frames == 30 && l.Timeline.Quads == sum
		}
		card := s.Until(name+" with a live template", about).Inspected
		if reported := len(card) > 1 && strings.HasPrefix(card[1], c.line); !reported || c.line == "" && len(card) != 2 {
			t.Errorf("%s: the card says %q", name, card)
		}
		for _, variant := range []string{"edge", "feature", "points"} {
			s.Press("y", func(_, l player.Line) bool { return l.Variant == variant })
			if l := s.Until(name+" with live "+variant, about); !slices.Equal(l.Inspected, card) {
				t.Errorf("%s with live %s: the card says %q, with a template %q", name, variant, l.Inspected, card)
			}
		}
		seek := s.Last.Widgets["timeline"]
		s.Move((seek[0]+seek[2])/2, (seek[1]+seek[3])/2)
		s.Until("the time under the mouse", func(l player.Line) bool {
			var frame int
			if l.Timeline == nil || len(l.Timeline.Pointed) < 2 {
				return false
			}
			_, err := fmt.Sscanf(l.Timeline.Pointed[0][strings.Index(l.Timeline.Pointed[0], "frame "):], "frame %d", &frame)
			return err == nil && strings.HasPrefix(l.Timeline.Pointed[1], quantity.Count(int64(counts[frame-1]), c.thing)+" ")
		})
		s.Press("r", func(_, l player.Line) bool { // live points
			return l.Source == "live" && l.Timeline != nil && l.Timeline.Quads != sum && strings.HasSuffix(l.Said[2], " points")
		})
		s.Key("q")
		s.End()
	}
}
