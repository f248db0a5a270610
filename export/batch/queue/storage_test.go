package queue

import (
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
)

// What killed processes have left is removed; what others use, or what is no folder of a
// server's, is not.
func TestStorage(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	used, remove, err := storage()
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, folder := range []string{at(storageName + "left/jetstream"), at("others")} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	link, pipe := at(storageName+"link"), at(storageName+"pipe")
	if err := os.Symlink(at("others"), link); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	own, removeOwn, err := storage()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{used, own, at("others"), link, pipe} {
		if _, err := os.Lstat(name); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Lstat(at(storageName + "left")); !os.IsNotExist(err) {
		t.Errorf("what was left: %v", err)
	}
	remove()
	removeOwn()
	for _, name := range []string{used, own} {
		if _, err := os.Lstat(name); !os.IsNotExist(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Processes that begin at the same time leave each other's folders alone.
func TestStoragesAtOnce(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var folders sync.WaitGroup
	for range 8 {
		folders.Go(func() {
			for range 50 {
				folder, remove, err := storage()
				if err != nil {
					t.Error(err)
					return
				}
				if err := os.WriteFile(filepath.Join(folder, "stream"), nil, 0o600); err != nil {
					t.Error(err)
				}
				remove()
			}
		})
	}
	folders.Wait()
}
