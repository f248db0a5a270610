package widgets

import (
	"image/color"

	"ffkvadrat/imgui"
	"ffkvadrat/overlay"
)

// DrawSwatch draws the ith of n colours in a row, with a name below it.
func (p *pen) DrawSwatch(draw *imgui.DrawList, at imgui.Vec2, width float32, i, n int, c color.RGBA, name string) {
	p.DrawThinSwatch(draw, at, width, i, n, c, name, 6)
}

// ThinSwatch is the thickness at scale 1 of the colour of what is not drawn.
const ThinSwatch = 2

// DrawThinSwatch is DrawSwatch with a thickness at scale 1, at most 6.
func (p *pen) DrawThinSwatch(draw *imgui.DrawList, at imgui.Vec2, width float32, i, n int, c color.RGBA, name string, thick float32) {
	s := p.Scale
	cell := width / float32(n)
	low := at.Add(imgui.NewVec2(float32(i)*cell, (2+(6-thick)/2)*s))
	high := low.Add(imgui.NewVec2(cell-3*s, thick*s))
	p.DrawMark(draw, low, high, c, min(2, thick/2)*s)
	const named = 11 // names that fit into the narrowest panel
	if n > named && cell < 28*s && (n-1-i)%2 == 1 {
		return
	}
	draw.AddTextFont(p.Regular, SmallSize*s, imgui.NewVec2(low.X, at.Y+10*s), Packed(p.Dim), name)
}

// DrawMark draws a rectangle with rounded corners, with an outline around it if its colour is nearly that of the ground.
func (p *pen) DrawMark(draw *imgui.DrawList, low, high imgui.Vec2, c color.RGBA, rounding float32) {
	if ink, needed := p.Edge(c); needed {
		edge := imgui.NewVec2(p.Scale, p.Scale)
		draw.AddRectFilledV(low.Sub(edge), high.Add(edge), Packed(ink), rounding, 0)
	}
	draw.AddRectFilledV(low, high, Opaque(c), rounding, 0)
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
