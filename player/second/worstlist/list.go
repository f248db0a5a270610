// Package worstlist is the panel's part about a second video: how its frames are matched, and the list of
// its frames and quads that differ most from the playing video. It stands above the marks; a click shows a
// frame or a quad.
package worstlist

import (
	"fmt"
	"image"
	"image/color"
	"strconv"

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
	}
	if len(w.Frames) > 0 {
		l.row(imgui.CursorScreenPos(), frameColumns, l.Dim, "")
		imgui.Dummy(imgui.NewVec2(1, headHeight*l.Scale))
	}
	for i := range w.Frames[:min(len(w.Frames), second.MostWorst)] {
		f := &w.Frames[i]
		l.Widgets.Worst[i] = l.line("worst", i, frameColumns, f.Cells, "Goes there. The frame least like A is the first.\nSSIM and PSNR: how alike the pictures are; IoU (intersection over union): the edges that both have, divided by those that one of them has. SSIM and IoU are 1 if equal.", command.With(command.SeekTo, f.Time))
	}
	if len(w.Quads) > 0 {
		l.head("Worst quads")
		l.row(imgui.CursorScreenPos(), quadColumns, l.Dim, "")
		imgui.Dummy(imgui.NewVec2(1, headHeight*l.Scale))
	}
	for i := range w.Quads[:min(len(w.Quads), second.MostWorst)] {
		q := &w.Quads[i]
		show := command.Command{ID: command.ShowQuad, Number: q.Time, Text: fmt.Sprint(q.X, q.Y, q.Size)}
		l.Widgets.WorstQuads[i] = l.line("quad", i, quadColumns, q.Cells, "Shows it from near, half of it in A and half in B; z shows the difference.\nsize: its side in pixels. PSNR: how alike its luma is. A − B: by how many steps of luma A is lighter (+) or darker (−) than B on average. Each is the worst quad of a second.", show)
	}
	l.Rule()
}

func (l *List) head(text string) {
	imgui.TextUnformatted(widgets.Fitted(text, imgui.ContentRegionAvail().X))
}

// column is a column of a list: its title, and where it ends in the width. Texts are right-aligned in it.
type column struct {
	title string
	end   float32
}

var (
	frameColumns = []column{{"", 0.04}, {"time", 0.30}, {"SSIM", 0.52}, {"PSNR dB", 0.78}, {"IoU", 1}}
	quadColumns  = []column{{"", 0.04}, {"time", 0.28}, {"x, y", 0.50}, {"size", 0.61}, {"PSNR dB", 0.83}, {"A − B", 1}}
)

// headHeight is the height of the titles of columns.
const headHeight = 15

// row writes a line of a list at a point, or the titles of its columns if it has no rank.
func (l *List) row(at imgui.Vec2, columns []column, ink color.NRGBA, rank string, cells ...string) {
	width, draw := imgui.ContentRegionAvail().X, imgui.WindowDrawList()
	imgui.PushFont(l.Regular, widgets.SmallSize*l.Scale)
	for i, c := range columns {
		text := c.title
		switch {
		case rank != "" && i == 0:
			text = rank
		case rank != "":
			text = ""
			if i <= len(cells) {
				text = cells[i-1]
			}
		}
		widgets.WriteRightAt(draw, at.X+c.end*width, at.Y+l.Scale, ink, text)
	}
	imgui.PopFont()
}

// line adds a line with an ID and returns its place. A click executes the command.
func (l *List) line(id string, i int, columns []column, cells []string, tip string, c command.Command) image.Rectangle {
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
	l.row(at, columns, ink, strconv.Itoa(i+1), cells...)
	l.AddTip(tip)
	return place
}

// Widgets are the rectangles of the widgets; empty if hidden.
type Widgets struct {
	Worst, WorstQuads             [second.MostWorst]image.Rectangle
	Earlier, Offset, Later, Align image.Rectangle
}
