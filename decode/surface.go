package decode

// #include "cuda.h"
import "C"

import (
	"fmt"
	"sync"
	"sync/atomic"
	"unsafe"

	"ffkvadrat/gpu/cuda"
	"ffkvadrat/yuv"
)

// surface is the samples of a frame in the memory of the device that decoded it: buf[1] of c, which has
// the bytes of buf[0]. It implements [yuv.Surface].
type surface struct {
	c          *C.AVFrame
	hardware   *Hardware
	kind, path string // of the device, and of the video for messages
	refused    *atomic.Bool

	mu      sync.Mutex
	fetched bool
	lost    bool
}

// begin resets the surface for a frame that stays on a device.
func (s *surface) begin(dec *decoder) {
	on := &dec.on
	s.hardware, s.kind, s.path, s.refused, s.fetched, s.lost = on.hardware, on.device.kind, WithoutPassword(dec.dem.in.path), on.refused, false, false
}

// Lost reports whether the frame's samples stayed on a device and could not be fetched. No later frame
// of the video stays there.
func (f *Frame) Lost() bool {
	if f.Picture.Surface == nil {
		return false
	}
	f.surface.mu.Lock()
	defer f.surface.mu.Unlock()
	return f.surface.lost
}

// Fetch implements [yuv.Surface].
func (s *surface) Fetch() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fetched {
		return nil
	}
	if err := s.fetch(); err != nil {
		s.refused.Store(true)
		s.lost = true
		s.hardware.report(s.kind, true, fmt.Errorf("%q: a picture cannot be fetched: %w", s.path, err))
		return fmt.Errorf("decode: a picture of %q: %w: %w", s.path, yuv.ErrLost, err)
	}
	s.fetched = true
	return nil
}

func (s *surface) fetch() error {
	if fake := s.hardware.fake; fake != nil && fake.bring != nil {
		if err := fake.bring(); err != nil {
			return err
		}
	}
	if rc := C.surface_fetch(s.c.buf[1], unsafe.Pointer(s.c.buf[0].data), s.c.buf[0].size); rc != 0 {
		return fmt.Errorf("CUDA's error %d", rc)
	}
	return nil
}

// Memory returns the device memory for the samples that start at p in the planes' memory. It is valid
// until the frame's Release. ok is false once the samples were refused.
func (s *surface) Memory(p unsafe.Pointer) (m cuda.Memory, ok bool) {
	if s.refused.Load() {
		return m, false
	}
	if fake := s.hardware.fake; fake != nil && !fake.lends {
		return m, true
	}
	at := uintptr(p) - uintptr(unsafe.Pointer(s.c.buf[0].data))
	return cuda.Memory{
		Context: C.surface_context(s.c.buf[1]),
		Address: unsafe.Add(unsafe.Pointer(s.c.buf[1].data), at),
		Read:    C.surface_read(s.c.buf[1]),
	}, true
}

// Refuse reports why the device's memory cannot be read; no later frame of the video stays there.
func (s *surface) Refuse(err error) {
	if !s.refused.Swap(true) {
		s.hardware.report(s.kind, true, fmt.Errorf("%q: pictures cannot stay there: %w", s.path, err))
	}
}
