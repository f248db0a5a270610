package panel

import (
	"image/color"

	"ffkvadrat/imgui"
)

// The theme's colours.
var (
	ground     = color.NRGBA{22, 24, 29, 255}
	raised     = color.NRGBA{36, 39, 47, 255}
	hovered    = color.NRGBA{48, 52, 62, 255}
	pressed    = color.NRGBA{58, 63, 76, 255}
	line       = color.NRGBA{44, 48, 57, 255}
	bright     = color.NRGBA{228, 231, 237, 255}
	dim        = color.NRGBA{146, 152, 165, 255}
	accent     = color.NRGBA{64, 160, 240, 255}
	chosen     = color.NRGBA{30, 84, 132, 255}
	stronger   = color.NRGBA{110, 188, 255, 255}
	loopColour = color.NRGBA{255, 176, 64, 255}
	markColour = color.NRGBA{120, 220, 140, 255}
	toastBed   = color.NRGBA{10, 11, 14, 200}
	textBed    = color.NRGBA{10, 11, 14, 230} // background of text over other content
	bubbleBed  = color.NRGBA{10, 11, 14, 240}
)

func vec4(c color.NRGBA) imgui.Vec4 {
	return imgui.NewVec4(float32(c.R)/255, float32(c.G)/255, float32(c.B)/255, float32(c.A)/255)
}

// packed converts a colour to the format of draw lists.
func packed(c color.NRGBA) uint32 {
	return uint32(c.R) | uint32(c.G)<<8 | uint32(c.B)<<16 | uint32(c.A)<<24
}

// faded returns c with its alpha multiplied by a, 0 to 1.
func faded(c color.NRGBA, a float32) uint32 {
	c.A = uint8(float32(c.A) * a)
	return packed(c)
}

// style sets Dear ImGui's sizes and colours for a scale.
func (p *pen) style() {
	style := imgui.CurrentStyle()
	s := p.scale
	style.FontSizeBase = textSize * s
	style.WindowPadding = imgui.NewVec2(16*s, 14*s)
	style.WindowRounding = 0
	style.WindowBorderSize = 0
	style.FramePadding = imgui.NewVec2(8*s, 3*s)
	style.FrameRounding = 4 * s
	style.FrameBorderSize = 0
	style.ItemSpacing = imgui.NewVec2(8*s, 4*s)
	style.ItemInnerSpacing = imgui.NewVec2(7*s, 4*s)
	style.GrabMinSize = 12 * s
	style.GrabRounding = 4 * s
	style.ScrollbarSize = 10 * s
	style.ScrollbarRounding = 5 * s
	style.PopupRounding = 4 * s
	style.PopupBorderSize = s
	imgui.StyleColorsDark()
	for i, c := range map[imgui.Col]color.NRGBA{
		imgui.ColText:                 bright,
		imgui.ColTextDisabled:         dim,
		imgui.ColWindowBg:             ground,
		imgui.ColPopupBg:              raised,
		imgui.ColBorder:               pressed,
		imgui.ColSeparator:            line,
		imgui.ColFrameBg:              raised,
		imgui.ColFrameBgHovered:       hovered,
		imgui.ColFrameBgActive:        hovered,
		imgui.ColCheckMark:            stronger,
		imgui.ColSliderGrab:           accent,
		imgui.ColSliderGrabActive:     stronger,
		imgui.ColButton:               raised,
		imgui.ColButtonHovered:        hovered,
		imgui.ColButtonActive:         pressed,
		imgui.ColHeader:               hovered,
		imgui.ColHeaderHovered:        pressed,
		imgui.ColHeaderActive:         pressed,
		imgui.ColScrollbarBg:          {},
		imgui.ColScrollbarGrab:        hovered,
		imgui.ColScrollbarGrabHovered: pressed,
		imgui.ColScrollbarGrabActive:  pressed,
	} {
		style.Colors[i] = vec4(c)
	}
}
