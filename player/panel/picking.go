package panel

import (
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/widgets"
)

// pick draws the selected rectangle over the picture.
func (o *overPicture) pick(picture image.Rectangle, picking *Picking) {
	area := picking.Area.Intersect(picture)
	if !picking.On || area.Empty() {
		return
	}
	low, high := imgui.NewVec2(float32(area.Min.X), float32(area.Min.Y)), imgui.NewVec2(float32(area.Max.X), float32(area.Max.Y))
	draw := imgui.BackgroundDrawList()
	draw.AddRect(low, high, widgets.Packed(o.Ground), 0, 0, 3*o.Scale)
	draw.AddRect(low, high, widgets.Packed(o.Bright), 0, 0, o.Scale)
}
