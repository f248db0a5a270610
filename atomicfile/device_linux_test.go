package atomicfile

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
)

func TestOpenFileInProc(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	link := filepath.Join(t.TempDir(), "stdout")
	if err := os.Symlink(filepath.Join("/proc/self/fd", strconv.Itoa(int(file.Fd()))), link); err != nil {
		t.Fatal(err)
	}
	commit(t, link, "redirected")
	wantFile(t, name, "redirected")
	own, err1 := file.Stat()
	now, err2 := os.Stat(name)
	if err1 != nil || err2 != nil || !os.SameFile(own, now) {
		t.Error("the open file was replaced by another one")
	}
}

func TestDiskFull(t *testing.T) {
	f, err := Create(context.Background(), "/dev/full")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("x")); err != nil {
		t.Fatal(err)
	}
	err = f.Commit()
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("Commit: %v", err)
	}
	if want := `atomicfile: write "/dev/full": no space left on device`; err.Error() != want {
		t.Errorf("error %q, want %q", err, want)
	}

	f, err = Create(context.Background(), "/dev/full")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Abort()
	if _, err := f.Write(make([]byte, 2*bufferSize)); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("a long Write: %v", err)
	}
}
