package panel

import (
	"image"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"
)

// bar builds the strip below the picture: the film's time, and buttons.
func (p *Panel) bar(r image.Rectangle, status *Status) {
	s := p.scale
	begin("bar", r, imgui.WindowFlagsNoScrollWithMouse)
	margin := 16 * s
	left, width := float32(r.Min.X)+margin, float32(r.Dx())-2*margin
	top := float32(r.Min.Y)
	p.seek(imgui.NewVec2(left, top+8*s), imgui.NewVec2(max(width, 1), 18*s), status)

	y := top + 32*s
	side := 28 * s
	if p.button("back", left, y, side, p.drawBack) {
		p.actions.Step = -1
	}
	play := p.drawPause
	if status.Paused {
		play = p.drawPlay
	}
	if p.button("play", left+side+6*s, y, side, play) {
		p.actions.TogglePause = true
	}
	p.Widgets.Play = item()
	if p.button("on", left+2*(side+6*s), y, side, p.drawOn) {
		p.actions.Step = 1
	}

	draw := imgui.WindowDrawList()
	text := imgui.NewVec2(left+3*(side+6*s)+10*s, y+(side-imgui.FontSize())/2-s)
	draw.AddTextVec2(text, packed(bright), p.texts.position)
	if p.texts.length != "" {
		text.X += p.steady(p.texts.position)
		draw.AddTextVec2(text, packed(dim), "/  "+p.texts.length)
	}
	frame := p.texts.frame
	if status.Ended {
		frame = "end,  " + frame
	}
	text.X = left + width - imgui.CalcTextSize(frame).X
	draw.AddTextVec2(text, packed(bright), frame)
	imgui.End()
}

// steady is the width of a clock's text whatever its digits are, and a gap.
func (p *Panel) steady(text string) float32 {
	return float32(len(text))*imgui.CalcTextSize("0").X + 2*p.scale
}

// seek is the line that shows how much of the film has passed.
func (p *Panel) seek(at, size imgui.Vec2, status *Status) {
	s := p.scale
	imgui.SetCursorScreenPos(at)
	imgui.InvisibleButton("seek", size)
	p.Widgets.Seek = item()
	draw := imgui.WindowDrawList()
	middle := at.Y + size.Y/2
	thick := 2 * s
	if imgui.IsItemHovered() || imgui.IsItemActive() {
		thick = 3 * s
	}
	end := at.X + size.X
	draw.AddRectFilledV(imgui.NewVec2(at.X, middle-thick), imgui.NewVec2(end, middle+thick), packed(hovered), thick, 0)
	duration := p.facts.Duration
	if duration <= 0 {
		return
	}
	part := float32(min(max(status.Time.Seconds()/duration.Seconds(), 0), 1))
	if imgui.IsItemActive() {
		part = min(max((imgui.CurrentIO().MousePos().X-at.X)/size.X, 0), 1)
		target := time.Duration(float64(part) * float64(duration))
		moved := imgui.CurrentIO().MouseDelta().X != 0
		if moved || imgui.IsItemClickedV(0) || imgui.IsItemActivated() {
			p.actions.Seek, p.actions.SeekTo = true, target
		}
	}
	x := at.X + part*size.X
	draw.AddRectFilledV(imgui.NewVec2(at.X, middle-thick), imgui.NewVec2(x, middle+thick), packed(accent), thick, 0)
	draw.AddCircleFilledV(imgui.NewVec2(x, middle), 7*s, packed(stronger), 24)
}

// button is a square with a sign that draw makes around its middle.
func (p *Panel) button(name string, x, y, side float32, sign func(draw *imgui.DrawList, x, y float32)) bool {
	imgui.SetCursorScreenPos(imgui.NewVec2(x, y))
	clicked := imgui.InvisibleButton(name, imgui.NewVec2(side, side))
	ground := raised
	switch {
	case imgui.IsItemActive():
		ground = pressed
	case imgui.IsItemHovered():
		ground = hovered
	}
	draw := imgui.WindowDrawList()
	draw.AddRectFilledV(imgui.NewVec2(x, y), imgui.NewVec2(x+side, y+side), packed(ground), 5*p.scale, 0)
	sign(draw, x+side/2, y+side/2)
	return clicked
}

func (p *Panel) drawPlay(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	draw.AddTriangleFilled(imgui.NewVec2(x-4*s, y-6.5*s), imgui.NewVec2(x+7*s, y), imgui.NewVec2(x-4*s, y+6.5*s), packed(bright))
}

func (p *Panel) drawPause(draw *imgui.DrawList, x, y float32) {
	p.upright(draw, x-4*p.scale, y, 4*p.scale, 12*p.scale)
	p.upright(draw, x+4*p.scale, y, 4*p.scale, 12*p.scale)
}

func (p *Panel) drawBack(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	draw.AddTriangleFilled(imgui.NewVec2(x+5*s, y-5*s), imgui.NewVec2(x+5*s, y+5*s), imgui.NewVec2(x-3*s, y), packed(bright))
	p.upright(draw, x-5*s, y, 2*s, 10*s)
}

func (p *Panel) drawOn(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	draw.AddTriangleFilled(imgui.NewVec2(x-5*s, y-5*s), imgui.NewVec2(x+3*s, y), imgui.NewVec2(x-5*s, y+5*s), packed(bright))
	p.upright(draw, x+5*s, y, 2*s, 10*s)
}

// upright is a bar around a point.
func (p *Panel) upright(draw *imgui.DrawList, x, y, width, height float32) {
	low := imgui.NewVec2(x-width/2, y-height/2)
	draw.AddRectFilled(low, low.Add(imgui.NewVec2(width, height)), packed(bright))
}
