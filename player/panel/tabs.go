package panel

import (
	"image"

	"ffkvadrat/player/imgui"
)

// Tab is a part of the side panel.
type Tab uint8

const (
	Tune   Tab = iota // how quads are found and drawn
	Plots             // of the picture on the screen
	Pixel             // what is under the pointer
	Film              // the file, its colours, the playlist
	Export            // to a file
	tabCount
)

// tabNames are what the panel calls its tabs.
var tabNames = [tabCount]string{"Tune", "Plots", "Pixel", "Film", "Export"}

func (t Tab) String() string { return tabNames[t] }

// tabs is the row of tabs; the chosen one is underlined.
func (p *Panel) tabs() {
	s := p.scale
	at := imgui.CursorScreenPos()
	at.Y -= 6 * s
	width := imgui.ContentRegionAvail().X
	const height = 24
	draw := imgui.WindowDrawList()
	imgui.PushFont(p.medium, textSize*s)
	var names float32
	for _, name := range tabNames {
		names += imgui.CalcTextSize(name).X
	}
	gap := (width - names) / float32(tabCount-1)
	x := at.X
	for i, name := range tabNames {
		size := imgui.CalcTextSize(name)
		left, right := max(x-gap/2, at.X), min(x+size.X+gap/2, at.X+width)
		imgui.SetCursorScreenPos(imgui.NewVec2(left, at.Y))
		if imgui.InvisibleButton(name, imgui.NewVec2(right-left, height*s)) {
			p.Tab = Tab(i)
		}
		p.Widgets.Tabs[i] = item()
		colour := dim
		switch {
		case p.Tab == Tab(i):
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
func (p *Panel) tab(r image.Rectangle, status *Status, settings *Settings) {
	switch p.Tab {
	case Tune:
		p.tune(r, status, settings)
	case Pixel:
		p.pixel(&status.Descent)
	case Plots:
		p.plots(r, status, settings)
	case Film:
		p.film(status, settings)
	case Export:
		p.export(status, settings)
	}
}
