package imgui

// #include "functions.h"
import "C"

import "unsafe"

// CreateContext creates the context that all other calls use.
func CreateContext() *Context { return (*Context)(unsafe.Pointer(C.igCreateContext(nil))) }

func DestroyContext(c *Context) { C.igDestroyContext((*C.ImGuiContext)(unsafe.Pointer(c))) }

func CurrentIO() *IO                 { return (*IO)(unsafe.Pointer(C.igGetIO_Nil())) }
func CurrentPlatformIO() *PlatformIO { return (*PlatformIO)(unsafe.Pointer(C.igGetPlatformIO_Nil())) }
func CurrentStyle() *Style           { return (*Style)(unsafe.Pointer(C.igGetStyle())) }
func CurrentDrawData() *DrawData     { return (*DrawData)(unsafe.Pointer(C.igGetDrawData())) }

func StyleColorsDark() { C.igStyleColorsDark(nil) }
func NewFrame()        { C.igNewFrame() }
func Render()          { C.igRender() }

func (io *IO) c() *C.ImGuiIO { return (*C.ImGuiIO)(unsafe.Pointer(io)) }

func (io *IO) AddKeyEvent(key Key, down bool) {
	C.ImGuiIO_AddKeyEvent(io.c(), C.ImGuiKey(key), C.bool(down))
}
func (io *IO) AddInputCharacter(c uint32) { C.ImGuiIO_AddInputCharacter(io.c(), C.uint(c)) }
func (io *IO) AddMousePosEvent(x, y float32) {
	C.ImGuiIO_AddMousePosEvent(io.c(), C.float(x), C.float(y))
}
func (io *IO) AddMouseButtonEvent(button int32, down bool) {
	C.ImGuiIO_AddMouseButtonEvent(io.c(), C.int(button), C.bool(down))
}
func (io *IO) AddMouseWheelEvent(x, y float32) {
	C.ImGuiIO_AddMouseWheelEvent(io.c(), C.float(x), C.float(y))
}

// Font and FontAtlas are opaque in Go.
type (
	Font      struct{ _ byte }
	FontAtlas struct{ _ byte }
)

// AddFont adds a TrueType font and copies its bytes. Glyphs are rasterised at each size when first
// used.
func (a *FontAtlas) AddFont(ttf []byte) *Font {
	// The atlas frees the bytes, so they must be allocated in C.
	atlas, data := (*C.ImFontAtlas)(unsafe.Pointer(a)), C.CBytes(ttf)
	return (*Font)(unsafe.Pointer(C.ImFontAtlas_AddFontFromMemoryTTF(atlas, data, C.int(len(ttf)), 0, nil, nil)))
}

func (f *Font) c() *C.ImFont { return (*C.ImFont)(unsafe.Pointer(f)) }
