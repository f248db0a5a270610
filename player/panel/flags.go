package panel

import (
	"fmt"
	"image"
	"time"

	"ffkvadrat/imgui"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/marks"
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
	s, mouse := l.scale, imgui.CurrentIO().MousePos
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
	s, places := l.scale, l.memory[:0]
	for i := range status.Marks {
		x := l.along(at, size, transport.Seconds(status.Marks[i].Time))
		ink := markColour
		if i == under || i == status.Marked {
			ink = bright
		}
		draw.AddRectFilled(imgui.NewVec2(x-0.5*s, at.Y), imgui.NewVec2(x+0.5*s, at.Y+size.Y), faded(ink, 0.6))
		draw.AddTriangleFilled(imgui.NewVec2(x-0.5*s, at.Y), imgui.NewVec2(x+flagWidth*s, at.Y+flagHeight/2*s), imgui.NewVec2(x-0.5*s, at.Y+flagHeight*s), packed(ink))
		places = append(places, image.Rect(int(x), int(at.Y), int(x+flagWidth*s), int(at.Y+flagHeight*s)))
	}
	l.memory, l.w.Flags = places, places
}

// shownNote is the maximum number of characters of a note in a bubble.
const shownNote = 60

// toldMark describes a mark in lines of text.
func toldMark(m *marks.Mark) []string {
	note := m.Note
	if note == "" {
		note = "a mark without a note"
	}
	if runes := []rune(note); len(runes) > shownNote {
		note = string(runes[:shownNote-1]) + "…"
	}
	return []string{note, markPlace(m)}
}

// markPlace returns the position of a mark in words.
func markPlace(m *marks.Mark) string {
	text := transport.FormatTime(time.Duration(m.Time * float64(time.Second)))
	if m.Index >= 0 {
		text += fmt.Sprintf("   frame %d", m.Index+1)
	}
	return text
}
