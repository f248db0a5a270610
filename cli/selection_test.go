package cli

import (
	"bytes"
	"encoding/csv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/quadfile"
)

var frameIndex = regexp.MustCompile(`"frame_index":\d+,`)

// lines returns the frames' lines of an NDJSON export.
func lines(t *testing.T, args ...string) []string {
	t.Helper()
	text := strings.TrimSuffix(string(exportFile(t, append(args, "--engine", "cpu")...)), "\n")
	return strings.Split(text, "\n")[1:]
}

// TestSelections: a selection equals its part of the whole export, byte for byte, except for
// unknown frame numbers.
func TestSelections(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"tiny-420.mp4", "tiny-open-gop.mp4", "tiny-mpeg2.ts", "tiny-vfr.mp4", "tiny-vp9.webm", "tiny-palette.gif", "tiny-still.png"} {
		clip := "../samples/" + name
		whole := lines(t, clip)
		doc, err := quadfile.Read(bytes.NewReader(exportFile(t, "--engine", "cpu", clip)))
		if err != nil {
			t.Fatal(err)
		}
		last := len(whole) - 1
		number := func(i int) string { return "#" + strconv.Itoa(i) }
		at := func(i int) string { return strconv.FormatFloat(doc.Frames[i].Time-doc.Frames[0].Time, 'f', -1, 64) }
		for _, c := range []struct {
			args     []string
			from, to int
			every    int
		}{
			{nil, 0, last, 1},
			{[]string{"--from", "#0"}, 0, last, 1},
			{[]string{"--from", number(last)}, last, last, 1},
			{[]string{"--from", number(last / 3), "--to", number(last / 2)}, last / 3, last / 2, 1},
			{[]string{"--to", number(last / 2), "--every", "3"}, 0, last / 2, 3},
			{[]string{"--from", number(last / 2), "--frames", "1"}, last / 2, last / 2, 1},
			{[]string{"--from", at(last / 2)}, last / 2, last, 1},
			{[]string{"--from", at(last / 3), "--to", at(last / 2)}, last / 3, last / 2, 1},
			{[]string{"--from", at(last / 3), "--to", number(last)}, last / 3, last, 1},
			{[]string{"--to", at(last / 2)}, 0, last / 2, 1},
			{[]string{"--to", "9:00"}, 0, last, 1},
			{[]string{"--every", "1000"}, 0, last, 1000},
			{[]string{"--every", "2", "--frames", "1000"}, 0, last, 2},
		} {
			var want []string
			for i := c.from; i <= c.to; i += c.every {
				want = append(want, whole[i])
			}
			got := lines(t, append(c.args, clip)...)
			if len(got) == len(want) {
				for i := range got {
					if !frameIndex.MatchString(got[i]) && slices.Contains(c.args, "--from") {
						want[i] = frameIndex.ReplaceAllString(want[i], "")
					}
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s %v: %d frames, want %d, or others", name, c.args, len(got), len(want))
			}
		}
	}
}

// TestNumbersBehindASeek: with discontinuous time stamps, frames after a seek have no number unless
// the format needs one.
func TestNumbersBehindASeek(t *testing.T) {
	t.Parallel()
	const clip = "../samples/sample.mp4"
	select2 := []string{"-t", "0", "--from", "7", "--frames", "2", clip}
	for _, line := range lines(t, select2...) {
		if frameIndex.MatchString(line) {
			t.Errorf("a number, though nothing was counted: %s", line)
		}
	}
	dir := t.TempDir()
	if text := exportAs(t, filepath.Join(dir, "a.coco.json"), select2...); !strings.Contains(text, `"frame_index":175,`) || !strings.Contains(text, `"frame_index":176,`) || strings.Count(text, "frame_index") != 2 {
		t.Errorf("COCO's images: %s", text[strings.Index(text, `"images"`):])
	}
	if text := exportAs(t, filepath.Join(dir, "a.ndjson"), "-t", "0", "--from", "7", "--to", "#175", clip); !strings.Contains(text, `"frame_index":175,`) {
		t.Errorf("up to a number: %s", text)
	}
}

// TestSelectionOfDamagedInput: a part of a damaged video is the same in every run. Faults after it
// are not counted.
func TestSelectionOfDamagedInput(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../samples/sample.mp4")
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(20070107, 1))
	for range 40 {
		data[len(data)/2+random.IntN(len(data)/3)] ^= byte(1 << random.IntN(8))
	}
	clip := filepath.Join(t.TempDir(), "damaged.mp4")
	if err := os.WriteFile(clip, data, 0o644); err != nil {
		t.Fatal(err)
	}
	runs := 3
	if testing.Short() {
		runs = 2
	}
	for want, args := range map[int][]string{
		statusDone:   {"--frames", "20"},
		statusPartly: {"--from", "#120", "--frames", "100", "--every", "5"},
	} {
		var first string
		for run := range runs {
			out := filepath.Join(t.TempDir(), "out.ndjson")
			status, _, stderr := call(t, append([]string{"export", "--engine", "cpu", "--summary", "-o", out, clip}, args...)...)
			if status != want {
				t.Errorf("%v: status %d, want %d: %s", args, status, want, stderr)
			}
			text, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			if run == 0 {
				first = string(text)
			} else if string(text) != first {
				t.Errorf("%v: run %d differs", args, run)
			}
		}
	}
}

// TestSummaryOfAClip: a summary counts what the export lists.
func TestSummaryOfAClip(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	doc, err := quadfile.Read(bytes.NewReader(exportFile(t, "--engine", "cpu", clip)))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(exportAs(t, filepath.Join(t.TempDir(), "a.csv"), "--summary", clip))).ReadAll()
	if err != nil || len(rows) != len(doc.Frames)+1 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	column := slices.Index(rows[0], "count_8")
	for i, f := range doc.Frames {
		n := 0
		for _, q := range f.Quads {
			if q.Size() == 8 {
				n++
			}
		}
		if rows[i+1][column] != strconv.Itoa(n) {
			t.Errorf("frame %d: %s quads of size 8, want %d", i, rows[i+1][column], n)
		}
	}
	if line := lines(t, "--summary", clip)[0]; !strings.Contains(line, `"sizes":[[1,`) || strings.Contains(line, `"quads"`) {
		t.Errorf("in NDJSON: %s", line)
	}
}
