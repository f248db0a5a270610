package panel

import (
	"ffkvadrat/player/imgui"
	"ffkvadrat/player/session"
)

// look is the list of looks.
func (p *Panel) look(settings *session.Settings) {
	open := p.beginChoice("##look", settings.Look.Title(), shortWidth)
	if open {
		words(lookSetting, settings, p.Widgets.Looks[:])
	}
	p.Widgets.Look = p.endChoice(open)
}

// colouring is the list of colourings, beside that of looks.
func (p *Panel) colouring(settings *session.Settings) {
	imgui.SameLineV(0, 6*p.scale)
	open := p.beginChoice("##colour", settings.Colour.Title(), shortWidth)
	if open {
		words(colourSetting, settings, p.Widgets.Colours[:])
	}
	p.Widgets.Colour = p.endChoice(open)
}
