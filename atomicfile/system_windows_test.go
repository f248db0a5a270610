package atomicfile

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/windows"
)

// permissions returns the permissions that a file has after os.Chmod: Windows has a mark for those that cannot be written.
func permissions(set fs.FileMode) fs.FileMode {
	if set&0o200 == 0 {
		return 0o444
	}
	return 0o666
}

// TestOpenElsewhere: a name that another process has open for reading, without letting others replace it, is replaced
// when that is closed.
func TestOpenElsewhere(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	commit(t, name, "one")
	f := create(t, name, "two")
	reader, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	committed := make(chan error)
	go func() { committed <- f.Commit() }()
	reader.Close()
	if err := <-committed; err != nil {
		t.Fatal(err)
	}
	wantFile(t, name, "two")
}

// TestSurrogates: a name keeps a surrogate without its partner, which Windows allows: files are written,
// found, replaced and swept under it.
func TestSurrogates(t *testing.T) {
	dir := t.TempDir()
	units := []uint16{'a', 0xd800, 'b', 0xdc00}
	name := syscall.UTF16ToString(units)
	if back, err := windows.UTF16FromString(name); err != nil || !slices.Equal(back, append(slices.Clone(units), 0)) {
		t.Fatalf("%q: %x, %v", name, back, err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
		t.Skip("the file system has no such names, as under Wine: ", err)
	}
	for _, text := range []string{"one", "two"} {
		commit(t, filepath.Join(dir, name), text)
		wantNames(t, dir, name)
		wantFile(t, filepath.Join(dir, name), text)
	}
	if !Replaces(filepath.Join(dir, name)) {
		t.Error("there is no such file to replace")
	}
	path, err := windows.UTF16PtrFromString(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	var found windows.Win32finddata
	handle, err := windows.FindFirstFile(path, &found)
	if err != nil {
		t.Fatal(err)
	}
	defer windows.FindClose(handle)
	if got := found.FileName[:len(units)+1]; !slices.Equal(got, append(slices.Clone(units), 0)) {
		t.Errorf("the file is called %x", got)
	}
}

// TestLongPath: names may be longer than 260 characters in all.
func TestLongPath(t *testing.T) {
	dir := filepath.Join(t.TempDir(), strings.Repeat("d", 200), strings.Repeat("e", 200))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, strings.Repeat("f", 200))
	commit(t, name, "text")
	wantNames(t, dir, filepath.Base(name))
	wantFile(t, name, "text")
}
