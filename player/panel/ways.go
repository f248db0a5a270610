package panel

import (
	"ffkvadrat/player/command"
	"ffkvadrat/player/imgui"
	"ffkvadrat/player/session"
	"ffkvadrat/player/views"
)

// ways are the buttons of the pyramid and of the page that explains the algorithm, at the
// bar's right end, if there is room between at and end. They return where they begin; the
// menu has both, too.
func (p *Panel) ways(at, end, y float32, settings *session.Settings) float32 {
	s := p.scale
	const texts = 210 // for the video's time and the frame
	if end-at < (2*(signSide+signGap)+texts)*s {
		return end
	}
	x := end
	for _, b := range [...]signed{
		{"explain", command.Explain, p.drawExplain, false, &p.Widgets.BarExplain},
		{"pyramid", command.Pyramid, p.drawPyramid, settings.View == views.Pyramid, &p.Widgets.BarPyramid},
	} {
		x = p.signed(x, y, &b)
	}
	return x - signGap*s
}

// drawPyramid draws three levels, one above the other.
func (p *Panel) drawPyramid(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	for level, n := range [...]int{3, 2, 1} {
		for i := range n {
			low := imgui.NewVec2(x+(float32(i)*6-float32(n)*3+0.5)*s, y+(3-float32(level)*6)*s)
			draw.AddRectFilled(low, low.Add(imgui.NewVec2(5*s, 5*s)), packed(bright))
		}
	}
}

// drawExplain draws four cells that become one.
func (p *Panel) drawExplain(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	square := func(x, y, side float32) {
		draw.AddRectFilled(imgui.NewVec2(x, y), imgui.NewVec2(x+side, y+side), packed(bright))
	}
	for i := range 4 {
		square(x-9*s+float32(i&1)*5*s, y-4.5*s+float32(i>>1)*5*s, 4*s)
	}
	draw.AddTriangleFilled(imgui.NewVec2(x+1.5*s, y-2.5*s), imgui.NewVec2(x+4*s, y), imgui.NewVec2(x+1.5*s, y+2.5*s), packed(dim))
	square(x+5*s, y-2.5*s, 5*s)
}
