package cli

import (
	"io"
	"os"

	"ffkvadrat/atomicfile"
)

// output is a file on its way, as an atomicfile.File.
type output interface {
	io.Writer
	Commit() error
	Abort()
}

// create starts the output of the given name; - and whatever else is the
// standard output are written straight to it.
func create(e *environment, name string) (output, error) {
	if isStdout(name) {
		return stream{e.stdout}, nil
	}
	return atomicfile.Create(name)
}

// stream is an output that is complete with its last byte.
type stream struct{ io.Writer }

func (stream) Commit() error { return nil }
func (stream) Abort()        {}

func isStdout(name string) bool {
	if name == "-" {
		return true
	}
	target, err := os.Stat(name)
	if err != nil {
		return false
	}
	stdout, err := os.Stdout.Stat()
	return err == nil && os.SameFile(target, stdout)
}

// isTerminal tells whether a person watches the stream.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && !isNull(info)
}

func isNull(info os.FileInfo) bool {
	null, err := os.Stat(os.DevNull)
	return err == nil && os.SameFile(info, null)
}
