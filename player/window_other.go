//go:build !linux || wayland

package player

// number returns X11's number of the window: 0, there is none.
func (w *window) number() uintptr { return 0 }

// checkScreen reports why OpenGL cannot draw on the screen.
func checkScreen() error { return nil }
