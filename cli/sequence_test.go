package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// numbered makes n pictures, numbered from first on, and returns their pattern.
func numbered(t *testing.T, pattern string, first, n int) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), pattern)
	out, err := exec.Command("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=16x16:r=25", "-frames:v", fmt.Sprint(n), "-start_number", fmt.Sprint(first), name).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return name
}

func TestSequence(t *testing.T) {
	path := numbered(t, "shot_%04d.dpx", 100, 8)
	dir := filepath.Dir(path)
	os.Remove(fmt.Sprintf(path, 103))
	file := fmt.Sprintf(path, 102)
	hashes := dir + "/shot_####.dpx"
	out := filepath.Join(t.TempDir(), "out.ndjson")
	for _, c := range []struct {
		args   []string
		status int
		text   string // in what is printed
	}{
		{[]string{"export", path, "-o", out}, statusPartly, "1 picture is missing: 103; 7 frames"},
		{[]string{"verify", out, path}, statusPartly, "7 frames"},
		{[]string{"verify", out, hashes}, statusPartly, "7 frames"},
		{[]string{"export", hashes, "-o", out, "--force", "--from", "#4"}, statusDone, "3 frames"},
		{[]string{"export", path, "-o", out, "--force", "--no-holes"}, statusFailed, "1 picture is missing: 103"},
		{[]string{"probe", path, "--rate", "24000/1001"}, statusDone, "(24000/1001)"},
		{[]string{"probe", file, "--sequence"}, statusDone, hashes},
		{[]string{"probe", dir, "--sequence"}, statusDone, "image2, pictures 100–107, 1 missing, 1 stream"},
		{[]string{"probe", dir, "--sequence", "--json"}, statusDone, `"first": 100`},
		{[]string{"probe", file}, statusDone, "dpx_pipe"},
		{[]string{"snapshot", path, "--at", "#3", "-o", filepath.Join(t.TempDir(), "a.png")}, statusDone, "frame index 3 at 0.160 s"},
		{[]string{"export", path, "-o", file, "--format", "csv", "--force"}, statusFailed, "is a picture of the input"},

		{[]string{"probe", dir + "/x_##.dpx"}, statusFailed, "no picture has a name of the pattern x_##.dpx"},
		{[]string{"probe", path, "--rate", "fast"}, statusUsage, `"fast" is not a rate such as 24 or 24000/1001`},
		{[]string{"probe", file, "--rate", "24"}, statusUsage, "--rate is for numbered pictures"},
		{[]string{"probe", file, "--no-holes"}, statusUsage, "--no-holes is for numbered pictures"},
		{[]string{"probe", "--sequence"}, statusUsage, "--sequence: name a picture or its folder"},
		{[]string{"probe", t.TempDir(), "--sequence"}, statusUsage, "there is no picture in the folder"},
	} {
		status, stdout, stderr := call(t, c.args...)
		if status != c.status || !strings.Contains(stdout+stderr, c.text) || c.status != statusDone && strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: status %d, %s%s; want %d with %q", c.args, status, stdout, stderr, c.status, c.text)
		}
	}
}

// TestBatchOfSequences: exports of numbered pictures are resumed, under each of their names alone, and no queue
// takes them.
func TestBatchOfSequences(t *testing.T) {
	path := numbered(t, "shot_%04d.png", 100, 4)
	dir := filepath.Dir(path)
	os.Remove(fmt.Sprintf(path, 102))
	hashes, other := dir+"/shot_####.png", "../samples/tiny-420.mp4"
	out := t.TempDir() + "/"
	for _, c := range []struct {
		args   []string
		status int
		text   string // at the end of what is printed
	}{
		{[]string{hashes, other}, statusPartly, "2 of 2 files exported, 33 frames; 1 damaged\n"},
		{[]string{hashes, other}, statusPartly, "2 of 2 files exported, 33 frames; 2 finished before; 1 damaged\n"},
		{[]string{dir, other, "--sequence"}, statusPartly, "2 of 2 files exported, 33 frames; 2 finished before; 1 damaged\n"},
		{[]string{hashes, other, "--rate", "30"}, statusPartly, "2 of 2 files exported, 33 frames; 1 damaged\n"},
		{[]string{hashes, other, "--queue", "local"}, statusFailed, "--queue: " + hashes + " has numbered pictures, and a queue shares single files: export it without --queue\n"},
	} {
		args := append([]string{"export", "--engine", "cpu", "-o", out}, c.args...)
		if c.status != statusFailed {
			args = append(args, "--resume")
		}
		if status, _, stderr := call(t, args...); status != c.status || !strings.HasSuffix(stderr, c.text) {
			t.Errorf("%q: status %d, %s", c.args, status, stderr)
		}
	}
}
