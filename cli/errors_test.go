package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestErrors(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "notes.mp4")
	if err := os.WriteFile(text, []byte(strings.Repeat("not a film\n", 300)), 0o644); err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(dir, "empty.mkv")
	if err := os.WriteFile(empty, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out.json")
	clip := "../samples/tiny-420.mp4"
	for name, c := range map[string]struct {
		args   []string
		status int
		says   string
	}{
		"no file":           {[]string{"export", "-o", out, "nowhere.mp4"}, statusFailed, "nowhere.mp4"},
		"a folder":          {[]string{"export", "-o", out, dir}, statusFailed, dir},
		"text":              {[]string{"export", "-o", out, text}, statusFailed, "not a video"},
		"empty":             {[]string{"export", "-o", out, empty}, statusFailed, "not a video"},
		"sound only":        {[]string{"export", "-o", out, "../samples/tiny-sound-only.m4a"}, statusFailed, "no video stream"},
		"sound only, probe": {[]string{"probe", "../samples/tiny-sound-only.m4a"}, statusFailed, "no video stream"},
		"unwritable":        {[]string{"export", "-o", filepath.Join(dir, "none", "x.json"), clip}, statusFailed, "none"},
		"disk full":         {[]string{"export", "-o", "/dev/full", "--format", "json", clip}, statusFailed, "no space left"},
		"ending":            {[]string{"export", "-o", filepath.Join(dir, "x.txt"), clip}, statusFailed, ".json"},
		"threshold":         {[]string{"export", "-o", out, "-t", "7", clip}, statusFailed, "threshold 7"},
		"engine":            {[]string{"export", "-o", out, "--engine", "tpu", clip}, statusUsage, "engine"},
		"no output":         {[]string{"export", clip}, statusUsage, "output"},
		"stream":            {[]string{"export", "-o", out, "--stream", "1", clip}, statusFailed, "stream 1"},
		"time":              {[]string{"snapshot", "-o", out, "--at", "soon", clip}, statusFailed, "soon"},
		"opacity":           {[]string{"snapshot", "-o", out, "--opacity", "2", clip}, statusUsage, "opacity"},
	} {
		t.Run(name, func(t *testing.T) {
			before := files(t, dir)
			status, _, stderr := call(t, c.args...)
			if status != c.status || !strings.Contains(stderr, c.says) {
				t.Errorf("status %d, %q; want %d and %q", status, stderr, c.status, c.says)
			}
			if c.status == statusFailed && strings.Count(stderr, "\n") != 1 {
				t.Errorf("more than one line: %q", stderr)
			}
			if after := files(t, dir); after != before {
				t.Errorf("left behind: %s, had %s", after, before)
			}
		})
	}
}

func files(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

// A file cut in the middle gives what decodes, and a status of its own.
func TestTruncatedInput(t *testing.T) {
	data, err := os.ReadFile("../samples/sample.mp4")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cut := filepath.Join(dir, "cut.mp4")
	if err := os.WriteFile(cut, data[:len(data)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out.ndjson")
	status, _, stderr := call(t, "export", "--engine", "cpu", "-o", out, cut)
	if status != statusPartly || !strings.Contains(stderr, "damaged") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("status %d, %q", status, stderr)
	}
	lines, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(lines), "\n") - 1; n < 50 || n >= 250 {
		t.Errorf("%d frames from half a file of 250", n)
	}
}
