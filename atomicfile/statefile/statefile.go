// Package statefile opens files in which the program stores its state between runs, and files of the
// same kind that the user names.
//
// They are regular files, and the program never waits for them. Anything else under a file's name, such
// as a pipe, a device or a folder, is an error that matches [ErrNotRegular], and it is left unchanged.
// For the program's own files that includes symbolic links, because an output folder can belong to
// somebody else. A name from the user may be a link, as links to settings are common.
package statefile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"ffkvadrat/atomicfile"
)

// ErrNotRegular means that a name belongs to something other than a regular file.
var ErrNotRegular = errors.New("not a regular file")

// Open does [os.OpenFile] for a file of the program's own.
func Open(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return open(name, flag|noFollow, perm, os.Lstat)
}

// OpenNamed opens a file that the user names, for reading.
func OpenNamed(name string) (*os.File, error) {
	return open(name, os.O_RDONLY, 0, os.Stat)
}

func open(name string, flag int, perm fs.FileMode, stat func(string) (fs.FileInfo, error)) (*os.File, error) {
	// Opening alone can affect a device, so the kind is checked first. It is checked again on the open
	// file, because the name can belong to another file by then.
	if err := regular(name, stat); err != nil {
		return nil, err
	}
	file, err := atomicfile.OpenShared(name, flag|atOnce, perm)
	if err != nil {
		return nil, err
	}
	if err := regular(name, func(string) (fs.FileInfo, error) { return file.Stat() }); err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// regular returns an error if stat finds something other than a regular file. If stat fails, it returns
// nil: opening reports a better error.
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

// Create starts new content of a file of the program's own.
func Create(name string) (*atomicfile.File, error) {
	perm := fs.FileMode(0)
	old, err := Open(name, os.O_WRONLY, 0) // also reports whether it may be replaced
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

// CreateNamed starts new content of a file that the user names.
func CreateNamed(name string) (*atomicfile.File, error) {
	if err := regular(name, os.Stat); err != nil {
		return nil, err
	}
	return atomicfile.Create(context.Background(), name)
}
