// Package worstlist is the panel's part about a second video: how its frames are matched, and the list of
// its frames and quads that differ most from the playing video. It stands above the marks; a click shows a
// frame or a quad.
package worstlist

import (
	"fmt"
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/second"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// List is the list with its widgets.
type List struct {
	*widgets.Kit
	Widgets Widgets // places in the last Build
}

// Build shows the offset, and lists the worst frames and the worst quads; a click shows one.
func (l *List) Build(w *second.Worst, p *second.Pairing, settings *session.Settings) {
	if w.Name == "" {
		return
	}
	l.head("Second video: " + w.Name)
	if p.On {
		l.offset(p, settings)
		l.Rule()
	}
	l.head("Worst frames")
	if w.State != "" {
		l.WriteSmall(w.State)
	} else {
		l.WriteSmall("least like A first; a click goes there")
	}
	for i := range w.Frames[:min(len(w.Frames), second.MostWorst)] {
		f := &w.Frames[i]
		l.Widgets.Worst[i] = l.line("worst", i, f.Text, "Goes there.\nSSIM and PSNR (in dB): how alike the pictures are; IoU (intersection over union): the edges that both have, divided by those that one of them has. SSIM and IoU are 1 if equal.", command.With(command.SeekTo, f.Time))
	}
	if len(w.Quads) > 0 {
		l.head("Worst quads")
	}
	for i := range w.Quads[:min(len(w.Quads), second.MostWorst)] {
		q := &w.Quads[i]
		show := command.Command{ID: command.ShowQuad, Number: q.Time, Text: fmt.Sprint(q.X, q.Y, q.Size)}
		l.Widgets.WorstQuads[i] = l.line("quad", i, q.Text, "Shows it from near.\nPSNR (in dB): how alike its luma is; luma: by how many steps of luma B is lighter (+) or darker (−) on average. Each is the worst quad of a second.", show)
	}
	l.Rule()
}

func (l *List) head(text string) {
	imgui.TextUnformatted(widgets.Fitted(text, imgui.ContentRegionAvail().X))
}

// line adds a line with an ID and returns its place. A click executes the command.
func (l *List) line(id string, i int, text, tip string, c command.Command) image.Rectangle {
	s, at, width := l.Scale, imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	imgui.PushID(int32(i))
	if imgui.InvisibleButton(id, imgui.NewVec2(width, 20*s)) {
		l.Do(c)
	}
	imgui.PopID()
	place := widgets.Item()
	ink := l.Bright
	if imgui.IsItemHovered() {
		ink = l.Stronger
	}
	imgui.PushFont(l.Regular, widgets.SmallSize*s)
	imgui.WindowDrawList().AddText(at.Add(imgui.NewVec2(0, s)), widgets.Packed(ink), widgets.Fitted(text, width))
	imgui.PopFont()
	l.AddTip(tip)
	return place
}

// Widgets are the rectangles of the widgets; empty if hidden.
type Widgets struct {
	Worst, WorstQuads             [second.MostWorst]image.Rectangle
	Earlier, Offset, Later, Align image.Rectangle
}
