package panel

import (
	"image"

	"ffkvadrat/player/command"
	"ffkvadrat/player/imgui"
	"ffkvadrat/player/session"
)

// tabs is the row of tabs; the chosen one is underlined.
func (p *Panel) tabs(settings *session.Settings) {
	s := p.scale
	at := imgui.CursorScreenPos()
	at.Y -= 6 * s
	width := imgui.ContentRegionAvail().X
	const height = 24
	draw := imgui.WindowDrawList()
	gap := p.tabFont(width)
	x := at.X
	for tab := range session.TabCount {
		name := tab.Title()
		size := imgui.CalcTextSize(name)
		left, right := max(x-gap/2, at.X), min(x+size.X+gap/2, at.X+width)
		imgui.SetCursorScreenPos(imgui.NewVec2(left, at.Y))
		if imgui.InvisibleButton(name, imgui.NewVec2(right-left, height*s)) {
			settings.Tab = tab
		}
		p.Widgets.Tabs[tab] = item()
		if n := p.keys.named(command.With(command.Tab, float64(tab))); n != nil && p.tipped() {
			p.showTip(tab.Help() + withKeys(n.Keys))
		}
		colour := dim
		switch {
		case settings.Tab == tab:
			colour = bright
			draw.AddRectFilled(imgui.NewVec2(x, at.Y+(height-2)*s), imgui.NewVec2(x+size.X, at.Y+height*s), packed(stronger))
		case imgui.IsItemHovered():
			colour = stronger
		}
		draw.AddText(imgui.NewVec2(x, at.Y+2*s), packed(colour), name)
		x += size.X + gap
	}
	imgui.PopFont()
	imgui.SetCursorScreenPos(at)
	imgui.Dummy(imgui.NewVec2(width, (height+1)*s))
}

// tab builds the chosen tab.
func (p *Panel) tab(r image.Rectangle, status *Status, settings *session.Settings) {
	switch settings.Tab {
	case session.Tune:
		p.tune(r, status, settings)
	case session.Pixel:
		p.pixel(&status.Descent)
	case session.Plots:
		p.plots(r, status, settings)
	case session.Scopes:
		p.scopes(r, settings)
	case session.Video:
		p.video(status, settings)
	case session.Export:
		p.export(status, settings)
	case session.Marks:
		p.marked(status)
	}
}

// tabFont pushes the font of the tabs, small enough for their names to keep
// apart, and returns their distance.
func (p *Panel) tabFont(width float32) (gap float32) {
	const apart, least = 9, 11
	for size := float32(textSize); ; size-- {
		imgui.PushFont(p.medium, size*p.scale)
		var names float32
		for tab := range session.TabCount {
			names += imgui.CalcTextSize(tab.Title()).X
		}
		if gap = (width - names) / float32(session.TabCount-1); gap >= apart*p.scale || size <= least {
			return gap
		}
		imgui.PopFont()
	}
}
