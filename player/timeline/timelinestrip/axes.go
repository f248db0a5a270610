package timelinestrip

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"sort"
	"strconv"

	"ffkvadrat/imgui"
	"ffkvadrat/measure/survey"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// axis says how the values of a curve are labelled.
type axis struct {
	room      float32 // for its widest label and the gaps next to that, at scale 1
	unit      float64 // shown value for a value of 1
	suffix    string
	low, high float64                // range of possible values
	least     float64                // smallest step
	text      func(v float64) string // nil for plain numbers
	brief     func(v float64) string // of the ends of a low lane; nil for the curve's words
	shared    bool                   // its curves have one scale and one axis
	root      bool                   // of square roots, see [scale]
}

var (
	quadsAxis    = axis{room: 46, unit: 1, high: math.Inf(1), least: 1, text: shortCount, brief: shortCount}
	coverageAxis = axis{room: 56, unit: 100, suffix: " %", high: 1}
	shareAxis    = axis{room: 48, unit: 100, suffix: " %", high: 1} // of luma, static area and types of blocks
	psnrAxis     = axis{room: 56, unit: 1, suffix: " dB", high: math.Inf(1)}
	ssimAxis     = axis{room: 50, unit: 1, low: -1, high: 1}
	// of SI and TI
	informationAxis = axis{room: 44, unit: 1, high: math.Inf(1)}
	bytesAxis       = axis{room: 60, unit: 1, high: math.Inf(1), least: 1, text: shortBytes, shared: true, root: true}
	perQuadAxis     = axis{room: 56, unit: 1, suffix: " B", high: math.Inf(1)}
	qpAxis          = axis{room: 42, unit: 1, low: math.Inf(-1), high: math.Inf(1), least: 1, shared: true}
	densityAxis     = axis{room: 44, unit: 1, low: -1, high: 1}
	depthAxis       = axis{room: 38, unit: 1, high: math.Inf(1)}
)

func shortCount(v float64) string { return quantity.Short(int(v)) }

// shortBytes formats a round number of bytes.
func shortBytes(v float64) string {
	for _, unit := range [...]struct {
		size float64
		name string
	}{{1e9, " GB"}, {1e6, " MB"}, {1e3, " kB"}} {
		if v >= unit.size {
			return strconv.FormatFloat(v/unit.size, 'g', 4, 64) + unit.name
		}
	}
	return strconv.FormatFloat(v, 'f', 0, 64) + " B"
}

// labelGap is the gap at scale 1 after the labels of an axis on the right, which end at one place.
const labelGap = 4

// timeAxes are the ticks of the timeline: times below it, values on its left and right.
type timeAxes struct {
	times  []timeTick
	minor  []float64 // times without a label
	frames []float64 // starts of frames; empty if too dense
	values []valueAxis
}

// valueAxis has the ticks of a curve.
type valueAxis struct {
	curve session.Curve
	ticks []axisTick
	lane  int
	right bool // of the chart, without grid lines
	ends  bool // the ticks are the values at the ends of a low lane, the upper one first, and that in its middle, if it has one
}

// axisTick is a labelled tick at a position from 0 to 1 on its axis.
type axisTick struct {
	part float32
	text string
}

// timeTick is a labelled time in seconds.
type timeTick struct {
	time float64
	text string
}

// Distances of ticks at scale 1.
const (
	timesApart  = 64 // minimum for times
	minorApart  = 9  // minimum for times without a label
	linesApart  = 18 // minimum for values
	mostLines   = 10 // maximum number of values
	framesApart = 8  // minimum mean distance for frames
	fewRows     = 54 // height of the lowest lane below which axes have the values at their ends
	middleRows  = 33 // height of it from which square roots have the value at half the height, too: room for the figures of three labels
)

// divide chooses the ticks for a period on a chart of a width at scale 1, and for the values of lanes. unit is
// the size of a pixel at scale 1.
func (a *timeAxes) divide(v *survey.View, full *scales, lanes []lane, shown period, width, unit float64) {
	a.times, a.minor, a.frames, a.values = a.times[:0], a.minor[:0], a.frames[:0], a.values[:0]
	if shown.length() <= 0 {
		return
	}
	step := timeStep(shown.length(), width/timesApart)
	for i := max(math.Ceil(shown.from/step-1e-9), 0); i*step <= shown.until+1e-9*step; i++ {
		a.times = append(a.times, timeTick{i * step, tickTime(i*step, step)})
	}
	lowest := math.Inf(1)
	for i := range lanes {
		lowest = min(lowest, float64(lanes[i].bottom-lanes[i].top)/unit)
	}
	for i := range lanes {
		l := &lanes[i]
		for side, c := range l.axes {
			v := valueAxis{curve: c, lane: i, right: side == 1, ends: lowest < fewRows}
			switch {
			case v.right && !l.both:
				continue
			case v.ends:
				v.ticks = curves[c].ends(full[c], lowest >= middleRows)
			default:
				v.ticks = curves[c].divide(full[c], min(lowest/linesApart, mostLines))
			}
			a.values = append(a.values, v)
		}
	}
	if bins := shownBins(v, shown); v.Exact && v.Counted() && float64(len(bins))*framesApart <= width {
		for i := range bins {
			a.frames = append(a.frames, bins[i].Start)
		}
		return
	}
	if n := minorTicks(step, shown.length(), width); n > 1 {
		fine := step / float64(n)
		for i := max(math.Ceil(shown.from/fine-1e-9), 0); i*fine <= shown.until+1e-9*fine; i++ {
			if math.Mod(i, float64(n)) != 0 {
				a.minor = append(a.minor, i*fine)
			}
		}
	}
}

