package panel

import (
	"image"
	"slices"

	"ffkvadrat/player/imgui"
)

// menu is the state of the menu of common commands.
type menu struct {
	opens bool // in the next Build
	ends  bool // likewise
	list  bool // any list or menu was open in the last Build
}

// OpenMenu opens the menu of common commands at the mouse.
func (p *Panel) OpenMenu() { p.menu.opens = true }

// CloseMenu closes it.
func (p *Panel) CloseMenu() { p.menu.ends = true }

// Covers reports whether a point of the target belongs to a widget over the
// picture. While a list or a menu is open, every point does: a click beside it
// closes it.
func (p *Panel) Covers(x, y float64) bool {
	at := image.Pt(int(x), int(y))
	return p.menu.list || p.files.open || p.teaching.lesson != nil || at.In(p.Widgets.Hint) || at.In(p.Widgets.Quit) ||
		p.floats && (at.In(p.areas.Bar) || at.In(p.areas.Timeline))
}

// buildMenu builds the menu.
func (p *Panel) buildMenu() {
	const name = "menu"
	if p.menu.opens {
		imgui.OpenPopup(name)
	}
	if imgui.BeginPopup(name, 0) {
		p.Widgets.Menu = slices.Grow(p.places.menu[:0], len(p.keys.Commands))
		for i := range p.keys.Commands {
			n := &p.keys.Commands[i]
			if !n.Menu {
				continue
			}
			if imgui.MenuItem(n.Help, n.Keys, false, true) {
				p.do(n.Command)
			}
			p.Widgets.Menu = append(p.Widgets.Menu, item())
		}
		p.places.menu = p.Widgets.Menu
		if p.menu.ends {
			imgui.CloseCurrentPopup()
		}
		imgui.EndPopup()
	}
	p.menu.opens, p.menu.ends = false, false
}
