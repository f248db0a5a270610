//go:build linux

// Package statefiletest puts other things in place of a file, for tests.
package statefiletest

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"

	"ffkvadrat/atomicfile/statefile"
	"ffkvadrat/tests/wait"
)

// thing is something in place of a file.
type thing struct {
	name string
	put  func(path string) error
	err  error // error of opening it
	led  error // error of opening it if links are followed
}

// content is the content of the link's target.
const content = "somebody else's"

func target(path string) string { return filepath.Join(filepath.Dir(path), "target") }

var things = []thing{
	{"link", func(path string) error {
		return errors.Join(os.WriteFile(target(path), []byte(content), 0o600), os.Chmod(target(path), 0o666), os.Symlink("target", path))
	}, statefile.ErrNotRegular, nil},
	{"link to nothing", func(path string) error { return os.Symlink("target", path) }, statefile.ErrNotRegular, fs.ErrNotExist},
	{"link to a device", func(path string) error { return os.Symlink("/dev/zero", path) }, statefile.ErrNotRegular, statefile.ErrNotRegular},
	{"pipe", func(path string) error { return errors.Join(unix.Mkfifo(path, 0o666), os.Chmod(path, 0o666)) }, statefile.ErrNotRegular, statefile.ErrNotRegular},
	{"folder", func(path string) error { return os.Mkdir(path, 0o777) }, statefile.ErrNotRegular, statefile.ErrNotRegular},
	{"socket", socket, statefile.ErrNotRegular, statefile.ErrNotRegular},
	{"device", func(path string) error {
		return errors.Join(unix.Mknod(path, unix.S_IFCHR|0o666, int(unix.Mkdev(1, 5))), os.Chmod(path, 0o666))
	}, statefile.ErrNotRegular, statefile.ErrNotRegular},
	{"no permission", func(path string) error { return os.WriteFile(path, []byte(content), 0) }, fs.ErrPermission, fs.ErrPermission},
}

func socket(path string) error {
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path})
	if err != nil {
		return err
	}
	l.SetUnlinkOnClose(false)
	return l.Close()
}

// Run runs a subtest for each thing that can be in place of the file name. call gets its path, without
// root's rights. Its error must say what is wrong; links may be followed if follows is true. The thing,
// and the target of the link, must stay unchanged.
func Run(t *testing.T, name string, follows bool, call func(t *testing.T, path string) error) {
	for _, thing := range things {
		t.Run(thing.name, func(t *testing.T) {
			folder, err := os.MkdirTemp("", "ffkvadrat-state-*")
			if err != nil {
				t.Fatal(err)
			}
			defer os.RemoveAll(folder)
			path := filepath.Join(folder, name)
			if err := errors.Join(os.Chmod(folder, 0o777), thing.put(path)); errors.Is(err, unix.EPERM) {
				t.Skip(err)
			} else if err != nil {
				t.Fatal(err)
			}
			before := look(path)
			want := thing.err
			if follows {
				want = thing.led
			}
			if err := ordinary(t, func() error { return call(t, path) }); !errors.Is(err, want) {
				t.Errorf("%v, want %v", err, want)
			}
			if after := look(path); after != before {
				t.Errorf("there is %s now, and before %s", after, before)
			}
		})
	}
}

// look describes what is at a path.
func look(path string) string {
	info, err := os.Lstat(path)
	if err != nil {
		return err.Error()
	}
	leads, _ := os.Readlink(path)
	data, err := os.ReadFile(target(path))
	return fmt.Sprintf("%v → %q: %q, %v", info.Mode(), leads, data, err)
}

// ordinary makes a call that must not wait, without root's rights.
func ordinary(t *testing.T, call func() error) error {
	t.Helper()
	done := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		if os.Geteuid() == 0 {
			unix.SetfsuidRetUid(65534)
		}
		done <- call()
	}()
	return wait.Receive(t, "a call that must not wait", done)
}
