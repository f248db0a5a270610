package decode

// #include <stdlib.h>
// #include "input.h"
// #include "log.h"
import "C"

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"syscall"
	"unsafe"

	"github.com/asticode/go-astiav"

	"ffkvadrat/decode/rawvideo"
)

// input is an open file. Its reads end when its context does.
type input struct {
	path   string
	fd     int   // C's own descriptor, for reading at an offset; -1 for a URL and a device
	size   int64 // bytes, or -1 if the file cannot seek
	ctx    context.Context
	access Access
	stop   func() bool

	raw      *raw             // nil if not raw video
	unclear  *rawvideo.Layout // what the name says, if it is one of raw video and the content something else; else nil
	pictures *pictures        // of a sequence, whose first picture is the file; else nil

	live *liveKind       // nil if not a live source
	end  context.Context // of a live source
	lost error           // why a live source ended before the user ended it, or nil

	mu sync.Mutex // guards c against cancellation during close
	c  *C.Input
}

// openInput opens a file by its plain name; - is standard input. It never blocks, even on a pipe without a writer.
func openInput(ctx context.Context, path string) (*input, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	access := AccessOf(ctx)
	if kind := access.live(path); kind != nil {
		return openLive(ctx, path, access, kind)
	}
	if access.Network && IsURL(path) {
		return openURL(ctx, path, access)
	}
	open := openFile
	if path == "-" {
		open = openStandardInput
	}
	fd, err := open(path)
	if errors.Is(err, fs.ErrNotExist) && IsSequence(path) {
		return openSequence(ctx, path, access)
	}
	if errors.Is(err, fs.ErrNotExist) && IsURL(path) {
		return nil, ErrNetwork
	}
	if err != nil {
		return nil, err
	}
	in := &input{path: path, fd: fd, size: -1, ctx: ctx, access: access}
	mode, size, err := statFile(fd)
	switch {
	case err != nil:
		closeFile(fd)
		return nil, err
	case mode.IsDir():
		closeFile(fd)
		return nil, fmt.Errorf("%w: it is a directory", ErrNotVideo)
	case mode.IsRegular():
		in.size = size
	}
	if err := in.findRaw(); err != nil {
		closeFile(fd)
		return nil, err
	}
	return in, in.begin()
}

// again returns a second input for the same file, with a separate read position, at the start.
func (in *input) again() (*input, error) {
	if in.fd < 0 || in.size < 0 {
		return nil, ErrNotSeekable
	}
	fd, err := duplicateFile(in.fd)
	if err != nil {
		return nil, err
	}
	other := &input{path: in.path, fd: fd, size: in.size, ctx: in.ctx, access: in.access, raw: in.raw, unclear: in.unclear, pictures: in.pictures}
	return other, other.begin()
}

// begin makes the file readable from C.
func (in *input) begin() error {
	if in.c = C.input_new(C.int(in.fd), C.int64_t(in.size)); in.c == nil {
		return syscall.ENOMEM
	}
	in.stop = context.AfterFunc(in.ctx, in.cancel)
	return nil
}

// openURL connects to a server.
func openURL(ctx context.Context, url string, access Access) (*input, error) {
	C.log_silently()
	in := &input{path: url, fd: -1, ctx: ctx, access: access}
	if in.c = C.input_new(-1, -1); in.c == nil {
		return nil, syscall.ENOMEM
	}
	in.stop = context.AfterFunc(ctx, in.cancel)
	C.input_limit(in.c, 1, stepOf(ctx))
	C.input_wait(in.c, answerLimit*second)
	// FFmpeg's limit must not expire before ours. Without one FFmpeg waits 5 s for a connection.
	if rc := in.connect(lowerScheme(url), "http,https,tls,tcp,httpproxy", "", 2*answerLimit); rc < 0 {
		err := in.cause()
		if err == nil {
			err = in.connectError(astiav.Error(rc))
		}
		in.close()
		return nil, err
	}
	C.input_wait(in.c, 0)
	in.size = int64(C.input_size(in.c))
	if err := in.findRaw(); err != nil {
		in.close()
		return nil, err
	}
	return in, nil
}

