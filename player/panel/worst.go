package panel

import (
	"image"

	"ffkvadrat/player/command"
	"ffkvadrat/player/imgui"
)

// MostWorst is how many of the worst frames are listed.
const MostWorst = 5

// Worst is the frames of a second video that differ most from the video that plays.
type Worst struct {
	Name   string // of the second video; empty without one
	State  string // how far the comparison is, or why there is none; empty when it is complete
	Frames []WorstFrame
}

// WorstFrame is one of the worst frames.
type WorstFrame struct {
	Time float64 // seconds after the first picture
	Text string  // where it is, and how bad
}

// worst lists the worst frames: a click goes there.
func (l *marksTab) worst(w *Worst) {
	l.w.Worst = [MostWorst]image.Rectangle{}
	if w.Name == "" {
		return
	}
	s := l.scale
	imgui.TextUnformatted(fitted("Worst frames of "+w.Name, imgui.ContentRegionAvail().X))
	if w.State != "" {
		l.small(w.State)
	}
	draw := imgui.WindowDrawList()
	for i := range w.Frames[:min(len(w.Frames), MostWorst)] {
		f := &w.Frames[i]
		at := imgui.CursorScreenPos()
		width := imgui.ContentRegionAvail().X
		imgui.PushID(int32(i))
		if imgui.InvisibleButton("worst", imgui.NewVec2(width, (markRow-6)*s)) {
			l.do(command.With(command.SeekTo, f.Time))
		}
		imgui.PopID()
		l.w.Worst[i] = item()
		ink := bright
		if imgui.IsItemHovered() {
			ink = stronger
		}
		imgui.PushFont(l.regular, smallSize*s)
		draw.AddText(at.Add(imgui.NewVec2(0, s)), packed(ink), fitted(f.Text, width))
		imgui.PopFont()
		l.tip("Goes there: " + f.Text + ".")
	}
	l.rule()
}
