package panel

// #include <stdlib.h>
import "C"

import (
	"unsafe"

	"github.com/AllenDang/cimgui-go/imgui"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/goregular"
)

// Sizes of text in pixels, at scale 1.
const (
	textSize  = 15
	smallSize = 13
	titleSize = 17
)

// addFont adds a font to the current context. Dear ImGui draws its glyphs at
// the sizes that are asked for, as they are first used.
func addFont(ttf []byte) *imgui.Font {
	// The atlas frees the bytes, and so has to have a copy in C's memory.
	data := uintptr(C.CBytes(ttf))
	return imgui.CurrentIO().Fonts().AddFontFromMemoryTTF(data, int32(len(ttf)))
}

func (p *Panel) addFonts() {
	p.regular = addFont(goregular.TTF)
	p.medium = addFont(gomedium.TTF)
}

// pointer is an address in C's memory, which the bindings give as a number.
func pointer(address uintptr) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Pointer(&address))
}
