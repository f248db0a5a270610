// Package worstlist is the panel's part about a second video: how its frames are matched, and the list of
// its frames and areas that differ most from the playing video. It stands above the marks; a click shows a
// frame or an area.
package worstlist

import (
	"fmt"
	"image"
	"image/color"
	"strconv"
	"strings"

	"ffkvadrat/imgui"
	"ffkvadrat/measure/compare"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/command"
	"ffkvadrat/player/second"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// List is the list with its widgets.
type List struct {
	*widgets.Kit
	Widgets       Widgets // places in the last Build
	frames, areas bool    // the lists are folded
	kind          compare.AreaKind
	chosen        command.Command
	name          string // of the second video that chosen belongs to
}

// Build shows how the videos are compared, the offset, and lists the worst frames and the worst areas; a click shows one.
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
		if len(w.Frames) > 0 {
			l.WriteSmall(fmt.Sprintf("IoU of the edges at threshold %.4f", w.Threshold))
		}
		columns := frameColumns(w)
		l.arrange(columns, min(len(w.Frames), second.MostWorst), func(i int) []string { return w.Frames[i].Cells })
		l.titles(columns, len(w.Frames), &l.Widgets.FrameTitles)
		for i := range w.Frames[:min(len(w.Frames), second.MostWorst)] {
			f := &w.Frames[i]
			l.Widgets.Worst[i] = l.line("worst", i, columns, f.Cells, "Shows the whole frame.", command.With(command.ShowArea, f.Time))
		}
	}
	if len(w.Areas[compare.Squares])+len(w.Areas[compare.Quads]) > 0 {
		l.worstAreas(w, settings)
	}
	l.Rule()
}

// kinds has a row for each kind of areas: its name, what it is, and what its numbers are of.
var kinds = [compare.AreaKindCount]struct{ name, tip, within string }{
	compare.Squares: {"Squares", "Areas of squares of 16×16 pixels, in a grid over all of the picture. Neighbours with at least half the worst square's mean squared error belong to its area.", "the area"},
	compare.Quads:   {"Quads", "Quads of A of at least 16×16 pixels: flat areas, without its edges.", "the quad"},
}

// worstAreas lists the worst areas, with a button next to the title that shows the difference, and the choice what they are.
func (l *List) worstAreas(w *second.Worst, settings *session.Settings) {
	const button, above = 88, 6 // at scale 1
	imgui.Dummy(imgui.NewVec2(1, above*l.Scale))
	middle := imgui.CursorScreenPos().Y
	open := l.part("Worst areas", "The areas in which B is least like A in luma: up to three of a frame. The one with the largest mean squared error of all its pixels, so the lowest PSNR, is the first. One that lasts is listed once, in its worst frame.", &l.areas, (button+8)*l.Scale, &l.Widgets.FoldAreas)
	middle += float32(l.Widgets.FoldAreas.Dy()) / 2
	imgui.SameLineV(0, 0)
	at := imgui.CursorScreenPos()
	imgui.SetCursorScreenPos(imgui.NewVec2(at.X+imgui.ContentRegionAvail().X-button*l.Scale, middle-imgui.FrameHeight()/2))
	if l.Toggle("Difference", button*l.Scale, settings.View == views.Difference, &l.Widgets.Difference) {
		l.Do(command.Do(command.Difference))
	}
	l.AddCommandTip(command.Do(command.Difference))
	if !open {
		return
	}
	for kind, of := range kinds {
		if kind > 0 {
			imgui.SameLineV(0, 4*l.Scale)
		}
		if l.Toggle(of.name, kindWidth*l.Scale, l.kind == compare.AreaKind(kind), &l.Widgets.AreaKinds[kind]) {
			l.kind = compare.AreaKind(kind)
		}
		l.AddTip(of.tip)
	}
	areas, columns := w.Areas[l.kind], areaColumns(w, l.kind)
	if len(areas) == 0 {
		l.WriteSmall("no such area differs")
	}
	l.arrange(columns, min(len(areas), second.MostWorst), func(i int) []string { return areas[i].Cells })
	l.titles(columns, len(areas), &l.Widgets.AreaTitles)
	for i := range areas[:min(len(areas), second.MostWorst)] {
		a := &areas[i]
		show := command.Command{ID: command.ShowArea, Number: a.Time, Text: fmt.Sprint(a.Part.Min.X, a.Part.Min.Y, a.Part.Dx(), a.Part.Dy())}
		l.Widgets.WorstAreas[i] = l.line("area", i, columns, a.Cells, "Shows it from near, without quads and blocks, which a worst frame brings back. In a wipe, the divider is to the left of it.", show)
	}
}

