// Dear ImGui's functions that this package calls, as cimgui declares them in C.
// The generator of layout.go compiles this file together with cimgui's own
// header, so that a difference is an error.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef unsigned int ImU32, ImWchar;
typedef unsigned long long ImTextureID;
typedef struct ImDrawCmd ImDrawCmd;
typedef struct ImDrawData ImDrawData;
typedef struct ImDrawList ImDrawList;
typedef struct ImFont ImFont;
typedef struct ImFontAtlas ImFontAtlas;
typedef struct ImFontConfig ImFontConfig;
typedef struct ImGuiContext ImGuiContext;
typedef struct ImGuiIO ImGuiIO;
typedef struct ImGuiInputTextCallbackData ImGuiInputTextCallbackData;
typedef struct ImGuiPlatformIO ImGuiPlatformIO;
typedef struct ImGuiSizeCallbackData ImGuiSizeCallbackData;
typedef struct ImGuiStyle ImGuiStyle;
typedef struct ImGuiViewport ImGuiViewport;
typedef struct ImTextureData ImTextureData;
typedef int ImDrawFlags, ImGuiButtonFlags, ImGuiChildFlags, ImGuiCol, ImGuiComboFlags, ImGuiCond, ImGuiHoveredFlags,
	ImGuiInputTextFlags, ImGuiItemFlags, ImGuiMouseButton, ImGuiPopupFlags, ImGuiSelectableFlags, ImGuiSliderFlags, ImGuiStyleVar, ImGuiWindowFlags;
typedef int (*ImGuiInputTextCallback)(ImGuiInputTextCallbackData *data);
typedef void (*ImGuiSizeCallback)(ImGuiSizeCallbackData *data);

#ifndef CIMGUI_INCLUDED // which has these, too, and must not repeat them
typedef unsigned int ImGuiKey, ImTextureStatus; // the type of an enum without negative values
typedef struct ImVec2 { float x, y; } ImVec2;
typedef struct ImVec4 { float x, y, z, w; } ImVec4;
typedef struct ImTextureRef { ImTextureData *_TexData; ImTextureID _TexID; } ImTextureRef;
#endif

// The context and its frames.
extern ImGuiContext *igCreateContext(ImFontAtlas *shared_font_atlas);
extern void igDestroyContext(ImGuiContext *ctx);
extern ImGuiIO *igGetIO_Nil(void);
extern ImGuiPlatformIO *igGetPlatformIO_Nil(void);
extern ImGuiStyle *igGetStyle(void);
extern void igStyleColorsDark(ImGuiStyle *dst);
extern void igNewFrame(void);
extern void igRender(void);
extern ImDrawData *igGetDrawData(void);

// Input.
extern void ImGuiIO_AddKeyEvent(ImGuiIO *self, ImGuiKey key, bool down);
extern void ImGuiIO_AddInputCharacter(ImGuiIO *self, unsigned int c);
extern void ImGuiIO_AddMousePosEvent(ImGuiIO *self, float x, float y);
extern void ImGuiIO_AddMouseButtonEvent(ImGuiIO *self, int button, bool down);
extern void ImGuiIO_AddMouseWheelEvent(ImGuiIO *self, float wheel_x, float wheel_y);

