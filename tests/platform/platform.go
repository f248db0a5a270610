// Package platform has what tests have to know of the system on which they run.
package platform

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// windows says that the system is Windows, or Wine.
const windows = runtime.GOOS == "windows"

// Name returns a file's name with _ for the letters that the system does not allow in names. / separates folders.
func Name(name string) string {
	if !windows {
		return name
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`<>:"\|?*`, r) {
			return '_'
		}
		return r
	}, strings.TrimRight(name, " ."))
}

// Path returns an absolute path with the system's separators, on Windows on drive C.
func Path(path string) string {
	if windows {
		return "C:" + filepath.FromSlash(path)
	}
	return path
}

// Symlink makes a symbolic link. On Windows not every user may, and Wine 10 makes none but reports no error: then the
// test is skipped.
func Symlink(t testing.TB, target, name string) {
	t.Helper()
	err := os.Symlink(target, name)
	if err == nil {
		_, err = os.Lstat(name)
	}
	switch {
	case err != nil && windows:
		t.Skip("there are no symbolic links here: ", err)
	case err != nil:
		t.Fatal(err)
	}
}

// Program skips the test on Windows if there is no such program.
func Program(t testing.TB, name string) {
	t.Helper()
	_, err := exec.LookPath(name)
	Missing(t, err)
}

// Missing handles the error of a program that could not be started. Programs such as ffmpeg and bash are not there on
// Windows: the test is skipped then.
func Missing(t testing.TB, err error) {
	t.Helper()
	if windows && errors.Is(err, exec.ErrNotFound) {
		t.Skip("on Windows only with that program: ", err)
	}
}
