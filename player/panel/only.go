package panel

import (
	"fmt"
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// onlySize is a button next to the number of quads while only one size is drawn. It draws all sizes
// again.
func (u *tuneTab) onlySize(settings *session.Settings) {
	if settings.OnlySize == 0 {
		return
	}
	s := u.Scale
	imgui.SameLineV(0, 8*s)
	imgui.PushFont(u.Regular, widgets.SmallSize*s)
	imgui.PushStyleVar(imgui.StyleVarFramePadding, imgui.NewVec2(4*s, s))
	clicked := u.Toggle(fmt.Sprintf("only %d px##only", settings.OnlySize), 0, true, &u.w.OnlySize)
	imgui.PopStyleVar(1)
	imgui.PopFont()
	u.SwitchBadge(onlySizeSetting, settings, "Click to draw all sizes.")
	if clicked {
		settings.OnlySize = 0
	}
}

// sizeButton is an invisible button over the symbol of a size. It draws only the quads of this
// size, or all again.
func sizeButton(k *widgets.Kit, level int, low, high imgui.Vec2, settings *session.Settings, place *image.Rectangle) {
	imgui.SetCursorScreenPos(low)
	imgui.PushID(int32(level))
	widgets.BeginPart(level == 0)
	clicked := imgui.InvisibleButton("size", high.Sub(low))
	widgets.EndPart()
	if clicked {
		if settings.OnlySize == 1<<level {
			settings.OnlySize = 0
		} else {
			settings.OnlySize = 1 << level
		}
	}
	imgui.PopID()
	*place = widgets.Item()
	k.AddSettingTip(onlySizeSetting)
}

// drawnSize reports whether no other size only is drawn.
func drawnSize(level int, settings *session.Settings) bool {
	return settings.OnlySize == 0 || settings.OnlySize == 1<<level
}
