//go:build linux && !wayland

package player

// #cgo LDFLAGS: -lX11
// #include <X11/Xutil.h>
//
// // put copies a picture of w × h pixels into a window, without OpenGL. A pixel is four bytes: blue, green,
// // red, unused. It returns 0 if the window's pixels are different.
// static int put(void *display, unsigned long window, char *pixels, int w, int h)
// {
//     XWindowAttributes of;
//     if (!XGetWindowAttributes(display, window, &of) || of.depth < 24 || of.visual->red_mask != 0xff0000 || of.visual->blue_mask != 0xff)
//         return 0;
//     XImage *image = XCreateImage(display, of.visual, of.depth, ZPixmap, 0, pixels, w, h, 32, 0);
//     if (!image)
//         return 0;
//     image->byte_order = LSBFirst;
//     GC how = XCreateGC(display, window, 0, NULL);
//     XPutImage(display, window, how, image, 0, 0, 0, 0, w, h);
//     XFreeGC(display, how);
//     image->data = NULL; // the caller's
//     XDestroyImage(image);
//     return 1;
// }
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
	"image"
	"unsafe"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// number returns the ID of the X11 window.
func (w *window) number() uintptr { return uintptr(w.GetX11Window()) }

// put shows a picture of the window's size in a window without OpenGL.
func (w *window) put(img *image.RGBA) error {
	pixels := make([]byte, len(img.Pix))
	for i := 0; i < len(pixels); i += 4 {
		pixels[i], pixels[i+1], pixels[i+2] = img.Pix[i+2], img.Pix[i+1], img.Pix[i]
	}
	if C.put(unsafe.Pointer(glfw.GetX11Display()), C.ulong(w.GetX11Window()), (*C.char)(unsafe.Pointer(&pixels[0])), C.int(img.Rect.Dx()), C.int(img.Rect.Dy())) == 0 {
		return errors.New("the X screen does not have 8 bits each of red, green and blue")
	}
	return nil
}

// checkScreen reports why OpenGL cannot draw on the screen. In Mesa 25, GLX crashes if GLFW asks
// about a screen without a suitable visual.
func checkScreen() error {
	if C.has_rgb(unsafe.Pointer(glfw.GetX11Display())) == 0 {
		return errors.New("the X screen has no TrueColor visual of 15 bits or more, which GLX needs")
	}
	return nil
}
