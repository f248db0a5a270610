package imgui

// #include "functions.h"
//
// // Dear ImGui writes vectors to memory of the caller, which Go would take from its
// // heap; results come back on the stack.
// #define RETURN_VECTOR(call) ImVec2 v; call; return v
// static ImVec2 window_pos(void)           { RETURN_VECTOR(igGetWindowPos(&v)); }
// static ImVec2 window_size(void)          { RETURN_VECTOR(igGetWindowSize(&v)); }
// static ImVec2 cursor_screen_pos(void)    { RETURN_VECTOR(igGetCursorScreenPos(&v)); }
// static ImVec2 content_region_avail(void) { RETURN_VECTOR(igGetContentRegionAvail(&v)); }
// static ImVec2 item_rect_min(void)        { RETURN_VECTOR(igGetItemRectMin(&v)); }
// static ImVec2 item_rect_max(void)        { RETURN_VECTOR(igGetItemRectMax(&v)); }
// static ImVec2 text_size(const char *text, bool hide_after_hashes, float wrap_width)
// {
//     RETURN_VECTOR(igCalcTextSize(&v, text, NULL, hide_after_hashes, wrap_width));
// }
import "C"

import (
	"bytes"
	"math"
	"slices"
	"unsafe"
)

// Windows.

func Begin(name string, flags WindowFlags) {
	C.igBegin(first.c(name), nil, C.ImGuiWindowFlags(flags))
}
func End() { C.igEnd() }

func BeginChild(name string, size Vec2, child ChildFlags, window WindowFlags) bool {
	return bool(C.igBeginChild_Str(first.c(name), size.c(), C.ImGuiChildFlags(child), C.ImGuiWindowFlags(window)))
}
func EndChild() { C.igEndChild() }

func BeginTooltip() bool { return bool(C.igBeginTooltip()) }
func EndTooltip()        { C.igEndTooltip() }

func OpenPopup(name string) { C.igOpenPopup_Str(first.c(name), 0) }
func BeginPopup(name string, flags WindowFlags) bool {
	return bool(C.igBeginPopup(first.c(name), C.ImGuiWindowFlags(flags)))
}
func EndPopup()          { C.igEndPopup() }
func CloseCurrentPopup() { C.igCloseCurrentPopup() }

// ClosePopups closes all open popups.
func ClosePopups() {
	if IsPopupOpen("", PopupFlagsAnyPopup) {
		C.igClosePopupToLevel(0, false)
	}
}

// ClearActiveID ends typing into a text field, which keeps the text.
func ClearActiveID() { C.igClearActiveID() }

// IsPopupOpen reports whether a popup (a list or a menu) is open; with an empty name and
// PopupFlagsAnyPopup, whether any is.
func IsPopupOpen(name string, flags PopupFlags) bool {
	return bool(C.igIsPopupOpen_Str(first.c(name), C.ImGuiPopupFlags(flags)))
}

func SetNextWindowPos(v Vec2) { SetNextWindowPosV(v, Vec2{}) }

// SetNextWindowPosV places a point of the next window, such as 1, 1 for its lower right corner.
func SetNextWindowPosV(v, pivot Vec2) { C.igSetNextWindowPos(v.c(), 0, pivot.c()) }

// SetWindowPos moves the current window.
func SetWindowPos(v Vec2) { C.igSetWindowPos_Vec2(v.c(), 0) }

func SetNextWindowSize(v Vec2) { C.igSetNextWindowSize(v.c(), 0) }

// SetNextWindowMaxHeight sets the largest height of the next window.
func SetNextWindowMaxHeight(height float32) {
	C.igSetNextWindowSizeConstraints(C.ImVec2{}, C.ImVec2{math.MaxFloat32, C.float(height)}, nil, nil)
}

// SetNextWindowContentSize sets the size of the next window's content; 0 fits it.
func SetNextWindowContentSize(v Vec2) { C.igSetNextWindowContentSize(v.c()) }

// SetNextWindowScroll scrolls the next window; negative values leave it as it is.
func SetNextWindowScroll(v Vec2) { C.igSetNextWindowScroll(v.c()) }