// Windows.
extern bool igBegin(const char *name, bool *p_open, ImGuiWindowFlags flags);
extern void igEnd(void);
extern bool igBeginChild_Str(const char *str_id, const ImVec2 size, ImGuiChildFlags child_flags, ImGuiWindowFlags window_flags);
extern void igEndChild(void);
extern bool igBeginTooltip(void);
extern void igEndTooltip(void);
extern void igOpenPopup_Str(const char *str_id, ImGuiPopupFlags popup_flags);
extern bool igBeginPopup(const char *str_id, ImGuiWindowFlags flags);
extern void igEndPopup(void);
extern void igClearActiveID(void);
extern void igCloseCurrentPopup(void);
extern void igClosePopupToLevel(int remaining, bool restore_focus_to_window_under_popup);
extern bool igIsPopupOpen_Str(const char *str_id, ImGuiPopupFlags flags);
extern void igSetNextWindowPos(const ImVec2 pos, ImGuiCond cond, const ImVec2 pivot);
extern void igSetWindowPos_Vec2(const ImVec2 pos, ImGuiCond cond);
extern void igSetNextWindowSize(const ImVec2 size, ImGuiCond cond);
extern void igSetNextWindowSizeConstraints(const ImVec2 size_min, const ImVec2 size_max, ImGuiSizeCallback custom_callback, void *custom_callback_data);
extern void igSetNextWindowContentSize(const ImVec2 size);
extern void igSetNextWindowScroll(const ImVec2 scroll);
extern void igGetWindowPos(ImVec2 *pOut);
extern void igGetWindowSize(ImVec2 *pOut);
extern float igGetWindowHeight(void);
extern float igGetScrollMaxY(void);
extern float igGetScrollY(void);
extern void igSetScrollHereY(float center_y_ratio);
extern void igSetScrollY_Float(float scroll_y);

// Places, sizes and styles of widgets.
extern void igGetCursorScreenPos(ImVec2 *pOut);
extern void igSetCursorScreenPos(const ImVec2 pos);
extern void igGetContentRegionAvail(ImVec2 *pOut);
extern float igCalcItemWidth(void);
extern void igSetNextItemWidth(float item_width);
extern void igSameLine(float offset_from_start_x, float spacing);
extern void igDummy(const ImVec2 size);
extern void igAlignTextToFramePadding(void);
extern float igGetFrameHeight(void);
extern float igGetFontSize(void);
extern void igPushFont(ImFont *font, float font_size_base_unscaled);
extern void igPopFont(void);
extern void igPushID_Int(int int_id);
extern void igPopID(void);
extern void igPushStyleColor_U32(ImGuiCol idx, ImU32 col);
extern ImU32 igGetColorU32_Col(ImGuiCol idx, float alpha_mul);
extern void igPopStyleColor(int count);
extern void igPushStyleVar_Vec2(ImGuiStyleVar idx, const ImVec2 val);
extern void igPopStyleVar(int count);
extern void igPushTextWrapPos(float wrap_local_pos_x);
extern void igPopTextWrapPos(void);
extern void igBeginDisabled(bool disabled);
extern void igEndDisabled(void);
extern void igCalcTextSize(ImVec2 *pOut, const char *text, const char *text_end, bool hide_text_after_double_hash, float wrap_width);

// Widgets.
extern void igTextUnformatted(const char *text, const char *text_end);
extern bool igButton(const char *label, const ImVec2 size);
extern bool igInvisibleButton(const char *str_id, const ImVec2 size, ImGuiButtonFlags flags);
extern bool igCheckbox(const char *label, bool *v);
extern bool igRadioButton_Bool(const char *label, bool active);
extern bool igBeginCombo(const char *label, const char *preview_value, ImGuiComboFlags flags);
extern void igEndCombo(void);
extern bool igBeginMenu(const char *label, bool enabled);
extern void igEndMenu(void);
extern void igSeparator(void);
extern bool igMenuItem_Bool(const char *label, const char *shortcut, bool selected, bool enabled);
extern bool igSelectable_Bool(const char *label, bool selected, ImGuiSelectableFlags flags, const ImVec2 size);
extern bool igSliderFloat(const char *label, float *v, float v_min, float v_max, const char *format, ImGuiSliderFlags flags);
extern bool igInputInt(const char *label, int *v, int step, int step_fast, ImGuiInputTextFlags flags);
extern bool igInputTextWithHint(const char *label, const char *hint, char *buf, size_t buf_size, ImGuiInputTextFlags flags, ImGuiInputTextCallback callback, void *user_data);

