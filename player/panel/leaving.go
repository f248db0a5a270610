package panel

import (
	"image"

	"ffkvadrat/imgui"
)

// leaving is the state of clicks next to an open field.
type leaving struct {
	pointed image.Point // the mouse
	leaves  bool        // the next Build closes the field
}

// leavesField closes the open field, if the mouse was pressed next to it. It reports whether the press does nothing
// else, as it does over the picture; on the panel's widgets, the timeline and the bar it acts at once.
func (p *Panel) leavesField(at image.Point) bool {
	switch w := &p.Widgets; {
	case p.Files.IsOpen() || p.Palette.IsOpen() || !w.Refused.Empty() || !p.Typing():
		return false
	case at.In(w.Place) || at.In(w.Quit) || at.In(w.Hint) || at.In(p.Areas.Side):
		return false
	}
	p.Place.open, p.leaves = false, true
	return !at.In(p.Areas.Timeline) && !at.In(p.Areas.Bar) && !p.Marks.NotesFresh()
}

// closeOpen closes what was left since the last Build.
func (p *Panel) closeOpen() {
	if p.leaves {
		imgui.ClearActiveID()
	}
	if p.Menu.ends {
		imgui.ClosePopups()
	}
	p.leaves, p.Menu.ends = false, false
}