// part is the title of a list, which folds it. right is the room to keep after it. It reports whether the list is open.
func (l *List) part(title, tip string, folded *bool, right float32, place *image.Rectangle) bool {
	open := !*folded
	*place = l.Fold(title, tip, false, &open, right)
	*folded = !open
	return open
}

// column is a column of a list: its title, and what it means. Texts are right-aligned in it.
type column struct {
	title, tip string
	brief      string // title of a narrow list; empty if it is the same
	spare      level  // leaves out the column

	low, end float32 // in pixels from the list's left; equal if it is left out
	now      level   // how much is left out
}

// level says how much a narrow list leaves out: each has what is before it, too.
type level int

const (
	whole      level = iota
	briefly          // brief titles
	noDecimals       // of times
	noTimes
	noSizes
	levels
)

func frameColumns(w *second.Worst) []column {
	return []column{
		{}, {title: "frame"}, {title: "time", spare: noTimes}, {title: "SSIM all", brief: "SSIM", tip: "Structural similarity of all planes, as SSIM all that compare prints: how alike the pictures are; 1 if equal. The timeline's SSIM Y is of the first plane only."},
		{title: "PSNR " + w.Planes, brief: "PSNR", tip: "Peak signal-to-noise ratio of all planes in dB, the average that compare prints: how alike the pictures are; the higher, the more."},
		{title: "IoU", tip: fmt.Sprintf("Intersection over union of the edges: those that both pictures have, divided by those that one of them has; 1 if equal. compare --threshold %v prints the same.", w.Threshold)},
	}
}

func areaColumns(w *second.Worst, kind compare.AreaKind) []column {
	within, plane := kinds[kind].within, w.Planes[:min(len(w.Planes), 1)]
	of, first := "luma", "luma"
	if plane == "R" {
		of, first = "R", "red"
	}
	return []column{
		{}, {title: "frame"}, {title: "time", spare: noTimes}, {title: "x, y", tip: "The area's upper left pixel."}, {title: "size", tip: "The area's width and height in pixels.", spare: noSizes},
		{title: "PSNR " + plane, brief: "PSNR", tip: "Peak signal-to-noise ratio in " + within + ", of its first plane, in dB: the higher, the more alike."},
		{title: of + " A − B", brief: "Δ" + plane, tip: "The mean " + first + " of A less that of B in " + within + ", in steps of its samples: by how much A is lighter (+) or darker (−). It is not a difference of PSNRs."},
	}
}

// apart is the least space between columns at scale 1.
const apart = 5

// arrange places the columns of a list with n lines in the panel's width, by what is in them. What a narrow panel has no room
// for is left out.
func (l *List) arrange(columns []column, n int, cells func(i int) []string) {
	imgui.PushFont(l.Regular, widgets.SmallSize*l.Scale)
	defer imgui.PopFont()
	width := imgui.ContentRegionAvail().X
	for now := range levels {
		need, shown := float32(0), 0
		for i := range columns {
			c := &columns[i]
			c.now = now
			if c.low, c.end = 0, 0; c.spare != whole && c.spare <= now {
				continue
			}
			c.end = imgui.CalcTextSize(c.head()).X
			for line := range n {
				c.end = max(c.end, imgui.CalcTextSize(c.cell(line, cells(line), i)).X)
			}
			need += c.end
			shown++
		}
		gap := (width - need) / float32(shown-1)
		if gap < apart*l.Scale && now < levels-1 {
			continue
		}
		at := -gap
		for i := range columns {
			c := &columns[i]
			if c.end == 0 {
				c.low, c.end = at, at
				continue
			}
			c.low, c.end = at+gap, at+gap+c.end
			at = c.end
		}
		return
	}
}

