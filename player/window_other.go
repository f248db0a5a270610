//go:build !linux || wayland

package player

// number is X11's number of the window: 0, there is none.
func (w *window) number() uintptr { return 0 }
