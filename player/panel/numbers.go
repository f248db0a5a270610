package panel

import (
	"image"
	"image/color"

	"ffkvadrat/imgui"
	"ffkvadrat/overlay"
	"ffkvadrat/player/widgets"
)

// Numbers are values written into the cells of a view.
type Numbers struct {
	Area  image.Rectangle // where values may be drawn, in pixels of the target
	Size  float32         // side of a cell in pixels of the target
	Cells []Number
	// Samples is set if the cells are pixels with all their samples, so that no text needs to repeat them.
	Samples bool
	// Blocks are the values of the codec's blocks, over the cells; in the corners of blocks if Cornered is set, else at their
	// centres.
	Blocks   overlay.BlockValues
	Cornered bool
}

// Number is the value of a cell.
type Number struct {
	Cell   image.Rectangle // rectangle in the target
	Lines  [3]string       // the first one in large type; empty lines are omitted
	Alike  bool            // all lines have the size of the first
	Ground color.RGBA      // the colour under them
}

// smallNumber is the size of the lines below the first, relative to it.
const smallNumber = float32(0.8)

// cellBorder divides cells of the same colour, on dark and bright ones.
// It is faint: the borders of quads and blocks are stronger.
var cellBorder = color.NRGBA{128, 128, 128, 40}

// numbers writes values into their cells, all in the largest size that fits.
func (o *overPicture) numbers(n *Numbers) {
	if len(n.Cells) == 0 {
		return
	}
	const least, most = 8, 17 // pixels at scale 1
	s := o.Scale
	longest, lines := "", 1
	for i := range n.Cells {
		for k, text := range n.Cells[i].Lines {
			if len(text) > len(longest) {
				longest = text
			}
			if text != "" {
				lines = max(lines, k+1)
			}
		}
	}
	imgui.PushFont(o.Regular, most*s)
	width := imgui.CalcTextSize(longest).X
	imgui.PopFont()
	size := min(most*s*0.86*n.Size/max(width, 1), n.Size*0.8/float32(lines), most*s)
	if size < least*s {
		return
	}
	draw := imgui.BackgroundDrawList()
	draw.PushClipRect(imgui.NewVec2(float32(n.Area.Min.X), float32(n.Area.Min.Y)), imgui.NewVec2(float32(n.Area.Max.X), float32(n.Area.Max.Y)), true)
	imgui.PushFont(o.Regular, size)
	for i := range n.Cells {
		low, high := widgets.Corners(n.Cells[i].Cell)
		draw.AddRect(low, high, widgets.Packed(cellBorder), 0, 0, 1)
		o.write(draw, &n.Cells[i], n.Area, size)
	}
	imgui.PopFont()
	draw.PopClipRect()
}

// write writes a value at the centre of its cell. If the cell is larger than half the area, it uses
// the centre of the visible part.
func (o *overPicture) write(draw *imgui.DrawList, n *Number, area image.Rectangle, size float32) {
	cell := n.Cell
	if 2*cell.Dx() > area.Dx() || 2*cell.Dy() > area.Dy() {
		cell = cell.Intersect(area)
	}
	ink, _ := InkOn(n.Ground)
	scales := [3]float32{1, smallNumber, smallNumber}
	if n.Alike {
		scales = [3]float32{1, 1, 1}
	}
	var high float32
	for k, text := range n.Lines {
		if text != "" {
			high += 1.1 * size * scales[k]
		}
	}
	middle := float32(cell.Min.X+cell.Max.X) / 2
	y := float32(cell.Min.Y+cell.Max.Y)/2 - high/2
	for k, text := range n.Lines {
		if text == "" {
			continue
		}
		width := imgui.CalcTextSize(text).X * scales[k]
		// Whole pixels keep glyphs crisp.
		at := imgui.NewVec2(float32(int(middle-width/2+0.5)), float32(int(y+0.5)))
		draw.AddTextFont(o.Regular, size*scales[k], at, widgets.Packed(ink), text)
		y += 1.1 * size * scales[k]
	}
}

// Sizes of the values of blocks, in pixels at scale 1: of the text, and from it to the border of the block.
const BlockValueSize, plateInset = 12, 4

// blockValues writes the values of blocks in black or white, whichever has more contrast to the fill, with an edge of the other
// one: so they are legible as well where the picture under the fill is much lighter or darker than its middle. In corners they hide
// what is below, such as vectors.
func (o *overPicture) blockValues(n *Numbers) {
	if len(n.Blocks.List) == 0 {
		return
	}
	s := o.Scale
	draw := imgui.BackgroundDrawList()
	draw.PushClipRect(imgui.NewVec2(float32(n.Area.Min.X), float32(n.Area.Min.Y)), imgui.NewVec2(float32(n.Area.Max.X), float32(n.Area.Max.Y)), true)
	imgui.PushFont(o.Medium, BlockValueSize*s)
	for i := range n.Blocks.List {
		b := &n.Blocks.List[i]
		at := imgui.NewVec2(float32(b.Place.Min.X)+plateInset*s, float32(b.Place.Min.Y)+plateInset/2*s)
		if !n.Cornered {
			size := imgui.CalcTextSize(b.Text)
			at = imgui.NewVec2((float32(b.Place.Min.X+b.Place.Max.X)-size.X)/2, (float32(b.Place.Min.Y+b.Place.Max.Y)-size.Y)/2)
		}
		at = imgui.NewVec2(float32(int(at.X+0.5)), float32(int(at.Y+0.5))) // whole pixels keep glyphs crisp
		if n.Cornered {
			size, by := imgui.CalcTextSize(b.Text), imgui.NewVec2(2*s, s)
			draw.AddRectFilledV(at.Sub(by), at.Add(size).Add(by), widgets.Opaque(b.Ground), 2*s, 0)
		}
		ink, edge := InkOn(b.Ground)
		for _, by := range [...]imgui.Vec2{{X: -1}, {X: 1}, {Y: -1}, {Y: 1}} {
			draw.AddTextFont(o.Medium, BlockValueSize*s, at.Add(by), widgets.Packed(edge), b.Text)
		}
		draw.AddTextFont(o.Medium, BlockValueSize*s, at, widgets.Packed(ink), b.Text)
	}
	imgui.PopFont()
	draw.PopClipRect()
}

// InkOn returns the colour of values on a ground, and that of their edges.
func InkOn(ground color.RGBA) (ink, edge color.NRGBA) {
	ink, edge = widgets.OnDark, widgets.OnLight
	if widgets.IsLight(ground) {
		ink, edge = edge, ink
	}
	edge.A = edgeOpacity
	return ink, edge
}

// edgeOpacity is the opacity of the edges of blocks' values, of 255.
const edgeOpacity = 153

// BlockText returns a rectangle that has room for a block's value in the block's corner, at a scale of the panel.
func BlockText(b *overlay.BlockValue, scale float32) image.Rectangle {
	const character, line = 8, 20 // at most, in pixels at scale 1
	size := image.Pt(int((character*float32(len(b.Text))+2*plateInset)*scale), int(line*scale))
	return image.Rectangle{b.Place.Min, b.Place.Min.Add(size)}.Intersect(b.Place)
}
