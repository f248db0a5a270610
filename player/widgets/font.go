package widgets

import (
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/goregular"

	"ffkvadrat/imgui"
)

// Sizes of text in pixels at scale 1, as Dear ImGui takes them: ascent plus descent, which is 1.155
// times the font size. No text is smaller than SmallSize, a font size of 12 pixels.
const (
	TextSize  = 15
	SmallSize = 14
	TitleSize = 17
)

// AddFonts loads the fonts into Dear ImGui.
func (p *pen) AddFonts() {
	atlas := imgui.CurrentIO().Fonts
	p.Regular = atlas.AddFont(goregular.TTF)
	p.Medium = atlas.AddFont(gomedium.TTF)
}
