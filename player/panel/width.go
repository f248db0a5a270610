package panel

import (
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// Sizes in pixels at scale 1: the grip at the side panel's left edge, the picture's minimum
// width, and the width up to which the side panel gives way to the picture, down to its own minimum.
const (
	gripWidth    = 5
	pictureWidth = 200
	widePicture  = 336
)

// The usual side panel has this part of a wide window, up to a width at scale 1.
const (
	widePart  = 0.22
	widePanel = 520
)

// MostScale returns the largest scale at which side panel and picture fit into a target.
func MostScale(width, height int) float32 {
	const leastHeight = 320
	return min(float32(width)/(session.LeastPanelWidth+pictureWidth), float32(height)/leastHeight)
}

// UsualScale returns the scale of the panel in a window, in pixels, on a display with a scale: the display's, and
// more in a window that has much more room than 1920 × 1040, such as a maximised one on a display of 2560 × 1440.
func UsualScale(width, height int, display float32) float32 {
	const step, most = 0.25, 2
	room := min(float32(width)/1920, float32(height)/1040) / display
	return display * min(max(float32(int(room/step))*step, 1), most)
}

// border is the state of the side panel's left edge.
type border struct {
	OnGrip  bool // the mouse is on the grip or drags it
	gripped bool // it was dragged in the last Build
}

// grip is the side panel's left edge; dragging it changes the panel's width.
func (t *tabRow) grip(r image.Rectangle, settings *session.Settings) {
	s := t.Scale
	at := imgui.CursorScreenPos()
	low := imgui.NewVec2(float32(r.Min.X), float32(r.Min.Y))
	imgui.SetCursorScreenPos(low)
	imgui.InvisibleButtonV("grip", imgui.NewVec2(gripWidth*s, float32(r.Dy())), 0)
	t.w.Grip = widgets.Item()
	t.AddTip("Drag to change the panel's width.")
	active := imgui.IsItemActive()
	if (active || t.gripped) && imgui.CurrentIO().MouseDelta.X != 0 { // a quick drag ends in the Build that first sees it move
		wide := int((float32(r.Max.X) - imgui.CurrentIO().MousePos.X) / s)
		if wide == session.UsualPanelWidth { // else it would jump to the width that suits the window
			wide++
		}
		settings.PanelWidth = min(max(wide, session.LeastPanelWidth), session.MostPanelWidth)
	}
	t.gripped = active
	if t.OnGrip = active || imgui.IsItemHovered(); t.OnGrip {
		imgui.WindowDrawList().AddRectFilled(low, low.Add(imgui.NewVec2(2*s, float32(r.Dy()))), widgets.Packed(t.Accent))
	}
	imgui.SetCursorScreenPos(at)
}

// panelScales are the scales that the list offers.
var panelScales = [...]float64{0.75, 1, 1.25, 1.5, 2}
