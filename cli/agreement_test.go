package cli

import (
	"compress/gzip"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/decode"
)

// traceHead is the head of a trace of samples/tiny-420.mp4.
const traceHead = "%;seq-specs;clip;0;160;90;25\n%;type;7;CUDepth;range\n%;type;8;Other;range\n"

// compared runs the command and returns its rows by column names, and what it prints.
func compared(t *testing.T, want int, args ...string) (rows []map[string]string, stderr string) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "a.csv")
	status, _, stderr := call(t, append([]string{"agreement", "--engine", "cpu", "-o", out}, args...)...)
	if status != want {
		t.Fatalf("%v: status %d, %s", args, status, stderr)
	}
	file, err := os.Open(out)
	if err != nil {
		if want == statusDone || want == statusPartly {
			t.Fatal(err)
		}
		return nil, stderr
	}
	defer file.Close()
	table, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range table[1:] {
		rows = append(rows, map[string]string{})
		for i, name := range table[0] {
			rows[len(rows)-1][name] = row[i]
		}
	}
	return rows, stderr
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestAgreementWithItself: a trace whose blocks are the quads of an export agrees with them
// completely.
func TestAgreementWithItself(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	quads := filepath.Join(t.TempDir(), "quads.yuview.csv")
	if status, _, stderr := call(t, "export", "--engine", "cpu", "-o", quads, clip); status != statusDone {
		t.Fatal(stderr)
	}
	rows, stderr := compared(t, statusDone, "--trace", quads, clip)
	if len(rows) < 3 || !strings.Contains(stderr, "boundaries have an IoU of 1.000") {
		t.Errorf("%d rows, %s", len(rows), stderr)
	}
	for i, row := range rows {
		if row["quads"] != row["blocks"] || row["codec_finer"] != "0" || row["content_finer"] != "0" || row["boundary_iou"] != "1.000000" ||
			row["no_quad"] != row["no_block"] || row["quad_boundary"] == "0" || row["qp_mean"] != "" || row["bytes"] != "" {
			t.Errorf("row %d: %v", i, row)
		}
	}
}

// TestAgreement: blocks come from the codec, or from a possibly truncated trace by its counts.
func TestAgreement(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	own, stderr := compared(t, statusDone, clip)
	if strings.Contains(stderr, "with blocks") || own[0]["qp_mean"] == "" || own[0]["bytes"] == "" {
		t.Errorf("%s, %v", stderr, own[0])
	}
	whole := traceHead + "14;0;0;64;64;7;0\n10;0;0;32;64;7;0\n10;32;0;32;64;7;0\n"
	for name, c := range map[string]struct {
		text  string
		flags []string
		want  int
		says  string
		rows  map[int]string // the number of blocks
	}{
		"first and step": {whole, []string{"--first-poc", "10", "--poc-step", "2"}, statusDone, "frames, 2 frames with blocks", map[int]string{0: "2", 1: "", 2: "1"}},
		"cut":            {whole + "12;0;0;", []string{"--first-poc", "10", "--poc-step", "2"}, statusPartly, "line 7: the file ends within a line", map[int]string{0: "2", 1: ""}},
		"elsewhere":      {whole, []string{"--first-poc=-1000"}, statusFailed, "none of these frames is in", nil},
		"earlier":        {whole, []string{"--first-poc", "11"}, statusFailed, "line 5: no frame has POC 10", nil},
		"type":           {whole + "10;0;0;8;8;8;0\n", []string{"--first-poc", "10", "--trace-type", "other"}, statusDone, "frames, 1 frame with blocks", map[int]string{0: "1", 4: ""}},
		"no such type":   {whole, []string{"--first-poc", "10", "--trace-type", "other"}, statusFailed, `no rows of type "other"; those it has are CUDepth`, nil},
		"another size":   {strings.Replace(whole, "160;90", "64;64", 1), []string{"--first-poc", "10", "--poc-step", "2"}, statusFailed, "the trace is of pictures of 64×64, the video's are 160×90", nil},
		"covered":        {whole + strings.Repeat("10;0;0;160;90;7;0\n", 5), []string{"--first-poc", "10", "--poc-step", "2"}, statusFailed, "line 10 of the trace: the rectangles", nil},
		"nothing":        {"", nil, statusFailed, "it is empty", nil},
		"another thing":  {"P6 1 1\n", nil, statusFailed, "docs/how-to/blocks.md says how to make a trace", nil},
	} {
		path := write(t, "trace.csv", c.text)
		rows, stderr := compared(t, c.want, append(slices.Clone(c.flags), "--trace", path, clip)...)
		if !strings.Contains(stderr, c.says) {
			t.Errorf("%s: %s", name, stderr)
		}
		for i, want := range c.rows {
			if rows[i]["blocks"] != want {
				t.Errorf("%s: frame %d has %q blocks, want %q", name, i, rows[i]["blocks"], want)
			}
		}
	}
	var packed strings.Builder
	w := gzip.NewWriter(&packed)
	w.Write([]byte(whole))
	w.Close()
	rows, _ := compared(t, statusDone, "--first-poc", "10", "--trace", write(t, "trace.csv.gz", packed.String()), clip)
	if rows[0]["blocks"] != "2" || rows[4]["blocks"] != "1" {
		t.Errorf("compressed: %v", rows[0])
	}
}

