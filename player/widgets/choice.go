package widgets

import (
	"image"

	"ffkvadrat/imgui"
)

// ShortWidth is the width, at scale 1, of a list that shares its line with other widgets.
const ShortWidth = 92

// Choice is a line of an open list. It stores its rectangle in place and reports clicks.
func Choice(name string, chosen bool, place *image.Rectangle) bool {
	clicked := imgui.Selectable(name, chosen, imgui.NewVec2(0, 0))
	if chosen {
		imgui.SetItemDefaultFocus() // for keys, as the list opens
	}
	*place = Item()
	return clicked
}

// Lines are the rectangles of the lines of an open list.
type Lines [24]image.Rectangle
