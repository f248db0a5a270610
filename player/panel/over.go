package panel

import (
	"image"

	"ffkvadrat/player/browser/browserpage"
	"ffkvadrat/player/widgets"
)

// overPicture draws what is over the picture and does not react to the mouse: numbers, legends, and the
// selected cells.
type overPicture struct {
	*widgets.Kit
	start  *browserpage.Start
	legend image.Rectangle // bounds of the legends in the last Build
	lines  []string        // memory of inspected
	few    []string        // the same
}
