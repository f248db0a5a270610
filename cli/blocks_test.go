package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBlocks: the files of each form, of the video and of a trace, with what the command prints.
func TestBlocks(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	dir := t.TempDir()
	path := write(t, "trace.csv", traceHead+"0;0;0;64;64;7;0\n2;0;0;32;64;7;0\n2;32;0;32;64;7;0\n")
	for args, want := range map[string]struct {
		files string // in the folder
		says  string
	}{
		"-o DIR/a.ndjson --frames 2":                      {"a.ndjson", "a.ndjson: 2 frames; "},
		"-o DIR/a.ndjson.zst --from #1 --frames 2":        {"a.ndjson.zst", "2 frames; "},
		"-o DIR/a.parquet --frames 2":                     {"a.parquet a.vectors.parquet", "motion vectors"},
		"-o DIR/a.csv --frames 2":                         {"a.csv a.vectors.csv", "2 frames; "},
		"-o DIR/a.yuview.csv --frames 2":                  {"a.yuview.csv a.yuvplaylist", "2 frames; "},
		"-o DIR/a.txt --format ndjson --frames 1":         {"a.txt", "1 frame; "},
		"-o DIR/a.dat --format parquet --frames 1":        {"a.dat a.vectors.parquet", "1 frame; "},
		"-o DIR/a.ndjson --trace " + path + " --frames 3": {"a.ndjson", "3 frames, 2 frames with blocks; 3 blocks, 0 motion vectors"},
	} {
		status, _, stderr := call(t, append([]string{"blocks", clip}, strings.Fields(strings.ReplaceAll(args, "DIR", dir))...)...)
		var files []string
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			files = append(files, e.Name())
			os.Remove(filepath.Join(dir, e.Name()))
		}
		if got := strings.Join(files, " "); status != statusDone || got != want.files || !strings.Contains(stderr, want.says) {
			t.Errorf("%s: status %d, files %s, %s", args, status, got, stderr)
		}
	}
	_, stdout, _ := call(t, "blocks", clip, "--frames", "2", "-o", "-")
	if lines := strings.Split(stdout, "\n"); len(lines) != 4 || !strings.HasPrefix(lines[0], `{"format":"ffkvadrat-blocks"`) {
		t.Errorf("standard output has %.300s", stdout)
	}
}

// TestFlagsOfBlocks: contradictory flags and videos without blocks are errors; no file that exists is
// changed.
func TestFlagsOfBlocks(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	for flags, want := range map[string]string{
		"-o x.json":                     "--output: x.json must have the extension .ndjson, .parquet, .yuview.csv or .csv",
		"-o x.parquet.gz":               "--output: parquet is already compressed",
		"-o x.gz --format parquet":      "--format: parquet is already compressed",
		"-o x.ndjson --format coco":     `--format: no form is called "coco"; known are ndjson, parquet, yuview and csv`,
		"-o x.ndjson --trace-type CU":   "need --trace",
		"-o x.ndjson --every 0":         "--every",
		"-o x.ndjson --to 1 --from 2":   "--to is before --from",
		"-o x.ndjson --threshold 0.1":   "unknown flag --threshold",
		"-o x.ndjson --units --trace x": "--units: a trace has no prediction units",
	} {
		if status, _, err := call(t, append([]string{"blocks", clip}, strings.Fields(flags)...)...); status != statusUsage || !strings.Contains(err, want) {
			t.Errorf("%s: status %d, %s", flags, status, err)
		}
	}
	dir := t.TempDir()
	out := filepath.Join(dir, "a.parquet")
	for _, name := range []string{"a.parquet", "a.vectors.parquet"} {
		old := filepath.Join(dir, name)
		if err := os.WriteFile(old, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		status, _, err := call(t, "blocks", "-o", out, clip)
		if data, _ := os.ReadFile(old); status != statusExists || !strings.Contains(err, name+" exists: nothing was written; --force overwrites it") || string(data) != "old" {
			t.Errorf("over %s: status %d, %s", name, status, err)
		}
		os.Remove(old)
	}
	if err := os.WriteFile(out, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, _, err := call(t, "blocks", "--force", "--frames", "1", "-o", out, clip); status != statusDone {
		t.Errorf("with --force: status %d, %s", status, err)
	}
	if data, err := os.ReadFile(out); err != nil || !bytes.HasPrefix(data, []byte("PAR1")) {
		t.Errorf("with --force: %.20q, %v", data, err)
	}
	status, _, err := call(t, "blocks", "-o", filepath.Join(dir, "x.ndjson"), "../samples/tiny-still.png")
	if status != statusFailed || !strings.Contains(err, "FFmpeg does not report how png divides pictures into blocks; a trace") {
		t.Errorf("PNG: status %d, %s", status, err)
	}
	if status, _, err := call(t, "blocks", "-o", filepath.Join(dir, "x.ndjson"), "--units", clip); status != statusFailed || !strings.Contains(err, "--units: prediction units are known of HEVC and AV1 alone, not of h264") {
		t.Errorf("units of H.264: status %d, %s", status, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "x.ndjson")); !os.IsNotExist(err) {
		t.Errorf("PNG: %v", err)
	}
	if status, _, err := call(t, "blocks", "-o", filepath.Join(dir, "x.ndjson"), "--from", "100", clip); status != statusFailed || !strings.Contains(err, "--from") {
		t.Errorf("past the end: status %d, %s", status, err)
	}
}
