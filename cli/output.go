package cli

import (
	"errors"
	"io"
	"os"
	"sync"

	"ffkvadrat/atomicfile"
)

// output is a file being written, such as an atomicfile.File. End it with complete or Abort.
type output interface {
	io.Writer
	Abort()
}

// create opens the output with this name. If it is not a regular file, writes go to it directly.
func create(e *environment, name string) (output, error) {
	to, done, err := direct(e, name)
	if err != nil {
		return nil, err
	}
	if to != nil {
		return stream{to, done}, nil
	}
	return atomicfile.Create(e.ctx, name)
}

// complete commits outputs together, see [atomicfile.CommitAll].
func complete(e *environment, outputs ...output) error {
	var files []*atomicfile.File
	for _, out := range outputs {
		if file, ok := out.(*atomicfile.File); ok { // streams are complete already
			files = append(files, file)
		}
	}
	return atomicfile.CommitAll(e.ctx, files...)
}

// direct returns the destination of an output that is not a regular file: standard output, or a
// pipe, which is opened once it has a reader. For a regular file it returns nil.
func direct(e *environment, name string) (to io.Writer, done func(), err error) {
	if isStdout(name) {
		return e.stdout, func() {}, nil
	}
	if info, err := os.Stat(name); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		return nil, func() {}, nil
	}
	pipe, err := atomicfile.Stream(e.ctx, name)
	if err != nil {
		return nil, nil, err
	}
	return pipe, func() { pipe.Close() }, nil
}

// noticing is standard output. It stores the first error, for writers that ignore errors.
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

// Seek implements io.Seeker. Most outputs cannot seek.
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

// stream is an output without a commit.
type stream struct {
	io.Writer
	done func()
}

func (s stream) Abort() { s.done() }

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
