package panel

import (
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/widgets"
)

// inspectorHeight is the height of n lines above the picture's lower edge, at scale 1.
func inspectorHeight(lines int) float32 { return 1.4*widgets.SmallSize*float32(lines) + 18 }

// inspected returns the lines about the pixel under the pointer of which the picture has room for:
// they cover at most an eighth of it. The tab Pixel has all.
func (o *overPicture) inspected(picture image.Rectangle, lines []string) []string {
	const most = 8
	for n := len(lines); n > 1; n-- {
		if wide := o.widest(lines[:n]) + 24*o.Scale; most*wide*inspectorHeight(n)*o.Scale <= float32(picture.Dx()*picture.Dy()) {
			return lines[:n]
		}
	}
	return lines[:min(len(lines), 1)]
}

// widest returns the width of the widest line.
func (o *overPicture) widest(lines []string) (width float32) {
	for _, line := range lines {
		width = max(width, o.TextWidth(widgets.SmallSize*o.Scale, line))
	}
	return width
}

// inspector describes the pixel under the pointer in the picture's lower left corner, above the
// start page. It returns its place.
func (o *overPicture) inspector(picture image.Rectangle, lines []string) (place image.Rectangle) {
	if len(lines) == 0 {
		return place
	}
	s := o.Scale
	size, row := widgets.SmallSize*s, 1.4*widgets.SmallSize*s
	high := imgui.NewVec2(float32(picture.Min.X)+o.widest(lines)+32*s, float32(picture.Max.Y)-8*s)
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