func WindowHeight() float32 { return float32(C.igGetWindowHeight()) }
func ScrollY() float32      { return float32(C.igGetScrollY()) }
func ScrollMaxY() float32   { return float32(C.igGetScrollMaxY()) }
func SetScrollY(y float32)  { C.igSetScrollY_Float(C.float(y)) }

// SetScrollHereY scrolls the window so that the last widget is at a fraction of its height.
func SetScrollHereY(fraction float32) { C.igSetScrollHereY(C.float(fraction)) }

func WindowPos() Vec2 { return vec2(C.window_pos()) }

func WindowSize() Vec2 { return vec2(C.window_size()) }

// Position, size and style of the next widgets.

func CursorScreenPos() Vec2 { return vec2(C.cursor_screen_pos()) }

func ContentRegionAvail() Vec2 { return vec2(C.content_region_avail()) }

// CalcItemWidth returns the width of the next widget.
func CalcItemWidth() float32 { return float32(C.igCalcItemWidth()) }

func SetCursorScreenPos(v Vec2)         { C.igSetCursorScreenPos(v.c()) }
func SetNextItemWidth(width float32)    { C.igSetNextItemWidth(C.float(width)) }
func SameLineV(offset, spacing float32) { C.igSameLine(C.float(offset), C.float(spacing)) }
func Dummy(size Vec2)                   { C.igDummy(size.c()) }
func AlignTextToFramePadding()          { C.igAlignTextToFramePadding() }
func FrameHeight() float32              { return float32(C.igGetFrameHeight()) }
func FontSize() float32                 { return float32(C.igGetFontSize()) }
func PushFont(f *Font, size float32)    { C.igPushFont(f.c(), C.float(size)) }
func PopFont()                          { C.igPopFont() }
func PushID(id int32)                   { C.igPushID_Int(C.int(id)) }
func PopID()                            { C.igPopID() }
func PushStyleColor(i Col, c uint32)    { C.igPushStyleColor_U32(C.ImGuiCol(i), C.ImU32(c)) }
func StyleColor(i Col) uint32           { return FadedStyleColor(i, 1) }
func FadedStyleColor(i Col, alpha float32) uint32 {
	return uint32(C.igGetColorU32_Col(C.ImGuiCol(i), C.float(alpha)))
}
func PopStyleColor(n int32)             { C.igPopStyleColor(C.int(n)) }
func PushStyleVar(i StyleVar, v Vec2)   { C.igPushStyleVar_Vec2(C.ImGuiStyleVar(i), v.c()) }
func PopStyleVar(n int32)               { C.igPopStyleVar(C.int(n)) }
func PushTextWrapPos(x float32)         { C.igPushTextWrapPos(C.float(x)) }
func PopTextWrapPos()                   { C.igPopTextWrapPos() }
func BeginDisabled(disabled bool)       { C.igBeginDisabled(C.bool(disabled)) }
func EndDisabled()                      { C.igEndDisabled() }
func IsDisabled() bool                  { return CurrentStyle().Alpha < 1 } // which BeginDisabled makes fainter
func CalcTextSize(text string) (v Vec2) { return CalcTextSizeV(text, false, -1) }

func CalcTextSizeV(text string, hideAfterHashes bool, wrapWidth float32) Vec2 {
	return vec2(C.text_size(first.c(text), C.bool(hideAfterHashes), C.float(wrapWidth)))
}

// Widgets.

func TextUnformatted(text string) { C.igTextUnformatted(first.c(text), nil) }

func Button(label string, size Vec2) bool { return bool(C.igButton(first.c(label), size.c())) }

// InvisibleButton can be reached and pressed with keys, too.
func InvisibleButton(name string, size Vec2) bool {
	return InvisibleButtonV(name, size, ButtonFlagsEnableNav)
}

func InvisibleButtonV(name string, size Vec2, flags ButtonFlags) bool {
	return bool(C.igInvisibleButton(first.c(name), size.c(), C.ImGuiButtonFlags(flags)))
}

func Checkbox(label string, v *bool) bool {
	return bool(C.igCheckbox(first.c(label), (*C.bool)(v)))
}

func RadioButton(label string, active bool) bool {
	return bool(C.igRadioButton_Bool(first.c(label), C.bool(active)))
}

