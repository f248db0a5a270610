package panel

import (
	"image"
	"strconv"

	"ffkvadrat/overlay"
	"ffkvadrat/player/imgui"
	"ffkvadrat/player/views"
)

// viewTitles are the names of what can stand in the picture's place.
var viewTitles = [...]string{
	views.Video:    "Video",
	views.Strength: "Edges",
	views.Mask:     "Mask",
	views.Pyramid:  "Pyramid",
}

// view is the list of views, with the level that shows of the pyramid.
func (p *Panel) view(settings *Settings, top int) {
	s := p.scale
	p.label("View")
	width := float32(-1)
	if settings.View == views.Pyramid {
		width = 86 * s
	}
	p.Widgets.Views = [len(viewTitles)]image.Rectangle{}
	imgui.SetNextItemWidth(width)
	open := imgui.BeginCombo("##view", viewTitles[settings.View], imgui.ComboFlagsHeightLargest)
	if open {
		for i, name := range viewTitles {
			if choice(name, settings.View == views.View(i), &p.Widgets.Views[i]) {
				settings.View = views.View(i)
			}
		}
		imgui.EndCombo()
	}
	p.Widgets.View = item()
	if settings.View != views.Pyramid {
		return
	}
	settings.Level = min(settings.Level, top)
	imgui.SameLineV(0, 8*s)
	at := imgui.CursorScreenPos()
	side := imgui.FrameHeight()
	if p.button("finer", at.X, at.Y, side, p.drawMinus) {
		settings.Level = max(settings.Level-1, 0)
	}
	p.Widgets.Finer = item()
	imgui.SameLineV(0, 0)
	end := imgui.CursorScreenPos().X + imgui.ContentRegionAvail().X
	if p.button("coarser", end-side, at.Y, side, p.drawPlus) {
		settings.Level = min(settings.Level+1, top)
	}
	p.Widgets.Coarser = item()
	text := "level " + strconv.Itoa(settings.Level)
	size := imgui.CalcTextSize(text)
	middle := (at.X + side + end - side) / 2
	imgui.WindowDrawList().AddText(imgui.NewVec2(middle-size.X/2, at.Y+(side-size.Y)/2), packed(bright), text)
}

func (p *Panel) drawMinus(draw *imgui.DrawList, x, y float32) {
	s := p.scale
	draw.AddRectFilled(imgui.NewVec2(x-5*s, y-s), imgui.NewVec2(x+5*s, y+s), packed(bright))
}

func (p *Panel) drawPlus(draw *imgui.DrawList, x, y float32) {
	p.drawMinus(draw, x, y)
	p.upright(draw, x, y, 2*p.scale, 10*p.scale)
}

// colourings are the names of what colours can stand for.
var colourings = [...]string{
	overlay.ByLevel: "by size",
	overlay.ByMean:  "by mean",
	overlay.ByAge:   "by age",
}

// ColouringName is what the panel calls a colouring.
func ColouringName(c overlay.Colouring) string { return colourings[c] }

// colouring is the list of colourings, beside that of looks.
func (p *Panel) colouring(settings *Settings) {
	imgui.SameLineV(0, 6*p.scale)
	p.Widgets.Colours = [len(colourings)]image.Rectangle{}
	open := p.beginChoice("##colour", ColouringName(settings.Colour), shortWidth)
	if open {
		for i, name := range colourings {
			if choice(name, settings.Colour == overlay.Colouring(i), &p.Widgets.Colours[i]) {
				settings.Colour = overlay.Colouring(i)
			}
		}
	}
	p.Widgets.Colour = p.endChoice(open)
}
