package panel

import (
	"strconv"

	"ffkvadrat/imgui"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// The least height of a line in the plot of sizes at scale 1, and the number of lines.
const sizeRow, sizeRows = 14, 11

// sizes plots, for each size, the number of quads and the area that they cover: a line with a thick
// and a thin bar. The longest bar of each kind fills its column. row is the height of a line at scale 1.
func (p *plotsTab) sizes(row float32, status *Status, settings *session.Settings) {
	s, plots := p.Scale, status.Plots
	p.Section(quantity.Capitalised(status.Thing) + " sizes")
	width := imgui.ContentRegionAvail().X
	at := imgui.CursorScreenPos()
	title := imgui.ItemRectMin().Y + 2*s
	const left, right, areaWidth = 48, 116, 48
	p.WriteNote(imgui.NewVec2(at.X+width-areaWidth*s, title), 1, widgets.Packed(p.Dim), status.Thing+"s")
	p.WriteNote(imgui.NewVec2(at.X+width, title), 1, widgets.Packed(p.Dim), "area")
	imgui.Dummy(imgui.NewVec2(width, row*sizeRows*s))
	if plots == nil || plots.Err != nil && !status.Stored.Shown {
		return
	}
	c := &plots.Curve
	p.w.Sizes = widgets.Item()
	n, top := status.Stored.Sizes, status.Largest
	if !status.Stored.Shown {
		n, top = c.Sizes(c.Step(settings.Threshold)), c.Top()
		p.WriteNote(imgui.NewVec2(at.X+width-(areaWidth+50)*s, title), 1, widgets.Packed(p.Dim), plots.Of.Name)
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
		ink := widgets.Opaque(p.LevelColour(level))
		sizeButton(p.Kit, level, imgui.NewVec2(at.X, y), imgui.NewVec2(at.X+width, y+pitch), settings, &p.w.SizeLines[level])
		p.length(draw, low, y+3*grown*s, room*float32(quads)/float32(most), 5*grown*s, ink, quads > 0)
		p.length(draw, low, y+9*grown*s, room*float32(area)/float32(mostArea), 2*grown*s, ink, quads > 0)
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

// length draws a bar, at least a pixel long unless its value is 0.
func (p *plotsTab) length(draw *imgui.DrawList, x, y, width, height float32, ink uint32, some bool) {
	if some {
		draw.AddRectFilled(imgui.NewVec2(x, y), imgui.NewVec2(x+max(width, p.Scale), y+height), ink)
	}
}
