// Package cuda copies from the memory of CUDA, where a decoder leaves its pictures, to buffers
// of OpenGL on the same GPU.
//
// It loads CUDA's driver at run time, and needs nothing of CUDA to be built. A [Link] and what is
// made from it belong to the thread of an OpenGL context. Package gpu uses it.
package cuda

// #include "link.h"
import "C"

import (
	"fmt"
	"unsafe"
)

// Memory is a piece of a GPU's memory, from Address on. The zero value is none.
type Memory struct {
	Context unsafe.Pointer // a CUcontext; nil says that it is the system's memory
	Address unsafe.Pointer // which the processor cannot read if there is a Context
	// Read is a CUevent that is recorded after each copy from the memory: whoever writes to it
	// has the GPU wait for that before.
	Read unsafe.Pointer
}

// Link connects an OpenGL context with a CUDA context on the same GPU.
type Link struct {
	c      *C.Link
	action *C.char // that failed last
}

// NewLink connects the calling thread's OpenGL context. It fails if that is on another GPU.
func NewLink(context unsafe.Pointer) (*Link, error) {
	l := &Link{}
	if rc := C.link_new(context, &l.c, &l.action); rc != 0 {
		return nil, l.failed(rc)
	}
	return l, nil
}

// Release frees what belongs to the link. It comes after the Release of its buffers.
func (l *Link) Release() {
	if l != nil {
		C.link_free(l.c)
		l.c = nil
	}
}

// Connects reports whether it is a link with the context.
func (l *Link) Connects(context unsafe.Pointer) bool { return C.link_context(l.c) == context }

// Buffer is a buffer of OpenGL that CUDA writes to.
type Buffer struct {
	link     *Link
	resource unsafe.Pointer
}

// NewBuffer takes the buffer with OpenGL's name. It has to be released before OpenGL deletes
// the buffer.
func (l *Link) NewBuffer(name uint32) (*Buffer, error) {
	b := &Buffer{link: l}
	if rc := C.link_register(l.c, C.uint(name), &b.resource, &l.action); rc != 0 {
		return nil, l.failed(rc)
	}
	return b, nil
}

// Release gives the buffer back to OpenGL alone.
func (b *Buffer) Release() {
	if b != nil && b.resource != nil {
		C.link_unregister(b.link.c, b.resource)
		b.resource = nil
	}
}

// Write has the GPU copy n bytes to the start of the buffer, between OpenGL's commands so far
// and those that follow. It does not wait.
func (b *Buffer) Write(m Memory, n int) error {
	l := b.link
	if rc := C.link_copy(l.c, b.resource, m.Address, C.size_t(n), m.Read, &l.action); rc != 0 {
		return l.failed(rc)
	}
	return nil
}

// failed names an error of CUDA's.
func (l *Link) failed(rc C.int) error {
	action := C.GoString(l.action)
	if rc < 0 {
		return fmt.Errorf("cuda: %s", action) // that itself says what is wrong
	}
	return fmt.Errorf("cuda: %s: CUDA's error %d", action, rc)
}
