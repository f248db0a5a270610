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
	Widgets       Widgets // places in the last Build
	frames, quads bool    // the lists are folded
	chosen        command.Command
	name          string // of the second video that chosen belongs to
}

// Build shows how the videos are compared, the offset, and lists the worst frames and the worst quads; a click shows one.
func (l *List) Build(w *second.Worst, p *second.Pairing, settings *session.Settings) {
	if w.Name != l.name {
		l.name, l.chosen = w.Name, command.Command{}
	}
	if w.Name == "" {
		return
	}
	imgui.TextUnformatted(widgets.Fitted("Second video: "+w.Name, imgui.ContentRegionAvail().X))
	if p.On {
		l.Widgets.VideosAs = l.CompareRow(true, settings, l.Widgets.VideosWays[:])
		l.offset(p, settings)
		l.Rule()
	}
	if l.part("Worst frames", "The frames of B that are least like A's; the worst is the first.", &l.frames, 0, &l.Widgets.FoldFrames) {
		if w.State != "" {
			l.WriteSmall(w.State)
		}
		l.titles(frameColumns, len(w.Frames), &l.Widgets.FrameTitles)
		for i := range w.Frames[:min(len(w.Frames), second.MostWorst)] {
			f := &w.Frames[i]
			l.Widgets.Worst[i] = l.line("worst", i, frameColumns, f.Cells, "Goes there.", command.With(command.SeekTo, f.Time))
		}
	}
	if len(w.Quads) > 0 {
		l.worstQuads(w.Quads, settings)
	}
	l.Rule()
}

// worstQuads lists the worst quads, with a button next to the title that shows the difference.
func (l *List) worstQuads(quads []second.WorstQuad, settings *session.Settings) {
	const button, apart = 88, 6 // at scale 1
	imgui.Dummy(imgui.NewVec2(1, apart*l.Scale))
	middle := imgui.CursorScreenPos().Y
	open := l.part("Worst quads", "The quads of A under which B is least like A, each the worst of a second.", &l.quads, (button+8)*l.Scale, &l.Widgets.FoldQuads)
	middle += float32(l.Widgets.FoldQuads.Dy()) / 2
	imgui.SameLineV(0, 0)
	at := imgui.CursorScreenPos()
	imgui.SetCursorScreenPos(imgui.NewVec2(at.X+imgui.ContentRegionAvail().X-button*l.Scale, middle-imgui.FrameHeight()/2))
	if l.Toggle("Difference", button*l.Scale, settings.View.NeedsSecond(), &l.Widgets.Difference) {
		l.Do(command.Do(command.Difference))
	}
	l.AddCommandTip(command.Do(command.Difference))
	if !open {
		return
	}
	l.titles(quadColumns, len(quads), &l.Widgets.QuadTitles)
	for i := range quads[:min(len(quads), second.MostWorst)] {
		q := &quads[i]
		show := command.Command{ID: command.ShowQuad, Number: q.Time, Text: fmt.Sprint(q.X, q.Y, q.Size)}
		l.Widgets.WorstQuads[i] = l.line("quad", i, quadColumns, q.Cells, "Shows it from near, in B.", show)
	}
}

// part is the title of a list, which folds it. right is the room to keep after it. It reports whether the list is open.
func (l *List) part(title, tip string, folded *bool, right float32, place *image.Rectangle) bool {
	open := !*folded
	*place = l.Fold(title, tip, false, &open, right)
	*folded = !open
	return open
}

// column is a column of a list: its title, where it ends in the width, and what it means. Texts are right-aligned in it.
type column struct {
	title string
	end   float32
	tip   string
}

var (
	frameColumns = []column{
		{"", 0.04, ""}, {"time", 0.30, ""}, {"SSIM", 0.52, "Structural similarity: how alike the pictures are; 1 if equal."}, {"PSNR dB", 0.78, "Peak signal-to-noise ratio: how alike the pictures are; the higher, the more."},
		{"IoU", 1, "Intersection over union of the edges: those that both pictures have, divided by those that one of them has; 1 if equal."},
	}
	quadColumns = []column{
		{"", 0.04, ""}, {"time", 0.28, ""}, {"x, y", 0.50, "The quad's upper left pixel."}, {"size", 0.61, "The quad's side in pixels."}, {"PSNR dB", 0.83, "How alike the luma is in the quad; the higher, the more."},
		{"A − B", 1, "By how many steps of luma A is lighter (+) or darker (−) than B on average in the quad."},
	}
)

// Heights of the titles of columns and of lines.
const headHeight, lineHeight = 15, 21

// titles writes the titles of the columns of a list with n lines. They have tooltips.
func (l *List) titles(columns []column, n int, places *[6]image.Rectangle) {
	if n == 0 {
		return
	}
	s, at, width, from := l.Scale, imgui.CursorScreenPos(), imgui.ContentRegionAvail().X, float32(0)
	l.row(at, columns, l.Dim, "")
	for i, c := range columns {
		if c.tip != "" {
			imgui.SetCursorScreenPos(imgui.NewVec2(at.X+from*width, at.Y))
			imgui.PushID(int32(i))
			imgui.InvisibleButton(c.title, imgui.NewVec2((c.end-from)*width, headHeight*s))
			imgui.PopID()
			places[i] = widgets.Item()
			l.AddTip(c.tip)
		}
		from = c.end
	}
	imgui.SetCursorScreenPos(at)
	imgui.Dummy(imgui.NewVec2(1, headHeight*s))
}

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

// line adds a line with an ID and returns its place. A click executes the command, and the line stands out until another
// is clicked.
func (l *List) line(id string, i int, columns []column, cells []string, tip string, c command.Command) image.Rectangle {
	s, at, width := l.Scale, imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	imgui.PushStyleVar(imgui.StyleVarItemSpacing, imgui.NewVec2(0, 0)) // lines touch
	imgui.PushID(int32(i))
	if imgui.InvisibleButton(id, imgui.NewVec2(width, lineHeight*s)) {
		l.chosen = c
		l.Do(c)
	}
	imgui.PopID()
	imgui.PopStyleVar(1)
	place := widgets.Item()
	ink, hovered := l.Bright, imgui.IsItemHovered()
	if ground := l.Chosen; hovered || c == l.chosen {
		if c != l.chosen {
			ground, ink = l.Hovered, l.Stronger
		}
		low, high := widgets.Corners(place)
		by := imgui.NewVec2(4*s, 0)
		imgui.WindowDrawList().AddRectFilledV(low.Sub(by), high.Add(by), widgets.Packed(ground), 3*s, 0)
	}
	l.row(at.Add(imgui.NewVec2(0, 2*s)), columns, ink, strconv.Itoa(i+1), cells...)
	l.AddTip(tip)
	return place
}

// Widgets are the rectangles of the widgets; empty if hidden.
type Widgets struct {
	VideosAs                      image.Rectangle // ways to compare both videos
	VideosWays                    widgets.Lines
	FoldFrames, FoldQuads         image.Rectangle    // titles of the lists, which fold them
	FrameTitles, QuadTitles       [6]image.Rectangle // of the columns with tooltips
	Worst, WorstQuads             [second.MostWorst]image.Rectangle
	Difference                    image.Rectangle
	Earlier, Offset, Later, Align image.Rectangle
}
