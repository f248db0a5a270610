package panel

import (
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/widgets"
)

// Size at scale 1 of the handle that hides the side panel.
const foldWidth, foldHeight = 18, 52

// fold is a handle over the picture at the panel's edge that hides the panel, in a window so narrow that the bar has no button for
// that.
func (t *tabRow) fold(picture image.Rectangle, bar *barWidgets) {
	if !bar.BarPanel.Empty() {
		return
	}
	s := t.Scale
	middle := (picture.Min.Y + picture.Max.Y) / 2
	r := image.Rect(picture.Max.X-int(foldWidth*s), middle-int(foldHeight/2*s), picture.Max.X, middle+int(foldHeight/2*s))
	widgets.BeginWindow("fold", r, imgui.WindowFlagsNoScrollWithMouse)
	defer imgui.End()
	low, high := widgets.Corners(r)
	hides := command.Do(command.Panel)
	imgui.SetCursorScreenPos(low)
	if imgui.InvisibleButton("fold", high.Sub(low)) {
		t.Do(hides)
	}
	t.w.Fold = widgets.Item()
	t.AddCommandTip(hides)
	bed, ink := t.Raised, t.Bright
	if imgui.IsItemHovered() {
		bed, ink = t.Hovered, t.Stronger
	}
	draw := imgui.WindowDrawList()
	draw.AddRectFilledV(low, high.Add(imgui.NewVec2(6*s, 0)), widgets.Packed(bed), 6*s, 0) // its right corners are cut off
	x, y, arm := (low.X+high.X)/2+s, (low.Y+high.Y)/2, 5*s
	draw.AddTriangleFilled(imgui.NewVec2(x-0.6*arm, y-arm), imgui.NewVec2(x-0.6*arm, y+arm), imgui.NewVec2(x+0.6*arm, y), widgets.Packed(ink))
}
