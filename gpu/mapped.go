package gpu

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Mapped is a buffer that stays mapped into the program's address space during its lifetime, also while
// the GPU uses it. A [Fence] shows when the GPU has finished.
type Mapped struct {
	Buffer
	memory []byte
}

// Direction is the direction in which a [Mapped] buffer transfers data.
type Direction uint8

const (
	ToGPU   Direction = iota // the program only writes
	FromGPU                  // the program only reads
)

// errNoMapping is NewMapped's error without Caps.Mapping.
var errNoMapping = errors.New("this driver does not keep buffers mapped")

// NewMapped allocates size bytes without clearing them. It needs [Caps].Mapping.
func (d *Device) NewMapped(name string, size int, way Direction) (*Mapped, error) {
	if !d.Caps.Mapping {
		return nil, fmt.Errorf("gpu: buffer %s: %w", name, errNoMapping)
	}
	if int64(size) > d.Caps.MaxStorageSize {
		return nil, fmt.Errorf("gpu: buffer %s: %d bytes, %w is %d", name, size, ErrLimit, d.Caps.MaxStorageSize)
	}
	access, storage := uint32(gl.MAP_WRITE_BIT), uint32(0)
	if way == FromGPU {
		access, storage = gl.MAP_READ_BIT, gl.CLIENT_STORAGE_BIT
	}
	access |= gl.MAP_PERSISTENT_BIT | gl.MAP_COHERENT_BIT
	d.note()
	m := &Mapped{Buffer: Buffer{dev: d, name: name, size: size}}
	gl.GenBuffers(1, &m.id)
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, m.id)
	gl.BufferStorage(gl.COPY_WRITE_BUFFER, size, nil, access|storage)
	code := gl.GetError()
	var p unsafe.Pointer
	if code == gl.NO_ERROR {
		p = gl.MapBufferRange(gl.COPY_WRITE_BUFFER, 0, size, access)
		code = gl.GetError()
	}
	if p == nil {
		gl.DeleteBuffers(1, &m.id)
		if code == gl.NO_ERROR {
			return nil, fmt.Errorf("gpu: buffer %s: %d bytes cannot be mapped", name, size)
		}
		return nil, fmt.Errorf("gpu: buffer %s: map %d bytes: %w", name, size, d.failure(code))
	}
	m.memory = unsafe.Slice((*byte)(p), size)
	d.label(gl.BUFFER, m.id, name)
	d.live["buffer"]++
	return m, nil
}

// Release frees the memory; the result of Bytes must not be used any more.
func (m *Mapped) Release() {
	if m != nil {
		m.memory = nil
		m.Buffer.Release()
	}
}

// Bytes returns the buffer's memory.
func (m *Mapped) Bytes() []byte { return m.memory }

// hasMapping computes Caps.Mapping.
func hasMapping(major, minor int32) bool {
	return major > 4 || major == 4 && minor >= 4 || hasExtension("GL_ARB_buffer_storage")
}
