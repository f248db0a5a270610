package pipeline

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// ErrSameFile means that an output is one of the inputs.
var ErrSameFile = errors.New("is the input itself")

// File is what is read or written: what has the name, or what is open and is called so.
type File struct {
	Name string
	Open *os.File // or nil
}

func (f *File) stat() (fs.FileInfo, error) {
	if f.Open != nil {
		return f.Open.Stat()
	}
	return os.Stat(f.Name)
}

// Guard refuses an output that is one of the inputs, whatever their names. Its error matches
// [ErrSameFile]. It passes over what is not there: opening that gives a better error.
func Guard(output File, inputs ...File) error {
	target, err := output.stat()
	if err != nil || !keeps(target.Mode()) {
		return nil
	}
	for _, in := range inputs {
		source, err := in.stat()
		switch {
		case err != nil || !os.SameFile(source, target):
		case in.Name == output.Name:
			return fmt.Errorf("%s %w: write to another file", output.Name, ErrSameFile)
		default:
			return fmt.Errorf("%s %w, %s: write to another file", output.Name, ErrSameFile, in.Name)
		}
	}
	return nil
}

// keeps reports whether writing to such a file takes away what it had: from files and disks, not from folders,
// pipes, terminals and sockets.
func keeps(mode fs.FileMode) bool {
	return mode.IsRegular() || mode&(fs.ModeDevice|fs.ModeCharDevice) == fs.ModeDevice
}
