package panel

import (
	"fmt"
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// Sizes in pixels at scale 1: the gap after a button of the bar, the slider of the volume, and
// the button of the speed.
const (
	signGap     = 6
	volumeWidth = 64
	speedWidth  = 46
)

// sounding shows the mute button and the volume from x on. It returns where they end.
func (cb *controlBar) sounding(x, y float32, status *Status, settings *session.Settings) float32 {
	s := cb.Scale
	cb.BeginUnused(status.NoSound)
	sign := cb.DrawSound
	if settings.Muted {
		sign = cb.DrawMuted
	}
	if cb.Button("sound", x, y, widgets.SignSide*s, sign) {
		settings.Muted = !settings.Muted
	}
	cb.w.BarMute = widgets.Item()
	cb.AddSettingTip(mutedSetting)
	x += (widgets.SignSide + 4) * s
	imgui.SetCursorScreenPos(imgui.NewVec2(x, y+(widgets.SignSide*s-imgui.FrameHeight())/2))
	imgui.SetNextItemWidth(volumeWidth * s)
	const id = "##bar volume"
	value := int32(100*settings.Volume + 0.5)
	if cb.SliderInt(id, &value, 0, 100) {
		settings.Volume = float64(value) / 100
	}
	cb.w.BarVolume = widgets.Item()
	cb.AddSettingTip(volumeSetting)
	cb.EndUnused()
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
	s := cb.Scale
	x -= widgets.SignSide * s
	c := command.Do(b.id)
	if cb.Button(b.name, x, y, widgets.SignSide*s, b.sign) {
		cb.Do(c)
	}
	*b.place = widgets.Item()
	cb.AddCommandTip(c)
	if b.on {
		imgui.WindowDrawList().AddRectFilled(imgui.NewVec2(x+6*s, y+(widgets.SignSide-2)*s), imgui.NewVec2(x+(widgets.SignSide-6)*s, y+widgets.SignSide*s), widgets.Packed(widgets.Stronger))
	}
	return x - signGap*s
}

// switches shows the buttons at the bar's right end. It returns where they begin.
func (cb *controlBar) switches(end, y float32, status *Status) float32 {
	s, w := cb.Scale, &cb.w
	x := end
	for _, b := range [...]signed{
		{"fullscreen", command.Fullscreen, cb.DrawFullscreen, false, &w.BarFullscreen},
		{"panel", command.Panel, cb.DrawPanel, false, &w.BarPanel},
		{"timeline", command.Timeline, cb.DrawTimeline, status.Timeline.Shown, &w.BarTimeline},
		{"wipe", command.Wipe, cb.DrawWipe, status.Wipe.On, &w.BarWipe},
		{"loop", command.MarkLoop, cb.DrawLoop, len(status.Loop) > 0, &w.BarLoop},
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
	s := cb.Scale
	now := status.Speed
	if now == 0 {
		now = 1
	}
	imgui.SetCursorScreenPos(imgui.NewVec2(x, y))
	if imgui.Button(fmt.Sprintf("%.4g×##speed", now), imgui.NewVec2(speedWidth*s, widgets.SignSide*s)) {
		imgui.OpenPopup("speeds")
	}
	cb.w.BarSpeed = widgets.Item()
	cb.AddCommandTip(command.With(command.Speed, 1))
	if !imgui.BeginPopup("speeds", 0) {
		return
	}
	for i, v := range speeds {
		if widgets.Choice(fmt.Sprintf("%.4g×", v), v == now, &cb.w.BarSpeeds[i]) {
			cb.Do(command.With(command.Speed, v))
		}
	}
	imgui.EndPopup()
}

// The icons of the buttons.
