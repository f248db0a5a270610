package palettepage

import (
	"ffkvadrat/imgui"
	"ffkvadrat/player/widgets"
)

// capWidth is the width of a key cap.
func (p *Page) capWidth(key string) float32 {
	s := p.Scale
	return max(p.TextWidth(smallSize*s, key)+12*s, capHigh*s)
}

// drawCap draws a key cap and returns its width.
func (p *Page) drawCap(draw *imgui.DrawList, x, y float32, key string, lit bool) float32 {
	s := p.Scale
	width, high := p.capWidth(key), float32(capHigh)*s
	low := imgui.NewVec2(x, y)
	bed, edge := p.Raised, p.Pressed
	if lit {
		bed, edge = p.Chosen, p.Accent
	}
	draw.AddRectFilledV(low, imgui.NewVec2(x+width, y+high), widgets.Packed(edge), 4*s, 0)
	draw.AddRectFilledV(low.Add(imgui.NewVec2(s, s)), imgui.NewVec2(x+width-s, y+high-2*s), widgets.Packed(bed), 3*s, 0)
	p.WriteCentred(draw, smallSize*s, x+width/2, y+high/2-0.5*s, widgets.Packed(p.Bright), key)
	return width
}

// capGap is the distance of caps at scale 1.
const capGap = 4

// capsWidth is the width of caps next to each other.
func (p *Page) capsWidth(keys []string) (width float32) {
	for i, key := range keys {
		if i > 0 {
			width += capGap * p.Scale
		}
		width += p.capWidth(key)
	}
	return width
}
