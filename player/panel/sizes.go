package panel

import (
	"image/color"
	"strconv"

	"ffkvadrat/imgui"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// The least height of a line in the plot of sizes at scale 1, and the number of lines that have it.
const sizeRow, sizeRows = 13, 11

// sizes plots, for each size, the number of quads and the area that they cover: a line with a thick
// and a thin bar, which the heads of the columns show too. The longest bar of each kind fills its column. row is the height of a line at scale 1.
func (p *plotsTab) sizes(row float32, status *Status, settings *session.Settings) {
	s, plots := p.Scale, status.Plots
	p.Section(quantity.Capitalised(status.Thing) + " sizes")
	width := imgui.ContentRegionAvail().X
	at := imgui.CursorScreenPos()
	title := imgui.NewVec2(imgui.ItemRectMax().X+10*s, imgui.ItemRectMin().Y+2*s)
	const left, right, areaWidth = 48, 116, 48
	p.head(imgui.NewVec2(at.X+width-areaWidth*s, title.Y), status.Thing+"s", thickBar)
	p.head(imgui.NewVec2(at.X+width, title.Y), "area", thinBar)
	imgui.Dummy(imgui.NewVec2(width, row*sizeRows*s))
	if plots == nil || plots.Err != nil && !status.Stored.Shown {
		return
	}
	c := &plots.Curve
	p.w.Sizes = widgets.Item()
	n, top := status.Stored.Sizes, status.Largest
	if !status.Stored.Shown {
		n, top = c.Sizes(c.Step(settings.Threshold)), c.Top()
		p.WriteNote(title, 0, widgets.Packed(p.Dim), plots.Of.Name)
	}
	most, mostArea := 1, 1
	for level, quads := range n {
		most, mostArea = max(most, quads), max(mostArea, quads<<(2*level))
	}
	draw := imgui.WindowDrawList()
	end := imgui.CursorScreenPos()
	pitch := min(row, row*sizeRows/float32(top+1)) * s // with more sizes than rows, lines are closer
	grown := row / sizeRow
	for level := range top + 1 {
		quads, area := n[level], n[level]<<(2*level)
		y := at.Y + float32(level)*pitch
		low, room := at.X+left*s, width-(left+right)*s
		ink := p.LevelColour(level)
		sizeButton(p.Kit, level, imgui.NewVec2(at.X, y), imgui.NewVec2(at.X+width, y+pitch), settings, &p.w.SizeLines[level])
		p.length(draw, low, y+3*grown*s, room*float32(quads)/float32(most), thickBar*grown*s, ink, quads > 0)
		p.length(draw, low, y+9*grown*s, room*float32(area)/float32(mostArea), thinBar*grown*s, ink, quads > 0)
		y += (row-sizeRow)/2*s - s // of the texts
		text := widgets.Packed(p.Bright)
		if quads == 0 || !drawnSize(level, settings) {
			text = widgets.Packed(p.Dim)
		}
		p.WriteNote(imgui.NewVec2(low-7*s, y), 1, widgets.Packed(p.Dim), strconv.Itoa(1<<level)+" px")
		p.WriteNote(imgui.NewVec2(at.X+width-areaWidth*s, y), 1, text, quantity.Grouped(int64(quads)))
		p.WriteNote(imgui.NewVec2(at.X+width, y), 1, text, quantity.Percent(float64(area)/float64(plots.Pixels)))
	}
	imgui.SetCursorScreenPos(end)
}

// Thickness of the bars at scale 1.
const thickBar, thinBar = 5, 2

// head writes the right-aligned head of a column, after a piece of its bars.
func (p *plotsTab) head(at imgui.Vec2, text string, thick float32) {
	s := p.Scale
	p.WriteNote(at, 1, widgets.Packed(p.Dim), text)
	low := imgui.NewVec2(at.X-p.TextWidth(widgets.SmallSize*s, text)-12*s, at.Y+(widgets.SmallSize/2+1-thick/2)*s)
	p.length(imgui.WindowDrawList(), low.X, low.Y, 8*s, thick*s, color.RGBA(p.Dim), true)
}

// length draws a bar, at least a pixel long unless its value is 0.
func (p *plotsTab) length(draw *imgui.DrawList, x, y, width, height float32, ink color.RGBA, some bool) {
	if some {
		p.DrawMark(draw, imgui.NewVec2(x, y), imgui.NewVec2(x+max(width, p.Scale), y+height), ink, 0)
	}
}
