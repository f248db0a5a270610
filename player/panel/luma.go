package panel

import (
	"math"
	"strconv"

	"ffkvadrat/imgui"
	"ffkvadrat/player/plot"
	"ffkvadrat/player/widgets"
	"ffkvadrat/yuv"
)

var logRow = widgets.FormRow("", "Log", "A logarithmic scale, on which small values show.")

// luma plots the histogram of luma. For limited range, it marks black and white. height is at scale
// 1.
func (p *plotsTab) luma(height float32, plots *plot.Plots) {
	s := p.Scale
	p.Section("Luma")
	title := imgui.NewVec2(imgui.ItemRectMax().X+10*s, imgui.ItemRectMin().Y+2*s)
	p.w.LogLuma = p.CheckboxAtEnd(logRow, nil, &p.logLuma)
	width := imgui.ContentRegionAvail().X
	at := imgui.CursorScreenPos()
	const below = 13
	imgui.Dummy(imgui.NewVec2(width, (height+below)*s))
	if plots == nil {
		return
	}
	p.w.Luma = widgets.Item()
	draw := imgui.WindowDrawList()
	base := at.Y + height*s
	draw.AddRectFilled(at, imgui.NewVec2(at.X+width, base), widgets.Packed(p.Raised))
	p.WriteNote(title, 0, widgets.Packed(p.Dim), plots.Of.Name)
	most := p.lumaTop(&plots.Luma)
	for bin, n := range plots.Luma {
		if n == 0 {
			continue
		}
		part := min(float64(n)/float64(most), 1)
		if p.logLuma {
			part = math.Log1p(float64(n)) / math.Log1p(float64(most))
		}
		low, high := binX(at.X, width, bin), binX(at.X, width, bin+1)
		draw.AddRectFilled(imgui.NewVec2(low, base-max(float32(part)*height*s, s)), imgui.NewVec2(high, base), widgets.Packed(p.Dim))
	}
	if !plots.Limited {
		p.WriteNote(imgui.NewVec2(at.X, base+s), 0, widgets.Packed(p.Dim), "0")
		p.WriteNote(imgui.NewVec2(at.X+width, base+s), 1, widgets.Packed(p.Dim), strconv.Itoa(1<<plots.Depth-1))
		return
	}
	for _, bin := range [...]int{16, 235} {
		x := binX(at.X, width, bin)
		draw.AddRectFilled(imgui.NewVec2(x, at.Y), imgui.NewVec2(x+s, base), widgets.Packed(p.Accent))
		p.WriteNote(imgui.NewVec2(x, base+s), 0.5, widgets.Packed(p.Dim), strconv.Itoa(bin<<(plots.Depth-8)))
	}
}

// mostMean limits a linear scale to this multiple of the mean of the bins that are not empty.
// Otherwise black borders would make all other bins too small to see.
const mostMean = 10

// lumaTop returns the number of samples at the top of the scale.
func (p *plotsTab) lumaTop(luma *yuv.Histogram) int {
	most, sum, bins := 1, 0, 1
	for _, n := range luma {
		if most, sum = max(most, n), sum+n; n > 0 {
			bins++
		}
	}
	if p.logLuma {
		return most
	}
	return min(most, mostMean*sum/bins+1)
}

// binX returns the left edge of a bin.
func binX(left, width float32, bin int) float32 {
	return left + width*float32(bin)/yuv.Bins
}