func BeginCombo(label, preview string, flags ComboFlags) bool {
	return bool(C.igBeginCombo(first.c(label), second.c(preview), C.ImGuiComboFlags(flags)))
}
func EndCombo() { C.igEndCombo() }

// BeginMenu is a line with a submenu. It reports whether that is open.
func BeginMenu(label string) bool { return bool(C.igBeginMenu(first.c(label), true)) }
func EndMenu()                    { C.igEndMenu() }
func Separator()                  { C.igSeparator() }

func MenuItem(label, shortcut string, selected, enabled bool) bool {
	return bool(C.igMenuItem_Bool(first.c(label), second.c(shortcut), C.bool(selected), C.bool(enabled)))
}

func Selectable(label string, selected bool, size Vec2) bool {
	return bool(C.igSelectable_Bool(first.c(label), C.bool(selected), 0, size.c()))
}

func SliderFloat(label string, v *float32, low, high float32, format string, flags SliderFlags) bool {
	return bool(C.igSliderFloat(first.c(label), (*C.float)(v), C.float(low), C.float(high), second.c(format), C.ImGuiSliderFlags(flags)))
}

func InputInt(label string, v *int32, step, fast int32, flags InputTextFlags) bool {
	return bool(C.igInputInt(first.c(label), (*C.int)(v), C.int(step), C.int(fast), C.ImGuiInputTextFlags(flags)))
}

// typed is the minimum room for typing in a text field, in bytes: no path is longer.
const typed = 4096

var line []byte // the text that InputText edits

// InputText is a text field of one line. It shows a hint while empty.
func InputText(label, hint string, v *string, flags InputTextFlags) bool {
	line = slices.Grow(line[:0], len(*v)+typed+1)[:len(*v)+typed+1]
	clear(line[copy(line, *v):])
	changed := bool(C.igInputTextWithHint(first.c(label), second.c(hint), (*C.char)(unsafe.Pointer(&line[0])), C.size_t(len(line)), C.ImGuiInputTextFlags(flags), nil, nil))
	if changed {
		*v = string(line[:bytes.IndexByte(line, 0)])
	}
	return changed
}

// The keyboard.

func SetKeyboardFocusHere(offset int)  { C.igSetKeyboardFocusHere(C.int(offset)) }
func SetNavCursorVisible(visible bool) { C.igSetNavCursorVisible(C.bool(visible)) }
func SetItemDefaultFocus()             { C.igSetItemDefaultFocus() }
func PushItemFlag(flag ItemFlags, enable bool) {
	C.igPushItemFlag(C.ImGuiItemFlags(flag), C.bool(enable))
}
func PopItemFlag() { C.igPopItemFlag() }

// The last widget.

func IsItemHovered() bool { return IsItemHoveredV(0) }

func IsItemHoveredV(flags HoveredFlags) bool {
	return bool(C.igIsItemHovered(C.ImGuiHoveredFlags(flags)))
}
func IsItemActive() bool    { return bool(C.igIsItemActive()) }
func IsItemFocused() bool   { return bool(C.igIsItemFocused()) }
func IsItemActivated() bool { return bool(C.igIsItemActivated()) }
func IsItemClicked() bool   { return bool(C.igIsItemClicked(0)) }

// IsMouseClicked reports whether a button (0 left, 1 right) was pressed in this frame.
func IsMouseClicked(button int32) bool {
	return bool(C.igIsMouseClicked_Bool(C.ImGuiMouseButton(button), false))
}

// IsMouseDoubleClicked reports whether a button was pressed twice, the second time in this frame.
func IsMouseDoubleClicked(button int32) bool {
	return bool(C.igIsMouseDoubleClicked_Nil(C.ImGuiMouseButton(button)))
}

// IsMouseDown reports whether a button (0 left, 1 right, 2 middle) is pressed.
func IsMouseDown(button int32) bool { return bool(C.igIsMouseDown_Nil(C.ImGuiMouseButton(button))) }

func IsItemDeactivatedAfterEdit() bool { return bool(C.igIsItemDeactivatedAfterEdit()) }

func ItemRectMin() Vec2 { return vec2(C.item_rect_min()) }

func ItemRectMax() Vec2 { return vec2(C.item_rect_max()) }
