package gpu

import (
	"fmt"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"

	"ffkvadrat/gpu/cuda"
	"ffkvadrat/shaders"
)

// Buffer is GPU memory for storage blocks, indirect commands and vertices.
type Buffer struct {
	dev  *Device
	id   uint32
	name string
	size int

	words  uint32       // the texture of its words, if a program without storage blocks has read it
	shared *cuda.Buffer // after an Import
}

// NewBuffer allocates size bytes without clearing them. It fails above the driver's limit for a storage
// buffer and without memory.
func (d *Device) NewBuffer(name string, size int) (*Buffer, error) {
	if int64(size) > d.Caps.MaxStorageSize {
		return nil, fmt.Errorf("gpu: buffer %s: %d bytes, %w is %d", name, size, ErrLimit, d.Caps.MaxStorageSize)
	}
	b := &Buffer{dev: d, name: name, size: size}
	gl.GenBuffers(1, &b.id)
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, b.id)
	gl.BufferData(gl.COPY_WRITE_BUFFER, max(size, 4), nil, gl.DYNAMIC_COPY)
	if code := gl.GetError(); code != gl.NO_ERROR {
		gl.DeleteBuffers(1, &b.id)
		return nil, fmt.Errorf("gpu: buffer %s: %d bytes: %w", name, size, d.failure(code))
	}
	d.label(gl.BUFFER, b.id, name)
	d.live["buffer"]++
	return b, nil
}

// Release frees the memory.
func (b *Buffer) Release() {
	if b == nil || b.id == 0 {
		return
	}
	b.shared.Release()
	if b.words != 0 {
		gl.DeleteTextures(1, &b.words)
	}
	gl.DeleteBuffers(1, &b.id)
	b.dev.live["buffer"]--
	b.id = 0
}

// Size returns the length in bytes.
func (b *Buffer) Size() int { return b.size }

// BindStorage binds the buffer to a storage block; without those, to the texture unit of its words.
func (b *Buffer) BindStorage(binding int) {
	if b.dev.Caps.Computes {
		gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, uint32(binding), b.id)
		return
	}
	gl.ActiveTexture(gl.TEXTURE0 + shaders.FirstWords + uint32(binding))
	if b.words == 0 {
		gl.GenTextures(1, &b.words)
		gl.BindTexture(gl.TEXTURE_BUFFER, b.words)
		gl.TexBuffer(gl.TEXTURE_BUFFER, gl.R32UI, b.id)
		return
	}
	gl.BindTexture(gl.TEXTURE_BUFFER, b.words)
}

// BindElements makes the buffer the source of indices for [Program.DrawElements].
func (b *Buffer) BindElements() { gl.BindBuffer(gl.ELEMENT_ARRAY_BUFFER, b.id) }

// Write copies n bytes from p to the byte offset.
func (b *Buffer) Write(offset int, p unsafe.Pointer, n int) {
	b.check(offset, n)
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, b.id)
	gl.BufferSubData(gl.COPY_WRITE_BUFFER, offset, n, p)
}

// Read waits for the GPU and copies n bytes from the byte offset to p. If a shader wrote them, call
// Barrier(ToReadback) first.
func (b *Buffer) Read(offset int, p unsafe.Pointer, n int) {
	b.check(offset, n)
	gl.BindBuffer(gl.COPY_READ_BUFFER, b.id)
	gl.GetBufferSubData(gl.COPY_READ_BUFFER, offset, n, p)
}

// Clear sets all bytes to zero; their number is a multiple of 4.
func (b *Buffer) Clear() { b.ClearFirst(b.size) }

// ClearFirst sets the first n bytes to zero; n is a multiple of 4.
func (b *Buffer) ClearFirst(n int) {
	if !b.dev.Caps.Computes { // OpenGL 3.3
		WriteSlice(b, make([]byte, n))
		return
	}
	b.check(0, n)
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, b.id)
	gl.ClearBufferSubData(gl.COPY_WRITE_BUFFER, gl.R32UI, 0, n, gl.RED_INTEGER, gl.UNSIGNED_INT, nil)
}

func (b *Buffer) check(offset, n int) {
	if offset < 0 || n < 0 || offset+n > b.size {
		panic(fmt.Sprintf("gpu: buffer %s: bytes %d to %d of %d", b.name, offset, offset+n, b.size))
	}
}

// WriteSlice copies a slice of plain values to the start of b.
func WriteSlice[T any](b *Buffer, s []T) {
	if len(s) > 0 {
		b.Write(0, unsafe.Pointer(&s[0]), len(s)*int(unsafe.Sizeof(s[0])))
	}
}

// ReadSlice fills a slice of plain values from the start of b, see [Buffer.Read].
func ReadSlice[T any](b *Buffer, s []T) {
	if len(s) > 0 {
		b.Read(0, unsafe.Pointer(&s[0]), len(s)*int(unsafe.Sizeof(s[0])))
	}
}
