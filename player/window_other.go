//go:build !linux || wayland

package player

import (
	"errors"
	"image"
)

// put has no window system to use.
func (w *window) put(*image.RGBA) error {
	return errors.New("without OpenGL, only an X11 window shows a picture")
}

// checkScreen does nothing on this system.
func checkScreen() error { return nil }
