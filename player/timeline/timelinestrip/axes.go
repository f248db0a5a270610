package timelinestrip

import (
	"fmt"
	"math"
	"strconv"

	"ffkvadrat/imgui"
	"ffkvadrat/measure/survey"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// timeAxes are the ticks of the timeline: times below it, values on its left and right.
type timeAxes struct {
	times  []axisTick
	sides  [2]sideTicks // left, right
	frames []float32    // starts of frames; empty if too dense
}

// sideTicks are the ticks of one side.
type sideTicks struct {
	ticks []axisTick
	curve session.Curve
}

// axis says how the values of a curve are labelled.
type axis struct {
	right     bool    // on the right, short ticks; on the left, grid lines
	unit      float64 // shown value for a value of 1
	suffix    string
	low, high float64                            // range of possible values
	least     float64                            // smallest step
	text      func(v float64, places int) string // nil for plain numbers
}

var (
	quadsAxis    = axis{unit: 1, high: math.Inf(1), least: 1, text: func(v float64, _ int) string { return quantity.Short(int(v)) }}
	coverageAxis = axis{right: true, unit: 100, suffix: "%", high: 1}
	psnrAxis     = axis{right: true, unit: 1, suffix: " dB", high: math.Inf(1)}
	// of SI and TI
	informationAxis = axis{right: true, unit: 1, high: math.Inf(1)}
	ssimAxis        = axis{right: true, unit: 1, low: -1, high: 1}
	qpAxis          = axis{right: true, unit: 1, low: math.Inf(-1), high: math.Inf(1), least: 1}
)

// axisTick is a labelled tick at a position from 0 to 1 on its axis.
type axisTick struct {
	part float32
	text string
}

// Distances of ticks at scale 1.
const (
	timesApart  = 64 // minimum for times
	linesApart  = 16 // minimum for values
	framesApart = 8  // minimum mean distance for frames
)

// divide chooses the ticks for a length in seconds on a chart at scale 1. If several curves have an
// axis on one side, the last one gets it.
func (a *timeAxes) divide(v *survey.View, full *scales, shown session.Curves, length, width, height float64) {
	a.times, a.frames = a.times[:0], a.frames[:0]
	for i := range a.sides {
		a.sides[i].ticks = a.sides[i].ticks[:0]
	}
	if length <= 0 {
		return
	}
	step := timeStep(length, width/timesApart)
	for i := range int(length/step+1e-9) + 1 {
		t := float64(i) * step
		a.times = append(a.times, axisTick{float32(t / length), tickTime(t, step)})
	}
	lines := max((height-tickHeight)/linesApart, 1)
	for c := range session.CurveCount {
		axis := curves[c].axis
		if axis == nil || !shown.Has(c) {
			continue
		}
		side := &a.sides[0]
		if axis.right {
			side = &a.sides[1]
		}
		side.curve, side.ticks = c, axis.divide(side.ticks[:0], full[c], lines)
	}
	if v.Exact && v.Whole && float64(len(v.Bins))*framesApart <= width {
		for i := range v.Bins {
			a.frames = append(a.frames, float32(v.Bins[i].Start/length))
		}
	}
}

// divide appends about n ticks of a scale, where n is lines.
func (a *axis) divide(to []axisTick, s scale, lines float64) []axisTick {
	if s.top < s.to {
		to = append(to, axisTick{1, infinity + a.suffix})
		lines = max((1-beyond)*lines, 1)
	}
	span := a.unit * (s.top - s.from)
	if span <= 0 {
		return to
	}
	step := max(roundStep(span, lines), a.least)
	if step > span {
		step = max(roundStep(span, 2*lines), a.least)
	}
	places := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
	for i := math.Ceil(a.unit*max(s.from, a.low)/step - 1e-9); i*step <= a.unit*min(s.top, a.high)+1e-9; i++ {
		text := strconv.FormatFloat(i*step, 'f', places, 64)
		if a.text != nil {
			text = a.text(i*step, places)
		}
		to = append(to, axisTick{float32((i*step/a.unit - s.from) / (s.to - s.from)), text + a.suffix})
	}
	return to
}

// roundStep returns the smallest step of 1, 2 or 5 times a power of ten that divides a span into at
// most n parts.
func roundStep(span, parts float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(span/parts)))
	for _, factor := range [...]float64{1, 2, 5} {
		if span <= factor*power*parts*(1+1e-9) {
			return factor * power
		}
	}
	return 10 * power
}

