package panel

import (
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/browser/browserpage"
	"ffkvadrat/player/widgets"
)

// overPicture draws what is over the picture: numbers, legends, and the selected cells. Only the first line of the legend
// of the codec's blocks reacts to the mouse.
type overPicture struct {
	*widgets.Kit
	start  *browserpage.Start
	legend image.Rectangle // bounds of the legends in the last Build
	lines  []string        // memory of inspected
	few    []string        // the same

	w    overWidgets
	grip imgui.Vec2 // from the mouse to the upper left corner of the legend of blocks, since it was pressed
	held bool       // the mouse has dragged it since then
}

// overWidgets are the places of the widgets over the picture.
type overWidgets struct {
	CodecLegend, LegendHead image.Rectangle // all of it, and its first line, which reacts to the mouse
}