// shownBins returns the bins of the frames that are on screen in a period.
func shownBins(v *survey.View, shown period) []survey.Bin {
	first := max(sort.Search(len(v.Bins), func(i int) bool { return v.Bins[i].Start >= shown.from })-1, 0)
	end := max(sort.Search(len(v.Bins), func(i int) bool { return v.Bins[i].Start > shown.until }), first)
	return v.Bins[first:end]
}

// minorTicks returns into how many parts unlabelled ticks divide a step: round ones.
func minorTicks(step, length, width float64) int {
	for parts := width / minorApart; parts > width/timesApart; parts *= 0.7 {
		n := step / timeStep(length, parts)
		if whole := math.Round(n); whole > 1 && math.Abs(n-whole) < 1e-6 {
			return int(whole)
		}
	}
	return 1
}

// divide returns about n ticks of a scale, where n is lines. Those of sizes have the largest value at the top.
func (c *curve) divide(s scale, lines float64) (ticks []axisTick) {
	x := c.axis
	span := x.unit * (s.to - s.from)
	switch {
	case span <= 0 && s.beyond:
		return []axisTick{{1, infinity + x.suffix}}
	case span <= 0:
		return nil
	case s.root:
		return c.roots(s, lines)
	}
	if x.root { // the largest value, as with square roots
		ticks = append(ticks, axisTick{1, c.words(s.to)})
	}
	step := max(roundStep(span, lines), x.least)
	low, high := x.unit*max(s.from, x.low), x.unit*min(s.to, x.high)
	if math.Floor(high/step+1e-9) <= math.Ceil(low/step-1e-9) { // a single tick says nothing of the scale
		step = max(roundStep(span, 2*lines), x.least)
	}
	places := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
	for i := math.Ceil(low/step - 1e-9); i*step <= high+1e-9; i++ {
		text := strconv.FormatFloat(quantity.Fixed(i*step, places), 'f', places, 64)
		if x.text != nil {
			text = x.text(quantity.Fixed(i*step, places))
		}
		ticks = append(ticks, axisTick{float32(s.part(i * step / x.unit)), text + x.suffix})
	}
	return ticks
}

// roots returns the ticks of a scale of square roots from 0: the largest value, 0, and between them round values, as
// dense as the given number of lines on a linear axis.
func (c *curve) roots(s scale, lines float64) []axisTick {
	ticks, last := []axisTick{{1, c.words(s.to)}, {0, c.axis.text(0)}}, 1.
	for power := math.Pow(10, math.Floor(math.Log10(s.to))); power >= 1; power /= 10 {
		for _, factor := range [...]float64{5, 2, 1} {
			if at := s.part(factor * power); at <= last-1/lines && at >= 1/lines {
				ticks, last = append(ticks, axisTick{float32(at), c.axis.text(factor * power)}), at
			}
		}
	}
	return ticks
}

