package clitest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
)

// root is the module's folder, determined before a test changes the working directory.
var root = func() string {
	dir, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil || dir == filepath.Dir(dir) {
			break
		}
		dir = filepath.Dir(dir)
	}
	return dir
}()

// Looped returns a clip that repeats a short one, which is long but cheap to make.
func Looped(t *testing.T, times, size string, args ...string) string {
	t.Helper()
	short := clips.Make(t, "short.mp4", append([]string{"-f", "lavfi", "-i", size}, args...)...)
	return clips.Make(t, "long.mp4", "-stream_loop", times, "-i", short, "-c", "copy")
}

// VideoFolder returns a folder with two videos, a text, and a copy of a sample for each name in
// more.
func VideoFolder(t *testing.T, more map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o777); err != nil {
		t.Fatal(err)
	}
	samples := map[string]string{"a.mp4": "tiny-420.mp4", "sub/a.mp4": "tiny-vfr.mp4", "notes.txt": "README.md"}
	for name, sample := range more {
		samples[name] = sample
	}
	for name, sample := range samples {
		data, err := os.ReadFile(filepath.Join(root, "samples", sample))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(name, "damaged") {
			for i := len(data) / 4; i < len(data)/3; i += 50 {
				data[i] ^= 0x55
			}
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Files returns the names in a folder, separated by blanks.
func Files(t *testing.T, dir string) string {
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
