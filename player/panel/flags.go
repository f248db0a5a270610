package panel

import (
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/widgets"
)

// Sizes at scale 1 of a mark's flag in the timeline, and the distance from its pole at which the
// mouse hits it.
const (
	flagWidth  = 8
	flagHeight = 8
	flagReach  = 6
)

// flagUnder returns the index of the mark whose flag is under the mouse, −1 for
// none.
func (l *timelineStrip) flagUnder(at, size imgui.Vec2, status *Status) int {
	s, mouse := l.Scale, imgui.CurrentIO().MousePos
	if l.facts.Duration <= 0 || mouse.Y < at.Y-s || mouse.Y > at.Y+(flagHeight+4)*s {
		return -1
	}
	found, nearest := -1, flagReach*s
	for i := range status.Marks {
		middle := l.along(at, size, transport.Seconds(status.Marks[i].Time)) + flagWidth/3*s
		if apart := max(mouse.X-middle, middle-mouse.X); apart < nearest {
			found, nearest = i, apart
		}
	}
	return found
}

// flags draws the flags of the marks; the one under the mouse and the one of the current frame are
// brighter.
func (l *timelineStrip) flags(draw *imgui.DrawList, at, size imgui.Vec2, status *Status, under int) {
	if l.facts.Duration <= 0 {
		return
	}
	s, places := l.Scale, l.memory[:0]
	for i := range status.Marks {
		x := l.along(at, size, transport.Seconds(status.Marks[i].Time))
		ink := widgets.MarkColour
		if i == under || i == status.Marked {
			ink = widgets.Bright
		}
		draw.AddRectFilled(imgui.NewVec2(x-0.5*s, at.Y), imgui.NewVec2(x+0.5*s, at.Y+size.Y), widgets.Faded(ink, 0.6))
		draw.AddTriangleFilled(imgui.NewVec2(x-0.5*s, at.Y), imgui.NewVec2(x+flagWidth*s, at.Y+flagHeight/2*s), imgui.NewVec2(x-0.5*s, at.Y+flagHeight*s), widgets.Packed(ink))
		places = append(places, image.Rect(int(x), int(at.Y), int(x+flagWidth*s), int(at.Y+flagHeight*s)))
	}
	l.memory, l.w.Flags = places, places
}
