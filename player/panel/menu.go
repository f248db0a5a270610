package panel

import (
	"cmp"
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/command"
	"ffkvadrat/player/palette"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// menu is the state of the menu of common commands.
type menu struct {
	opens   bool        // open in the next Build
	pressed bool        // by its button
	at      image.Point // where a key opens it, if its button is not shown
	ends    bool        // close it and all lists in the next Build
	anyOpen bool        // any list or menu was open in the last Build
	appears bool        // and not in the one before
	astray  bool        // part of the menu was outside the target in the last Build
	to      imgui.Vec2  // where it is inside then
	unseen  bool        // no line is under the mouse, until it moves or is pressed
}

// contextMenu is the menu of common commands.
type contextMenu struct {
	*widgets.Kit
	menu
	bar    *controlBar // its button opens the menu
	facts  *Facts
	w      menuWidgets
	memory struct{ lines, submenu []image.Rectangle } // memory of the widgets
}

// Open opens the menu at the mouse.
func (m *contextMenu) Open() { m.menu.opens = true }

// OpenByButton opens the menu at its button, or at the mouse if that is hidden.
func (m *contextMenu) OpenByButton() { m.opens, m.pressed = true, true }

// OpenByKey opens the menu for keys: at the widget that has them, at its button, or at a point if that is hidden.
func (m *contextMenu) OpenByKey(at image.Point) {
	if m.opens, m.at = true, at; m.Focused() == "" {
		m.Focus(menuName)
	}
	m.unsee()
}

// unsee takes the mouse from the menu that opens: nobody points at the line that happens to be under it.
func (m *contextMenu) unsee() {
	m.unseen = true
	imgui.CurrentIO().AddMousePosEvent(-1e30, -1e30)
}

// menuName is the menu's, also as what has the keys.
const menuName = "menu"

// IsOpen reports whether the menu or a list is open, or opens in the next Build.
func (m *contextMenu) IsOpen() bool { return m.anyOpen || m.opens }

// Close closes the menu, and all other menus and lists. It reports whether any was open.
func (m *contextMenu) Close() bool {
	m.menu.ends = true
	return m.anyOpen
}

// Settling reports whether another Build is needed: for a row that is sought, for a note that opens, or because
// Dear ImGui only measures a list or menu in the Build that opens it.
func (p *Panel) Settling() bool {
	return p.Kit.Settling() || p.Marks.Settling() || p.Menu.appears || p.Menu.astray
}

// look notes whether any list or menu is open.
func (m *contextMenu) look() {
	was := m.anyOpen
	m.anyOpen = imgui.IsPopupOpen("", imgui.PopupFlagsAnyPopup)
	m.appears = m.anyOpen && !was
}

// isOn reports whether what a command switches is on; false for a command that switches nothing.
func isOn(id command.ID, status *Status, settings *session.Settings) bool {
	switch id {
	case command.MarkLoop:
		return len(status.Loop) > 0
	case command.LoopFile:
		return status.LoopFile
	case command.Mute:
		return settings.Muted
	case command.Wipe:
		return status.Wipe.On || status.Wipe.Both != ""
	case command.Timeline:
		return status.Timeline.Shown
	case command.Pyramid:
		return settings.View == views.Pyramid
	case command.Overlay:
		return *settings.Quads()
	case command.Codec:
		return settings.Codec
	case command.Motion:
		return settings.Codec && settings.Motion
	case command.Panel:
		return settings.Panel
	case command.Fullscreen:
		return status.Fullscreen
	}
	return false
}

func (m *contextMenu) build(status *Status, settings *session.Settings) {
	if m.menu.opens {
		imgui.OpenPopup(menuName)
		if m.pressed || m.Focused() == menuName {
			m.place()
		}
	}
	if m.astray {
		imgui.SetNextWindowPos(m.to)
	}
	m.astray = false
	m.space()
	style := imgui.CurrentStyle()
	inner := style.ItemInnerSpacing
	style.ItemInnerSpacing.X = 0 // Dear ImGui lays a submenu over the menu by as much
	imgui.SetNextWindowMaxHeight(float32(m.Height))
	if imgui.BeginPopup(menuName, 0) {
		m.KeepList()
		m.FocusHere(menuName, 0)
		m.w.Menu, m.w.Submenu = m.memory.lines[:0], m.memory.submenu[:0]
		for i := range m.Keys.Menu {
			if i == len(m.Keys.Menu)-1 { // the end
				m.bar.rest(&barNow{status: status, settings: settings})
			}
			if m.facts.Still && m.Keys.Menu[i].Group == palette.Playback {
				continue
			}
			m.section(&m.Keys.Menu[i], status, settings)
		}
		m.memory.lines, m.memory.submenu = m.w.Menu, m.w.Submenu
		m.keepInside()
		imgui.EndPopup()
	}
	imgui.PopStyleVar(2)
	style.ItemInnerSpacing = inner
	if m.menu.opens {
		m.unsee()
	}
	m.menu.opens, m.pressed = false, false
}

// place places the menu at its button, above or below where there is more room, with the sides in line that are
// nearer to an end of the bar.
func (m *contextMenu) place() {
	b := m.bar.w.BarMenu
	if b.Empty() {
		if !m.pressed {
			imgui.SetNextWindowPos(imgui.NewVec2(float32(m.at.X), float32(m.at.Y)))
		}
		return
	}
	gap := widgets.ListPadding * m.Scale
	low, high := widgets.Corners(b)
	at, corner := imgui.NewVec2(low.X, high.Y+gap), imgui.Vec2{}
	if bar := m.Areas.Bar; b.Min.X+b.Max.X > bar.Min.X+bar.Max.X {
		at.X, corner.X = high.X, 1
	}
	if b.Min.Y+b.Max.Y > m.Height {
		at.Y, corner.Y = low.Y-gap, 1
	}
	imgui.SetNextWindowPosV(at, corner)
}

// keepInside notes where the menu is inside the target, if it is not: at its button it can be too high or too wide.
func (m *contextMenu) keepInside() {
	at, size := imgui.WindowPos(), imgui.WindowSize()
	m.to = imgui.NewVec2(max(min(at.X, float32(m.Width)-size.X), 0), max(min(at.Y, float32(m.Height)-size.Y), 0))
	m.astray = m.to != at
}

// space sets the distance of lines: generous, if the target has room for it.
func (m *contextMenu) space() {
	s := m.Scale
	between, around := 9*s, 12*s
	if high := float32(m.Height); high < 440*s {
		between, around = s, 5*s
	} else if high < 480*s {
		between, around = 2*s, 7*s
	} else if high < 560*s {
		between, around = 6*s, 8*s
	}
	imgui.PushStyleVar(imgui.StyleVarItemSpacing, imgui.NewVec2(8*s, between))
	imgui.PushStyleVar(imgui.StyleVarWindowPadding, imgui.NewVec2(14*s, around))
}

// section shows a group: its lines, then its submenu.
func (m *contextMenu) section(g *palette.Section, status *Status, settings *session.Settings) {
	if g.Rule {
		imgui.Separator()
	}
	for _, e := range g.Lines {
		m.w.Menu = append(m.w.Menu, m.line(e, isOn(e.Command.ID, status, settings), status.Plan.Folder))
	}
	if len(g.Submenu) == 0 {
		return
	}
	open := imgui.BeginMenu(g.Group.Title())
	m.w.Menu = append(m.w.Menu, widgets.Item())
	if !open {
		return
	}
	for _, e := range g.Submenu {
		if r := session.Named(e.Setting); r != nil && r.Words != nil {
			m.w.Submenu = append(m.w.Submenu, m.choices(e, r, settings))
			continue
		}
		m.w.Submenu = append(m.w.Submenu, m.line(e, isOn(e.Command.ID, status, settings), status.Plan.Folder))
	}
	imgui.EndMenu()
}

// choices shows a submenu with the values of a setting, below the command e that chooses the next of them. It
// returns the rectangle of the line that opens it.
func (m *contextMenu) choices(e *palette.Entry, r *session.Setting, settings *session.Settings) image.Rectangle {
	open := imgui.BeginMenu(cmp.Or(r.Called, r.Title))
	place := widgets.Item()
	if !open {
		return place
	}
	m.w.NextChoice = m.line(e, false, "")
	imgui.Separator()
	now := r.Index(settings)
	for i, w := range r.Words {
		if imgui.MenuItem(cmp.Or(w.Title, w.Name), "", i == now, true) {
			m.Do(command.Command{ID: command.Choose, Text: r.Name, Number: float64(i)})
		}
		m.w.Choices[i] = widgets.Item()
	}
	imgui.EndMenu()
	return place
}

// line shows a command, with a tick if what it switches is on, and returns its rectangle. folder is that of
// pictures.
func (m *contextMenu) line(e *palette.Entry, on bool, folder string) image.Rectangle {
	if imgui.MenuItem(e.Title, e.KeyNames(), on, true) {
		m.Do(e.Command)
	}
	switch e.Command.ID {
	case command.Shoot, command.ShootPicture, command.ShootNumbers, command.ShootWindow:
		m.AddTipBeside("Writes a PNG file to " + folder)
	}
	return widgets.Item()
}

type menuWidgets struct {
	// The menu's lines while it is open, and those of the open submenu; valid until the next Build.
	Menu, Submenu []image.Rectangle
	// In a submenu of the values of a setting: the line that chooses the next one, and the values.
	NextChoice image.Rectangle
	Choices    widgets.Lines
}
