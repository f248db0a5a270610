//go:build !linux || wayland

package player

// number returns 0, as there is no X11 window.
func (w *window) number() uintptr { return 0 }

// checkScreen does nothing on this system.
func checkScreen() error { return nil }
