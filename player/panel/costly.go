package panel

import (
	"fmt"
	"image"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/widgets"
)

// MostCostly is the number of the costliest blocks that are listed.
const MostCostly = 5

// costly lists the costliest of the codec's largest blocks; a click shows one.
func (p *pixelTab) costly(d *Descent) {
	p.w.Costly = [MostCostly]image.Rectangle{}
	if len(d.Costly) == 0 && d.NoCosts == "" {
		return
	}
	open := !p.cheap
	title, tip := "Costliest blocks", "The coding tree units of HEVC, or the superblocks of AV1, that take most bits of the frame."
	side := 0.
	if d.Of != "" {
		title += " of " + d.Of
		tip += "\nThe list is about the video that was last under the pointer, or the one with the pinned pixel: a click on a picture keeps its list."
	}
	if d.Of == "B" {
		side = 1
	}
	p.w.FoldCostly = p.Fold(title, tip, false, &open, 0)
	defer p.Rule()
	if p.cheap = !open; p.cheap {
		return
	}
	imgui.PushFont(p.Regular, widgets.SmallSize*p.Scale)
	defer imgui.PopFont()
	rows := make([]costRow, len(d.Costly))
	for i := range d.Costly {
		rows[i] = costTexts(&d.Costly[i])
	}
	if len(rows) == 0 {
		imgui.PushStyleColor(imgui.ColText, widgets.Packed(p.Dim))
		widgets.Paragraph("Not known: " + d.NoCosts + ".")
		imgui.PopStyleColor(1)
	}
	columns := costColumns(rows, imgui.ContentRegionAvail().X, func(text string) float32 { return imgui.CalcTextSize(text).X })
	for i := range d.Costly {
		c, at := &d.Costly[i], imgui.CursorScreenPos()
		imgui.PushID(int32(i))
		if imgui.Selectable("##costly", false, imgui.NewVec2(0, 17*p.Scale)) {
			p.Do(command.Command{ID: command.ShowBlock, Number: side, Text: fmt.Sprint(c.Pixel.X, c.Pixel.Y, c.Part.Min.X, c.Part.Min.Y, c.Part.Dx(), c.Part.Dy())})
		}
		p.w.Costly[i] = widgets.Item()
		imgui.PopID()
		p.AddTip(fmt.Sprintf("%d × %d pixels, %s. A click shows it from near, and pins its costliest block.", c.Part.Dx(), c.Part.Dy(), c.Type))
		for k, end := range columns {
			ink, text := p.Dim, rows[i][k]
			if k < 2 {
				ink = p.Bright
			}
			imgui.WindowDrawList().AddText(imgui.NewVec2(at.X+end-imgui.CalcTextSize(text).X, at.Y), widgets.Packed(ink), text)
		}
	}
}

// costRow has the texts of a line of the list: the place, bits, share of the frame's bits, QPs and type.
type costRow [5]string

func costTexts(c *partition.Cost) costRow {
	row := costRow{fmt.Sprintf("(%d, %d)", c.Part.Min.X, c.Part.Min.Y), quantity.Count(int64(c.Bits), "bit"), fmt.Sprintf("%.1f %%", 100*c.Share)}
	switch {
	case c.HasQP && c.Least < c.Most:
		row[3] = fmt.Sprintf("QP %d–%d", c.Least, c.Most)
	case c.HasQP:
		row[3] = fmt.Sprintf("QP %d", c.Least)
	}
	if c.Type != partition.Unknown {
		row[4] = c.Type.String()
	}
	return row
}

// costColumns returns the right ends of the columns, in a width between equal gaps. The last columns that have no room are left out; the
// tooltip has the type.
func costColumns(rows []costRow, width float32, measure func(text string) float32) (ends []float32) {
	var widths [len(costRow{})]float32
	for _, row := range rows {
		for k, text := range row {
			widths[k] = max(widths[k], measure(text))
		}
	}
	n, texts := len(widths), float32(0)
	for _, w := range widths {
		texts += w
	}
	least := measure("  ")
	for n > 1 && texts+float32(least*float32(n-1)) > width {
		n--
		texts -= widths[n]
	}
	end := float32(0)
	for k := range n {
		if end += widths[k]; k > 0 {
			end += (width - texts) / float32(n-1)
		}
		ends = append(ends, end)
	}
	return ends
}
