package panel

import (
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/session"
)

// leaving is the state of clicks next to an open field or list.
type leaving struct {
	pointed image.Point // the mouse
	leaves  bool        // the next Build closes the field
	tab     int         // that it then shows, plus 1; 0 for the open one
}

// leavesList closes the open list or menu, if the mouse was pressed on a tab, and reports whether it shows that tab: Dear
// ImGui would only close the list, and the tab would need another click.
func (p *Panel) leavesList() bool {
	if !p.Menu.anyOpen || p.Tabs.under == 0 || !p.pointed.In(p.Widgets.Tabs[p.Tabs.under-1]) {
		return false
	}
	p.Menu.ends, p.leaving.tab = true, p.Tabs.under
	return true
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
func (p *Panel) closeOpen(settings *session.Settings) {
	if p.leaving.tab > 0 {
		settings.Tab = session.Tab(p.leaving.tab - 1)
	}
	if p.leaves {
		imgui.ClearActiveID()
	}
	if p.Menu.ends {
		imgui.ClosePopups()
	}
	p.leaves, p.Menu.ends, p.leaving.tab = false, false, 0
}
