//go:build linux && !wayland

package player

// #cgo LDFLAGS: -lX11
// #include <X11/Xutil.h>
//
// // has_rgb says whether the default screen has a visual of at least 15 bits, TrueColor or DirectColor.
// static int has_rgb(void *display)
// {
//     XVisualInfo wanted = { .screen = DefaultScreen((Display *)display) };
//     int n = 0, has = 0;
//     XVisualInfo *visuals = XGetVisualInfo(display, VisualScreenMask, &wanted, &n);
//     for (int i = 0; i < n; i++)
//         has |= visuals[i].class >= TrueColor && visuals[i].depth >= 15;
//     if (visuals)
//         XFree(visuals);
//     return has;
// }
import "C"

import (
	"errors"
	"unsafe"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// number returns the ID of the X11 window.
func (w *window) number() uintptr { return uintptr(w.GetX11Window()) }

// checkScreen reports why OpenGL cannot draw on the screen. In Mesa 25, GLX crashes if GLFW asks
// about a screen without a suitable visual.
func checkScreen() error {
	if C.has_rgb(unsafe.Pointer(glfw.GetX11Display())) == 0 {
		return errors.New("the X screen has no TrueColor visual of 15 bits or more, which GLX needs")
	}
	return nil
}
