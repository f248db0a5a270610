package panel

import (
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/widgets"
)

// inspectorHeight is the height of n lines above the picture's lower edge, at scale 1.
func inspectorHeight(lines int) float32 { return 1.4*widgets.SmallSize*float32(lines) + 18 }

// inspector describes the pixel under the pointer in the picture's lower left corner, above the
// start page. It returns its place.
func (o *overPicture) inspector(picture image.Rectangle, lines []string) (place image.Rectangle) {
	if len(lines) == 0 {
		return place
	}
	s := o.Scale
	size, row := widgets.SmallSize*s, 1.4*widgets.SmallSize*s
	imgui.PushFont(o.Regular, size)
	var width float32
	for _, line := range lines {
		width = max(width, imgui.CalcTextSize(line).X)
	}
	imgui.PopFont()
	high := imgui.NewVec2(float32(picture.Min.X)+width+32*s, float32(picture.Max.Y)-8*s)
	if hint := o.start.Widgets.Hint; !hint.Empty() && float32(hint.Min.X) < high.X+4*s {
		high.Y = float32(hint.Min.Y) - 6*s
	}
	low := imgui.NewVec2(float32(picture.Min.X)+8*s, high.Y-row*float32(len(lines))-12*s)
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(low, high, widgets.Packed(widgets.TextBed), 5*s, 0)
	for i, line := range lines {
		draw.AddTextFont(o.Regular, size, low.Add(imgui.NewVec2(12*s, 6*s+float32(i)*row)), widgets.Packed(o.Bright), line)
	}
	return image.Rect(int(low.X), int(low.Y), int(high.X), int(high.Y))
}
