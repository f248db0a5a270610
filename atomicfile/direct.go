package atomicfile

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"
)

const (
	// lastWords is how long a write may still wait after the context has ended.
	lastWords = 100 * time.Millisecond
	// readerEvery is how often is looked whether somebody reads a pipe.
	readerEvery = 10 * time.Millisecond
)

// Stream opens a file that is written under its name, as it comes and without a buffer: an ordinary file is
// made, or made empty. Waiting for readers and for room ends with ctx, as with Create.
func Stream(ctx context.Context, name string) (io.WriteCloser, error) {
	file, err := openDirect(ctx, name, os.O_CREATE|os.O_TRUNC)
	if err != nil {
		return nil, (&File{name: name}).fail("open", err)
	}
	return newDirect(ctx, file), nil
}

// openDirect opens a file for writing. A pipe that nobody reads is tried until somebody does, or ctx ends.
func openDirect(ctx context.Context, name string, flags int) (*os.File, error) {
	for {
		file, err := os.OpenFile(name, os.O_WRONLY|openAtOnce|flags, 0o666)
		if !errors.Is(err, syscall.ENXIO) {
			return file, err
		}
		if info, bad := os.Stat(name); bad != nil || info.Mode()&fs.ModeNamedPipe == 0 {
			return nil, err
		}
		select {
		case <-time.After(readerEvery):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// direct writes to a file whose writes may wait, as long as its context goes on.
type direct struct {
	ctx  context.Context
	file *os.File
	stop func() bool
}

func newDirect(ctx context.Context, file *os.File) *direct {
	d := &direct{ctx: ctx, file: file}
	d.stop = context.AfterFunc(ctx, d.hurry)
	return d
}

// hurry ends a write that waits longer than lastWords. What cannot wait has no deadlines.
func (d *direct) hurry() { _ = d.file.SetWriteDeadline(time.Now().Add(lastWords)) }

// Write implements [io.Writer].
func (d *direct) Write(p []byte) (int, error) {
	if d.ctx.Err() != nil {
		d.hurry()
	}
	n, err := d.file.Write(p)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = d.ctx.Err()
	}
	return n, err
}

// Close implements [io.Closer].
func (d *direct) Close() error {
	d.stop()
	return d.file.Close()
}