// head returns the title.
func (c *column) head() string {
	if c.now >= briefly && c.brief != "" {
		return c.brief
	}
	return c.title
}

// cell returns a line's text in the column of a number.
func (c *column) cell(line int, cells []string, number int) string {
	switch {
	case number == 0:
		return strconv.Itoa(line + 1)
	case number > len(cells):
		return ""
	case c.now >= noDecimals && c.spare == noTimes:
		text, _, _ := strings.Cut(cells[number-1], ".")
		return text
	}
	return cells[number-1]
}

// kindWidth is the width of a choice of areas at scale 1.
const kindWidth = 72

// Heights of the titles of columns and of lines.
const headHeight, lineHeight = 15, 21

// titles writes the titles of the columns of a list with n lines. They have tooltips.
func (l *List) titles(columns []column, n int, places *[7]image.Rectangle) {
	if n == 0 {
		return
	}
	s, at := l.Scale, imgui.CursorScreenPos()
	l.row(at, columns, l.Dim, -1)
	for i, c := range columns {
		if c.tip != "" && c.end > c.low {
			imgui.SetCursorScreenPos(imgui.NewVec2(at.X+c.low, at.Y))
			imgui.PushID(int32(i))
			imgui.InvisibleButton(c.title, imgui.NewVec2(c.end-c.low, headHeight*s))
			imgui.PopID()
			places[i] = widgets.Item()
			l.AddTip(c.tip)
		}
	}
	imgui.SetCursorScreenPos(at)
	imgui.Dummy(imgui.NewVec2(1, headHeight*s))
}

// row writes a line of a list at a point, or the titles of its columns for -1.
func (l *List) row(at imgui.Vec2, columns []column, ink color.NRGBA, line int, cells ...string) {
	draw := imgui.WindowDrawList()
	imgui.PushFont(l.Regular, widgets.SmallSize*l.Scale)
	for i := range columns {
		c := &columns[i]
		text := c.head()
		if line >= 0 {
			text = c.cell(line, cells, i)
		}
		if c.end > c.low {
			widgets.WriteRightAt(draw, at.X+c.end, at.Y+l.Scale, ink, text)
		}
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
	l.row(at.Add(imgui.NewVec2(0, 2*s)), columns, ink, i, cells...)
	if l.TipDue() {
		l.ShowTip(leftOut(columns, cells) + tip)
	}
	return place
}

// leftOut returns what the columns leave out of a line.
func leftOut(columns []column, cells []string) (text string) {
	for i, c := range columns {
		if c.spare != whole && (c.now >= noDecimals && c.spare == noTimes || c.end == c.low) && i <= len(cells) {
			text += c.title + " " + cells[i-1] + "\n"
		}
	}
	return text
}

// Widgets are the rectangles of the widgets; empty if hidden.
type Widgets struct {
	VideosAs                      image.Rectangle // ways to compare both videos
	VideosWays                    widgets.Lines
	FoldFrames, FoldAreas         image.Rectangle    // titles of the lists, which fold them
	FrameTitles, AreaTitles       [7]image.Rectangle // of the columns with tooltips
	Worst, WorstAreas             [second.MostWorst]image.Rectangle
	AreaKinds                     [compare.AreaKindCount]image.Rectangle // the choice what areas are
	Difference                    image.Rectangle
	Earlier, Offset, Later, Align image.Rectangle
}
