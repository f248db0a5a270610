package panel

import (
	"cmp"
	"math"
	"strconv"

	"ffkvadrat/analysis/response"
	"ffkvadrat/imgui"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// axes maps a threshold, a number of quads and a coverage to positions in a plot with the corners
// low and high. The threshold's axis is logarithmic.
type axes struct {
	low, high imgui.Vec2
	end       float64 // threshold at the right end
	quads     int     // number of quads at the top
}

func (a *axes) x(t float64) float32 {
	return a.low.X + widgets.AlongThresholds(t, a.end)*(a.high.X-a.low.X)
}

// threshold returns the threshold at a column; 0 left of the plot.
func (a *axes) threshold(x float32) float64 {
	if x < a.low.X {
		return 0
	}
	part := float64((x - a.low.X) / (a.high.X - a.low.X))
	return Rounded(widgets.LeastThreshold*math.Pow(a.end/widgets.LeastThreshold, part), a.end)
}

func (a *axes) y(part float64) float32 {
	return a.high.Y - float32(part)*(a.high.Y-a.low.Y)
}

func (a *axes) yQuads(n int) float32 { return a.y(float64(n) / float64(max(a.quads, 1))) }

// curve plots quads and coverage over the threshold, which the mouse can set. height is at scale 1.
func (p *plotsTab) curve(height float32, status *Status, settings *session.Settings) {
	s := p.Scale
	imgui.PushFont(p.Medium, widgets.TextSize*s)
	imgui.TextUnformatted("Response")
	imgui.PopFont()
	title := imgui.CursorScreenPos()
	title.Y = imgui.ItemRectMin().Y

	const above, below = 2, 17
	left, right := p.TextWidth(widgets.SmallSize*s, "000k")+axisGap*s, p.TextWidth(widgets.SmallSize*s, "100 %")+axisGap*s
	at := imgui.CursorScreenPos()
	width := imgui.ContentRegionAvail().X
	a := axes{
		low:  at.Add(imgui.NewVec2(left, above*s)),
		high: at.Add(imgui.NewVec2(width-right, (above+height)*s)),
		end:  settings.MaxThreshold(),
	}
	imgui.SetCursorScreenPos(a.low)
	imgui.InvisibleButtonV("curve", a.high.Sub(a.low), 0)
	p.w.Curve = widgets.Item()
	hovered, active := imgui.IsItemHovered(), imgui.IsItemActive()
	draw := imgui.WindowDrawList()
	draw.AddRectFilled(a.low, a.high, widgets.Packed(p.Raised))

	// After a change of the method, the curve is the old method's until the new one is computed.
	if m := status.Plots; m != nil && m.Err == nil && m.Curve.Threshold(m.Curve.Steps()-1) == a.end {
		c := &m.Curve
		a.quads = highest(&a, c) * 21 / 20
		p.grid(draw, &a, at.X+width)
		p.trace(draw, &a, c)
		t, step, ink, of := settings.Threshold, c.Step(settings.Threshold), p.Bright, ""
		switch {
		case hovered || active:
			step = max(c.Step(a.threshold(imgui.CurrentIO().MousePos.X)), c.First())
			t, ink = c.Threshold(step), p.Stronger
			if active {
				settings.Threshold = t
			} else {
				x := a.x(t)
				draw.AddLine(imgui.NewVec2(x, a.low.Y), imgui.NewVec2(x, a.high.Y), widgets.Faded(p.Bright, 0.35), s)
			}
		case status.PlotsLag:
			ink, of = p.Dim, m.Of.Name
		}
		p.stand(draw, &a, c, settings.Threshold)
		p.WriteNote(imgui.NewVec2(title.X+width, title.Y+2*s), 1, widgets.Packed(ink), readout(of, t, quantity.Count(int64(c.Quads(step)), settings.Variant.Thing()), c.Coverage(step)))
		if of == "" {
			p.WriteNote(imgui.NewVec2(a.low.X+4*s, a.high.Y-18*s), 0, widgets.Packed(p.Dim), m.Of.Name) // below the curves
		}
	}
	imgui.SetCursorScreenPos(at)
	imgui.Dummy(imgui.NewVec2(width, (above+height+below)*s))
}

// highest returns the largest number of quads in the plot. A peak at threshold 0 does not count, as
// the plot begins above it.
func highest(a *axes, c *response.Curve) int {
	if c.Peak() >= c.Step(widgets.LeastThreshold) {
		return c.Quads(c.Peak())
	}
	most := 0
	for x := a.low.X; x <= a.high.X; x++ {
		most = max(most, c.Quads(c.Step(a.threshold(x))))
	}
	return most
}

// readout returns the values at a threshold t, for the line of the title. While they are of an earlier frame, so that they differ from
// those of the frame on the screen, its name replaces the threshold.
func readout(of string, t float64, quads string, coverage float64) string {
	return cmp.Or(of, strconv.FormatFloat(t, 'f', 4, 64)) + "   " + quads + "   " + quantity.Percent(coverage)
}

// axisGap is the gap at scale 1 between the plot and the labels next to it.
const axisGap = 6

// grid draws the grid lines with their labels, which end at the tab's right end.
func (p *plotsTab) grid(draw *imgui.DrawList, a *axes, end float32) {
	s := p.Scale
	step := tick(a.quads)
	middle := func(y float32) float32 { return min(y-7*s, a.high.Y-13*s) } // the zeros stand on the axis, clear of the thresholds below it
	for n := 0; n <= a.quads; n += step {
		y := a.yQuads(n)
		draw.AddLine(imgui.NewVec2(a.low.X, y), imgui.NewVec2(a.high.X, y), widgets.Packed(p.Separator), s)
		p.WriteNote(imgui.NewVec2(a.low.X-axisGap*s, middle(y)), 1, widgets.Packed(p.Accent), quantity.Short(n))
	}
	for percent := 0; percent <= 100; percent += 50 {
		p.WriteNote(imgui.NewVec2(end, middle(a.y(float64(percent)/105))), 1, widgets.Packed(p.CoverageColour), strconv.Itoa(percent)+" %")
	}
	for decade := widgets.LeastThreshold; decade <= a.end; decade *= 10 {
		for digit := 1.; digit < 10 && digit*decade <= a.end*1.000001; digit++ {
			x := a.x(digit * decade)
			if digit > 1 {
				draw.AddLine(imgui.NewVec2(x, a.high.Y-3*s), imgui.NewVec2(x, a.high.Y), widgets.Packed(p.Pressed), s)
				continue
			}
			draw.AddLine(imgui.NewVec2(x, a.low.Y), imgui.NewVec2(x, a.high.Y), widgets.Packed(p.Separator), s)
			p.WriteNote(imgui.NewVec2(x, a.high.Y+2*s), 0.5, widgets.Packed(p.Dim), strconv.FormatFloat(digit*decade, 'g', 3, 64))
		}
	}
}

// trace draws the coverage, then the quads over it.
func (p *plotsTab) trace(draw *imgui.DrawList, a *axes, c *response.Curve) {
	s := p.Scale
	draw.PushClipRect(a.low, a.high, true)
	first, end := int(a.low.X), int(a.high.X)
	at := func(x int) int { return c.Step(a.threshold(max(float32(x), a.low.X))) }
	for x := first; x <= end; x++ {
		draw.AddRectFilled(imgui.NewVec2(float32(x), a.yQuads(c.Quads(at(x)))), imgui.NewVec2(float32(x+1), a.high.Y), widgets.Faded(p.Accent, 0.14))
		draw.PathLineTo(imgui.NewVec2(float32(x), a.y(c.Coverage(at(x))/1.05)))
	}
	draw.PathStroke(widgets.Faded(p.CoverageColour, 0.55), 0, s)
	for x := first; x <= end; x++ {
		draw.PathLineTo(imgui.NewVec2(float32(x), a.yQuads(c.Quads(at(x)))))
	}
	draw.PathStroke(widgets.Packed(p.Accent), 0, 1.5*s)
	draw.PopClipRect()
}

// stand draws a marker at the threshold.
func (p *plotsTab) stand(draw *imgui.DrawList, a *axes, c *response.Curve, t float64) {
	s := p.Scale
	x, step := a.x(t), c.Step(t)
	draw.AddLine(imgui.NewVec2(x, a.low.Y), imgui.NewVec2(x, a.high.Y), widgets.Packed(p.Stronger), s)
	draw.AddCircleFilled(imgui.NewVec2(x, a.y(c.Coverage(step)/1.05)), 2.5*s, widgets.Packed(p.CoverageColour), 12)
	draw.AddCircleFilled(imgui.NewVec2(x, a.yQuads(c.Quads(step))), 4*s, widgets.Packed(p.Bright), 16)
}

// tick returns the distance of ticks on an axis up to n: 1, 2 or 5 times a power of ten, which
// gives three to six ticks.
func tick(n int) int {
	step := 1
	for {
		for _, factor := range [...]int{1, 2, 5} {
			if n < 6*factor*step {
				return factor * step
			}
		}
		step *= 10
	}
}
