//go:build !linux || wayland

package player

import (
	"errors"
	"image"
)

// number returns 0, as there is no X11 window.
func (w *window) number() uintptr { return 0 }

// put has no window system to use.
func (w *window) put(*image.RGBA) error {
	return errors.New("without OpenGL, only an X11 window shows a picture")
}

// checkScreen does nothing on this system.
func checkScreen() error { return nil }
