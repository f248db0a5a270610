package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/pipeline/batch"
	"ffkvadrat/tests/clitest"
)

// TestBatchStatus: all, some or no files succeed. The test checks the status, the lines about
// failures and damage, and the total.
func TestBatchStatus(t *testing.T) {
	whole := clitest.VideoFolder(t, nil)
	mixed := clitest.VideoFolder(t, map[string]string{"damaged.mp4": "tiny-open-gop.mp4", "broken.mkv": "README.md"})
	none := clitest.VideoFolder(t, nil)
	for _, name := range []string{"a.mp4", "sub/a.mp4"} {
		if err := os.WriteFile(filepath.Join(none, name), []byte("no film"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text := t.TempDir()
	if err := os.WriteFile(filepath.Join(text, "notes.txt"), []byte("no film"), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		args   []string
		status int
		says   []string // ends of lines
	}{
		"all":     {[]string{whole}, statusDone, []string{"OUT: 2 of 2 files exported, 48 frames; 1 left out, no video"}},
		"some":    {[]string{mixed}, statusPartly, []string{mixed + "/broken.mkv\": not a video", mixed + "/damaged.mp4: the input is damaged: 1 fault,", "OUT: 3 of 4 files exported, 88 frames; 1 damaged; 1 failed; 1 left out, no video"}},
		"none":    {[]string{none}, statusFailed, []string{none + "/a.mp4\": not a video", none + "/sub/a.mp4\": not a video", "OUT: 0 of 2 files exported, 0 frames; 2 failed; 1 left out, no video"}},
		"text":    {[]string{text}, statusFailed, []string{"OUT: 0 of 0 files exported, 0 frames; 1 left out, no video"}},
		"named":   {[]string{text + "/notes.txt", whole + "/a.mp4"}, statusPartly, []string{text + "/notes.txt\": not a video", "OUT: 1 of 2 files exported, 30 frames; 1 failed"}},
		"missing": {[]string{text + "/x.mp4", whole + "/a.mp4"}, statusPartly, []string{"x.mp4\": no such file", "1 failed"}},
		"parts":   {[]string{whole, "--from", "#20"}, statusPartly, []string{whole + "/sub/a.mp4: --from: there is no frame with index 20, the last one has 17", "OUT: 1 of 2 files exported, 10 frames; 1 failed; 1 left out"}},
		"one":     {[]string{whole + "/a.mp4"}, statusDone, []string{"OUT: 1 of 1 file exported, 30 frames"}},
	} {
		t.Run(name, func(t *testing.T) {
			out := t.TempDir()
			status, stdout, stderr := call(t, append([]string{"export", "--engine", "cpu", "-o", out}, c.args...)...)
			lines := strings.Split(strings.TrimSuffix(stderr, "\n"), "\n")
			if status != c.status || stdout != "" || len(lines) < len(c.says) {
				t.Fatalf("status %d, %q, %q", status, stdout, stderr)
			}
			for i, says := range c.says {
				if line := lines[len(lines)-len(c.says)+i]; !strings.Contains(line, strings.ReplaceAll(says, "OUT", out)) {
					t.Errorf("line %q does not say %q", line, says)
				}
			}
		})
	}
}

// TestBatchIsTheSameWithAnyJobs: the files are the same, byte for byte, with any number of jobs and either
// engine.
func TestBatchIsTheSameWithAnyJobs(t *testing.T) {
	t.Parallel()
	dir := clitest.VideoFolder(t, map[string]string{"damaged.mp4": "tiny-open-gop.mp4", "b.webm": "tiny-vp9.webm", "c.png": "tiny-still.png"})
	var want string
	for _, flags := range []string{"--jobs 1 --engine cpu", "--jobs 3 --engine cpu", "--jobs 2 --engine gpu", "--engine auto"} {
		out := filepath.Join(t.TempDir(), "out")
		args := append([]string{"export", dir, "-o", out, "--format", "json.gz"}, strings.Fields(flags)...)
		if status, _, stderr := call(t, args...); status != statusPartly {
			t.Fatalf("%s: status %d, %s", flags, status, stderr)
		}
		var got bytes.Buffer
		for _, name := range []string{"a.mp4", "b.webm", "c.png", "damaged.mp4", "sub/a.mp4"} {
			data, err := os.ReadFile(filepath.Join(out, name+".json.gz"))
			if err != nil {
				t.Fatal(err)
			}
			got.Write(data)
		}
		if want == "" {
			want = got.String()
		}
		if got.String() != want {
			t.Errorf("%s: other bytes", flags)
		}
	}
}

// TestBatchResume: a resumed run reports what was finished before, and has the status of an
// uninterrupted run.
func TestBatchResume(t *testing.T) {
	dir := clitest.VideoFolder(t, map[string]string{"damaged.mp4": "tiny-open-gop.mp4"})
	out := filepath.Join(t.TempDir(), "out")
	args := []string{"export", "--engine", "cpu", dir, "-o", out + "/", "--resume", "--format", "yuview"}
	for run := range 2 {
		status, _, stderr := call(t, args...)
		kept := strings.Contains(stderr, "3 of 3 files exported, 88 frames; 3 finished before; 1 damaged")
		if status != statusPartly || kept != (run == 1) || !strings.Contains(stderr, "damaged.mp4: the input is damaged: 1 fault,") {
			t.Errorf("run %d: status %d, %q", run, status, stderr)
		}
	}
	want := batch.JournalName + " a.mp4.yuview.csv a.mp4.yuvplaylist damaged.mp4.yuview.csv damaged.mp4.yuvplaylist sub"
	if got := clitest.Files(t, out); got != want {
		t.Errorf("the folder holds %s, want %s", got, want)
	}
}

// TestBatchInterrupted: an interrupted batch leaves its finished files and says how to continue.
func TestBatchInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir := clitest.VideoFolder(t, nil)
	out := filepath.Join(t.TempDir(), "out")
	var stdout, stderr bytes.Buffer
	status := run(&environment{ctx: ctx, stdout: &stdout, stderr: &stderr}, []string{"export", "--engine", "cpu", dir, "-o", out})
	if status != statusInterrupted || !strings.Contains(stderr.String(), "0 of 3 files exported, 0 frames; 3 not done; --resume continues from here") {
		t.Errorf("status %d, %q", status, &stderr)
	}
	if _, err := os.Stat(out); !os.IsNotExist(err) {
		t.Errorf("the folder is there: %v", err)
	}
}

// TestBatchArguments: invalid batches are an error of one line and leave nothing behind.
func TestBatchArguments(t *testing.T) {
	dir := clitest.VideoFolder(t, nil)
	clip := filepath.Join(dir, "a.mp4")
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	empty := t.TempDir()
	for name, c := range map[string]struct {
		args   []string
		status int
		says   string
	}{
		"a file for a folder":  {[]string{dir, "-o", "out.json"}, statusUsage, "out.json names a file"},
		"a file that is there": {[]string{dir, clip, "-o", file}, statusUsage, file + " names a file"},
		"standard output":      {[]string{dir, "-o", "-"}, statusUsage, "name a folder"},
		"the sample":           {[]string{"-o", empty}, statusUsage, "name a file in it"},
		"jobs of one":          {[]string{clip, "-o", "x.json", "--jobs", "2"}, statusUsage, "--jobs and --resume"},
		"resume of one":        {[]string{clip, "-o", "x.json", "--resume"}, statusUsage, "--jobs and --resume"},
		"jobs":                 {[]string{dir, "-o", empty, "--jobs=-1"}, statusUsage, "--jobs: -1"},
		"format":               {[]string{dir, "-o", empty, "--format", "xml"}, statusUsage, "xml"},
		"summary":              {[]string{dir, "-o", empty, "--format", "coco", "--summary"}, statusUsage, "--summary"},
		"nothing":              {[]string{empty, "-o", filepath.Join(empty, "out")}, statusFailed, empty + ": there is no video or picture in it"},
		"below a file":         {[]string{dir, "-o", filepath.Join(file, "out")}, statusFailed, "not a directory"},
	} {
		t.Run(name, func(t *testing.T) {
			status, _, stderr := call(t, append([]string{"export", "--engine", "cpu"}, c.args...)...)
			if status != c.status || !strings.Contains(stderr, c.says) || strings.Count(stderr, "\n") != 1 {
				t.Errorf("status %d, %q; want %d and %q", status, stderr, c.status, c.says)
			}
		})
	}
	if got := clitest.Files(t, empty); got != "" {
		t.Errorf("left behind: %s", got)
	}
}

// TestBatchCounts: each file has its number in the batch, also files that are not videos.
func TestBatchCounts(t *testing.T) {
	videos := clitest.VideoFolder(t, map[string]string{"broken.mkv": "README.md", "b.gif": "tiny-palette.gif"})
	out := t.TempDir()
	for _, resume := range []bool{false, true} {
		args := []string{"export", "--engine", "cpu", "--jobs", "1", videos, "-o", out}
		if resume {
			args = append(args, "--resume")
		}
		_, _, stderr := call(t, args...)
		lines := strings.Split(stderr, "\n")
		done := map[bool][2]string{
			false: {out + "/a.mp4.ndjson: 30 frames", out + "/b.gif.ndjson: 6 frames"},
			true:  {out + "/a.mp4.ndjson: finished before", out + "/b.gif.ndjson: finished before"},
		}[resume]
		for i, want := range []string{
			"[1/5] " + done[0], "[2/5] " + done[1], "[3/5] " + videos + "/broken.mkv: failed",
			"[4/5] " + videos + "/notes.txt: not a video, left out", "[5/5] " + out + "/sub/a.mp4.ndjson: ",
		} {
			if len(lines) <= i || !strings.HasPrefix(lines[i], want) {
				t.Errorf("line %d of %q is not %q", i, lines, want)
			}
		}
	}
}
