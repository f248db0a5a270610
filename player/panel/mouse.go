package panel

import (
	"image"

	"ffkvadrat/imgui"
)

// MoveMouse sets the mouse's position in pixels of the target.
func (p *Panel) MoveMouse(x, y float32) {
	p.pointed = image.Pt(int(x), int(y))
	p.TipsMove()
	p.dragged, p.Menu.unseen = p.dragged || p.down, false
	imgui.CurrentIO().AddMousePosEvent(x, y)
}

// LeaveMouse reports that the mouse has left the target.
func (p *Panel) LeaveMouse() { imgui.CurrentIO().AddMousePosEvent(-1e30, -1e30) }

// PressMouse reports a press or release of a button; 0 is the left one. A press next to an open
// field or list that only closes it, and may show a tab, makes PressMouse return true.
func (p *Panel) PressMouse(button int, down bool) (closes bool) {
	if down {
		p.LookFor("")
		p.Focus("")
	}
	if p.Menu.unseen {
		p.MoveMouse(float32(p.pointed.X), float32(p.pointed.Y))
	}
	if button == 0 && down {
		if p.leavesList() || p.leavesField(p.pointed) {
			return true
		}
		p.Files.PressMouse(p.Now())
	}
	if button == 0 {
		if p.dragged && !down { // Dear ImGui would not drag in the frame of the release
			p.separate()
		}
		p.down, p.dragged = down, false
	}
	imgui.CurrentIO().AddMouseButtonEvent(int32(button), down)
	return false
}

// separate makes Dear ImGui take the events before and after it in different frames: it never merges a
// press and a release of the same key, and this key has no effect.
func (p *Panel) separate() {
	io := imgui.CurrentIO()
	io.AddKeyEvent(imgui.KeyF24, true)
	io.AddKeyEvent(imgui.KeyF24, false)
}

// TurnWheel reports a turn of the wheel in notches.
func (p *Panel) TurnWheel(x, y float64) {
	io := imgui.CurrentIO()
	io.AddMouseWheelEvent(float32(x), float32(y))
	if !p.overlaid() && image.Pt(int(io.MousePos.X), int(io.MousePos.Y)).In(p.Areas.Timeline) {
		p.timeline.Wheel(io.MousePos.X, x, y)
	}
}
