package queue

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// Folders of killed processes are removed; folders in use, folders that are not a server's, and
// folders with other contents are not.
func TestStorage(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	used, remove, err := storage()
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	folder := func(name string, marks ...string) string {
		t.Helper()
		if err := os.MkdirAll(at(filepath.Join(name, "jetstream")), 0o700); err != nil {
			t.Fatal(err)
		}
		for _, mark := range marks {
			if err := os.WriteFile(at(filepath.Join(name, storageMark)), []byte(mark), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return at(name)
	}
	named := func(letter string) string { return storageName + strings.Repeat(letter, 26) }
	left := folder(named("A"), storageMarked)
	early := folder(named("B"), storageMarked) // of a process that was killed before its server began
	if err := os.Remove(filepath.Join(early, "jetstream")); err != nil {
		t.Fatal(err)
	}
	stay := []string{
		used, folder("others", storageMarked), folder(storageName+"out", storageMarked), folder(storageName+"4087359018", storageMarked),
		folder(named("A")+"A", storageMarked), folder("x"+named("A"), storageMarked), folder(named("a"), storageMarked),
		folder(named("C")), folder(named("D"), ""), folder(named("E"), storageMarked+"\n"),
		filepath.Join(folder(named("F"), storageMarked), "result.ndjson"), filepath.Join(folder(named("G"), storageMarked), "jetstream", "result.ndjson"),
		at(named("H")), at(named("I")),
	}
	for _, name := range stay {
		if strings.HasSuffix(name, ".ndjson") {
			if err := os.WriteFile(name, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.Symlink(at("others"), at(named("H"))); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(at(named("I")), 0o600); err != nil {
		t.Fatal(err)
	}
	own, removeOwn, err := storage()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(stay, own) {
		if _, err := os.Lstat(name); err != nil {
			t.Error(err)
		}
	}
	remove()
	removeOwn()
	for _, name := range []string{left, early, used, own} {
		if _, err := os.Lstat(name); !os.IsNotExist(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A server leaves nothing, and the folder of one that is killed is removed.
func TestStorageOfAServer(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	killed := open(t, Local, "job", strange)
	if err := killed.Offer(t.Context(), []string{"a.mp4"}); err != nil {
		t.Fatal(err)
	}
	made, err := os.ReadDir(dir)
	if err != nil || len(made) != 1 {
		t.Fatalf("%v, %v", made, err)
	}
	// Its copy is what a killed process leaves.
	if err := os.CopyFS(filepath.Join(dir, storageName+strings.Repeat("A", 26)), os.DirFS(filepath.Join(dir, made[0].Name()))); err != nil {
		t.Fatal(err)
	}
	open(t, Local, "job", strange).Close(true)
	killed.Close(true)
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("%v, %v", left, err)
	}
}

// If there is no folder for temporary files, one line says which, and not what it was for.
func TestNoTemporaryFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for folder, says := range map[string]string{
		filepath.Join(file, "..", "nowhere"): ", does not exist: set TMPDIR to another",
		file:                                 ", cannot be written: not a directory: set TMPDIR to another",
	} {
		t.Setenv("TMPDIR", folder)
		_, _, err := storage()
		if want := "the folder for temporary files, " + folder + says; err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// Processes that begin concurrently leave each other's folders alone.
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
				if lock, err := lockFolder(folder); err == nil {
					lock.Close()
					t.Error("a folder is not locked")
				}
				if err := os.WriteFile(filepath.Join(folder, "jetstream"), nil, 0o600); err != nil {
					t.Error(err)
				}
				remove()
			}
		})
	}
	folders.Wait()
}
