//go:build unix

package atomicfile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestPipe: a pipe is written directly, not replaced.
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
	reader, err := os.OpenFile(name, os.O_RDWR, 0) // so that opening does not wait
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

// TestPipeInterrupted: waiting for a pipe's reader, and for space in the pipe, ends with the context.
func TestPipeInterrupted(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for what, open := range map[string]func() error{
		"Create": func() error { _, err := Create(ctx, name); return err },
		"Stream": func() error { _, err := Stream(ctx, name); return err },
	} {
		if err := open(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s without a reader: %v", what, err)
		}
	}
	reader, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	ctx, cancel = context.WithCancel(context.Background())
	f, err := Create(ctx, name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Abort()
	go func() {
		reader.Read(make([]byte, 1)) // after writing has started
		cancel()
	}()
	if _, err := f.Write(bytes.Repeat([]byte("x"), 1<<20)); !errors.Is(err, context.Canceled) {
		t.Errorf("without room: %v", err)
	}
}

// TestOpenFile: an open file is written, not replaced.
func TestOpenFile(t *testing.T) {
	for _, form := range []string{"/dev/fd/%d", "/proc/self/fd/%d"} {
		file, err := os.Create(filepath.Join(t.TempDir(), "file"))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		name := fmt.Sprintf(form, file.Fd())
		commit(t, name, "written")
		got := make([]byte, 10)
		if n, _ := file.ReadAt(got, 0); string(got[:n]) != "written" || Replaces(name) {
			t.Errorf("%s: the open file has %q", form, got[:n])
		}
	}
}

// TestPublishAllIsNoFile: a link, a folder and a pipe occupy a name too.
func TestPublishAllIsNoFile(t *testing.T) {
	for name, make := range map[string]func(path string) error{
		"a link":   func(path string) error { return os.Symlink("/dev/null", path) },
		"a folder": func(path string) error { return os.Mkdir(path, 0o777) },
		"a pipe":   func(path string) error { return syscall.Mkfifo(path, 0o666) },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "out")
			f, err := Create(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			err = PublishAll(func([]fs.FileInfo) error { return make(path) }, f)
			info, statErr := os.Lstat(path)
			if err == nil || statErr != nil || info.Mode().IsRegular() {
				t.Errorf("%v, %v, %v", err, info.Mode(), statErr)
			}
		})
	}
}
