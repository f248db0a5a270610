package cli

import (
	"context"
	"io"
	"os"
	"slices"
	"sync/atomic"
	"time"
)

// lastWords is the time that a call has left after ctx has ended.
const lastWords = 100 * time.Millisecond

// await makes a call that can block, such as a write to a pipe without a reader. When ctx ends it
// returns, and the call's goroutine lasts until the process ends.
func await[T any](ctx context.Context, call func() (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	answers := make(chan answer, 1)
	go func() {
		value, err := call()
		answers <- answer{value, err}
	}()
	select {
	case a := <-answers:
		return a.value, a.err
	case <-ctx.Done():
	}
	select {
	case a := <-answers:
		return a.value, a.err
	case <-time.After(lastWords):
		var none T
		return none, ctx.Err()
	}
}

// pipe is a stream whose reads and writes end with ctx. It is used by one goroutine at a time.
type pipe struct {
	ctx     context.Context
	file    *os.File
	buffer  []byte      // the data being read or written
	givenUp atomic.Bool // an abandoned call may still use the buffer
}

// interruptible returns a regular file unchanged. For a pipe, a terminal or the like it returns a
// stream whose calls end with ctx.
func interruptible(ctx context.Context, file *os.File) io.ReadWriter {
	if info, err := file.Stat(); err != nil || info.Mode().IsRegular() {
		return file
	}
	return &pipe{ctx: ctx, file: file}
}

func (p *pipe) await(call func() (int, error)) (int, error) {
	n, err := await(p.ctx, call)
	if err != nil && err == p.ctx.Err() {
		p.givenUp.Store(true)
	}
	return n, err
}

// Write writes a copy of data, because the write may outlast the call.
func (p *pipe) Write(data []byte) (int, error) {
	if p.givenUp.Load() {
		return 0, p.ctx.Err()
	}
	p.buffer = append(p.buffer[:0], data...)
	return p.await(func() (int, error) { return p.file.Write(p.buffer) })
}

// Read implements io.Reader.
func (p *pipe) Read(data []byte) (int, error) {
	if p.givenUp.Load() {
		return 0, p.ctx.Err()
	}
	p.buffer = slices.Grow(p.buffer[:0], len(data))[:len(data)]
	n, err := p.await(func() (int, error) { return p.file.Read(p.buffer) })
	copy(data, p.buffer[:n])
	return n, err
}
