package render

// #include "shim.h"
import "C"

import (
	"errors"
	"io"
	"runtime/cgo"
	"unsafe"
)

// sink is the destination of a muxer's bytes.
type sink struct {
	w      io.Writer
	seeker io.Seeker // nil for a pipe
	err    error     // the first one
	handle cgo.Handle
	pb     *C.AVIOContext
}

func openSink(w io.Writer) (*sink, error) {
	s := &sink{w: w, seeker: seekable(w)}
	s.handle = cgo.NewHandle(s)
	seeks := C.int(0)
	if s.seeker != nil {
		seeks = 1
	}
	if s.pb = C.sink_open(C.uintptr_t(s.handle), seeks); s.pb == nil {
		s.handle.Delete()
		return nil, errors.New("out of memory")
	}
	return s, nil
}

// seekable returns w as a Seeker if it really can seek, else nil.
func seekable(w io.Writer) io.Seeker {
	seeker, ok := w.(io.Seeker)
	if !ok {
		return nil
	}
	if _, err := seeker.Seek(0, io.SeekCurrent); err != nil {
		return nil
	}
	return seeker
}

// flush writes out what is buffered.
func (s *sink) flush() error {
	C.avio_flush(s.pb)
	return s.err
}

func (s *sink) close() {
	C.sink_free(s.pb)
	s.handle.Delete()
}

// fail keeps the first error, which FFmpeg's error codes cannot express.
func (s *sink) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

//export renderWrite
func renderWrite(handle C.uintptr_t, bytes *C.uint8_t, n C.int) C.int {
	s := cgo.Handle(handle).Value().(*sink)
	if _, err := s.w.Write(unsafe.Slice((*byte)(bytes), int(n))); err != nil {
		s.fail(err)
		return -C.int(C.EIO)
	}
	return n
}

//export renderSeek
func renderSeek(handle C.uintptr_t, offset C.int64_t, whence C.int) C.int64_t {
	s := cgo.Handle(handle).Value().(*sink)
	at, err := s.seeker.Seek(int64(offset), int(whence))
	if err != nil {
		s.fail(err)
		return -C.int64_t(C.EIO)
	}
	return C.int64_t(at)
}
