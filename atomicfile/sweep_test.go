package atomicfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a killed process leaves is swept away, and nothing else.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	long := strings.Repeat("n", 250)
	names := []string{filepath.Join(dir, "a.json"), filepath.Join(dir, long), filepath.Join(dir, "none", "x"), filepath.Join(dir, "folder") + "/"}
	for _, name := range names[:2] {
		create(t, name, "half of it").file.Close()
	}
	other := create(t, filepath.Join(dir, "b.json"), "half of it")
	defer other.Abort()
	stay := []string{".a.json.tmp-", ".a.json.tmp-UPPER!", "a.json", "a.json.tmp-1"}
	for _, name := range stay {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := Sweep(names...); err != nil {
		t.Fatal(err)
	}
	wantNames(t, dir, ".a.json.tmp-", ".a.json.tmp-UPPER!", filepath.Base(other.temp), "a.json", "a.json.tmp-1")
}
