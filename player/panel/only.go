package panel

import (
	"fmt"
	"image"

	"ffkvadrat/player/imgui"
	"ffkvadrat/player/session"
)

// onlySize is a button behind the number of quads while only those of one size are drawn. It
// draws all again.
func (p *Panel) onlySize(settings *session.Settings) {
	if settings.OnlySize == 0 {
		return
	}
	s := p.scale
	imgui.SameLineV(0, 8*s)
	imgui.PushFont(p.regular, smallSize*s)
	imgui.PushStyleVar(imgui.StyleVarFramePadding, imgui.NewVec2(4*s, s))
	clicked := p.toggle(fmt.Sprintf("only %d px##only", settings.OnlySize), 0, true, &p.Widgets.OnlySize)
	imgui.PopStyleVar(1)
	imgui.PopFont()
	if p.tipped() {
		p.showTip(p.explained[onlySizeSetting.Name] + "\nThe default is all sizes; click here to set it.")
	}
	place := item()
	p.Names = append(p.Names, onlySizeSetting.Title)
	p.Badges = append(p.Badges, Badge{onlySizeSetting.Name, place})
	p.mark(imgui.WindowDrawList(), float32(place.Max.X)-2*s, float32(place.Min.Y)+2*s)
	if clicked {
		settings.OnlySize = 0
	}
}

// sizeButton is an invisible button over what stands for a size. It draws the quads of this
// size alone, or all again.
func (p *Panel) sizeButton(level int, low, high imgui.Vec2, settings *session.Settings, place *image.Rectangle) {
	imgui.SetCursorScreenPos(low)
	imgui.PushID(int32(level))
	if imgui.InvisibleButton("size", high.Sub(low)) {
		if settings.OnlySize == 1<<level {
			settings.OnlySize = 0
		} else {
			settings.OnlySize = 1 << level
		}
	}
	imgui.PopID()
	*place = item()
	p.tipOf(onlySizeSetting)
}

// shownSize returns how visible a size is: less if only others are drawn.
func shownSize(level int, settings *session.Settings) float32 {
	if settings.OnlySize > 0 && settings.OnlySize != 1<<level {
		return 0.3
	}
	return 1
}
