package panel

import (
	"fmt"
	"image"
	"image/color"
	"strconv"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/lesson"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
	"ffkvadrat/quadpyramid"
)

// Descent is the traversal to the quad of a pixel, from the top level down.
type Descent struct {
	On      bool // a pixel is selected
	Pinned  bool
	Under   bool // the pointer is over it
	X, Y    int
	Facts   []string           // about the pixel, in lines
	Block   []string           // about the codec's block, in lines; empty unless blocks are shown
	Costly  []partition.Cost   // the costliest of the codec's largest blocks, at most [MostCostly]; empty unless blocks are shown
	Of      string             // the video of Costly, A or B; empty for one video
	NoCosts string             // why Costly is empty while blocks are shown
	Both    []Both             // about the blocks of both videos, in place of the first line of Block; empty for one video
	Thing   string             // word for the end of the traversal: quad, point or hit
	Quad    []string           // about the quad, in lines
	Steps   []quadpyramid.Step // empty while blocks are shown without quads
	Area    image.Rectangle    // where cells may be drawn, in pixels of the target
	Cells   []image.Rectangle  // one per step, in pixels of the target
	Around  image.Rectangle    // the codec's block, in pixels of the target; empty unless blocks are shown

	Source     Area        // the pin is at the middle of this source of another frame's block; zero if it is not
	Magnified  Magnified   // the codec's block, or Source
	References []Reference // what it refers to
	Frame      Numbering   // of its frame
	First      bool        // the frame is the playing video's

	Return command.Command // leads back to where sources were followed from; zero if they were not
}

// Both is a number of the codec's blocks of A and B at a pixel.
type Both struct{ Name, A, B string }

// Magnified is a picture of a block, or of the source of one, and of what is around it. Its outlines are in pixels of the
// image.
type Magnified struct {
	Image   *image.RGBA     // nil for none
	Version int             // changes with the picture
	Block   image.Rectangle // the block, or the source
	Pixel   image.Rectangle // empty in a source
}

// pinned returns the smallest cell around the pinned pixel, or else the codec's block, and as much around it as a margin, in pixels
// of the target; empty if none is pinned.
func (d *Descent) pinned(margin int) (cell image.Rectangle) {
	n := len(d.Cells)
	switch {
	case !d.On || !d.Pinned:
	case n > 0:
		cell = d.Cells[n-1].Inset(-margin)
	case !d.Around.Empty():
		cell = d.Around.Inset(-margin)
	}
	return cell
}

// pixelTab is the tab Pixel, about the pixel under the pointer, or the pinned one.
type pixelTab struct {
	*widgets.Kit
	patches    [1 + Patches]patch // the block and the sources
	references references
	cheap      bool // the list of the costliest blocks is folded
	w          pixelWidgets
}

// pixelWidgets are the buttons that show the sources of the block's vectors.
type pixelWidgets struct {
	Origins     [mostSources]image.Rectangle
	Return      image.Rectangle // leads back to the first block
	Vague       image.Rectangle // says that vectors do not name their frame; no button
	Leaf        image.Rectangle // the word at the end of the way
	PixelBlocks image.Rectangle // a button that draws the codec's blocks
	Costly      [MostCostly]image.Rectangle
	FoldCostly  image.Rectangle // folds these
}

// noPixel says how to fill the tab.
const noPixel = "Point at the picture: this tab shows the pixel there, its quad, and the way to it. There, a click does not play or pause: it pins the pixel, so that it stays while the video plays. Esc releases it."

// PinWords say what a click on the picture does while the tab is open.
const PinWords = "pin the pixel"

