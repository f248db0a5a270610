package panel

import (
	"image"

	"ffkvadrat/overlay"
	"ffkvadrat/player/imgui"
	"ffkvadrat/player/session"
)

// look is the list of looks.
func (p *Panel) look(settings *session.Settings) {
	p.Widgets.Looks = [overlay.LookCount]image.Rectangle{}
	open := p.beginChoice("##look", settings.Look.Title(), shortWidth)
	if open {
		options(&settings.Look, p.Widgets.Looks[:])
	}
	p.Widgets.Look = p.endChoice(open)
}

// colouring is the list of colourings, beside that of looks.
func (p *Panel) colouring(settings *session.Settings) {
	imgui.SameLineV(0, 6*p.scale)
	p.Widgets.Colours = [overlay.ColouringCount]image.Rectangle{}
	open := p.beginChoice("##colour", settings.Colour.Title(), shortWidth)
	if open {
		options(&settings.Colour, p.Widgets.Colours[:])
	}
	p.Widgets.Colour = p.endChoice(open)
}
