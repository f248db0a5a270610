package panel

import (
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/goregular"

	"ffkvadrat/imgui"
)

// Sizes of text in pixels, at scale 1.
const (
	textSize  = 15
	smallSize = 13
	titleSize = 17
)

func (p *pen) addFonts() {
	atlas := imgui.CurrentIO().Fonts
	p.regular = atlas.AddFont(goregular.TTF)
	p.medium = atlas.AddFont(gomedium.TTF)
}
