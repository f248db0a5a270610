// Command layout writes layout.go of package imgui: the structs with the fields that the program
// uses, and the values of enumerators. It compiles a C program with cimgui's header from its
// module, which also checks functions.h.
package main

import (
	"bytes"
	"fmt"
	"go/format"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const module = "github.com/AllenDang/cimgui-go"

// A record maps a C struct to a Go struct and its fields.
type record struct {
	c, name string
	fields  []field
}

// A field maps a path in C to a name and a type in Go.
type field struct{ c, name, typ string }

// same returns fields of one type with equal names in C and Go.
func same(typ string, names ...string) []field {
	var list []field
	for _, name := range names {
		list = append(list, field{name, name, typ})
	}
	return list
}

func join(lists ...[]field) []field {
	var all []field
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}

var records = []record{
	{"ImGuiContext", "Context", []field{{"InputEventsQueue", "InputEventsQueue", "Vector[struct{}]"}}},
	{"ImGuiIO", "IO", join(
		same("ConfigFlags", "ConfigFlags"), same("BackendFlags", "BackendFlags"), same("Vec2", "DisplaySize"), same("float32", "DeltaTime"),
		same("*byte", "IniFilename", "LogFilename"), same("*FontAtlas", "Fonts"),
		same("bool", "ConfigInputTrickleEventQueue", "ConfigErrorRecoveryEnableTooltip", "WantTextInput"),
		same("Vec2", "MouseDelta", "MousePos"))},
	{"ImGuiPlatformIO", "PlatformIO", same("Vector[*TextureData]", "Textures")},
	{"ImGuiStyle", "Style", join(
		same("float32", "FontSizeBase", "Alpha"), same("Vec2", "WindowPadding"), same("float32", "WindowRounding", "WindowBorderSize"),
		same("float32", "PopupRounding", "PopupBorderSize"), same("Vec2", "FramePadding"),
		same("float32", "FrameRounding", "FrameBorderSize"), same("Vec2", "ItemSpacing", "ItemInnerSpacing"),
		same("float32", "ScrollbarSize", "ScrollbarRounding", "GrabMinSize", "GrabRounding"), same("[ColCOUNT]Vec4", "Colors"))},
	{"ImDrawData", "DrawData", join(same("int32", "TotalIdxCount", "TotalVtxCount"), same("Vector[*DrawList]", "CmdLists"))},
	{"ImDrawList", "DrawList", join(same("Vector[DrawCmd]", "CmdBuffer"), same("Vector[DrawIdx]", "IdxBuffer"), same("Vector[DrawVert]", "VtxBuffer"))},
	{"ImDrawCmd", "DrawCmd", join(same("Vec4", "ClipRect"), same("uint32", "VtxOffset", "IdxOffset", "ElemCount"))},
	{"ImDrawVert", "DrawVert", []field{{"pos", "Pos", "Vec2"}, {"uv", "UV", "Vec2"}, {"col", "Col", "uint32"}}},
	{"ImDrawIdx", "DrawIdx", nil},
	{"ImTextureData", "TextureData", join(same("TextureStatus", "Status"), same("int32", "Width", "Height"),
		same("TextureRect", "UpdateRect"), same("int32", "UnusedFrames"))},
	{"ImTextureRect", "TextureRect", []field{{"x", "X", "uint16"}, {"y", "Y", "uint16"}, {"w", "W", "uint16"}, {"h", "H", "uint16"}}},
	{"ImTextureRef", "TextureRef", []field{{"_TexID", "TexID", "TextureID"}}},
}

// enumerators are names in C; see [enumerator] for those in Go.
var enumerators = strings.Fields(`
	ImGuiBackendFlags_RendererHasTextures ImGuiBackendFlags_RendererHasVtxOffset
	ImGuiButtonFlags_EnableNav
	ImGuiChildFlags_AlwaysUseWindowPadding ImGuiChildFlags_NavFlattened
	ImGuiCol_Border ImGuiCol_Button ImGuiCol_ButtonActive ImGuiCol_ButtonHovered ImGuiCol_CheckMark
	ImGuiCol_FrameBg ImGuiCol_FrameBgActive ImGuiCol_FrameBgHovered ImGuiCol_Header ImGuiCol_HeaderActive
	ImGuiCol_HeaderHovered ImGuiCol_NavCursor ImGuiCol_PopupBg ImGuiCol_ScrollbarBg ImGuiCol_ScrollbarGrab ImGuiCol_ScrollbarGrabActive
	ImGuiCol_ScrollbarGrabHovered ImGuiCol_Separator ImGuiCol_SliderGrab ImGuiCol_SliderGrabActive
	ImGuiCol_Text ImGuiCol_TextDisabled ImGuiCol_WindowBg ImGuiCol_COUNT
	ImGuiComboFlags_HeightLargest
	ImGuiConfigFlags_NavEnableKeyboard
	ImGuiHoveredFlags_AllowWhenBlockedByPopup
	ImGuiHoveredFlags_AllowWhenDisabled
	ImGuiInputTextFlags_AutoSelectAll ImGuiInputTextFlags_CharsDecimal
	ImGuiItemFlags_NoTabStop
	ImGuiKey_A ImGuiKey_Backspace ImGuiKey_Delete ImGuiKey_End ImGuiKey_Enter ImGuiKey_Escape ImGuiKey_F24 ImGuiKey_Home
	ImGuiKey_DownArrow ImGuiKey_LeftArrow ImGuiKey_PageDown ImGuiKey_PageUp ImGuiKey_RightArrow ImGuiKey_Space ImGuiKey_Tab
	ImGuiKey_UpArrow ImGuiMod_Ctrl ImGuiMod_Shift
	ImGuiPopupFlags_AnyPopup
	ImGuiSliderFlags_AlwaysClamp ImGuiSliderFlags_Logarithmic ImGuiSliderFlags_NoInput
	ImGuiStyleVar_FramePadding ImGuiStyleVar_ItemSpacing ImGuiStyleVar_WindowPadding
	ImTextureStatus_Destroyed ImTextureStatus_OK ImTextureStatus_WantCreate ImTextureStatus_WantDestroy ImTextureStatus_WantUpdates
	ImGuiWindowFlags_NoBackground ImGuiWindowFlags_NoBringToFrontOnFocus ImGuiWindowFlags_NoDecoration
	ImGuiWindowFlags_NoFocusOnAppearing ImGuiWindowFlags_NoMove ImGuiWindowFlags_NoNavFocus ImGuiWindowFlags_NoSavedSettings
	ImGuiWindowFlags_NoScrollbar ImGuiWindowFlags_NoScrollWithMouse
`)

// enumerator returns the name in Go and the name of its type.
func enumerator(c string) (name, typ string) {
	typ, value, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(c, "Im"), "Gui"), "_")
	name = typ + value
	if typ == "Mod" {
		typ = "Key"
	}
	return name, typ
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("layout: ")
	text, err := generate()
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("layout.go", text, 0o644); err != nil {
		log.Fatal(err)
	}
}

