package cli

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestOneOfAThing: one thing has the singular, in all commands with a picture of one pixel.
func TestOneOfAThing(t *testing.T) {
	dir := t.TempDir()
	dot, quads, wrong := filepath.Join(dir, "dot.png"), filepath.Join(dir, "dot.ndjson"), filepath.Join(dir, "wrong.ndjson")
	var data bytes.Buffer
	if err := png.Encode(&data, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dot, data.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	several := regexp.MustCompile(`\b1 [a-z]+s\b`)
	for _, c := range []struct {
		args []string
		says []string
	}{
		{[]string{"export", "--engine", "cpu", "-o", quads, dot}, []string{": 1 frame, threshold 0.01 (default); "}},
		{[]string{"snapshot", "--engine", "cpu", "-o", filepath.Join(dir, "x.png"), dot}, []string{", 1 quad\n"}},
		{[]string{"render", "--engine", "cpu", "-o", filepath.Join(dir, "x.mkv"), dot}, []string{": 1 frame of 2×2"}},
		{[]string{"verify", quads, dot}, []string{": 1 frame, 1 quad, all"}},
		{[]string{"probe", "--engine", "cpu", "--max-size", "1", dot}, []string{", 1 stream: ", "quads of at most 1 pixel\n"}},
		{[]string{"verify", wrong}, []string{": 1 fault in 1 frame\n"}},
		{[]string{"export", "--engine", "cpu", "-o", dir + "/out", dot, dir + "/none.mp4"}, []string{": 1 of 2 files exported, 1 frame; 1 failed"}},
		{[]string{"bench", "--engines", "cpu", "--threads", "1", "--contents", "full", "--sizes", "1024", "--runs", "3", "--limit", "0"}, []string{", 1 thread; ", ": 1 quad\n"}},
	} {
		status, stdout, stderr := call(t, c.args...)
		text := stdout + stderr
		for _, says := range c.says {
			if !strings.Contains(text, says) {
				t.Errorf("%q: status %d, %q does not say %q", c.args, status, text, says)
			}
		}
		if s := several.FindString(text); s != "" {
			t.Errorf("%q: %q in %q", c.args, s, text)
		}
		if c.args[0] == "export" && c.args[4] == quads { // make a copy with a fault
			good, err := os.ReadFile(quads)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(wrong, bytes.Replace(good, []byte(`"key_frame":1`), []byte(`"key_frame":2`), 1), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}
