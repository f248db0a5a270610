package panel

import (
	"image"

	"ffkvadrat/player/imgui"
)

// choiceWidth is the width, at scale 1, of a list in the place of a title;
// shortWidth is the width if two such lists are side by side.
const (
	choiceWidth = 168
	shortWidth  = 96
)

// beginChoice is a list in the place of a title; it reports whether it is open.
func (p *Panel) beginChoice(id, chosen string, width float32) bool {
	s := p.scale
	imgui.PushFont(p.medium, textSize*s)
	imgui.PushStyleVar(imgui.StyleVarFramePadding, imgui.NewVec2(8*s, s)) // hardly taller than a title
	imgui.SetNextItemWidth(width * s)
	return imgui.BeginCombo(id, chosen, imgui.ComboFlagsHeightLargest)
}

// choice is a line of an open list. It stores its rectangle in place and
// reports whether it was clicked.
func choice(name string, chosen bool, place *image.Rectangle) bool {
	clicked := imgui.Selectable(name, chosen, imgui.NewVec2(0, 0))
	*place = item()
	return clicked
}

// endChoice ends a list and returns its rectangle.
func (p *Panel) endChoice(open bool) image.Rectangle {
	if open {
		imgui.EndCombo()
	}
	place := item()
	imgui.PopStyleVar(1)
	imgui.PopFont()
	return place
}
