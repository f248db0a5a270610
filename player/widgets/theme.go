package widgets

import (
	"image/color"

	"ffkvadrat/imgui"
)

// The theme's colours.
var (
	Ground     = color.NRGBA{22, 24, 29, 255}
	Raised     = color.NRGBA{36, 39, 47, 255}
	Hovered    = color.NRGBA{48, 52, 62, 255}
	Pressed    = color.NRGBA{58, 63, 76, 255}
	Separator  = color.NRGBA{44, 48, 57, 255}
	Bright     = color.NRGBA{228, 231, 237, 255}
	Dim        = color.NRGBA{166, 172, 185, 255} // secondary text
	Accent     = color.NRGBA{64, 160, 240, 255}
	Chosen     = color.NRGBA{30, 84, 132, 255}
	Stronger   = color.NRGBA{110, 188, 255, 255}
	LoopColour = color.NRGBA{255, 176, 64, 255}
	MarkColour = color.NRGBA{120, 220, 140, 255}
	ToastBed   = color.NRGBA{10, 11, 14, 200}
	TextBed    = color.NRGBA{10, 11, 14, 230} // background of text over other content
	BubbleBed  = color.NRGBA{10, 11, 14, 240}
)

// CoverageColour is that of coverage in plots and in the timeline.
var CoverageColour = color.NRGBA{244, 216, 96, 255}

func vec4(c color.NRGBA) imgui.Vec4 {
	return imgui.NewVec4(float32(c.R)/255, float32(c.G)/255, float32(c.B)/255, float32(c.A)/255)
}

// Packed converts a colour to the format of draw lists.
func Packed(c color.NRGBA) uint32 {
	return uint32(c.R) | uint32(c.G)<<8 | uint32(c.B)<<16 | uint32(c.A)<<24
}

// Opaque converts a colour to the form of draw lists.
func Opaque(c color.RGBA) uint32 { return Packed(color.NRGBA{c.R, c.G, c.B, 255}) }

// Faded returns c with its alpha multiplied by a, 0 to 1.
func Faded(c color.NRGBA, a float32) uint32 {
	c.A = uint8(float32(c.A) * a)
	return Packed(c)
}

// GrabSize is the width of a slider's grab at scale 1.
const GrabSize = 12

// Style sets Dear ImGui's sizes and colours for a scale.
func (p *pen) Style() {
	style := imgui.CurrentStyle()
	s := p.Scale
	style.FontSizeBase = TextSize * s
	style.WindowPadding = imgui.NewVec2(16*s, 14*s)
	style.WindowRounding = 0
	style.WindowBorderSize = 0
	style.FramePadding = imgui.NewVec2(8*s, 3*s)
	style.FrameRounding = 4 * s
	style.FrameBorderSize = 0
	style.ItemSpacing = imgui.NewVec2(8*s, 4*s)
	style.ItemInnerSpacing = imgui.NewVec2(7*s, 4*s)
	style.GrabMinSize = GrabSize * s
	style.GrabRounding = 4 * s
	style.ScrollbarSize = 10 * s
	style.ScrollbarRounding = 5 * s
	style.PopupRounding = 4 * s
	style.PopupBorderSize = s
	imgui.StyleColorsDark()
	for i, c := range map[imgui.Col]color.NRGBA{
		imgui.ColText:                 Bright,
		imgui.ColTextDisabled:         Dim,
		imgui.ColWindowBg:             Ground,
		imgui.ColPopupBg:              Raised,
		imgui.ColNavCursor:            Stronger,
		imgui.ColBorder:               Pressed,
		imgui.ColSeparator:            Separator,
		imgui.ColFrameBg:              Raised,
		imgui.ColFrameBgHovered:       Hovered,
		imgui.ColFrameBgActive:        Hovered,
		imgui.ColCheckMark:            Stronger,
		imgui.ColSliderGrab:           Accent,
		imgui.ColSliderGrabActive:     Stronger,
		imgui.ColButton:               Raised,
		imgui.ColButtonHovered:        Hovered,
		imgui.ColButtonActive:         Pressed,
		imgui.ColHeader:               Hovered,
		imgui.ColHeaderHovered:        Pressed,
		imgui.ColHeaderActive:         Pressed,
		imgui.ColScrollbarBg:          {},
		imgui.ColScrollbarGrab:        Hovered,
		imgui.ColScrollbarGrabHovered: Pressed,
		imgui.ColScrollbarGrabActive:  Pressed,
	} {
		style.Colors[i] = vec4(c)
	}
}
