package panel

import (
	"fmt"
	"image"
	"image/color"
	"strconv"

	"ffkvadrat/imgui"
	"ffkvadrat/overlay"
	"ffkvadrat/quadpyramid"
)

// Descent is the traversal to the quad of a pixel, from the top level down.
type Descent struct {
	On     bool // a pixel is selected
	Pinned bool
	X, Y   int
	Facts  []string // about the pixel, in lines
	Thing  string   // word for the end of the traversal: quad, point or hit
	Quad   []string // about the quad, in lines
	Steps  []quadpyramid.Step
	Area   image.Rectangle   // where cells may be drawn, in pixels of the target
	Cells  []image.Rectangle // one per step, in pixels of the target
}

// pixelTab is the tab Pixel, about the pixel under the pointer.
type pixelTab struct{ *kit }

// build builds the tab.
func (p *pixelTab) build(d *Descent) {
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
	writeRight(hint)
	imgui.PopStyleColor(1)
	writeLines(d.Facts)
	imgui.PopFont()
	p.section(titled(d.Thing))
	imgui.PushFont(p.regular, smallSize*p.scale)
	writeLines(d.Quad)
	imgui.PopFont()
	p.section("Traversal")
	p.steps(d.Steps)
}

func writeLines(lines []string) {
	for _, line := range lines {
		imgui.TextUnformatted(line)
	}
}

// childNames are the names of a cell's four children.
var childNames = [4]string{"UL", "UR", "LL", "LR"}

// steps shows the visited cells in a table: level, cell, value, index range, and the child that
// follows.
func (p *pixelTab) steps(steps []quadpyramid.Step) {
	s := p.scale
	// Right ends of the columns in pixels at scale 1; of the last one, the left end.
	const level, cell, value, indices, child = 14, 88, 134, 246, 252
	const width = 272 // of the table
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
