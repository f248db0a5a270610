package glyuv

import (
	"fmt"
	"unsafe"

	"ffkvadrat/gpu"
	"ffkvadrat/yuv"
)

// PlaneBuffer is a plane in a storage buffer, with its bytes as they lie in memory:
// sample (x, y) begins at byte First + y·Stride + x·Step. Planes that are
// interleaved in memory share a buffer.
type PlaneBuffer struct {
	Buffer              *gpu.Buffer // a whole number of 64-bit words
	First, Stride, Step int
}

// Buffers are a picture's planes in storage buffers.
type Buffers struct {
	// Luma is from the last upload. Planes are as in [yuv.Picture] after
	// UploadPlanes, and empty after UploadLuma.
	Luma   PlaneBuffer
	Planes [3]PlaneBuffer

	dev   *gpu.Device
	owned [3]*gpu.Buffer // in the order of upload
}

// NewBuffers makes an empty set; uploads allocate.
func NewBuffers(dev *gpu.Device) *Buffers { return &Buffers{dev: dev} }

// Release frees the buffers.
func (b *Buffers) Release() {
	if b == nil {
		return
	}
	for _, buffer := range b.owned {
		buffer.Release()
	}
	b.owned = [3]*gpu.Buffer{}
}

// UploadLuma copies the luma plane in one piece. It no longer uses the plane's memory
// when it returns.
func (b *Buffers) UploadLuma(p *yuv.Picture) error {
	b.Planes = [3]PlaneBuffer{}
	buffer, err := b.write(0, p, &p.Luma, &p.Luma)
	if err != nil {
		return err
	}
	b.Luma = PlaneBuffer{buffer, 0, p.Luma.Stride, p.Luma.Step}
	return nil
}

// UploadPlanes copies all planes, interleaved ones together. It no longer uses
// their memory when it returns. Luma is the first plane, except for an RGB picture,
// which has no luma here.
func (b *Buffers) UploadPlanes(p *yuv.Picture) error {
	b.Luma, b.Planes = PlaneBuffer{}, [3]PlaneBuffer{}
	n := 0
	for i := range p.Planes {
		plane := &p.Planes[i]
		if plane.Data == nil || b.Planes[i].Buffer != nil {
			continue
		}
		first, last := plane, plane // of the planes that lie interleaved with this one
		for j := i + 1; j < len(p.Planes); j++ {
			if other := &p.Planes[j]; interleaved(plane, other) {
				if offset(first, other) < 0 {
					first = other
				}
				if offset(last, other) > 0 {
					last = other
				}
			}
		}
		buffer, err := b.write(n, p, first, last)
		if err != nil {
			return err
		}
		n++
		for j := i; j < len(p.Planes); j++ {
			if other := &p.Planes[j]; j == i || interleaved(plane, other) {
				b.Planes[j] = PlaneBuffer{buffer, offset(first, other), other.Stride, other.Step}
			}
		}
	}
	if p.Format.Model != yuv.RGB {
		b.Luma = b.Planes[0]
	}
	return nil
}

// write copies the memory from the first sample of one plane to the last sample of
// another, interleaved with it, into the n-th buffer.
func (b *Buffers) write(n int, p *yuv.Picture, first, last *yuv.Plane) (*gpu.Buffer, error) {
	bytes := (first.Height-1)*first.Stride + (first.Width-1)*first.Step + offset(first, last) + p.Format.SampleBytes()
	size := (bytes + 7) &^ 7
	if b.owned[n] == nil || b.owned[n].Size() != size {
		b.owned[n].Release()
		var err error
		if b.owned[n], err = b.dev.NewBuffer("plane", size); err != nil {
			b.owned[n] = nil
			return nil, fmt.Errorf("yuv: upload a %d×%d picture in %s: %w", p.Width, p.Height, p.Format.Name, err)
		}
	}
	b.owned[n].Write(0, unsafe.Pointer(&first.Data[0]), bytes)
	return b.owned[n], nil
}
