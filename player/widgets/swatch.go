package widgets

import (
	"image/color"

	"ffkvadrat/imgui"
	"ffkvadrat/overlay"
)

// DrawSwatch draws the ith of n colours in a row, with a name below it.
func (p *pen) DrawSwatch(draw *imgui.DrawList, at imgui.Vec2, width float32, i, n int, c color.RGBA, name string) {
	s := p.Scale
	cell := width / float32(n)
	low := at.Add(imgui.NewVec2(float32(i)*cell, 2*s))
	high := low.Add(imgui.NewVec2(cell-3*s, 6*s))
	draw.AddRectFilledV(low, high, Opaque(c), 2*s, 0)
	if Contrast(color.NRGBA(c), p.Ground) < leastMark {
		draw.AddRect(low, high, Packed(p.Border), 2*s, 0, s)
	}
	const named = 11 // names that fit into the narrowest panel
	if n > named && cell < 28*s && (n-1-i)%2 == 1 {
		return
	}
	draw.AddTextFont(p.Regular, SmallSize*s, imgui.NewVec2(low.X, high.Y+2*s), Packed(p.Dim), name)
}

// DrawRamp draws the colour scale.
func (p *pen) DrawRamp(draw *imgui.DrawList, at imgui.Vec2, width float32) {
	const parts = 64
	for i := range parts {
		low := at.X + width*float32(i)/parts
		high := at.X + width*float32(i+1)/parts
		draw.AddRectFilled(imgui.NewVec2(low, at.Y), imgui.NewVec2(high, at.Y+6*p.Scale), Opaque(overlay.ScaleColour(255*i/(parts-1))))
	}
}

// WriteUnder writes a name under a ramp, at a fraction of its width.
func (p *pen) WriteUnder(draw *imgui.DrawList, at imgui.Vec2, width, part float32, name string) {
	s := p.Scale
	imgui.PushFont(p.Regular, SmallSize*s)
	text := imgui.CalcTextSize(name).X
	imgui.PopFont()
	x := at.X + part*(width-text)
	draw.AddTextFont(p.Regular, SmallSize*s, imgui.NewVec2(x, at.Y+10*s), Packed(p.Dim), name)
}
