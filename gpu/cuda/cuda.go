// Package cuda copies from CUDA memory, where a decoder leaves its frames, to OpenGL buffers on the
// same GPU.
//
// It loads CUDA's driver at run time and needs no part of CUDA to build. A [Link] and everything made
// from it belong to the thread of an OpenGL context. Package gpu uses it.
package cuda

// #cgo windows LDFLAGS: -l:libwinpthread.a
// #include "link.h"
import "C"

import (
	"fmt"
	"unsafe"
)

// Memory is GPU memory that starts at Address. The zero value is no memory.
type Memory struct {
	Context unsafe.Pointer // a CUcontext; nil means system memory
	Address unsafe.Pointer // not readable by the processor unless Context is nil
	// Read is a CUevent that is recorded after each copy from the memory. Before a write the GPU must
	// wait for it.
	Read unsafe.Pointer
}

// Link connects an OpenGL context with a CUDA context on the same GPU.
type Link struct {
	c      *C.Link
	action *C.char // name of the action that failed last
}

// NewLink connects the calling thread's OpenGL context. It fails if the contexts are on different GPUs.
func NewLink(context unsafe.Pointer) (*Link, error) {
	l := &Link{}
	if rc := C.link_new(context, &l.c, &l.action); rc != 0 {
		return nil, l.failed(rc)
	}
	return l, nil
}

// Release frees the link. Its buffers must be released before.
func (l *Link) Release() {
	if l != nil {
		C.link_free(l.c)
		l.c = nil
	}
}

// Connects reports whether the link's CUDA context is context.
func (l *Link) Connects(context unsafe.Pointer) bool { return C.link_context(l.c) == context }

// Buffer is an OpenGL buffer that CUDA writes to.
type Buffer struct {
	link     *Link
	resource unsafe.Pointer
}

// NewBuffer registers an OpenGL buffer by name. Release it before OpenGL deletes the buffer.
func (l *Link) NewBuffer(name uint32) (*Buffer, error) {
	b := &Buffer{link: l}
	if rc := C.link_register(l.c, C.uint(name), &b.resource, &l.action); rc != 0 {
		return nil, l.failed(rc)
	}
	return b, nil
}

// Release unregisters the buffer.
func (b *Buffer) Release() {
	if b != nil && b.resource != nil {
		C.link_unregister(b.link.c, b.resource)
		b.resource = nil
	}
}

// Write enqueues a copy of n bytes to the start of the buffer, between the OpenGL commands so far and
// those that follow. It does not wait.
func (b *Buffer) Write(m Memory, n int) error {
	l := b.link
	if rc := C.link_copy(l.c, b.resource, m.Address, C.size_t(n), m.Read, &l.action); rc != 0 {
		return l.failed(rc)
	}
	return nil
}

// failed converts a CUDA error to a Go error.
func (l *Link) failed(rc C.int) error {
	action := C.GoString(l.action)
	if rc < 0 {
		return fmt.Errorf("cuda: %s", action) // the action is the whole error text
	}
	return fmt.Errorf("cuda: %s: CUDA's error %d", action, rc)
}
