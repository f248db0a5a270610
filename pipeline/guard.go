package pipeline

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"ffkvadrat/decode"
	"ffkvadrat/decode/sequence"
)

// ErrSameFile means that an output is one of the inputs.
var ErrSameFile = errors.New("is the input itself")

// File is an input or an output: a name, or an open file of that name.
type File struct {
	Name string
	Open *os.File // may be nil
}

func (f *File) stat() (fs.FileInfo, error) {
	if f.Open != nil {
		return f.Open.Stat()
	}
	return os.Stat(f.Name)
}

// Guard refuses an output that is one of the inputs, under whatever name. Its error matches
// [ErrSameFile]. It ignores files that do not exist: opening them reports a better error.
func Guard(output File, inputs ...File) error {
	for _, in := range inputs {
		if decode.IsSequence(in.Name) && sequence.Has(in.Name, output.Name) {
			return fmt.Errorf("%s is a picture of the input, %s: write to another file", output.Name, in.Name)
		}
	}
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

// keeps reports whether writing to such a file overwrites its content: files and disks, not
// folders, pipes, terminals and sockets.
func keeps(mode fs.FileMode) bool {
	return mode.IsRegular() || mode&(fs.ModeDevice|fs.ModeCharDevice) == fs.ModeDevice
}
