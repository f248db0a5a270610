package clips

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestKept: cached files equal new ones, a test may change its copy, and other bytes of an input
// give another clip.
func TestKept(t *testing.T) {
	root = t.TempDir()
	source := filepath.Join(t.TempDir(), "a.yuv")
	write := func(luma byte) {
		if err := os.WriteFile(source, bytes.Repeat([]byte{luma}, 16*16*3/2), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	clip := func() []byte {
		path := Make(t, "a.nut", "-f", "rawvideo", "-s", "16x16", "-pix_fmt", "yuv420p", "-i", source, "-c:v", "ffv1")
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, 0); err != nil {
			t.Fatal(err)
		}
		return data
	}
	write(16)
	made := clip()
	if kept := clip(); !bytes.Equal(kept, made) || len(made) == 0 {
		t.Errorf("%d bytes kept of %d", len(kept), len(made))
	}
	write(235)
	if other := clip(); bytes.Equal(other, made) {
		t.Error("another input, and the same clip")
	}
	entries, err := os.ReadDir(root)
	if err != nil || len(entries) != 2 {
		t.Errorf("%d are kept, %v", len(entries), err)
	}

	gray := []string{"-f", "lavfi", "-i", "color=gray:size=16x16", "-frames:v", "1", "-f", "rawvideo"}
	if first, second := Raw(t, gray...), Raw(t, gray...); !bytes.Equal(first, second) || len(first) != 16*16*3/2 {
		t.Errorf("%d bytes, then %d", len(first), len(second))
	}
	size := []string{"-show_entries", "stream=width", "-of", "csv=p=0", source + "x"}
	if err := os.WriteFile(source+"x", made, 0o666); err != nil {
		t.Fatal(err)
	}
	if first, second := Probe(t, size...), Probe(t, size...); string(first) != "16\n" || string(second) != "16\n" {
		t.Errorf("%q, then %q", first, second)
	}
}

// TestNotKept: commands with inputs other than their arguments are not cached.
func TestNotKept(t *testing.T) {
	for _, arg := range []string{"http://127.0.0.1/a.ts", "movie=a.mp4", "concat", "x11grab", filepath.Join(os.TempDir(), "none")} {
		if p := find("ffmpeg", []string{"-i", arg}); p != "" {
			t.Errorf("%s is kept", arg)
		}
	}
	root = t.TempDir()
	if n := len(Raw(t, "-f", "lavfi", "-i", "color=size=2400x2400", "-frames:v", "2", "-f", "rawvideo")); n <= most {
		t.Fatalf("%d bytes", n)
	}
	if entries, err := os.ReadDir(root); err != nil || len(entries) > 0 {
		t.Errorf("more than the most is kept: %v, %v", entries, err)
	}
}