// generate returns the content of layout.go. The working directory must be that of package imgui.
func generate() ([]byte, error) {
	list := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module)
	list.Stderr = os.Stderr
	folder, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("find %s: %w", module, err)
	}
	temporary, err := os.MkdirTemp("", "layout")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temporary)
	source, program := filepath.Join(temporary, "layout.c"), filepath.Join(temporary, "layout")
	header, err := os.ReadFile("functions.h") // makes cached test results depend on it
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(temporary, "functions.h"), header, 0o644); err != nil {
		return nil, err
	}
	if err := os.WriteFile(source, measure(), 0o644); err != nil {
		return nil, err
	}
	compile := exec.Command("cc", "-I", filepath.Join(strings.TrimSpace(string(folder)), "cwrappers"), "-o", program, source)
	if message, err := compile.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("compile: %w\n%s", err, message)
	}
	run := exec.Command(program)
	run.Stderr = os.Stderr
	text, err := run.Output()
	if err != nil {
		return nil, fmt.Errorf("run: %w", err)
	}
	return format.Source(text)
}

// measure returns a C program that prints layout.go. Unused bytes become blank fields. After each
// struct, an assertion compares its size with C's.
func measure() []byte {
	var b bytes.Buffer
	b.WriteString(`#define CIMGUI_DEFINE_ENUMS_AND_STRUCTS
#define IMGUI_USE_WCHAR32
#include <stddef.h>
#include <stdlib.h>
#include "cimgui.h"
#include "functions.h"

static size_t at;

static void field(size_t offset, size_t size, const char *text)
{
	if (offset < at) {
		fprintf(stderr, "not in C's order: %s\n", text);
		exit(1);
	}
	if (offset > at)
		printf("\t_ [%zu]byte\n", offset - at);
	if (*text)
		printf("\t%s\n", text);
	at = offset + size;
}

int main(void)
{
	puts("// Code generated by layout; DO NOT EDIT.\n\npackage imgui\n\nimport \"unsafe\"\n\nconst (");
`)
	for _, c := range enumerators {
		name, typ := enumerator(c)
		fmt.Fprintf(&b, "\tprintf(\"\\t%s %s = %%d\\n\", (int)%s);\n", name, typ, c)
	}
	b.WriteString("\tputs(\")\");\n")
	for _, r := range records {
		fmt.Fprintf(&b, "\tat = 0;\n\tputs(\"\\ntype %s struct {\");\n", r.name)
		for _, f := range r.fields {
			fmt.Fprintf(&b, "\tfield(offsetof(%s, %s), sizeof ((%[1]s *)0)->%[2]s, \"%s %s\");\n", r.c, f.c, f.name, f.typ)
		}
		fmt.Fprintf(&b, "\tfield(sizeof(%s), 0, \"\");\n", r.c)
		fmt.Fprintf(&b, "\tprintf(\"}\\n\\nvar _ [%%zu]byte = [unsafe.Sizeof(%s{})]byte{}\\n\", sizeof(%s));\n", r.name, r.c)
	}
	b.WriteString("\treturn 0;\n}\n")
	return b.Bytes()
}
