package player

import (
	"fmt"
	"image"
	"strings"

	"ffkvadrat/analysis"
	"ffkvadrat/decode/wording"
	"ffkvadrat/edge"
	"ffkvadrat/match"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/command"
	"ffkvadrat/player/exporting"
	"ffkvadrat/player/scene"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// pickColour starts or cancels picking a colour with the mouse.
func (p *mouse) pickColour(command.Command) {
	p.pick(false, "Click: a colour. Drag: a range of colours. Esc: leave")
}

// pickTemplate starts or cancels picking a template with the mouse.
func (p *mouse) pickTemplate(command.Command) {
	p.pick(true, "Drag: a rectangle to find. Click: 32×32 pixels. Esc: leave")
}

// pick starts picking, or cancels it.
func (p *mouse) pick(template bool, how string) {
	now := &p.status.Picking
	begins := !now.On || now.Template != template
	p.endPicking()
	if now.On, now.Template = begins, template; begins {
		if p.settings.View.InSpace() { // pixels have no places
			p.settings.View = views.Video
		}
		p.say(how)
	}
}

// endPicking ends picking, including a drag.
func (p *mouse) endPicking() {
	p.status.Picking.On, p.status.Picking.Area = false, image.Rectangle{}
	if p.input.pointer.drags == colours {
		p.input.pointer.drags = nothing
	}
}

// dragPicking updates the rectangle from the press to the pointer.
func (p *mouse) dragPicking() {
	m := &p.input.pointer
	p.status.Picking.Area = image.Rect(int(m.down[0]), int(m.down[1]), int(m.x), int(m.y))
}

// picked takes the colours or the template in the rectangle or at the pointer.
func (p *mouse) picked() {
	defer p.endPicking()
	f := p.play.Frame()
	if f == nil || p.scene.Place.N == 0 {
		return
	}
	m, picture := &p.input.pointer, &f.Picture
	if err := picture.Fetch(); err != nil {
		p.say("Nothing picked: " + wording.Line(err))
		return
	}
	from, to := m.down, [2]float64{m.x, m.y}
	single := p.near(from[0], from[1])
	if single {
		to = from
	}
	area := pixelsOf(&p.scene.Place, picture, from, to)
	if p.status.Picking.Template {
		p.pickedTemplate(picture, area, single)
		return
	}
	if channel.Check(picture.Format, p.settings.Features) != nil {
		p.settings.Features = channel.RGB
	}
	colours := coloursIn(picture, p.settings.Features, area)
	operator := edge.Box
	if single {
		operator = edge.Colour
	}
	s := &p.settings
	s.Params = s.Switched(s.Variant.Discriminating(), operator)
	s.Colours, s.EachFrame = colours, false
	*s.Quads() = true
	p.say("Quads of the colour " + rounded(colours.Low, colours.High))
}

// rounded formats a range of colours from 0 to 255, in whole numbers as in the panel.
func rounded(low, high channel.Vector) string {
	text := ""
	for _, v := range low {
		text += fmt.Sprintf(" %d", (int(v)*255+channel.Peak/2)/channel.Peak)
	}
	if low != high {
		text += " to " + rounded(high, high)
	}
	return strings.TrimSpace(text)
}

// clickSide is the side in pixels of a template picked by a click.
const clickSide = 32

// pickedTemplate takes the pixels of the rectangle as the template, or those around a single one.
// It limits the size around the centre.
func (p *mouse) pickedTemplate(picture *yuv.Picture, area image.Rectangle, single bool) {
	width, height := min(area.Dx(), match.MaxSide), min(area.Dy(), match.MaxSide)
	if single {
		width, height = min(clickSide, picture.Width), min(clickSide, picture.Height)
	}
	middle := area.Min.Add(area.Max).Div(2)
	x, y := min(max(middle.X-width/2, 0), picture.Width-width), min(max(middle.Y-height/2, 0), picture.Height-height)
	template, err := match.NewTemplate(picture, x, y, width, height)
	if err != nil {
		p.say("No template: " + wording.Line(err))
		return
	}
	s := &p.settings
	if s.Params = s.Switched(analysis.Templates, s.Operator); s.Search == (match.Search{}) {
		s.Search.Suppress = true
	}
	s.Search.Template = template
	p.cut = cut{p.video, template, fmt.Sprintf("%d,%d,%d,%d@%s", x, y, width, height, exporting.EndFlag(p.play.Here()))}
	s.EachFrame = false
	*s.Quads() = true
	text := fmt.Sprintf("Places that look like these %d×%d pixels", width, height)
	if width < area.Dx() || height < area.Dy() {
		text += ", the middle of the rectangle"
	}
	p.say(text)
}

// pixelsOf returns the pixels between two points of the window, at least one.
func pixelsOf(at *scene.Place, p *yuv.Picture, from, to [2]float64) image.Rectangle {
	var corners [2]image.Point
	v := at.ViewOf(at.SideAt(int(from[0]), int(from[1])))
	for i, point := range [2][2]float64{from, to} {
		x, y, _ := v.Pick(int(point[0]), int(point[1]))
		corners[i] = image.Pt(min(max(x, 0), p.Width-1), min(max(y, 0), p.Height-1))
	}
	area := image.Rectangle{corners[0], corners[1]}.Canon()
	area.Max = area.Max.Add(image.Pt(1, 1))
	return area
}

// coloursIn returns the smallest box that contains the colours of some pixels.
func coloursIn(p *yuv.Picture, space channel.Space, area image.Rectangle) channel.Box {
	pixels := channel.Read(p, space)
	colours := channel.Box{Low: channel.Vector{channel.Peak, channel.Peak, channel.Peak}}
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			for c, v := range pixels.At(x, y) {
				colours.Low[c], colours.High[c] = min(colours.Low[c], v), max(colours.High[c], v)
			}
		}
	}
	return colours
}
