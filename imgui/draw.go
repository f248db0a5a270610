package imgui

// #include "functions.h"
import "C"

import "unsafe"

// Draw lists. Colours have red in the lowest byte and alpha in the highest.

func WindowDrawList() *DrawList { return (*DrawList)(unsafe.Pointer(C.igGetWindowDrawList())) }
func BackgroundDrawList() *DrawList {
	return (*DrawList)(unsafe.Pointer(C.igGetBackgroundDrawList(nil)))
}

func (l *DrawList) c() *C.ImDrawList { return (*C.ImDrawList)(unsafe.Pointer(l)) }

func (l *DrawList) PushClipRect(low, high Vec2, intersect bool) {
	C.ImDrawList_PushClipRect(l.c(), low.c(), high.c(), C.bool(intersect))
}
func (l *DrawList) PopClipRect() { C.ImDrawList_PopClipRect(l.c()) }

func (l *DrawList) AddLine(a, b Vec2, colour uint32, thickness float32) {
	C.ImDrawList_AddLine(l.c(), a.c(), b.c(), C.ImU32(colour), C.float(thickness))
}

func (l *DrawList) AddRect(low, high Vec2, colour uint32, rounding float32, flags int32, thickness float32) {
	C.ImDrawList_AddRect(l.c(), low.c(), high.c(), C.ImU32(colour), C.float(rounding), C.ImDrawFlags(flags), C.float(thickness))
}

func (l *DrawList) AddRectFilled(low, high Vec2, colour uint32) {
	l.AddRectFilledV(low, high, colour, 0, 0)
}

func (l *DrawList) AddRectFilledV(low, high Vec2, colour uint32, rounding float32, flags int32) {
	C.ImDrawList_AddRectFilled(l.c(), low.c(), high.c(), C.ImU32(colour), C.float(rounding), C.ImDrawFlags(flags))
}

func (l *DrawList) AddTriangleFilled(a, b, c Vec2, colour uint32) {
	C.ImDrawList_AddTriangleFilled(l.c(), a.c(), b.c(), c.c(), C.ImU32(colour))
}

func (l *DrawList) AddCircleFilled(centre Vec2, radius float32, colour uint32, segments int32) {
	C.ImDrawList_AddCircleFilled(l.c(), centre.c(), C.float(radius), C.ImU32(colour), C.int(segments))
}

func (l *DrawList) AddText(at Vec2, colour uint32, text string) {
	C.ImDrawList_AddText_Vec2(l.c(), at.c(), C.ImU32(colour), first.c(text), nil)
}

func (l *DrawList) AddTextFont(f *Font, size float32, at Vec2, colour uint32, text string) {
	l.AddTextFontV(f, size, at, colour, text, 0, nil)
}

func (l *DrawList) AddTextFontV(f *Font, size float32, at Vec2, colour uint32, text string, wrapWidth float32, clip *Vec4) {
	C.ImDrawList_AddText_FontPtr(l.c(), f.c(), C.float(size), at.c(), C.ImU32(colour), first.c(text), nil, C.float(wrapWidth), (*C.ImVec4)(unsafe.Pointer(clip)))
}

func (l *DrawList) AddImage(t TextureRef, low, high Vec2) {
	C.ImDrawList_AddImage(l.c(), C.ImTextureRef{_TexID: C.ImTextureID(t.TexID)}, low.c(), high.c(), C.ImVec2{0, 0}, C.ImVec2{1, 1}, 0xffffffff)
}

func (l *DrawList) PathLineTo(v Vec2) { C.ImDrawList_PathLineTo(l.c(), v.c()) }
func (l *DrawList) PathStroke(colour uint32, flags int32, thickness float32) {
	C.ImDrawList_PathStroke(l.c(), C.ImU32(colour), C.ImDrawFlags(flags), C.float(thickness))
}

// What a renderer reads.

// TexID returns the command's texture.
func (d *DrawCmd) TexID() TextureID {
	return TextureID(C.ImDrawCmd_GetTexID((*C.ImDrawCmd)(unsafe.Pointer(d))))
}

func (t *TextureData) c() *C.ImTextureData { return (*C.ImTextureData)(unsafe.Pointer(t)) }

func (t *TextureData) TexID() TextureID      { return TextureID(C.ImTextureData_GetTexID(t.c())) }
func (t *TextureData) SetTexID(id TextureID) { C.ImTextureData_SetTexID(t.c(), C.ImTextureID(id)) }
func (t *TextureData) SetStatus(s TextureStatus) {
	C.ImTextureData_SetStatus(t.c(), C.ImTextureStatus(s))
}
func (t *TextureData) Pixels() unsafe.Pointer { return C.ImTextureData_GetPixels(t.c()) }
func (t *TextureData) Pitch() int             { return int(C.ImTextureData_GetPitch(t.c())) }
func (t *TextureData) PixelsAt(x, y int) unsafe.Pointer {
	return C.ImTextureData_GetPixelsAt(t.c(), C.int(x), C.int(y))
}