// connect connects to a server through the given protocols, with more options for them in the form
// a=1&b=2. The server may be silent for the given number of seconds.
func (in *input) connect(url, protocols, more string, seconds int) C.int {
	name, through, options := C.CString(url), C.CString(protocols), C.CString(more)
	defer C.free(unsafe.Pointer(name))
	defer C.free(unsafe.Pointer(through))
	defer C.free(unsafe.Pointer(options))
	return C.input_connect(in.c, name, through, options, C.int(seconds))
}

// openLive opens a live source, or leaves the opening to its demuxer.
func openLive(ctx context.Context, path string, access Access, kind *liveKind) (*input, error) {
	if kind.remote != nil && !access.Network && kind.remote(kind.address(path)) {
		return nil, ErrNetwork
	}
	Silence()
	in := &input{path: path, fd: -1, size: -1, ctx: ctx, access: access, live: kind, end: endOf(ctx)}
	if in.c = C.input_new(-1, -1); in.c == nil {
		return nil, syscall.ENOMEM
	}
	C.input_limit(in.c, 0, stepOf(ctx))
	in.await()
	stop, stopEnd := context.AfterFunc(ctx, in.cancel), context.AfterFunc(in.end, in.cancel)
	in.stop = func() bool { return stopEnd() && stop() }
	if kind.demuxer != "" {
		return in, nil
	}
	if err := in.connectLive(kind); err != nil {
		if cause := in.cause(); cause != nil {
			err = cause
		}
		in.close()
		return nil, err
	}
	return in, nil
}

// connectLive connects to a live source.
func (in *input) connectLive(kind *liveKind) error {
	url, options := kind.address(in.path), ""
	if kind.udp {
		ctx, cancel := context.WithCancel(in.ctx)
		defer cancel()
		defer context.AfterFunc(in.end, cancel)()
		var err error
		if url, options, err = listening(ctx, url); err != nil {
			return fmt.Errorf("connect: %w", err)
		}
	}
	if rc := in.connect(url, kind.protocols, options, silence); rc < 0 {
		return fmt.Errorf("connect: %w", kind.explain(astiav.Error(rc)))
	}
	return nil
}

// ended reports whether the user has ended a live source.
func (in *input) ended() bool { return in.live != nil && in.end.Err() != nil }

// pause waits briefly, or until the input is cancelled.
func (in *input) pause() { C.input_pause(in.c) }

// connectError adds a reason to FFmpeg's error if the error gives none.
func (in *input) connectError(err error) error {
	redirects := C.input_redirects(in.c)
	switch {
	case !errors.Is(err, astiav.ErrEio):
		return fmt.Errorf("connect: %w", err)
	case redirects > C.INPUT_REDIRECTS:
		return limits[C.INPUT_LOOP]
	case redirects > 0: // FFmpeg 8 and later cache redirections and send one request only
		return fmt.Errorf("connect: the server redirects in a circle, to a server that does not exist, or to one whose certificate is not trusted: %w", err)
	case strings.HasPrefix(strings.ToLower(in.path), "https"):
		return fmt.Errorf("connect: no such server, or its certificate is not trusted: %w", err)
	}
	return fmt.Errorf("connect: no such server: %w", err)
}

// seekable reports whether the file can be read again from its start.
func (in *input) seekable() bool { return in.size >= 0 }

func (in *input) cancel() {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.c != nil {
		C.input_cancel(in.c)
	}
}

// cause returns why reading ended early: the context's error, the system's error of the first failed
// read, or why a live source is lost; nil if none of them happened.
func (in *input) cause() error {
	if err := in.ctx.Err(); err != nil {
		return err
	}
	over := in.over()
	if in.live != nil {
		if in.ended() {
			return in.end.Err()
		}
		if in.lost == nil {
			in.lost = over
		}
		if n := C.input_errno(in.c); n != 0 && in.lost == nil {
			in.lost = in.live.explain(astiav.Error(-n))
		}
		return in.lost
	}
	if over != nil {
		return over
	}
	if n := C.input_errno(in.c); n != 0 {
		return &fs.PathError{Op: "read", Path: WithoutPassword(in.path), Err: systemError(int(n))}
	}
	return nil
}

func (in *input) close() {
	in.stop()
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.c != nil {
		C.input_free(in.c)
		in.c = nil
	}
}
