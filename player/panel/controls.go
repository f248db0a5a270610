package panel

import (
	"fmt"
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
)

// Sizes in pixels at scale 1: a button of the bar, the gap after it, the slider of the volume, and
// the button of the speed.
const (
	signSide    = 28
	signGap     = 6
	volumeWidth = 64
	speedWidth  = 46
)

// sounding shows the mute button and the volume from x on. It returns where they end.
func (cb *controlBar) sounding(x, y float32, status *Status, settings *session.Settings) float32 {
	s := cb.scale
	cb.beginUnused(status.NoSound)
	sign := cb.drawSound
	if settings.Muted {
		sign = cb.drawMuted
	}
	if cb.button("sound", x, y, signSide*s, sign) {
		settings.Muted = !settings.Muted
	}
	cb.w.BarMute = item()
	cb.tipOf(mutedSetting)
	x += (signSide + 4) * s
	imgui.SetCursorScreenPos(imgui.NewVec2(x, y+(signSide*s-imgui.FrameHeight())/2))
	imgui.SetNextItemWidth(volumeWidth * s)
	const id = "##bar volume"
	value := int32(100*settings.Volume + 0.5)
	cb.beginBare(id)
	if imgui.SliderInt(id, &value, 0, 100, "%d", imgui.SliderFlagsAlwaysClamp) {
		settings.Volume = float64(value) / 100
	}
	cb.endBare(id)
	cb.w.BarVolume = item()
	cb.tipOf(volumeSetting)
	cb.endUnused()
	return x + (volumeWidth+10)*s
}

// signed is a button with an icon, underlined while what it switches is on.
type signed struct {
	name  string
	id    command.ID
	sign  func(*imgui.DrawList, float32, float32)
	on    bool
	place *image.Rectangle
}

// signed shows a button whose right end is at x. It returns the right end of the next button to the
// left.
func (cb *controlBar) signed(x, y float32, b *signed) float32 {
	s := cb.scale
	x -= signSide * s
	c := command.Do(b.id)
	if cb.button(b.name, x, y, signSide*s, b.sign) {
		cb.do(c)
	}
	*b.place = item()
	cb.tipFor(c)
	if b.on {
		imgui.WindowDrawList().AddRectFilled(imgui.NewVec2(x+6*s, y+(signSide-2)*s), imgui.NewVec2(x+(signSide-6)*s, y+signSide*s), packed(stronger))
	}
	return x - signGap*s
}

// switches shows the buttons at the bar's right end. It returns where they begin.
func (cb *controlBar) switches(end, y float32, status *Status) float32 {
	s, w := cb.scale, &cb.w
	x := end
	for _, b := range [...]signed{
		{"fullscreen", command.Fullscreen, cb.drawFullscreen, false, &w.BarFullscreen},
		{"panel", command.Panel, cb.drawPanel, false, &w.BarPanel},
		{"timeline", command.Timeline, cb.drawTimeline, status.Timeline.Shown, &w.BarTimeline},
		{"wipe", command.Wipe, cb.drawWipe, status.Wipe.On, &w.BarWipe},
		{"loop", command.MarkLoop, cb.drawLoop, len(status.Loop) > 0, &w.BarLoop},
	} {
		x = cb.signed(x, y, &b)
	}
	x -= speedWidth * s
	cb.speed(x, y, status)
	return x - 12*s
}

// speeds are the speeds that the bar offers.
var speeds = [...]float64{0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 4, 8}

// speed is a button with the speed; it opens a list of speeds.
func (cb *controlBar) speed(x, y float32, status *Status) {
	s := cb.scale
	now := status.Speed
	if now == 0 {
		now = 1
	}
	imgui.SetCursorScreenPos(imgui.NewVec2(x, y))
	if imgui.Button(fmt.Sprintf("%.4g×##speed", now), imgui.NewVec2(speedWidth*s, signSide*s)) {
		imgui.OpenPopup("speeds")
	}
	cb.w.BarSpeed = item()
	cb.tipFor(command.With(command.Speed, 1))
	if !imgui.BeginPopup("speeds", 0) {
		return
	}
	for i, v := range speeds {
		if choice(fmt.Sprintf("%.4g×", v), v == now, &cb.w.BarSpeeds[i]) {
			cb.do(command.With(command.Speed, v))
		}
	}
	imgui.EndPopup()
}

// The icons of the buttons.
