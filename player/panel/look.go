package panel

import (
	"image"

	"ffkvadrat/overlay"
)

// looks are the names of the ways to draw quads.
var looks = [...]string{
	overlay.Outline: "Outlines",
	overlay.Fill:    "Filled",
	overlay.Mosaic:  "Mosaic",
}

// LookName is what the panel calls a look.
func LookName(l overlay.Look) string { return looks[l] }

// look is the list of looks.
func (p *Panel) look(settings *Settings) {
	p.Widgets.Looks = [len(looks)]image.Rectangle{}
	open := p.beginChoice("##look", LookName(settings.Look), shortWidth)
	if open {
		for i, name := range looks {
			if choice(name, settings.Look == overlay.Look(i), &p.Widgets.Looks[i]) {
				settings.Look = overlay.Look(i)
			}
		}
	}
	p.Widgets.Look = p.endChoice(open)
}