// The keyboard.
extern void igSetKeyboardFocusHere(int offset);
extern void igSetNavCursorVisible(bool visible);
extern void igSetItemDefaultFocus(void);
extern void igPushItemFlag(ImGuiItemFlags option, bool enabled);
extern void igPopItemFlag(void);

// The widget made last.
extern bool igIsItemHovered(ImGuiHoveredFlags flags);
extern bool igIsItemActive(void);
extern bool igIsItemFocused(void);
extern bool igIsItemActivated(void);
extern bool igIsItemClicked(ImGuiMouseButton mouse_button);
extern bool igIsMouseClicked_Bool(ImGuiMouseButton button, bool repeat);
extern bool igIsMouseDoubleClicked_Nil(ImGuiMouseButton button);
extern bool igIsMouseDown_Nil(ImGuiMouseButton button);
extern bool igIsItemDeactivatedAfterEdit(void);
extern void igGetItemRectMin(ImVec2 *pOut);
extern void igGetItemRectMax(ImVec2 *pOut);

// Drawing.
extern ImDrawList *igGetWindowDrawList(void);
extern ImDrawList *igGetBackgroundDrawList(ImGuiViewport *viewport);
extern void ImDrawList_PushClipRect(ImDrawList *self, const ImVec2 clip_rect_min, const ImVec2 clip_rect_max, bool intersect_with_current_clip_rect);
extern void ImDrawList_PopClipRect(ImDrawList *self);
extern void ImDrawList_AddLine(ImDrawList *self, const ImVec2 p1, const ImVec2 p2, ImU32 col, float thickness);
extern void ImDrawList_AddRect(ImDrawList *self, const ImVec2 p_min, const ImVec2 p_max, ImU32 col, float rounding, ImDrawFlags flags, float thickness);
extern void ImDrawList_AddRectFilled(ImDrawList *self, const ImVec2 p_min, const ImVec2 p_max, ImU32 col, float rounding, ImDrawFlags flags);
extern void ImDrawList_AddTriangleFilled(ImDrawList *self, const ImVec2 p1, const ImVec2 p2, const ImVec2 p3, ImU32 col);
extern void ImDrawList_AddCircleFilled(ImDrawList *self, const ImVec2 center, float radius, ImU32 col, int num_segments);
extern void ImDrawList_AddText_Vec2(ImDrawList *self, const ImVec2 pos, ImU32 col, const char *text_begin, const char *text_end);
extern void ImDrawList_AddText_FontPtr(ImDrawList *self, ImFont *font, float font_size, const ImVec2 pos, ImU32 col, const char *text_begin, const char *text_end, float wrap_width, const ImVec4 *cpu_fine_clip_rect);
extern void ImDrawList_AddImage(ImDrawList *self, ImTextureRef tex_ref, const ImVec2 p_min, const ImVec2 p_max, const ImVec2 uv_min, const ImVec2 uv_max, ImU32 col);
extern void ImDrawList_PathLineTo(ImDrawList *self, const ImVec2 pos);
extern void ImDrawList_PathStroke(ImDrawList *self, ImU32 col, ImDrawFlags flags, float thickness);

// Fonts, and what the renderer reads.
extern ImFont *ImFontAtlas_AddFontFromMemoryTTF(ImFontAtlas *self, void *font_data, int font_data_size, float size_pixels, const ImFontConfig *font_cfg, const ImWchar *glyph_ranges);
extern ImTextureID ImDrawCmd_GetTexID(ImDrawCmd *self);
extern ImTextureID ImTextureData_GetTexID(ImTextureData *self);
extern void ImTextureData_SetTexID(ImTextureData *self, ImTextureID tex_id);
extern void ImTextureData_SetStatus(ImTextureData *self, ImTextureStatus status);
extern void *ImTextureData_GetPixels(ImTextureData *self);
extern void *ImTextureData_GetPixelsAt(ImTextureData *self, int x, int y);
extern int ImTextureData_GetPitch(ImTextureData *self);
