package panel

import (
	"image"

	"ffkvadrat/imgui"
)

// shortWidth is the width, at scale 1, of a list that shares its line with other widgets.
const shortWidth = 92

// choice is a line of an open list. It stores its rectangle in place and reports clicks.
func choice(name string, chosen bool, place *image.Rectangle) bool {
	clicked := imgui.Selectable(name, chosen, imgui.NewVec2(0, 0))
	*place = item()
	return clicked
}
