package gpu

import (
	"fmt"
	"runtime"
	"unsafe"
)

// Headless is a device without a display: it draws only into targets.
type Headless struct {
	*Device
	native native
}

// OpenHeadless makes an OpenGL 4.3 context current on the calling goroutine's thread, without a display or
// window system: through EGL, on Windows in a hidden window. It locks the goroutine to that thread until
// Release. See [NewDevice] for debug.
func OpenHeadless(debug bool) (*Headless, error) {
	return openHeadless(debug, func(load func(string) unsafe.Pointer) (*Device, error) { return NewDevice(load, debug) })
}

// OpenDrawing does the same with a device that only draws, see [NewDrawing].
func OpenDrawing() (*Headless, error) { return openHeadless(false, NewDrawing) }

func openHeadless(debug bool, adopt func(load func(string) unsafe.Pointer) (*Device, error)) (*Headless, error) {
	runtime.LockOSThread()
	h := &Headless{}
	if !h.native.open(debug) {
		runtime.UnlockOSThread()
		return nil, fmt.Errorf("gpu: %w: %s", ErrUnsupported, noContext)
	}
	device, err := adopt(h.native.function)
	if err != nil {
		h.native.close()
		runtime.UnlockOSThread()
		return nil, err
	}
	h.Device = device
	return h, nil
}

// Release destroys the context and unlocks the goroutine from its thread.
func (h *Headless) Release() {
	if h == nil || h.Device == nil {
		return
	}
	h.Device.Release()
	h.Device = nil
	h.native.close()
	runtime.UnlockOSThread()
}
