//go:build linux && !wayland

package player

// number is X11's number of the window.
func (w *window) number() uintptr { return uintptr(w.GetX11Window()) }