func (p *pixelTab) build(d *Descent, settings *session.Settings) {
	p.costly(d) // first, as clicks on it change the rest
	if !d.On {
		imgui.PushStyleColor(imgui.ColText, widgets.Packed(p.Dim))
		widgets.Paragraph(p.Worded(noPixel))
		imgui.PopStyleColor(1)
		p.blocksButton(settings)
		return
	}
	imgui.PushFont(p.Medium, widgets.TitleSize*p.Scale)
	imgui.TextUnformatted(fmt.Sprintf("(%d, %d)", d.X, d.Y))
	imgui.PopFont()
	hint, ink := "click: "+PinWords, p.Bright
	if d.Pinned {
		hint, ink = "pinned; click or Esc: release", p.Accent
	}
	imgui.PushFont(p.Regular, widgets.SmallSize*p.Scale)
	imgui.PushStyleColor(imgui.ColText, widgets.Packed(ink))
	widgets.WriteRight(hint)
	imgui.PopStyleColor(1)
	p.lines(d.Facts, "Y is luma (brightness), U and V are chroma (colour), as the video stores them; RGB is the colour as shown.\nD says how much the pixel differs from its neighbours, or what else the variant compares with the threshold. The pixels that it selects are leaf pixels: they become quads.")
	imgui.PopFont()
	if len(d.Block)+len(d.Both) > 0 {
		title := "Codec's block"
		if d.Source != (Area{}) {
			title = "Codec's block at the source's middle"
		}
		p.Section(title)
		imgui.PushFont(p.Regular, widgets.SmallSize*p.Scale)
		p.both(d.Both)
		p.lines(d.Block, "The codec's block at the pixel: its upper left pixel, its size and, as far as they are known, its quantisation parameter (QP: the higher, the coarser it is coded), its bits, and its type: predicted from the same picture (intra), from others (inter), or taken from one as it is (skip).")
		imgui.PopFont()
		p.sources(d)
	}
	if len(d.Steps) == 0 && len(d.Quad) == 0 {
		return
	}
	p.Section(quantity.Capitalised(d.Thing))
	imgui.PushFont(p.Regular, widgets.SmallSize*p.Scale)
	p.lines(d.Quad, "The place in the list of all "+d.Thing+"s of this frame, counted from 1; the index is the same counted from 0, as in files. Then the upper left pixel and the size, and what the pixels are on average.")
	imgui.PopFont()
	p.Section("From the picture to the pixel")
	p.steps(d.Steps, d.Thing)
}

// blocksButton is the button that draws the codec's blocks; the tab then tells more of them.
func (p *pixelTab) blocksButton(settings *session.Settings) {
	if settings.Codec {
		return
	}
	imgui.Dummy(imgui.NewVec2(1, 2*p.Scale))
	if imgui.Button("Show the codec's blocks", imgui.NewVec2(imgui.ContentRegionAvail().X, 0)) {
		p.Do(command.Do(command.Codec))
	}
	p.w.PixelBlocks = widgets.Item()
	p.AddTip("Then the tab also has the block at the pixel, magnified, with its quantiser, its type, and where it is predicted from.")
}

// lines shows lines that have the same tooltip.
func (p *pixelTab) lines(lines []string, tip string) {
	for _, line := range lines {
		widgets.Paragraph(line)
		p.AddTip(tip)
	}
}

// both is the table of the blocks of both videos.
func (p *pixelTab) both(rows []Both) {
	if len(rows) == 0 {
		return
	}
	s := p.Scale
	const row, names = 17, 60 // heights, and the width of the first column, at scale 1
	at, draw := imgui.CursorScreenPos(), imgui.WindowDrawList()
	column := (imgui.ContentRegionAvail().X - names*s) / 2
	write := func(column, x float32, c color.NRGBA, text string) {
		draw.AddText(imgui.NewVec2(at.X+x, at.Y), widgets.Packed(c), widgets.Fitted(text, column-6*s))
	}
	write(column, names*s, p.Stronger, "A")
	write(column, names*s+column, p.Stronger, "B")
	for i := range rows {
		at.Y += row * s
		write(names*s, 0, p.Dim, rows[i].Name)
		write(column, names*s, p.Bright, rows[i].A)
		write(column, names*s+column, p.Bright, rows[i].B)
	}
	imgui.Dummy(imgui.NewVec2(imgui.ContentRegionAvail().X, float32(len(rows)+1)*row*s))
	p.AddTip("The frames and the codec's blocks of both videos at this pixel. Size is that of the frame; a packet is given where it has other frames, or only shows one. In 16×16 are the bits of both in one square around the pixel, also of smaller blocks; of a larger one, its mean. Vectors lead from the block to its source.")
}

