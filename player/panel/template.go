package panel

import (
	"fmt"
	"image"
	"image/color"

	"ffkvadrat/imgui"
	"ffkvadrat/match"
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// templateMade caches the image of a template.
type templateMade struct {
	of     match.Template
	bitmap *widgets.Bitmap
}

// templateHeight is the height of the template's image at scale 1.
const templateHeight = 64

// template shows the template, the button to pick another one, and the switch that keeps only the
// best hits.
func (u *tuneTab) template(settings *session.Settings, picking bool) {
	if !settings.Variant.Searches() {
		return
	}
	s := u.Scale
	u.Row(templateSetting, settings)
	at := imgui.CursorScreenPos()
	const button, gap = 46, 6
	box := imgui.NewVec2(imgui.ContentRegionAvail().X-(button+gap)*s, templateHeight*s)
	imgui.Dummy(box)
	u.w.Template = widgets.Item()
	u.templatePicture(at, box, settings.Search.Template)
	if u.TipDue() {
		t := settings.Search.Template
		u.ShowTip(fmt.Sprintf("%s\n\nNow: %d×%d pixels", u.Explained[templateSetting.Name], t.Width, t.Height))
	}
	imgui.SameLineV(0, gap*s)
	if u.Toggle("Pick", button*s, picking, &u.w.PickTemplate) {
		u.Do(command.Do(command.PickTemplate))
	}
	u.AddCommandTip(command.Do(command.PickTemplate))
	u.Row(suppressSetting, settings)
	u.w.Suppress = u.Checkbox(suppressSetting, &settings.Search.Suppress)
}

// templatePicture draws the template at the left of a box, with its aspect ratio.
func (u *tuneTab) templatePicture(low, size imgui.Vec2, t match.Template) {
	if t == (match.Template{}) {
		return
	}
	made := &u.templateMade
	if made.bitmap == nil {
		made.bitmap = u.renderer.newBitmap("template")
	}
	if made.of != t {
		made.of = t
		made.bitmap.Show(templateImage(t))
	}
	within := widgets.FitInto(image.Pt(t.Width, t.Height), size)
	draw := imgui.WindowDrawList()
	draw.AddImage(made.bitmap.Ref, low, low.Add(within))
	draw.AddRect(low, low.Add(within), widgets.Packed(u.Separator), 0, 0, u.Scale)
}

// templateImage converts a template to an approximate RGB image.
func templateImage(t match.Template) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, t.Width, t.Height))
	for y := range t.Height {
		for x := range t.Width {
			v := t.Grey(x, y)
			img.SetRGBA(x, y, color.RGBA{v, v, v, 255})
		}
	}
	return img
}
