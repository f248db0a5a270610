package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/quadfile/columns/columnstest"
	"ffkvadrat/tests/clitest"
)

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestParquetFiles: the table of frames is next to that of quads, for an export, a conversion and a
// batch, but not for a summary or a stream. The bytes do not depend on the engine or the number of
// processors.
func TestParquetFiles(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	exportAs(t, in("a.parquet"), clip)
	exportAs(t, in("b"), "--format", "parquet", clip)
	exportAs(t, in("s.parquet"), "--summary", clip)
	exportAs(t, in("c.ffq"), clip)
	exportAs(t, in("d.ndjson"), clip)
	if got, want := clitest.Files(t, dir), "a.frames.parquet a.parquet b b.frames.parquet c.ffq d.ndjson s.parquet"; got != want {
		t.Errorf("in the folder: %s, want %s", got, want)
	}
	whole, frames := string(readFile(t, in("a.parquet"))), string(readFile(t, in("a.frames.parquet")))
	same := func(what, quads, ofFrames string) {
		t.Helper()
		if string(readFile(t, quads)) != whole || string(readFile(t, ofFrames)) != frames {
			t.Errorf("%s: other bytes", what)
		}
	}
	same("--format", in("b"), in("b.frames.parquet"))
	lines := strings.Count(string(readFile(t, in("d.ndjson"))), "\n") - 1
	for _, name := range []string{"a.frames.parquet", "s.parquet"} {
		if table := columnstest.Parquet(t, readFile(t, in(name))); len(table.Rows) != lines || lines < 20 {
			t.Errorf("%s: %d rows for %d frames", name, len(table.Rows), lines)
		}
	}
	for _, from := range []string{"c.ffq", "d.ndjson"} {
		if status, _, stderr := call(t, "convert", in(from), "-o", in("x.parquet"), "--force"); status != statusDone {
			t.Fatalf("%s: status %d, %s", from, status, stderr)
		}
		same(from, in("x.parquet"), in("x.frames.parquet"))
	}
	for _, n := range []int{1, 7} {
		old := runtime.GOMAXPROCS(n)
		exportAs(t, in("x.parquet"), "--force", clip)
		runtime.GOMAXPROCS(old)
		same("processors", in("x.parquet"), in("x.frames.parquet"))
	}
	for _, command := range [][]string{{"export", "--engine", "cpu", clip}, {"convert", in("d.ndjson")}} {
		status, stdout, stderr := call(t, append(command, "--format", "parquet", "-o", "-")...)
		alone, ofFrames := columnstest.Parquet(t, []byte(stdout)), columnstest.Parquet(t, []byte(whole))
		if ofFrames.Pair = ""; status != statusDone || !reflect.DeepEqual(alone, ofFrames) {
			t.Errorf("%s to standard output: status %d, %d bytes, %s", command[0], status, len(stdout), stderr)
		}
	}
	if got := clitest.Files(t, "."); strings.Contains(got, "parquet ") {
		t.Errorf("here is %s", got)
	}
	many := t.TempDir()
	if status, _, stderr := call(t, "export", "--engine", "cpu", "--format", "parquet", "-o", many+"/", clip, "../samples/tiny-gray.mp4"); status != statusDone {
		t.Fatalf("a batch: status %d, %s", status, stderr)
	}
	same("a batch", filepath.Join(many, "tiny-420.mp4.parquet"), filepath.Join(many, "tiny-420.mp4.frames.parquet"))
}

// TestParquetRefused: tables are not compressed again. An existing table of frames is not replaced
// without a question, and survives a failed export. The video is never replaced.
func TestParquetRefused(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, args := range [][]string{
		{"export", clip, "-o", in("a.parquet.gz")}, {"export", clip, "--format", "parquet.zst", "-o", in("a")}, {"convert", "a.ffq", "-o", in("a.parquet.zst")},
		{"export", clip, "--summary", "-o", in("a.parquet.gz")}, {"export", clip, "--format", "parquet.gz", "-o", dir},
	} {
		if status, _, stderr := call(t, args...); status != statusUsage || !strings.Contains(stderr, "parquet is already compressed") {
			t.Errorf("%v: status %d, %q", args, status, stderr)
		}
	}
	if got := clitest.Files(t, dir); got != "" {
		t.Errorf("in the folder: %s", got)
	}
	write := func(name string, data []byte) {
		t.Helper()
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	exportAs(t, in("a.ffq"), clip)
	write(in("a.frames.parquet"), []byte("kept"))
	video := readFile(t, clip)
	write(in("b.frames.parquet"), video)
	for name, c := range map[string]struct {
		args   []string
		status int
	}{
		"an export":            {[]string{"export", clip, "-o", in("a.parquet")}, statusExists},
		"a conversion":         {[]string{"convert", in("a.ffq"), "-o", in("a.parquet")}, statusExists},
		"a film that is none":  {[]string{"export", in("a.ffq"), "--force", "-o", in("a.parquet")}, statusFailed},
		"no threshold":         {[]string{"export", clip, "--force", "--quads", "100", "--from", "100", "-o", in("a.parquet")}, statusFailed},
		"a film as its output": {[]string{"export", in("b.frames.parquet"), "--force", "-o", in("b.parquet")}, statusFailed},
	} {
		if status, _, stderr := call(t, c.args...); status != c.status {
			t.Errorf("%s: status %d, want %d: %s", name, status, c.status, stderr)
		}
		if string(readFile(t, in("a.frames.parquet"))) != "kept" || !slices.Equal(readFile(t, in("b.frames.parquet")), video) {
			t.Errorf("%s: the table of frames is replaced", name)
		}
	}
	if got, want := clitest.Files(t, dir), "a.ffq a.frames.parquet b.frames.parquet"; got != want {
		t.Errorf("in the folder: %s, want %s", got, want)
	}
}

// TestParquetOfDamage: a damaged video is decoded twice; both tables then have what decodes.
func TestParquetOfDamage(t *testing.T) {
	dir := t.TempDir()
	data := readFile(t, "../samples/tiny-420.mp4")
	packets := bytes.Index(data, []byte("mdat"))
	clear(data[packets+len(data)/3:][:300])
	video, quads, lines := filepath.Join(dir, "broken.mp4"), filepath.Join(dir, "a.parquet"), filepath.Join(dir, "a.ndjson")
	if err := os.WriteFile(video, data, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, out := range []string{quads, lines} {
		if status, _, stderr := call(t, "export", "--engine", "cpu", "-o", out, video); status != statusPartly {
			t.Fatalf("status %d, %s", status, stderr)
		}
	}
	text := string(readFile(t, lines))
	table := columnstest.Parquet(t, readFile(t, filepath.Join(dir, "a.frames.parquet")))
	total := int64(0)
	for _, row := range table.Rows {
		for i, c := range table.Columns {
			if c.Name == "quad_count" {
				total += row[i].(int64)
			}
		}
	}
	if rows := columnstest.Parquet(t, readFile(t, quads)).Rows; len(table.Rows) != strings.Count(text, "\n")-1 || int64(len(rows)) != total || total == 0 {
		t.Errorf("%d frames with %d quads, %d rows of quads, %d lines", len(table.Rows), total, len(rows), strings.Count(text, "\n"))
	}
}