// TestFlagsOfAgreements: contradictory flags are errors; an output that exists, or is the trace, is
// not changed.
func TestFlagsOfAgreements(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	for flags, want := range map[string]string{
		"-o x.json":                              "--output: x.json must have the extension .csv or .ndjson",
		"-o x.csv --trace-type CU":               "need --trace",
		"-o x.csv --poc-step 2":                  "need --trace",
		"-o x.csv --trace t.csv --poc-step 0":    "--poc-step: 0 is not positive",
		"-o x.csv --variant points":              "--variant: variant points has no quads of several sizes",
		"-o x.csv --template 0,0,4,4@0":          "--variant: variant template has no quads",
		"-o x.csv --every 0":                     "--every",
		"-o x.csv --trace t.csv --first-poc one": "--first-poc",
	} {
		if status, _, err := call(t, append([]string{"agreement", clip}, strings.Fields(flags)...)...); status != statusUsage || !strings.Contains(err, want) {
			t.Errorf("%s: status %d, %s", flags, status, err)
		}
	}
	kept := write(t, "kept.csv", "old")
	if status, _, err := call(t, "agreement", "--engine", "cpu", "-o", kept, clip); status != statusExists || !strings.Contains(err, "--force overwrites it") {
		t.Errorf("over a file: status %d, %s", status, err)
	}
	trace := write(t, "trace.csv", traceHead+"0;0;0;64;64;7;0\n")
	if status, _, err := call(t, "agreement", "--engine", "cpu", "--force", "-o", trace, "--trace", trace, clip); status != statusFailed || !strings.Contains(err, "is the input itself") {
		t.Errorf("over its trace: status %d, %s", status, err)
	}
	if data, err := os.ReadFile(trace); err != nil || !strings.HasPrefix(string(data), traceHead) {
		t.Errorf("the trace is %.40q, %v", data, err)
	}
}

// TestPlayWithTrace: the player takes a trace with one video, and reports errors in it before it
// opens a window.
func TestPlayWithTrace(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	broken := write(t, "trace.csv", traceHead)
	for _, c := range []struct {
		args []string
		want int
		says string
	}{
		{[]string{"--trace-type", "CU", clip}, statusUsage, "need --trace"},
		{[]string{clip, "--trace"}, statusUsage, "--trace: its value is missing; docs/how-to/blocks.md says how to make a trace"},
		{[]string{"--trace", broken, clip, clip}, statusUsage, "--trace: a trace belongs to one video, not to 2"},
		{[]string{"--trace", broken, clip}, statusFailed, "it has no rows about blocks"},
		{[]string{"--trace", broken + "x", clip}, statusFailed, "no such file or directory; docs/how-to/blocks.md says how"},
	} {
		if status, _, stderr := call(t, append([]string{"play", "--no-session"}, c.args...)...); status != c.want || !strings.Contains(stderr, c.says) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: status %d, %q", c.args, status, stderr)
		}
	}
}

// TestAgreementOfSamples: every sample is compared, unless FFmpeg exports no blocks of its codec.
func TestAgreementOfSamples(t *testing.T) {
	names, err := filepath.Glob("../samples/tiny-*.*")
	if err != nil {
		t.Fatal(err)
	}
	reported := 0
	for _, name := range names {
		if strings.Contains(name, "sound-only") {
			continue
		}
		video, err := decode.OpenVideo(t.Context(), name, decode.Options{Stream: decode.Best})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		info := video.Info()
		video.Close()
		if !info.ExportsBlocks() || info.Codec == "vp9" { // which has no segments here
			says := "does not report how " + info.Codec + " divides"
			if info.ExportsBlocks() {
				says = "these pictures of " + info.Codec + " have no known blocks"
			}
			if _, stderr := compared(t, statusFailed, name); !strings.Contains(stderr, says) {
				t.Errorf("%s: %s", name, stderr)
			}
			continue
		}
		rows, _ := compared(t, statusDone, name)
		if info.Codec == "mpeg2video" { // no blocks for the picture that FFmpeg outputs at the end
			rows = rows[:len(rows)-1]
		}
		for i, row := range rows {
			if row["blocks"] == "" || row["blocks"] == "0" || row["no_block"] != "0" || row["qp_mean"] == "" {
				t.Errorf("%s: frame %d has %q blocks, %q pixels in none", name, i, row["blocks"], row["no_block"])
			}
		}
		reported += len(rows)
	}
	if reported == 0 {
		t.Error("no sample was compared")
	}
}

// TestAgreementNoBlocks: for a codec without exported blocks, the error says what helps.
func TestAgreementNoBlocks(t *testing.T) {
	if _, stderr := compared(t, statusFailed, "../samples/tiny-rgb.mkv"); !strings.Contains(stderr, "does not report how") || !strings.Contains(stderr, "--trace") {
		t.Error(stderr)
	}
}
