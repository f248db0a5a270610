package panel

import (
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/overlay"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// MostBins is about the largest number of bins of a histogram of the codec's blocks.
const MostBins = 12

// BlockBins are histograms of the codec's blocks, while the tab Plots shows them: over their sizes, and over what their colours show.
type BlockBins struct {
	Sizes, Values []overlay.Bin
	HasBits       bool
}

// blocks plots how the frame's pixels and bits spread over the codec's blocks, before the plots of quads, which blocks hide.
func (p *plotsTab) blocks(status *Status, settings *session.Settings) {
	b := &status.BlockBins
	p.w.BlockSizes, p.w.BlockValues = image.Rectangle{}, image.Rectangle{}
	if len(b.Sizes) == 0 {
		return
	}
	p.Heading("Sizes of the codec's blocks")
	p.bins(b.Sizes, b.HasBits)
	p.w.BlockSizes = widgets.Item()
	if len(b.Values) > 0 {
		p.Section("The codec's blocks by " + settings.BlocksBy.Title())
		p.bins(b.Values, b.HasBits)
		p.w.BlockValues = widgets.Item()
	}
	p.Rule()
}

// bins plots a histogram: a line for each bin, with a thick bar for the pixels and a thin one for the bits. The longest bar of each
// kind fills its column.
func (p *plotsTab) bins(bins []overlay.Bin, hasBits bool) {
	const left, column = 68, 48 // widths at scale 1: of the names, and of the columns of numbers
	s, columns := p.Scale, float32(1)
	if hasBits {
		columns++
	}
	title, at, width := imgui.ItemRectMin().Y+2*s, imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	p.WriteNote(imgui.NewVec2(at.X+width-(columns-1)*column*s, title), 1, widgets.Packed(p.Dim), "area")
	if hasBits {
		p.WriteNote(imgui.NewVec2(at.X+width, title), 1, widgets.Packed(p.Dim), "bits")
	}
	mostArea, mostBits := 1e-9, 1e-9
	for i := range bins {
		mostArea, mostBits = max(mostArea, bins[i].Area), max(mostBits, bins[i].Bits)
	}
	draw := imgui.WindowDrawList()
	for i := range bins {
		b, y := &bins[i], at.Y+float32(i)*sizeRow*s
		low, room, ink := at.X+left*s, width-(left+(columns+0.25)*column)*s, b.Colour
		p.length(draw, low, y+3*s, room*float32(b.Area/mostArea), 5*s, ink, b.Area > 0)
		p.length(draw, low, y+9*s, room*float32(b.Bits/mostBits), 2*s, ink, b.Bits > 0)
		y -= s
		p.WriteNote(imgui.NewVec2(low-7*s, y), 1, widgets.Packed(p.Dim), b.Name)
		p.WriteNote(imgui.NewVec2(at.X+width-(columns-1)*column*s, y), 1, widgets.Packed(p.Bright), binText(b, b.Area))
		if hasBits {
			p.WriteNote(imgui.NewVec2(at.X+width, y), 1, widgets.Packed(p.Bright), binText(b, b.Bits))
		}
	}
	imgui.Dummy(imgui.NewVec2(width, sizeRow*float32(len(bins))*s))
}

// binText formats a bin's part of the pixels or bits.
func binText(b *overlay.Bin, part float64) string {
	if b.Unknown {
		return "–"
	}
	return quantity.Percent(part)
}
