package widgets

import (
	"image/color"

	"ffkvadrat/imgui"
	"ffkvadrat/player/session"
)

// Inks are the colours of a theme.
type Inks struct {
	Theme                                               session.Theme // that they are of
	Ground, Sunken, Raised, Hovered, Pressed, Separator color.NRGBA
	Bright, Dim                                         color.NRGBA // text, and secondary text
	Accent, Stronger                                    color.NRGBA
	Chosen                                              color.NRGBA // background of what is on
	Main, MainHovered                                   color.NRGBA // main buttons
	Border                                              color.NRGBA // of fields, lists, boxes and buttons
	LoopColour, MarkColour                              color.NRGBA
	Surround                                            color.NRGBA // around the picture
	Scrim                                               color.NRGBA // dims the window around a page
	Bed                                                 color.NRGBA // ground of texts over the picture; opaque, as a picture would show through
	CoverageColour                                      color.NRGBA // of coverage in plots and in the timeline
	Area                                                float64     // opacity of the timeline's areas, which are below its lines
}

// themes has the inks of each theme.
var themes = [session.ThemeCount]Inks{
	session.Dark: {
		Ground: color.NRGBA{22, 24, 29, 255}, Sunken: color.NRGBA{12, 13, 16, 255}, Raised: color.NRGBA{36, 39, 47, 255},
		Hovered: color.NRGBA{48, 52, 62, 255}, Pressed: color.NRGBA{58, 63, 76, 255}, Separator: color.NRGBA{44, 48, 57, 255},
		Bright: color.NRGBA{228, 231, 237, 255}, Dim: color.NRGBA{166, 172, 185, 255},
		Accent: color.NRGBA{64, 160, 240, 255}, Stronger: color.NRGBA{110, 188, 255, 255},
		Chosen: color.NRGBA{30, 84, 132, 255},
		Main:   color.NRGBA{34, 106, 168, 255}, MainHovered: color.NRGBA{42, 118, 184, 255},
		Border:     color.NRGBA{100, 107, 122, 255},
		LoopColour: color.NRGBA{255, 176, 64, 255}, MarkColour: color.NRGBA{120, 220, 140, 255},
		CoverageColour: color.NRGBA{244, 216, 96, 255}, Area: 1,
		Surround: color.NRGBA{16, 17, 20, 255}, Scrim: color.NRGBA{8, 9, 12, 160}, Bed: color.NRGBA{10, 11, 14, 255},
	},
	session.Light: {
		Theme:  session.Light,
		Ground: color.NRGBA{248, 249, 251, 255}, Sunken: color.NRGBA{236, 239, 244, 255}, Raised: color.NRGBA{228, 231, 237, 255},
		Hovered: color.NRGBA{213, 218, 227, 255}, Pressed: color.NRGBA{197, 204, 216, 255}, Separator: color.NRGBA{212, 216, 224, 255},
		Bright: color.NRGBA{24, 27, 34, 255}, Dim: color.NRGBA{78, 84, 97, 255},
		Accent: color.NRGBA{18, 102, 184, 255}, Stronger: color.NRGBA{0, 84, 160, 255},
		Chosen: color.NRGBA{174, 210, 246, 255},
		Main:   color.NRGBA{18, 102, 184, 255}, MainHovered: color.NRGBA{0, 84, 160, 255},
		Border:     color.NRGBA{136, 143, 156, 255},
		LoopColour: color.NRGBA{158, 78, 0, 255}, MarkColour: color.NRGBA{20, 120, 50, 255},
		CoverageColour: color.NRGBA{118, 92, 0, 255}, Area: 0.5,
		Surround: color.NRGBA{218, 222, 229, 255}, Scrim: color.NRGBA{24, 27, 34, 80}, Bed: color.NRGBA{248, 249, 251, 255},
	},
}

// OnPicture are the inks of lines that lie on pictures themselves, without a bed. They are the same in
// all themes.
var OnPicture = &themes[session.Dark]

// Themed returns the inks of a theme.
func Themed(t session.Theme) *Inks { return &themes[t] }

// Legible returns a colour that differs from the ground as text must: c, or c as dark as is needed.
func (i *Inks) Legible(c color.NRGBA) color.NRGBA {
	darker := func(v uint8) uint8 { return uint8(int(v) * 15 / 16) }
	for c.R|c.G|c.B > 0 && Contrast(c, i.Ground) < LeastContrast {
		c.R, c.G, c.B = darker(c.R), darker(c.G), darker(c.B)
	}
	return c
}

// Use sets the inks of the widgets that follow.
func (p *pen) Use(inks *Inks) {
	if p.Inks != inks {
		p.Inks = inks
		p.colour()
	}
}

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

// grabSize is the width of a slider's grab at scale 1.
const grabSize = 12

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
	style.FrameBorderSize = s
	style.ItemSpacing = imgui.NewVec2(8*s, 4*s)
	style.ItemInnerSpacing = imgui.NewVec2(7*s, 4*s)
	style.GrabMinSize = grabSize * s
	style.GrabRounding = 4 * s
	style.ScrollbarSize = 10 * s
	style.ScrollbarRounding = 5 * s
	style.PopupRounding = 4 * s
	style.PopupBorderSize = s
	imgui.StyleColorsDark()
	p.colour()
}

// colour sets Dear ImGui's colours.
func (p *pen) colour() {
	style := imgui.CurrentStyle()
	for _, c := range [...]struct {
		of imgui.Col
		color.NRGBA
	}{
		{imgui.ColText, p.Bright},
		{imgui.ColTextDisabled, p.Dim},
		{imgui.ColWindowBg, p.Ground},
		{imgui.ColPopupBg, p.Raised},
		{imgui.ColNavCursor, p.Stronger},
		{imgui.ColBorder, p.Border},
		{imgui.ColSeparator, p.Separator},
		{imgui.ColFrameBg, p.Raised},
		{imgui.ColFrameBgHovered, p.Hovered},
		{imgui.ColFrameBgActive, p.Hovered},
		{imgui.ColCheckMark, p.Stronger},
		{imgui.ColSliderGrab, p.Accent},
		{imgui.ColSliderGrabActive, p.Stronger},
		{imgui.ColButton, p.Raised},
		{imgui.ColButtonHovered, p.Hovered},
		{imgui.ColButtonActive, p.Pressed},
		{imgui.ColHeader, p.Hovered},
		{imgui.ColHeaderHovered, p.Pressed},
		{imgui.ColHeaderActive, p.Pressed},
		{imgui.ColScrollbarBg, color.NRGBA{}},
		{imgui.ColScrollbarGrab, p.Hovered},
		{imgui.ColScrollbarGrabHovered, p.Pressed},
		{imgui.ColScrollbarGrabActive, p.Pressed},
	} {
		style.Colors[c.of] = vec4(c.NRGBA)
	}
}
