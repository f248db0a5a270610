package gpu

import (
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// readbackDepth is how many copies may be pending.
const readbackDepth = 4

// Readback copies a few bytes of a buffer to the CPU, where they arrive some frames later.
// It never waits for the GPU.
type Readback struct {
	dev    *Device
	copies [readbackDepth]*Buffer
	fences [readbackDepth]Fence
	asked  int
	taken  int
}

// NewReadback makes a Readback of the given number of bytes.
func (d *Device) NewReadback(name string, size int) (*Readback, error) {
	r := &Readback{dev: d}
	for i := range r.copies {
		b, err := d.NewBuffer(name, size)
		if err != nil {
			r.Release()
			return nil, err
		}
		r.copies[i] = b
	}
	return r, nil
}

// Release frees the buffers and drops pending copies.
func (r *Readback) Release() {
	if r == nil {
		return
	}
	for i := range r.copies {
		r.fences[i].Release()
		r.copies[i].Release()
	}
	r.taken = r.asked
}

// Ask starts a copy of the buffer's first bytes. If all copies are still
// pending it does nothing. If a shader wrote the bytes, call
// Barrier(ToReadback) first.
func (r *Readback) Ask(b *Buffer) {
	if r.asked-r.taken == readbackDepth {
		return
	}
	slot := r.copies[r.asked%readbackDepth]
	gl.BindBuffer(gl.COPY_READ_BUFFER, b.id)
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, slot.id)
	gl.CopyBufferSubData(gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER, 0, 0, slot.size)
	r.fences[r.asked%readbackDepth].Set()
	r.asked++
}

// Take fills p with the newest copy that has arrived; it returns false if none has since
// the last call. p points to memory of the Readback's size in an object without Go pointers.
func (r *Readback) Take(p unsafe.Pointer) bool {
	arrived := -1
	for r.taken < r.asked && r.fences[r.taken%readbackDepth].Passed() {
		arrived = r.taken % readbackDepth
		r.taken++
	}
	if arrived < 0 {
		return false
	}
	r.copies[arrived].Read(0, p, r.copies[arrived].size)
	return true
}
