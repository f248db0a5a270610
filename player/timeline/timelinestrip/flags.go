package timelinestrip

import (
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/marks"
	"ffkvadrat/player/widgets"
)

// Sizes at scale 1 of a mark's flag at the bottom of the timeline, where nothing hides it, and the distance
// from its middle at which the mouse hits it.
const (
	flagWidth  = 10
	flagHeight = 10
	flagReach  = 7
)

// poleOpacity is that of the line at the mark under the mouse.
const poleOpacity = 0.4

// flagUnder returns the mark whose flag is under the mouse, or nil.
func (l *Strip) flagUnder(a Axis, all marks.List) (found *marks.Mark) {
	s, mouse := l.kit.Scale, imgui.CurrentIO().MousePos
	if bottom := a.At.Y + a.Size.Y; l.line.Duration <= 0 || mouse.Y < bottom-(flagHeight+4)*s || mouse.Y > bottom {
		return nil
	}
	nearest := flagReach * s
	for i := range all {
		if !a.has(all[i].Time) {
			continue
		}
		middle := a.X(all[i].Time) + flagWidth/3*s
		if apart := max(mouse.X-middle, middle-mouse.X); apart < nearest {
			found, nearest = &all[i], apart
		}
	}
	return found
}

// flags draws the flags of the marks; the one under the mouse is brighter and has a faint line through the curves.
func (l *Strip) flags(draw *imgui.DrawList, a Axis, c *Content, under *marks.Mark) {
	if l.line.Duration <= 0 {
		return
	}
	s, places, bottom := l.kit.Scale, l.memory[:0], a.At.Y+a.Size.Y
	for i := range c.Marks {
		if !a.has(c.Marks[i].Time) {
			continue
		}
		x := a.X(c.Marks[i].Time)
		ink := l.kit.MarkColour
		if &c.Marks[i] == under {
			ink = l.kit.Bright
			draw.AddRectFilled(imgui.NewVec2(x-0.5*s, a.At.Y), imgui.NewVec2(x+0.5*s, bottom), widgets.Faded(ink, poleOpacity))
		}
		l.drawFlag(draw, x, bottom, widgets.Packed(ink))
		places = append(places, image.Rect(int(x), int(bottom-flagHeight*s), int(x+flagWidth*s), int(bottom)))
	}
	l.memory, l.Widgets.Flags = places, places
}

// drawFlag draws a flag at the bottom of its pole at x.
func (l *Strip) drawFlag(draw *imgui.DrawList, x, bottom float32, ink uint32) {
	s := l.kit.Scale
	draw.AddTriangleFilled(imgui.NewVec2(x-0.5*s, bottom-flagHeight*s), imgui.NewVec2(x+flagWidth*s, bottom-flagHeight/2*s), imgui.NewVec2(x-0.5*s, bottom), ink)
}
