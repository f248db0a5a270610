// Package imgui calls the functions of Dear ImGui that the panel needs, in the library that the
// module cimgui-go contains. The module's own package wraps all of Dear ImGui and takes several
// times as long to compile as the rest of the program.
//
// Names and arguments are those of Dear ImGui; see its imgui.h. All calls belong to one thread,
// with one context at a time. Strings end at their first zero byte. Add new functions to
// functions.h and widgets.go or draw.go, new fields and constants to layout/main.go.
package imgui

//go:generate go run ./layout

// #include "functions.h"
import "C"

import (
	"fmt"
	"unsafe"

	// For its linker flags only.
	_ "github.com/AllenDang/cimgui-go/impl/glfw"
)

// Enumerations of Dear ImGui. The values in use are in layout.go.
type (
	BackendFlags   int32
	ButtonFlags    int32
	ChildFlags     int32
	Col            int32
	ComboFlags     int32
	ConfigFlags    int32
	HoveredFlags   int32
	InputTextFlags int32
	ItemFlags      int32
	Key            int32
	PopupFlags     int32
	SliderFlags    int32
	StyleVar       int32
	TextureStatus  uint32
	WindowFlags    int32
)

// TextureID is the renderer's ID of a texture.
type TextureID uint64

// Vec2 is a point or a size in pixels.
type Vec2 struct{ X, Y float32 }

// Vec4 is a rectangle in pixels, or a colour.
type Vec4 struct{ X, Y, Z, W float32 }

func NewVec2(x, y float32) Vec2       { return Vec2{x, y} }
func NewVec4(x, y, z, w float32) Vec4 { return Vec4{x, y, z, w} }

func (v Vec2) Add(w Vec2) Vec2 { return Vec2{v.X + w.X, v.Y + w.Y} }
func (v Vec2) Sub(w Vec2) Vec2 { return Vec2{v.X - w.X, v.Y - w.Y} }

func (v Vec2) c() C.ImVec2 { return C.ImVec2{C.float(v.X), C.float(v.Y)} }
func vec2(v C.ImVec2) Vec2 { return Vec2{float32(v.x), float32(v.y)} }

// Vector is a dynamic array of Dear ImGui, in C memory.
type Vector[T any] struct {
	Size, Capacity int32
	Data           *T
}

// Slice returns the elements without copying them.
func (v Vector[T]) Slice() []T { return unsafe.Slice(v.Data, v.Size) }

// Bytes returns the address of the first element and the size of all elements in bytes.
func (v Vector[T]) Bytes() (unsafe.Pointer, int) {
	var element T
	return unsafe.Pointer(v.Data), int(v.Size) * int(unsafe.Sizeof(element))
}

// goImguiAssertHandler is called by the library if its caller makes a mistake.
//
//export goImguiAssertHandler
func goImguiAssertHandler(expression, file *C.char, line C.int) {
	panic(fmt.Sprintf("imgui: %s:%d: %s does not hold", C.GoString(file), line, C.GoString(expression)))
}
