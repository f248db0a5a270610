package panel

import (
	"strconv"

	"ffkvadrat/player/imgui"
	"ffkvadrat/player/session"
	"ffkvadrat/player/views"
)

// view is the list of views, with the visible level of the pyramid, how quads are filled, or which map
// there is.
func (p *Panel) view(settings *session.Settings, top int) {
	s := p.scale
	p.begin(viewSetting, settings)
	width := float32(-1)
	if settings.View == views.Pyramid || settings.View.Rebuilds() || settings.View == views.Map {
		width = 86 * s
	}
	p.Widgets.View = p.list(viewSetting, chosenWord(viewSetting, settings), width, settings, p.Widgets.Views[:])
	if settings.View.Rebuilds() {
		imgui.SameLineV(0, 8*s)
		p.Widgets.Fill = p.list(fillSetting, chosenWord(fillSetting, settings), -1, settings, p.Widgets.Fills[:])
	}
	if settings.View == views.Map {
		imgui.SameLineV(0, 8*s)
		p.Widgets.MapFor = p.list(mapForSetting, chosenWord(mapForSetting, settings), -1, settings, p.Widgets.MapForms[:])
		p.strength(settings)
	}
	if settings.View != views.Pyramid {
		return
	}
	settings.Level = min(settings.Level, top)
	imgui.SameLineV(0, 8*s)
	at := imgui.CursorScreenPos()
	side := imgui.FrameHeight()
	if p.button("finer", at.X, at.Y, side, p.drawMinus) {
		settings.Level = max(settings.Level-1, 0)
	}
	p.Widgets.Finer = item()
	p.tipOf(levelSetting)
	imgui.SameLineV(0, 0)
	end := imgui.CursorScreenPos().X + imgui.ContentRegionAvail().X
	if p.button("coarser", end-side, at.Y, side, p.drawPlus) {
		settings.Level = min(settings.Level+1, top)
	}
	p.Widgets.Coarser = item()
	p.tipOf(levelSetting)
	text := "level " + strconv.Itoa(settings.Level)
	size := imgui.CalcTextSize(text)
	middle := (at.X + side + end - side) / 2
	imgui.WindowDrawList().AddText(imgui.NewVec2(middle-size.X/2, at.Y+(side-size.Y)/2), packed(bright), text)
}

// strength is the slider of the strength of maps.
func (p *Panel) strength(settings *session.Settings) {
	p.amount(strengthSetting, strengthSetting.Low, settings, &p.Widgets.Strength, &p.Widgets.StrengthTyped)
}

func (p *Panel) drawMinus(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	draw.AddRectFilled(imgui.NewVec2(x-5*s, y-s), imgui.NewVec2(x+5*s, y+s), packed(bright))
}

func (p *Panel) drawPlus(draw *imgui.DrawList, x, y float32) {
	p.drawMinus(draw, x, y)
	p.upright(draw, x, y, 2*p.scale, 10*p.scale)
}
