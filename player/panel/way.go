package panel

import (
	"strconv"

	"ffkvadrat/imgui"
	"ffkvadrat/player/widgets"
)

// way draws the cells of the traversal over the picture, with their levels if there is room.
func (o *overPicture) way(d *Descent) {
	if !d.On || len(d.Cells) != len(d.Steps) {
		return
	}
	s := o.Scale
	draw := imgui.BackgroundDrawList()
	low := imgui.NewVec2(float32(d.Area.Min.X), float32(d.Area.Min.Y))
	high := imgui.NewVec2(float32(d.Area.Max.X), float32(d.Area.Max.Y))
	draw.PushClipRect(low, high, true)
	for i := range d.Cells {
		c := d.Cells[i]
		a, b := imgui.NewVec2(float32(c.Min.X), float32(c.Min.Y)), imgui.NewVec2(float32(c.Max.X), float32(c.Max.Y))
		draw.AddRect(a, b, widgets.Packed(widgets.OnPicture.Bed), 0, 0, 4*s)
		draw.AddRect(a, b, widgets.Opaque(o.LevelColour(d.Steps[i].Level)), 0, 0, 2*s)
	}
	for i := range d.Cells {
		o.levelName(draw, d, i)
	}
	draw.PopClipRect()
}

// levelName writes the level of a cell into the corner farthest from the next cell, if that corner
// is visible and large enough.
func (o *overPicture) levelName(draw *imgui.DrawList, d *Descent, i int) {
	s := o.Scale
	const least = 44
	c := d.Cells[i]
	if float32(min(c.Dx(), c.Dy())) < least*s {
		return
	}
	text := strconv.Itoa(d.Steps[i].Level)
	imgui.PushFont(o.Medium, widgets.SmallSize*s)
	size := imgui.CalcTextSize(text)
	imgui.PopFont()
	wide, high := size.X+8*s, size.Y+2*s
	at := imgui.NewVec2(float32(c.Min.X)+3*s, float32(c.Min.Y)+3*s)
	corner := c.Min
	if i+1 < len(d.Cells) {
		next := d.Cells[i+1]
		if next.Min.X == c.Min.X {
			at.X, corner.X = float32(c.Max.X)-3*s-wide, c.Max.X-1
		}
		if next.Min.Y == c.Min.Y {
			at.Y, corner.Y = float32(c.Max.Y)-3*s-high, c.Max.Y-1
		}
	}
	if !corner.In(d.Area) {
		return
	}
	draw.AddRectFilledV(at, at.Add(imgui.NewVec2(wide, high)), widgets.Packed(widgets.OnPicture.Bed), 3*s, 0)
	draw.AddTextFont(o.Medium, widgets.SmallSize*s, at.Add(imgui.NewVec2(4*s, s)), widgets.Opaque(o.LevelColour(d.Steps[i].Level)), text)
}
