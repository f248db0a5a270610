//go:build unix

package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A pipe is written through, not replaced.
func TestPipe(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	got := make(chan []byte)
	go func() {
		b, _ := os.ReadFile(fifo)
		got <- b
	}()
	commit(t, fifo, "through a pipe")
	if b := <-got; string(b) != "through a pipe" {
		t.Errorf("the pipe carried %q", b)
	}
}

func TestSeekInPipe(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	reader, err := os.OpenFile(name, os.O_RDWR, 0) // so that nobody waits
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	f := create(t, name, "x")
	defer f.Abort()
	if _, err := f.Seek(0, io.SeekCurrent); !errors.Is(err, syscall.ESPIPE) {
		t.Errorf("%v", err)
	}
}
