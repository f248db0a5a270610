package gpu

import (
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Readback copies a few bytes of a buffer to the CPU. Later GPU work does not delay them.
type Readback struct {
	dev   *Device
	copy  *Buffer
	fence Fence
	asked bool // a copy was started and not yet taken
}

// NewReadback returns a Readback of size bytes.
func (d *Device) NewReadback(name string, size int) (*Readback, error) {
	b, err := d.NewBuffer(name, size)
	if err != nil {
		return nil, err
	}
	return &Readback{dev: d, copy: b}, nil
}

// Release frees the buffer and drops a pending copy.
func (r *Readback) Release() {
	if r == nil {
		return
	}
	r.fence.Release()
	r.copy.Release()
	r.asked = false
}

// Ask starts a copy of the buffer's first bytes and replaces a copy that was not taken. If a shader
// wrote the bytes, call Barrier(ToReadback) first.
func (r *Readback) Ask(b *Buffer) {
	gl.BindBuffer(gl.COPY_READ_BUFFER, b.id)
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, r.copy.id)
	gl.CopyBufferSubData(gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER, 0, 0, r.copy.size)
	r.fence.Set()
	r.asked = true
}

// Take waits for the last copy and stores it at p; without a pending copy p is unchanged. p points to
// memory of the Readback's size in an object without Go pointers.
func (r *Readback) Take(p unsafe.Pointer) error {
	if !r.asked {
		return nil
	}
	if err := r.fence.Wait(r.dev); err != nil {
		return err
	}
	r.copy.Read(0, p, r.copy.size)
	r.asked = false
	return nil
}
