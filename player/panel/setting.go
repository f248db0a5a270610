package panel

import (
	"image"
	"math"

	"ffkvadrat/player/imgui"
	"ffkvadrat/player/session"
)

// setting is a row of the table of settings, with texts that Dear ImGui needs in
// each frame.
type setting struct {
	*session.Setting
	id     string // of the widget
	suffix string // the unit behind a value
}

// settingNamed returns the row with a name. The row must exist.
func settingNamed(name string) setting {
	r := session.Named(name)
	if r == nil {
		panic("panel: no setting is called " + name)
	}
	return setting{r, "##" + r.Name, " " + r.Unit}
}

// The settings that have a widget made from their row.
var (
	lookSetting      = settingNamed("look")
	colourSetting    = settingNamed("colour")
	opacitySetting   = settingNamed("opacity")
	lineWidthSetting = settingNamed("line_width")
	viewSetting      = settingNamed("view")
	matrixSetting    = settingNamed("matrix")
	rangeSetting     = settingNamed("range")
	transferSetting  = settingNamed("transfer")
	volumeSetting    = settingNamed("volume")
)

// amount is a labelled slider for a setting that is a number, starting at from
// and ending at the end of its range.
func (p *Panel) amount(r setting, from float64, settings *session.Settings, place *image.Rectangle) {
	scale := 1.
	if r.Unit == "%" {
		scale = 100
	}
	value := int32(math.Round(scale * r.Number(settings)))
	p.label(r.Title)
	if p.number(r.id, &value, int32(scale*from), int32(scale*r.High), r.suffix, place) {
		r.Change(settings, float64(value)/scale)
	}
}

// words are the lines of an open list: all values of a setting. It stores the
// lines' rectangles in places.
func words(r setting, settings *session.Settings, places []image.Rectangle) {
	now := r.Index(settings)
	for i := range r.Words {
		if choice(r.Words[i].Title, now == i, &places[i]) {
			r.Choose(settings, i)
		}
	}
}

// among is a labelled list with the current value in now. It returns its
// rectangle, and stores the rectangles of the open list's lines in places.
func (p *Panel) among(r setting, now string, settings *session.Settings, places []image.Rectangle) image.Rectangle {
	p.label(r.Title)
	imgui.SetNextItemWidth(-1)
	open := imgui.BeginCombo(r.id, now, imgui.ComboFlagsHeightLargest)
	if open {
		words(r, settings, places)
		imgui.EndCombo()
	}
	return item()
}
