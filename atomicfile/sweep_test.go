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

// A name that can only be a folder has no temporary files, here or elsewhere.
func TestSweepOfAFolder(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"abc", "folder/abc", ".tmp-1"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := Sweep("folder/", ""); err != nil {
		t.Fatal(err)
	}
	wantNames(t, dir, ".tmp-1", "abc", "folder")
	wantNames(t, filepath.Join(dir, "folder"), "abc")
}

// A folder is swept of the temporary files for some names.
func TestSweepFolder(t *testing.T) {
	dir := t.TempDir()
	long := strings.Repeat("n", 250)
	for _, name := range []string{"a.json", "b.json", long} {
		create(t, filepath.Join(dir, name), "half of it").file.Close()
	}
	for _, name := range []string{".a.json.tmp-UPPER!", "a.json", "a.json.tmp-1", "-", ".tmp-2", "1"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, ".a.json.tmp-1"), 0o777); err != nil {
		t.Fatal(err)
	}
	var seen []string
	match := func(name string) bool {
		seen = append(seen, name)
		return name != "b.json"
	}
	if err := SweepFolder(dir, match); err != nil {
		t.Fatal(err)
	}
	var left []string
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".b.json.tmp-") {
			left = append(left, e.Name())
		}
	}
	if got, want := strings.Join(left, " "), "- .a.json.tmp-1 .a.json.tmp-UPPER! .tmp-2 1 a.json a.json.tmp-1"; got != want || len(entries) != len(left)+1 {
		t.Errorf("left are %s, want %s", got, want)
	}
	for _, name := range seen {
		if len(name) > 200 {
			t.Errorf("a name of %d bytes", len(name))
		}
	}
	if err := SweepFolder(filepath.Join(dir, "none"), match); err != nil {
		t.Error(err)
	}
}