// timeSteps are the distances of times in seconds. Shorter steps are round fractions of a second,
// longer ones round numbers of days.
var timeSteps = [...]float64{1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200}

// timeStep returns the distance of times that divides a length in seconds into at most n parts.
func timeStep(length, parts float64) float64 {
	parts = max(parts, 1)
	if length <= parts {
		return roundStep(length, parts)
	}
	for _, step := range timeSteps {
		if length <= step*parts {
			return step
		}
	}
	const day = 86400
	return day * max(roundStep(length/day, parts), 1)
}

// tickTime formats a time with the decimal places that a step needs.
func tickTime(t, step float64) string {
	places := 0
	for unit := 1.; step < unit*(1-1e-9) && places < 6; unit /= 10 {
		places++
	}
	power := math.Pow(10, float64(places))
	t = math.Round(t*power) / power
	whole := int64(t)
	text := fmt.Sprintf("%d:%02d", whole/60, whole%60)
	if whole >= 3600 {
		text = fmt.Sprintf("%d:%02d:%02d", whole/3600, whole/60%60, whole%60)
	}
	if places > 0 {
		text += strconv.FormatFloat(t-float64(whole), 'f', places, 64)[1:]
	}
	return text
}

// drawAxes draws the ticks. It omits labels that would leave the strip or touch the previous label.
func (l *Strip) drawAxes(draw *imgui.DrawList, at, size imgui.Vec2) {
	s, a := l.kit.Scale, &l.chart.axes
	base := at.Y + size.Y - float32(int(tickHeight*s))
	font := (widgets.SmallSize - 2) * s
	imgui.PushFont(l.kit.Regular, font)
	defer imgui.PopFont()
	high := imgui.FontSize()
	for _, m := range a.sides[0].ticks {
		y := base - m.part*(base-at.Y)
		if m.part > 0 {
			draw.AddRectFilled(imgui.NewVec2(at.X, y), imgui.NewVec2(at.X+size.X, y+s), widgets.Faded(widgets.Bright, 0.1))
		}
		top := min(max(y-high/2, at.Y-2*s), base-high+3*s)
		draw.AddText(imgui.NewVec2(at.X-5*s-imgui.CalcTextSize(m.text).X, top), widgets.Packed(curves[a.sides[0].curve].colour), m.text)
	}
	if _, right := l.line.margins(); right > Margin*s {
		c := &curves[a.sides[1].curve]
		thick := float32(c.thick) * s
		for _, m := range a.sides[1].ticks {
			y := at.Y + thick/2 + (1-m.part)*(base-at.Y-thick)
			top := min(max(y-high/2, at.Y-2*s), base-high+3*s)
			draw.AddRectFilled(imgui.NewVec2(at.X+size.X-4*s, y), imgui.NewVec2(at.X+size.X, y+s), widgets.Faded(c.colour, 0.7))
			draw.AddText(imgui.NewVec2(at.X+size.X+5*s, top), widgets.Faded(c.colour, 0.8), m.text)
		}
	}
	bottom := at.Y + size.Y
	for _, part := range a.frames {
		x := at.X + part*size.X
		draw.AddRectFilled(imgui.NewVec2(x, bottom), imgui.NewVec2(x+s, bottom+2*s), widgets.Faded(widgets.Dim, 0.6))
	}
	last := at.X - axisMargin*s
	for _, m := range a.times {
		x := at.X + m.part*size.X
		draw.AddRectFilled(imgui.NewVec2(x, bottom), imgui.NewVec2(x+s, bottom+3*s), widgets.Packed(widgets.Dim))
		width := imgui.CalcTextSize(m.text).X
		low := x - width/2
		if low < last+8*s || x+width/2 > at.X+size.X+Margin*s {
			continue
		}
		draw.AddText(imgui.NewVec2(low, bottom+2*s), widgets.Packed(widgets.Dim), m.text)
		last = low + width
	}
}
