package cli

import (
	"errors"
	"io"
	"os"
	"sync"

	"ffkvadrat/atomicfile"
)

// output is a file on its way, as an atomicfile.File.
type output interface {
	io.Writer
	Commit() error
	Abort()
}

// create starts the output of the given name; what is no file is written to
// directly.
func create(e *environment, name string) (output, error) {
	to, done, err := direct(e, name)
	if err != nil {
		return nil, err
	}
	if to != nil {
		return stream{to, done}, nil
	}
	return atomicfile.Create(name)
}

// direct is where an output's bytes go where it is no file: the standard output,
// or a pipe, which is opened as soon as somebody reads it. It is nil for a file.
func direct(e *environment, name string) (to io.Writer, done func(), err error) {
	if isStdout(name) {
		return e.stdout, func() {}, nil
	}
	if info, err := os.Stat(name); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		return nil, func() {}, nil
	}
	file, err := await(e.ctx, func() (*os.File, error) { return os.OpenFile(name, os.O_WRONLY, 0) })
	if err != nil {
		return nil, nil, err
	}
	return interruptible(e.ctx, file), func() { file.Close() }, nil
}

// noticing is the standard output, and knows afterwards what went wrong there,
// also where nobody asked.
type noticing struct {
	io.Writer
	mu  sync.Mutex
	err error // the first one
}

func (n *noticing) Write(data []byte) (int, error) {
	written, err := n.Writer.Write(data)
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.err == nil {
		n.err = err
	}
	return written, err
}

// Seek is an io.Seeker's; most outputs cannot.
func (n *noticing) Seek(offset int64, whence int) (int64, error) {
	if s, ok := n.Writer.(io.Seeker); ok {
		return s.Seek(offset, whence)
	}
	return 0, errors.ErrUnsupported
}

func (n *noticing) failed() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.err
}

// stream is an output that is complete with its last byte.
type stream struct {
	io.Writer
	done func()
}

func (stream) Commit() error { return nil }
func (s stream) Abort()      { s.done() }

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

// isTerminal reports whether a person watches the stream.
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
