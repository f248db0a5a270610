package timelinestrip

import (
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/marks"
	"ffkvadrat/player/widgets"
)

// Sizes at scale 1 of a mark's flag in the timeline, and the distance from its pole at which the
// mouse hits it.
const (
	flagWidth  = 8
	flagHeight = 8
	flagReach  = 6
)

// flagUnder returns the mark whose flag is under the mouse, or nil.
func (l *Strip) flagUnder(at, size imgui.Vec2, all marks.List) (found *marks.Mark) {
	s, mouse := l.kit.Scale, imgui.CurrentIO().MousePos
	if l.line.Duration <= 0 || mouse.Y < at.Y-s || mouse.Y > at.Y+(flagHeight+4)*s {
		return nil
	}
	nearest := flagReach * s
	for i := range all {
		middle := l.line.Along(at, size, transport.Seconds(all[i].Time)) + flagWidth/3*s
		if apart := max(mouse.X-middle, middle-mouse.X); apart < nearest {
			found, nearest = &all[i], apart
		}
	}
	return found
}

// flags draws the flags of the marks; the one under the mouse and the one of the current frame are
// brighter.
func (l *Strip) flags(draw *imgui.DrawList, at, size imgui.Vec2, c *Content, under *marks.Mark) {
	if l.line.Duration <= 0 {
		return
	}
	s, places := l.kit.Scale, l.memory[:0]
	for i := range c.Marks {
		x := l.line.Along(at, size, transport.Seconds(c.Marks[i].Time))
		ink := l.kit.MarkColour
		if &c.Marks[i] == under || i == c.Marked {
			ink = l.kit.Bright
		}
		draw.AddRectFilled(imgui.NewVec2(x-0.5*s, at.Y), imgui.NewVec2(x+0.5*s, at.Y+size.Y), widgets.Faded(ink, 0.6))
		draw.AddTriangleFilled(imgui.NewVec2(x-0.5*s, at.Y), imgui.NewVec2(x+flagWidth*s, at.Y+flagHeight/2*s), imgui.NewVec2(x-0.5*s, at.Y+flagHeight*s), widgets.Packed(ink))
		places = append(places, image.Rect(int(x), int(at.Y), int(x+flagWidth*s), int(at.Y+flagHeight*s)))
	}
	l.memory, l.Widgets.Flags = places, places
}
