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
	// gracePeriod is how long a write may still wait after the context is done.
	gracePeriod = 100 * time.Millisecond
	// readerEvery is the interval at which a pipe is checked for a reader.
	readerEvery = 10 * time.Millisecond
)

// Stream opens a file that is written directly under its name, without a buffer; an ordinary file is
// created or truncated. Waiting for readers and for space in a pipe ends with ctx, as in Create.
func Stream(ctx context.Context, name string) (io.WriteCloser, error) {
	file, err := openDirect(ctx, name, os.O_CREATE|os.O_TRUNC)
	if err != nil {
		return nil, (&File{name: name}).fail("open", err)
	}
	return newDirect(ctx, file), nil
}

// openDirect opens a file for writing. It retries a pipe without a reader until one comes or ctx is
// done.
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

// direct writes to a file whose writes can wait, until its context is done.
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

// hurry ends a write that waits longer than gracePeriod. Files whose writes cannot wait have no
// deadlines.
func (d *direct) hurry() { _ = d.file.SetWriteDeadline(time.Now().Add(gracePeriod)) }

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
