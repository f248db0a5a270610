package panel

import (
	"image"
	"strconv"

	"ffkvadrat/imgui"
	"ffkvadrat/player/session"
	"ffkvadrat/player/views"
)

// view has the list of views, and the settings of the selected view: level, fill, or map.
func (u *tuneTab) view(settings *session.Settings, top int) {
	s := u.scale
	u.row(viewSetting, settings)
	width := float32(-1)
	if settings.View == views.Pyramid || settings.View.Rebuilds() || settings.View == views.Map {
		width = 86 * s
	}
	u.w.View = u.list(viewSetting, chosenWord(viewSetting, settings), width, settings, u.w.Views[:])
	if settings.View.Rebuilds() {
		imgui.SameLineV(0, 8*s)
		u.w.Fill = u.list(fillSetting, chosenWord(fillSetting, settings), -1, settings, u.w.Fills[:])
	}
	if settings.View == views.Map {
		imgui.SameLineV(0, 8*s)
		u.w.MapFor = u.list(mapForSetting, chosenWord(mapForSetting, settings), -1, settings, u.w.MapForms[:])
		u.strength(settings)
	}
	if settings.View != views.Pyramid {
		return
	}
	settings.Level = min(settings.Level, top)
	imgui.SameLineV(0, 8*s)
	at := imgui.CursorScreenPos()
	side := imgui.FrameHeight()
	if u.button("finer", at.X, at.Y, side, u.drawMinus) {
		settings.Level = max(settings.Level-1, 0)
	}
	u.w.Finer = item()
	u.tipOf(levelSetting)
	imgui.SameLineV(0, 0)
	end := imgui.CursorScreenPos().X + imgui.ContentRegionAvail().X
	if u.button("coarser", end-side, at.Y, side, u.drawPlus) {
		settings.Level = min(settings.Level+1, top)
	}
	u.w.Coarser = item()
	u.tipOf(levelSetting)
	text := "level " + strconv.Itoa(settings.Level)
	size := imgui.CalcTextSize(text)
	middle := (at.X + side + end - side) / 2
	imgui.WindowDrawList().AddText(imgui.NewVec2(middle-size.X/2, at.Y+(side-size.Y)/2), packed(bright), text)
}

// strengthRow is the slider of the strength of maps, in the view of a map and in the export form.
type strengthRow struct {
	*kit
	w strengthWidgets
}

// strength shows the slider.
func (r *strengthRow) strength(settings *session.Settings) {
	r.amount(strengthSetting, strengthSetting.Low, settings, &r.w.Strength, &r.w.StrengthTyped)
}

// strengthWidgets are the widgets of the strength of maps.
type strengthWidgets struct{ Strength, StrengthTyped image.Rectangle }
