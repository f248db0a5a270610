package panel

import (
	"fmt"
	"image"

	"ffkvadrat/player/command"
	"ffkvadrat/player/imgui"
	"ffkvadrat/player/session"
)

// Sizes in pixels at scale 1: a button of the bar, the gap behind it, the
// slider of the volume, and the button of the speed.
const (
	signSide    = 28
	signGap     = 6
	volumeWidth = 64
	speedWidth  = 46
)

// bed darkens the picture under a floating part.
func (p *Panel) bed(r image.Rectangle) {
	low, high := imgui.NewVec2(float32(r.Min.X), float32(r.Min.Y)), imgui.NewVec2(float32(r.Max.X), float32(r.Max.Y))
	imgui.WindowDrawList().AddRectFilled(low, high, packed(textBed))
}

// sounding is the mute button with the volume beside it, from x on. It returns
// where they end.
func (p *Panel) sounding(x, y float32, status *Status, settings *session.Settings) float32 {
	s := p.scale
	p.beginUnused(status.Sound)
	sign := p.drawSound
	if settings.Muted {
		sign = p.drawMuted
	}
	if p.button("sound", x, y, signSide*s, sign) {
		settings.Muted = !settings.Muted
	}
	p.Widgets.BarMute = item()
	p.tipOf(mutedSetting)
	x += (signSide + 4) * s
	imgui.SetCursorScreenPos(imgui.NewVec2(x, y+(signSide*s-imgui.FrameHeight())/2))
	imgui.SetNextItemWidth(volumeWidth * s)
	const id = "##bar volume"
	value := int32(100*settings.Volume + 0.5)
	p.beginBare(id)
	if imgui.SliderInt(id, &value, 0, 100, "%d", imgui.SliderFlagsAlwaysClamp) {
		settings.Volume = float64(value) / 100
	}
	p.endBare(id)
	p.Widgets.BarVolume = item()
	p.tipOf(volumeSetting)
	p.endUnused()
	return x + (volumeWidth+10)*s
}

// signed is a button with a sign, underlined while what it switches is on.
type signed struct {
	name  string
	id    command.ID
	sign  func(*imgui.DrawList, float32, float32)
	on    bool
	place *image.Rectangle
}

// signed builds a button whose right end is at x. It returns where the next one to the left
// ends.
func (p *Panel) signed(x, y float32, b *signed) float32 {
	s := p.scale
	x -= signSide * s
	c := command.Do(b.id)
	if p.button(b.name, x, y, signSide*s, b.sign) {
		p.do(c)
	}
	*b.place = item()
	p.tipFor(c)
	if b.on {
		imgui.WindowDrawList().AddRectFilled(imgui.NewVec2(x+6*s, y+(signSide-2)*s), imgui.NewVec2(x+(signSide-6)*s, y+signSide*s), packed(stronger))
	}
	return x - signGap*s
}

// switches are the buttons at the bar's right end. It returns where they begin.
func (p *Panel) switches(end, y float32, status *Status) float32 {
	s, w := p.scale, &p.Widgets
	x := end
	for _, b := range [...]signed{
		{"fullscreen", command.Fullscreen, p.drawFullscreen, false, &w.BarFullscreen},
		{"panel", command.Panel, p.drawPanel, false, &w.BarPanel},
		{"timeline", command.Timeline, p.drawTimeline, status.Timeline.Shown, &w.BarTimeline},
		{"wipe", command.Wipe, p.drawWipe, status.Wipe.On, &w.BarWipe},
		{"loop", command.MarkLoop, p.drawLoop, len(status.Loop) > 0, &w.BarLoop},
	} {
		x = p.signed(x, y, &b)
	}
	x -= speedWidth * s
	p.speed(x, y, status)
	return x - 12*s
}

// speeds are those that the bar offers.
var speeds = [...]float64{0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 4, 8}

