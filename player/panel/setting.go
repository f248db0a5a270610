package panel

import (
	"image"
	"math"

	"ffkvadrat/player/imgui"
	"ffkvadrat/player/session"
)

// setting returns the row with a name from the table of settings. The row must
// exist.
func setting(name string) *session.Setting {
	r := session.Named(name)
	if r == nil {
		panic("panel: no setting is called " + name)
	}
	return r
}

// amount is a labelled slider for a setting that is a number, starting at from
// and ending at the end of its range.
func (p *Panel) amount(r *session.Setting, from float64, settings *session.Settings, place *image.Rectangle) {
	scale := 1.
	if r.Unit == "%" {
		scale = 100
	}
	value := int32(math.Round(scale * r.Number(settings)))
	p.label(r.Title)
	if p.number("##"+r.Name, &value, int32(scale*from), int32(scale*r.High), " "+r.Unit, place) {
		r.Change(settings, float64(value)/scale)
	}
}

// words are the lines of an open list: all values of a setting. It stores the
// lines' rectangles in places.
func words(r *session.Setting, settings *session.Settings, places []image.Rectangle) {
	now := r.Index(settings)
	for i := range r.Words {
		if choice(r.Words[i].Title, now == i, &places[i]) {
			r.Choose(settings, i)
		}
	}
}

// among is a labelled list with the current value in now. It returns its
// rectangle, and stores the rectangles of the open list's lines in places.
func (p *Panel) among(r *session.Setting, now string, settings *session.Settings, places []image.Rectangle) image.Rectangle {
	p.label(r.Title)
	imgui.SetNextItemWidth(-1)
	open := imgui.BeginCombo("##"+r.Title, now, imgui.ComboFlagsHeightLargest)
	if open {
		words(r, settings, places)
		imgui.EndCombo()
	}
	return item()
}
