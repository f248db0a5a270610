package panel

import (
	"image"

	"ffkvadrat/player/imgui"
)

// sampleHint tells a new user what plays, and how to see something else.
const sampleHint = "This is the sample. Drop a film here, or press Ctrl+O to open one."

// hint writes the hint in the middle of the picture's lower edge, above what is said of a
// pixel there.
func (p *Panel) hint(picture image.Rectangle, status *Status) {
	p.Widgets.Hint = image.Rectangle{}
	if !status.Sample || status.Help {
		return
	}
	s := p.scale
	imgui.PushFont(p.regular, textSize*s)
	text := p.fitted(sampleHint, float32(picture.Dx())-40*s)
	size := imgui.CalcTextSize(text)
	imgui.PopFont()
	bottom := float32(picture.Max.Y) - 12*s
	if n := len(status.Inspected); n > 0 {
		bottom -= 1.4*smallSize*s*float32(n) + 18*s
	}
	low := imgui.NewVec2(float32(picture.Min.X+picture.Max.X)/2-size.X/2-12*s, bottom-size.Y-14*s)
	high := low.Add(size).Add(imgui.NewVec2(24*s, 14*s))
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(low, high, packed(textBed), 5*s, 0)
	draw.AddTextFont(p.regular, textSize*s, low.Add(imgui.NewVec2(12*s, 7*s)), packed(bright), text)
	p.Widgets.Hint = image.Rect(int(low.X), int(low.Y), int(high.X), int(high.Y))
}
