//go:build linux

package statefile_test

import (
	"os"
	"path/filepath"
	"testing"

	"ffkvadrat/atomicfile"
	"ffkvadrat/atomicfile/statefile"
	"ffkvadrat/atomicfile/statefile/statefiletest"
)

// TestRefused: anything else in place of a file is refused and left alone.
func TestRefused(t *testing.T) {
	closed := func(f *os.File, err error) error {
		if err == nil {
			f.Close()
		}
		return err
	}
	aborted := func(f *atomicfile.File, err error) error {
		if err == nil {
			f.Abort()
		}
		return err
	}
	for name, c := range map[string]struct {
		follows bool
		open    func(path string) error
	}{
		"read":  {false, func(path string) error { return closed(statefile.Open(path, os.O_RDONLY, 0)) }},
		"write": {false, func(path string) error { return closed(statefile.Open(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)) }},
		"named": {true, func(path string) error { return closed(statefile.OpenNamed(path)) }},
		"make":  {false, func(path string) error { return aborted(statefile.Create(path)) }},
	} {
		t.Run(name, func(t *testing.T) {
			statefiletest.Run(t, "file", c.follows, func(_ *testing.T, path string) error { return c.open(path) })
		})
	}
}

// TestCreate: files are created and replaced with their old permissions; a link that the user names
// stays.
func TestCreate(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.Symlink("file", link); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		path    string
		create  func(string) (*atomicfile.File, error)
		content string
	}{{file, statefile.Create, "first"}, {file, statefile.Create, "second"}, {file, statefile.CreateNamed, "third"}, {link, statefile.CreateNamed, "fourth"}} {
		f, err := step.create(step.path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(step.content)); err != nil {
			t.Fatal(err)
		}
		if err := f.Commit(); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(file)
		info, statErr := os.Lstat(file)
		if err != nil || statErr != nil || string(data) != step.content || !info.Mode().IsRegular() {
			t.Fatalf("%q, %v, %v, want %q", data, err, statErr, step.content)
		}
		if step.content != "first" && info.Mode().Perm() != 0o640 {
			t.Errorf("%s: permissions %v", step.content, info.Mode())
		}
		if err := os.Chmod(file, 0o640); err != nil {
			t.Fatal(err)
		}
	}
	if leads, err := os.Readlink(link); err != nil || leads != "file" {
		t.Errorf("the link leads to %q, %v", leads, err)
	}
	if err := os.Remove(link); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(link, 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := statefile.CreateNamed(link); err == nil {
		t.Error("a folder is replaced")
	}
}