// quarter draws a cell at a point, of a side, in which the quarter that a child is is filled.
func quarter(draw *imgui.DrawList, at imgui.Vec2, side float32, child int, edges, inside uint32) {
	half := side / 2
	low := at.Add(imgui.NewVec2(half*float32(child%2), half*float32(child/2)))
	draw.AddRectFilled(low, low.Add(imgui.NewVec2(half, half)), inside)
	draw.AddRect(at, at.Add(imgui.NewVec2(side, side)), edges, 0, 0, 1)
	draw.AddLine(at.Add(imgui.NewVec2(half, 0)), at.Add(imgui.NewVec2(half, side)), edges, 1)
	draw.AddLine(at.Add(imgui.NewVec2(0, half)), at.Add(imgui.NewVec2(side, half)), edges, 1)
}

// steps shows the visited cells in a table: level, cell, how many quads are in it, index range, and the quarter that the
// next one is. thing is the word for a quad.
func (p *pixelTab) steps(steps []quadpyramid.Step, thing string) {
	s := p.Scale
	// Right ends of the columns in pixels at scale 1; of the last one, the left end.
	const level, cell, value, indices, child = 14, 88, 134, 238, 252
	const width = 272 // of the table
	const row = 17
	at := imgui.CursorScreenPos()
	draw := imgui.WindowDrawList()
	across := max(imgui.ContentRegionAvail().X/width, 0.9*s)
	imgui.PushFont(p.Regular, widgets.SmallSize*s)
	write := func(x, y float32, c color.NRGBA, text string) {
		width := imgui.CalcTextSize(text).X
		draw.AddText(imgui.NewVec2(at.X+x*across-width, at.Y+y), widgets.Packed(c), text)
	}
	start := func(x, y float32, c color.NRGBA, text string) {
		draw.AddText(imgui.NewVec2(at.X+x*across, at.Y+y), widgets.Packed(c), text)
	}
	start(0, 0, p.Dim, "level")
	write(cell, 0, p.Dim, "cell")
	write(value, 0, p.Dim, thing+"s")
	write(indices, 0, p.Dim, "list entries")
	start(child, 0, p.Dim, "next")
	y := row * s
	for _, step := range steps {
		draw.AddRectFilledV(imgui.NewVec2(at.X, at.Y+y+3*s), imgui.NewVec2(at.X+3*s, at.Y+y+13*s), widgets.Opaque(p.LevelColour(step.Level)), s, 0)
		start(level/2+1, y, p.Bright, strconv.Itoa(step.Level))
		write(cell, y, p.Bright, fmt.Sprintf("(%d, %d)", step.X, step.Y))
		write(value, y, p.Bright, quantity.Grouped(int64(step.End-step.Start)))
		write(indices, y, p.Dim, lesson.Keys(step.Start, step.End))
		switch {
		case step.Child >= 0:
			quarter(draw, at.Add(imgui.NewVec2(child*across+2*s, y+2*s)), 12*s, step.Child, widgets.Packed(p.Dim), widgets.Packed(p.Stronger))
		case step.Value == quadpyramid.LeafMarker && step.End > step.Start:
			end := imgui.ContentRegionAvail().X // a word is wider than the column, so it ends with the table
			write(end/across, y, p.Stronger, thing)
			p.w.Leaf = image.Rect(int(at.X+end-imgui.CalcTextSize(thing).X), int(at.Y+y), int(at.X+end), int(at.Y+y+row*s))
		default:
			start(child, y, p.Dim, "–")
		}
		y += row * s
	}
	imgui.PopFont()
	imgui.Dummy(imgui.NewVec2(imgui.ContentRegionAvail().X, y))
	if !p.TipDue() {
		return
	}
	p.ShowTip("The way from the whole picture to the pixel, in the terms of the paper the traversal. Each line is a cell: its level in the pyramid, its column and row there, how many " + thing + "s are in it, which entries of the list they are (their key indices, from 0), and which of its four quarters is the next cell. The last cell is one " + thing + ": its value is −1, the leaf marker.")
}
