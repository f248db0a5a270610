//go:build (!linux || wayland) && !windows

package player

// number returns 0: no dialog knows the window.
func (w *window) number() uintptr { return 0 }