// ends returns ticks for the largest and the least value of a scale: one if they have the same text, none for an unknown scale. With
// middle, square roots have one at half the height, too.
func (c *curve) ends(s scale, middle bool) (ticks []axisTick) {
	write := func(v float64) string {
		switch {
		case c.axis.brief != nil:
			return c.axis.brief(v)
		case v == 0 && c.axis.text == nil:
			return "0" + c.axis.suffix
		}
		return c.words(v)
	}
	if s.from >= s.to {
		return c.divide(s, 1)
	}
	for _, v := range [...]float64{s.most, s.least} {
		if len(ticks) == 0 || write(v) != ticks[0].text {
			ticks = append(ticks, axisTick{float32(s.part(v)), write(v)})
		}
	}
	if middle && s.root {
		ticks = append(ticks, axisTick{0.5, write(s.from + (s.to-s.from)/4)})
	}
	return ticks
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

// rows returns the upper edges of labels of a height around their ticks, at most least from the top
// and most from the bottom. A label that would touch an earlier one is NaN.
func rows(ys []float32, height, least, most float32) []float32 {
	tops := make([]float32, len(ys))
next:
	for i, y := range ys {
		tops[i] = min(max(y-height/2, least), most)
		for _, other := range tops[:i] {
			if apart := tops[i] - other; max(apart, -apart) < height {
				tops[i] = float32(math.NaN())
				continue next
			}
		}
	}
	return tops
}

// drawAxes draws the ticks. It omits labels that would leave the strip or touch another label.
func (l *Strip) drawAxes(draw *imgui.DrawList, a Axis) {
	imgui.PushFont(l.kit.Regular, widgets.SmallSize*l.kit.Scale)
	defer imgui.PopFont()
	for i := range l.chart.axes.values {
		l.drawValues(draw, a, &l.chart.axes.values[i])
	}
	l.drawTimes(draw, a)
}

// drawValues draws the axis of a lane: on the left with grid lines, or on the right.
func (l *Strip) drawValues(draw *imgui.DrawList, a Axis, v *valueAxis) {
	s, high, c := l.kit.Scale, imgui.FontSize(), &curves[v.curve]
	in, ink := &l.lanes[v.lane], l.axisInk(v.curve)
	top, base, thick := a.At.Y+float32(in.top), a.At.Y+float32(in.bottom), float32(c.thick)*s
	x := a.At.X + a.Size.X
	ys := make([]float32, len(v.ticks))
	for i, m := range v.ticks {
		ys[i] = top + thick/2 + (1-m.part)*(base-top-thick)
	}
	labels := rows(ys, high-s, top-2*s, base-high+3*s)
	switch {
	case v.ends && len(ys) > 1: // at the ends of the lane: figures have no descenders
		labels[0], labels[1] = top-endRise*s, base-high+endRise*s
		if len(ys) > 2 {
			labels[2] = (top + base - high) / 2
		}
	case v.ends && len(ys) == 1:
		labels[0] = (top + base - high) / 2
	}
	for i, label := range labels {
		y, text := ys[i], v.ticks[i].text
		switch {
		case v.right:
			draw.AddRectFilled(imgui.NewVec2(x, y), imgui.NewVec2(x+3*s, y+s), widgets.Faded(ink, 0.7))
		case v.ticks[i].part > 0:
			draw.AddRectFilled(imgui.NewVec2(a.At.X, y), imgui.NewVec2(x, y+s), widgets.Faded(l.kit.Bright, 0.1))
		}
		if label != label {
			continue
		}
		end, width := a.At.X-5*s, imgui.CalcTextSize(text).X
		if v.right {
			end = max(x+(c.axis.room-labelGap)*s, x+5*s+width)
		}
		draw.AddText(imgui.NewVec2(end-width, label), widgets.Packed(ink), text)
	}
}

// endRise is the distance at scale 1 by which the box of a label leaves a low lane, so that its figures end where that does.
const endRise = 3

// axisInk returns the colour of a curve's axis: the curve's, or that of secondary text beside bars of several colours.
func (l *Strip) axisInk(c session.Curve) color.NRGBA {
	if barsIn(l.chart.shown&^l.chart.quiet, l.chart.paired).Has(c) && l.chart.kinds[curves[c].of] {
		return l.kit.Dim
	}
	return ink(l.kit.Inks, c)
}

// drawTimes draws the ticks below the chart.
func (l *Strip) drawTimes(draw *imgui.DrawList, a Axis) {
	s, ticks := l.kit.Scale, &l.chart.axes
	bottom := a.At.Y + a.Size.Y
	for _, times := range [...][]float64{ticks.frames, ticks.minor} {
		for _, t := range times {
			if !a.has(t) {
				continue
			}
			x := a.X(t)
			draw.AddRectFilled(imgui.NewVec2(x, bottom), imgui.NewVec2(x+s, bottom+2*s), widgets.Faded(l.kit.Dim, 0.6))
		}
	}
	last, places := a.At.X-axisMargin*s, l.ticked[:0]
	for _, m := range ticks.times {
		x := a.X(m.time)
		draw.AddRectFilled(imgui.NewVec2(x, bottom), imgui.NewVec2(x+s, bottom+3*s), widgets.Packed(l.kit.Dim))
		width := imgui.CalcTextSize(m.text).X
		low := x - width/2
		if low < last+8*s || x+width/2 > a.At.X+a.Size.X+Margin*s || l.nearEnd(low, low+width) {
			continue
		}
		draw.AddText(imgui.NewVec2(low, bottom+2*s), widgets.Packed(l.kit.Dim), m.text)
		last = low + width
		places = append(places, image.Rect(int(low), int(bottom+2*s), int(math.Ceil(float64(last))), int(bottom+timesHeight*s)))
	}
	l.ticked, l.Widgets.Times = places, places
}
