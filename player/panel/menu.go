package panel

import (
	"image"
	"slices"

	"ffkvadrat/imgui"
	"ffkvadrat/player/widgets"
)

// menu is the state of the menu of common commands.
type menu struct {
	opens   bool // open in the next Build
	ends    bool // close it and all lists in the next Build
	anyOpen bool // any list or menu was open in the last Build
}

// contextMenu is the menu of common commands.
type contextMenu struct {
	*widgets.Kit
	menu
	w      menuWidgets
	memory []image.Rectangle // memory of the widgets
}

// Open opens the menu at the mouse.
func (m *contextMenu) Open() { m.menu.opens = true }

// Close closes the menu, and all other menus and lists. It reports whether any was open.
func (m *contextMenu) Close() bool {
	m.menu.ends = true
	return m.anyOpen
}

// Covers reports whether a point of the target belongs to a widget over the picture. While a list
// or a menu is open, all points do, as a click outside closes it.
func (p *Panel) Covers(x, y float64) bool {
	at := image.Pt(int(x), int(y))
	return p.Menu.anyOpen || p.Files.IsOpen() || p.Lesson.IsOpen() || at.In(p.Widgets.Hint) || at.In(p.Widgets.Quit) ||
		p.Floats && (at.In(p.Areas.Bar) || at.In(p.Areas.Timeline))
}

// build builds the menu.
func (m *contextMenu) build() {
	const name = "menu"
	if m.menu.opens {
		imgui.OpenPopup(name)
	}
	if imgui.BeginPopup(name, 0) {
		m.w.Menu = slices.Grow(m.memory[:0], len(m.Keys.Commands))
		for i := range m.Keys.Commands {
			n := &m.Keys.Commands[i]
			if !n.Menu {
				continue
			}
			if imgui.MenuItem(n.Help, n.Keys, false, true) {
				m.Do(n.Command)
			}
			m.w.Menu = append(m.w.Menu, widgets.Item())
		}
		m.memory = m.w.Menu
		imgui.EndPopup()
	}
	m.menu.opens = false
}

type menuWidgets struct {
	Menu []image.Rectangle // its lines while it is open; valid until the next Build
}
