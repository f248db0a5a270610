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

// surface is a frame's samples in the memory of the device that decoded it: buf[1] of c, which
// has the bytes of buf[0]. It is a [yuv.Surface].
type surface struct {
	c          *C.AVFrame
	hardware   *Hardware
	kind, path string // of the device, and of the video for messages
	refused    *atomic.Bool

	mu      sync.Mutex
	fetched bool
	lost    bool
}

// begin is called for each picture of the frame that stays on a device.
func (s *surface) begin(dec *decoder) {
	on := &dec.on
	s.hardware, s.kind, s.path, s.refused, s.fetched, s.lost = on.hardware, on.device.kind, WithoutPassword(dec.dem.in.path), on.refused, false, false
}

// Lost reports whether the frame's samples stayed on a device and could not be fetched from
// there. No later frame of the video stays there.
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
	if stand := s.hardware.stand; stand != nil && stand.bring != nil {
		if err := stand.bring(); err != nil {
			return err
		}
	}
	if rc := C.surface_fetch(s.c.buf[1], unsafe.Pointer(s.c.buf[0].data), s.c.buf[0].size); rc != 0 {
		return fmt.Errorf("CUDA's error %d", rc)
	}
	return nil
}

// Memory returns the device's memory for the samples from the place p of the planes' memory
// on. It is valid until the frame's Release. ok is false if the samples were refused once.
func (s *surface) Memory(p unsafe.Pointer) (m cuda.Memory, ok bool) {
	if s.refused.Load() {
		return m, false
	}
	if stand := s.hardware.stand; stand != nil && !stand.lends {
		return m, true
	}
	at := uintptr(p) - uintptr(unsafe.Pointer(s.c.buf[0].data))
	return cuda.Memory{
		Context: C.surface_context(s.c.buf[1]),
		Address: unsafe.Add(unsafe.Pointer(s.c.buf[1].data), at),
		Read:    C.surface_read(s.c.buf[1]),
	}, true
}

// Refuse says why nothing can be read from the device's memory: no later picture of the
// video stays there.
func (s *surface) Refuse(err error) {
	if !s.refused.Swap(true) {
		s.hardware.report(s.kind, true, fmt.Errorf("%q: pictures cannot stay there: %w", s.path, err))
	}
}
