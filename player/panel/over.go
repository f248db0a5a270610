package panel

import (
	"image"
	"slices"

	"ffkvadrat/imgui"
	"ffkvadrat/player/browser/browserpage"
	"ffkvadrat/player/widgets"
)

// overPicture draws what is over the picture: numbers, legends, and the selected cells. Only the first line of the legend
// of the codec's blocks reacts to the mouse.
type overPicture struct {
	*widgets.Kit
	start *browserpage.Start
	fold  *image.Rectangle // the handle that hides the panel; empty without one
	boxes boxes
	lines []string // memory of inspected
	few   []string // the same

	w    overWidgets
	grip imgui.Vec2 // from the mouse to the upper left corner of the legend of blocks, since it was pressed
	held bool       // the mouse has dragged it since then
}

// boxes are the places of the boxes over the picture in a Build, as far as they are known. Each keeps clear of those before it. This
// is their order: the titles of the pictures and of the view, the field for typing, the information, the legends, the lines about a pixel,
// the hint, and the message.
type boxes []image.Rectangle

// add adds a box.
func (b *boxes) add(low, high imgui.Vec2) {
	*b = append(*b, image.Rect(int(low.X), int(low.Y), int(high.X), int(high.Y)))
}

// over reports whether a rectangle is over any box.
func (b boxes) over(r image.Rectangle) bool {
	return slices.ContainsFunc(b, r.Overlaps)
}

// clear moves a rectangle down or, if up is set, up, until it is clear of all boxes with a gap.
func (b boxes) clear(r image.Rectangle, gap int, up bool) image.Rectangle {
	for range b {
		for _, box := range b {
			switch {
			case box.Empty() || !box.Inset(-gap).Overlaps(r):
			case up:
				r = r.Add(image.Pt(0, box.Min.Y-gap-r.Max.Y))
			default:
				r = r.Add(image.Pt(0, box.Max.Y+gap-r.Min.Y))
			}
		}
	}
	return r
}

// overWidgets are the places of the widgets over the picture.
type overWidgets struct {
	CodecLegend, LegendHead image.Rectangle // all of it, and its first line, which reacts to the mouse
	Inspector               image.Rectangle // the lines about a pixel
	Legend                  image.Rectangle // of a view
	Reason                  image.Rectangle // why there are no quads
}
