package panel

import (
	"image"
	"image/color"
	"strconv"

	"ffkvadrat/imgui"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/widgets"
)

// differenceLegend shows, in the picture's upper right corner, the shades of the difference of two videos. Differences are in 255ths of the scale.
func (o *overPicture) differenceLegend(picture image.Rectangle, gain views.Gain) {
	s := o.Scale
	const width, height, steps = 268, 54, 64
	low, high, ok := o.inCorner(picture, imgui.NewVec2(width*s, height*s))
	if !ok {
		return
	}
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(low, high, widgets.Packed(o.Bed), 5*s, 0)
	at, ramp := low.Add(imgui.NewVec2(12*s, 5*s)), (width-24)*s
	draw.AddTextFont(o.Regular, widgets.SmallSize*s, at, widgets.Packed(o.Dim), "luma of A less that of B, in 255ths")
	at.Y += 16 * s
	for i := range steps {
		shade := uint8(255 * i / (steps - 1))
		from := at.Add(imgui.NewVec2(ramp*float32(i)/steps, 2*s))
		draw.AddRectFilled(from, from.Add(imgui.NewVec2(ramp/steps, 6*s)), widgets.Opaque(color.RGBA{shade, shade, shade, 255}))
	}
	draw.AddRect(at.Add(imgui.NewVec2(0, 2*s)), at.Add(imgui.NewVec2(ramp, 8*s)), widgets.Packed(o.Dim), 0, 0, s)
	most := strconv.Itoa(128 / gain.Factor())
	o.WriteUnder(draw, at, ramp, 0, "−"+most+": B lighter")
	o.WriteUnder(draw, at, ramp, 0.5, "0: equal")
	o.WriteUnder(draw, at, ramp, 1, "A lighter: +"+most)
}
