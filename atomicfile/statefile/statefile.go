// Package statefile opens files that the program keeps for itself from one run
// to the next, and files of the same kind that the user names.
//
// They are regular files, and the program never waits for them. If something else has
// a file's name, such as a pipe, a device or a folder, that is an error that
// matches [ErrNotRegular], and it stays as it is. The same holds for a symbolic link in the
// place of a file that the program keeps, because folders for output may belong to
// somebody else. A link that the user names may lead to the file, as links to settings do.
package statefile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"ffkvadrat/atomicfile"
)

// ErrNotRegular means that something other than a regular file has the name of a file.
var ErrNotRegular = errors.New("not a regular file")

// Open does [os.OpenFile] for a file that the program keeps.
func Open(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return open(name, flag|noFollow, perm, os.Lstat)
}

// OpenNamed opens a file that the user names, to read it.
func OpenNamed(name string) (*os.File, error) {
	return open(name, os.O_RDONLY, 0, os.Stat)
}

func open(name string, flag int, perm fs.FileMode, stat func(string) (fs.FileInfo, error)) (*os.File, error) {
	// Opening alone may have an effect on a device, so the kind is checked first, and
	// checked again on the open file, which may be another one by then.
	if err := regular(name, stat); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(name, flag|syscall.O_NONBLOCK, perm)
	if err != nil {
		return nil, err
	}
	if err := regular(name, func(string) (fs.FileInfo, error) { return file.Stat() }); err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// regular returns an error if stat finds something other than a regular file. If stat
// fails, opening reports the better error.
func regular(name string, stat func(string) (fs.FileInfo, error)) error {
	info, err := stat(name)
	if err != nil || info.Mode().IsRegular() {
		return nil
	}
	return &fs.PathError{Op: "open", Path: name, Err: fmt.Errorf("%s, %w", kind(info.Mode()), ErrNotRegular)}
}

func kind(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeSymlink != 0:
		return "a symbolic link"
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

// Create starts the new content of a file that the program keeps.
func Create(name string) (*atomicfile.File, error) {
	perm := fs.FileMode(0)
	old, err := Open(name, os.O_WRONLY, 0) // which also reports whether it may be replaced
	switch {
	case err == nil:
		info, err := old.Stat()
		old.Close()
		if err != nil {
			return nil, err
		}
		perm = info.Mode().Perm()
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	return atomicfile.Replace(name, perm)
}

// CreateNamed starts the new content of a file that the user names.
func CreateNamed(name string) (*atomicfile.File, error) {
	if err := regular(name, os.Stat); err != nil {
		return nil, err
	}
	return atomicfile.Create(context.Background(), name)
}
