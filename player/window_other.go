//go:build !linux || wayland

package player

// number is X11's number of the window: 0, there is none.
func (w *window) number() uintptr { return 0 }

// checkScreen tells why OpenGL cannot draw on the screen.
func checkScreen() error { return nil }
