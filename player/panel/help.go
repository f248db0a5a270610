package panel

import (
	"image"
	"image/color"

	"ffkvadrat/imgui"
	"ffkvadrat/player/widgets"
)

// help shows all keys over the picture in the largest font that fits.
func (o *overPicture) help(picture image.Rectangle) {
	s := o.Scale
	size := widgets.TextSize * s
	const gap = 20
	var left, right float32
	imgui.PushFont(o.Regular, size)
	for _, k := range o.Keys.All {
		left = max(left, imgui.CalcTextSize(k.Keys).X)
		right = max(right, imgui.CalcTextSize(k.Help).X)
	}
	imgui.PopFont()
	row := 1.45 * size
	width, height := left+gap*s+right+48*s, row*float32(len(o.Keys.All))+40*s
	if fit := min(float32(picture.Dx())/width, float32(picture.Dy())/height); fit < 1 {
		size, row, left, s = size*fit, row*fit, left*fit, s*fit
		width, height = width*fit, height*fit
	}
	low := imgui.NewVec2(
		float32(picture.Min.X)+(float32(picture.Dx())-width)/2,
		float32(picture.Min.Y)+(float32(picture.Dy())-height)/2)
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(low, low.Add(imgui.NewVec2(width, height)), widgets.Packed(color.NRGBA{widgets.ToastBed.R, widgets.ToastBed.G, widgets.ToastBed.B, 235}), 8*s, 0)
	for i, k := range o.Keys.All {
		at := low.Add(imgui.NewVec2(24*s, 20*s+float32(i)*row))
		draw.AddTextFont(o.Regular, size, at, widgets.Packed(widgets.Stronger), k.Keys)
		draw.AddTextFont(o.Regular, size, at.Add(imgui.NewVec2(left+gap*s, 0)), widgets.Packed(widgets.Bright), k.Help)
	}
}