// speed is a button with the video's speed, which opens a list.
func (p *Panel) speed(x, y float32, status *Status) {
	s := p.scale
	now := status.Speed
	if now == 0 {
		now = 1
	}
	imgui.SetCursorScreenPos(imgui.NewVec2(x, y))
	if imgui.Button(fmt.Sprintf("%.4g×##speed", now), imgui.NewVec2(speedWidth*s, signSide*s)) {
		imgui.OpenPopup("speeds")
	}
	p.Widgets.BarSpeed = item()
	p.tipFor(command.With(command.Speed, 1))
	if !imgui.BeginPopup("speeds", 0) {
		return
	}
	for i, v := range speeds {
		if choice(fmt.Sprintf("%.4g×", v), v == now, &p.Widgets.BarSpeeds[i]) {
			p.do(command.With(command.Speed, v))
		}
	}
	imgui.EndPopup()
}

// The signs of the buttons.

func (p *Panel) drawSound(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	draw.AddRectFilled(imgui.NewVec2(x-8*s, y-3*s), imgui.NewVec2(x-4*s, y+3*s), packed(bright))
	draw.AddTriangleFilled(imgui.NewVec2(x-6*s, y), imgui.NewVec2(x+s, y-7*s), imgui.NewVec2(x+s, y+7*s), packed(bright))
	p.upright(draw, x+4*s, y, 2*s, 6*s)
	p.upright(draw, x+8*s, y, 2*s, 11*s)
}

func (p *Panel) drawMuted(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	draw.AddRectFilled(imgui.NewVec2(x-8*s, y-3*s), imgui.NewVec2(x-4*s, y+3*s), packed(dim))
	draw.AddTriangleFilled(imgui.NewVec2(x-6*s, y), imgui.NewVec2(x+s, y-7*s), imgui.NewVec2(x+s, y+7*s), packed(dim))
	draw.AddLine(imgui.NewVec2(x+3*s, y-4*s), imgui.NewVec2(x+10*s, y+4*s), packed(loopColour), 2*s)
	draw.AddLine(imgui.NewVec2(x+3*s, y+4*s), imgui.NewVec2(x+10*s, y-4*s), packed(loopColour), 2*s)
}

func (p *Panel) drawLoop(draw *imgui.DrawList, x, y float32) {
	imgui.PushFont(p.medium, smallSize*p.scale)
	size := imgui.CalcTextSize("A–B")
	draw.AddText(imgui.NewVec2(x-size.X/2, y-size.Y/2), packed(bright), "A–B")
	imgui.PopFont()
}

func (p *Panel) drawWipe(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	draw.AddRectFilled(imgui.NewVec2(x-8*s, y-6*s), imgui.NewVec2(x, y+6*s), packed(bright))
	draw.AddRect(imgui.NewVec2(x-8*s, y-6*s), imgui.NewVec2(x+8*s, y+6*s), packed(bright), 0, 0, 1.5*s)
}

func (p *Panel) drawTimeline(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	for i, high := range [...]float32{5, 9, 12, 7} {
		left := x + (float32(i)*4-8)*s
		draw.AddRectFilled(imgui.NewVec2(left, y+(6-high)*s), imgui.NewVec2(left+3*s, y+6*s), packed(bright))
	}
}

func (p *Panel) drawPanel(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	draw.AddRect(imgui.NewVec2(x-8*s, y-6*s), imgui.NewVec2(x+8*s, y+6*s), packed(bright), 0, 0, 1.5*s)
	draw.AddRectFilled(imgui.NewVec2(x+2*s, y-6*s), imgui.NewVec2(x+8*s, y+6*s), packed(bright))
}

func (p *Panel) drawFullscreen(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	for _, sign := range [...][2]float32{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
		cx, cy := x+sign[0]*7*s, y+sign[1]*6*s
		draw.AddLine(imgui.NewVec2(cx, cy), imgui.NewVec2(cx-sign[0]*5*s, cy), packed(bright), 2*s)
		draw.AddLine(imgui.NewVec2(cx, cy), imgui.NewVec2(cx, cy-sign[1]*4*s), packed(bright), 2*s)
	}
}
