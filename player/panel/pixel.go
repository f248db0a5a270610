package panel

import (
	"fmt"
	"image"
	"image/color"
	"strconv"

	"ffkvadrat/overlay"
	"ffkvadrat/player/imgui"
	"ffkvadrat/quadpyramid"
)

// Descent is the path of the traversal to a pixel, level by level from the top.
type Descent struct {
	On     bool // a pixel is selected
	Pinned bool
	X, Y   int
	Facts  []string // of the pixel, line by line
	Thing  string   // the word for what is at the end of the path: quad, point or hit
	Quad   []string // about it, line by line
	Steps  []quadpyramid.Step
	Area   image.Rectangle   // of the target, where the path may be drawn
	Cells  []image.Rectangle // of the target, one per step
}

// pixel is the tab about the pixel under the pointer.
func (p *Panel) pixel(d *Descent) {
	if !d.On {
		p.small("Point at the picture; click to pin a pixel.")
		return
	}
	imgui.PushFont(p.medium, titleSize*p.scale)
	imgui.TextUnformatted(fmt.Sprintf("(%d, %d)", d.X, d.Y))
	imgui.PopFont()
	hint := "click: pin"
	if d.Pinned {
		hint = "pinned; click or Esc: release"
	}
	imgui.PushFont(p.regular, smallSize*p.scale)
	imgui.PushStyleColor(imgui.ColText, packed(dim))
	p.right(hint)
	imgui.PopStyleColor(1)
	p.lines(d.Facts)
	imgui.PopFont()
	p.section(titled(d.Thing))
	imgui.PushFont(p.regular, smallSize*p.scale)
	p.lines(d.Quad)
	imgui.PopFont()
	p.section("Traversal")
	p.steps(d.Steps)
}

func (p *Panel) lines(lines []string) {
	for _, line := range lines {
		imgui.TextUnformatted(line)
	}
}

// childNames are the names of a cell's four children.
var childNames = [4]string{"UL", "UR", "LL", "LR"}

// steps is a table of the visited cells: level, cell, value, index range and
// the cell entered next.
func (p *Panel) steps(steps []quadpyramid.Step) {
	s := p.scale
	// The right ends of the columns in pixels at scale 1; for the last one its
	// left end.
	const level, cell, value, indices, child = 14, 88, 134, 246, 252
	const width = 272 // of all columns
	const row = 17
	at := imgui.CursorScreenPos()
	draw := imgui.WindowDrawList()
	across := max(imgui.ContentRegionAvail().X/width, 0.9*s)
	imgui.PushFont(p.regular, (smallSize-1)*s)
	write := func(x, y float32, c color.NRGBA, text string) {
		width := imgui.CalcTextSize(text).X
		draw.AddText(imgui.NewVec2(at.X+x*across-width, at.Y+y), packed(c), text)
	}
	start := func(x, y float32, c color.NRGBA, text string) {
		draw.AddText(imgui.NewVec2(at.X+x*across, at.Y+y), packed(c), text)
	}
	start(0, 0, dim, "level")
	write(cell, 0, dim, "cell")
	write(value, 0, dim, "value")
	write(indices, 0, dim, "indices")
	start(child, 0, dim, "into")
	y := row * s
	for _, step := range steps {
		draw.AddRectFilledV(imgui.NewVec2(at.X, at.Y+y+3*s), imgui.NewVec2(at.X+3*s, at.Y+y+13*s), opaque(overlay.LevelColour(step.Level)), s, 0)
		start(level/2+1, y, bright, strconv.Itoa(step.Level))
		write(cell, y, bright, fmt.Sprintf("(%d, %d)", step.X, step.Y))
		text := "−1"
		if step.Value != quadpyramid.LeafMarker {
			text = strconv.Itoa(int(step.Value))
		}
		write(value, y, bright, text)
		write(indices, y, dim, fmt.Sprintf("[%d, %d)", step.Start, step.End))
		switch {
		case step.Child >= 0:
			start(child, y, stronger, childNames[step.Child])
		case step.Value == quadpyramid.LeafMarker:
			start(child, y, stronger, "leaf")
		default:
			start(child, y, dim, "–")
		}
		y += row * s
	}
	imgui.PopFont()
	imgui.Dummy(imgui.NewVec2(imgui.ContentRegionAvail().X, y))
}

// way draws the visited cells over the picture, with their levels if there is
// room.
func (p *Panel) way(d *Descent) {
	if !d.On || len(d.Cells) != len(d.Steps) {
		return
	}
	s := p.scale
	draw := imgui.BackgroundDrawList()
	low := imgui.NewVec2(float32(d.Area.Min.X), float32(d.Area.Min.Y))
	high := imgui.NewVec2(float32(d.Area.Max.X), float32(d.Area.Max.Y))
	draw.PushClipRect(low, high, true)
	for i := range d.Cells {
		c := d.Cells[i]
		a, b := imgui.NewVec2(float32(c.Min.X), float32(c.Min.Y)), imgui.NewVec2(float32(c.Max.X), float32(c.Max.Y))
		draw.AddRect(a, b, packed(toastBed), 0, 0, 4*s)
		draw.AddRect(a, b, opaque(overlay.LevelColour(d.Steps[i].Level)), 0, 0, 2*s)
	}
	for i := range d.Cells {
		p.levelName(draw, d, i)
	}
	draw.PopClipRect()
}

// levelName writes the level of a visited cell into the corner that is farthest
// from the next cell, if that corner is visible and large enough.
func (p *Panel) levelName(draw *imgui.DrawList, d *Descent, i int) {
	s := p.scale
	const least = 44
	c := d.Cells[i]
	if float32(min(c.Dx(), c.Dy())) < least*s {
		return
	}
	text := strconv.Itoa(d.Steps[i].Level)
	imgui.PushFont(p.medium, smallSize*s)
	size := imgui.CalcTextSize(text)
	imgui.PopFont()
	wide, high := size.X+8*s, size.Y+2*s
	at := imgui.NewVec2(float32(c.Min.X)+3*s, float32(c.Min.Y)+3*s)
	corner := c.Min
	if i+1 < len(d.Cells) {
		next := d.Cells[i+1]
		if next.Min.X == c.Min.X {
			at.X, corner.X = float32(c.Max.X)-3*s-wide, c.Max.X-1
		}
		if next.Min.Y == c.Min.Y {
			at.Y, corner.Y = float32(c.Max.Y)-3*s-high, c.Max.Y-1
		}
	}
	if !corner.In(d.Area) {
		return
	}
	draw.AddRectFilledV(at, at.Add(imgui.NewVec2(wide, high)), packed(toastBed), 3*s, 0)
	draw.AddTextFont(p.medium, smallSize*s, at.Add(imgui.NewVec2(4*s, s)), opaque(overlay.LevelColour(d.Steps[i].Level)), text)
}
