package panel

import (
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
)

// MostWorst is the maximum number of worst frames listed.
const MostWorst = 5

// Worst are the frames of a second video that differ most from the playing video.
type Worst struct {
	Name   string // of the second video; empty for none
	State  string // progress of the comparison, or its error; empty when complete
	Frames []WorstFrame
}

// WorstFrame is one of the worst frames.
type WorstFrame struct {
	Time float64 // seconds after the first frame
	Text string  // position and quality
}

// worst lists the worst frames; a click seeks to one.
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
