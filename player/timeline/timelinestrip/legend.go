package timelinestrip

import (
	"fmt"
	"image"
	"math"
	"time"

	"ffkvadrat/decode/wording"
	"ffkvadrat/imgui"
	"ffkvadrat/measure/survey"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
	"ffkvadrat/player/widgets"
)

// values are the legend's texts about a frame, one per curve.
type values [session.CurveCount]string

// swatchWidth is the width at scale 1 of a curve's colour in the legend and the gap after it.
const swatchWidth = 13

// room says how much of the legend fits.
type room uint8

const (
	justNames room = iota // names of the shown curves
	ofDrawn               // and their values
	ofAllOf               // and names of the hidden curves
)

// roomFor returns how much of the legend fits into a width, the width of each value, and the
// distance of entries. gap is the space before a value.
func (l *Strip) roomFor(width, gap float32, shown *values) (fits room, rooms [session.CurveCount]float32, between float32) {
	s := l.kit.Scale
	for fits = ofAllOf; ; fits-- {
		need, n := float32(0), 0
		for i := range session.CurveCount {
			rooms[i] = 0
			on := l.chart.shown.Has(i)
			if !l.chart.has(i) || !on && fits < ofAllOf {
				continue
			}
			if on && fits >= ofDrawn {
				rooms[i] = gap + max(imgui.CalcTextSize(shown[i]).X, imgui.CalcTextSize(curves[i].most).X)
			}
			need += swatchWidth*s + imgui.CalcTextSize(l.chart.name(i)).X + rooms[i]
			n++
		}
		if between = (width - need) / float32(max(n-1, 1)); between >= 6*s || fits == justNames {
			return fits, rooms, min(max(between, 3*s), 22*s)
		}
	}
}

// words shows the legend: the curves with their values for the frame under the mouse or on the
// screen, and, if there is room, how much of the video is analysed.
func (l *Strip) words(draw *imgui.DrawList, at imgui.Vec2, width float32, shown values, settings *session.Settings) {
	s := l.kit.Scale
	imgui.PushFont(l.kit.Regular, widgets.SmallSize*s)
	defer imgui.PopFont()
	end, gap := at.X+width, 4*s
	fits, rooms, between := l.roomFor(width, gap, &shown)
	middle := at.Y + imgui.FontSize()/2 + s
	from, last := at, at.X
	for i := range session.CurveCount {
		c, on := &curves[i], l.chart.shown.Has(i)
		if !l.chart.has(i) || !on && fits < ofAllOf {
			continue
		}
		name := imgui.CalcTextSize(l.chart.name(i)).X
		if fits == justNames && at.X+swatchWidth*s+name > end {
			break // the menu has all of them
		}
		l.curveSwitch(i, at, swatchWidth*s+name, settings)
		opacity := float32(1)
		if !on {
			opacity = 0.35
		}
		l.curveMark(draw, imgui.NewVec2(at.X, middle), c, opacity)
		at.X += swatchWidth * s
		draw.AddText(at, widgets.Packed(l.kit.Dim), l.chart.name(i))
		at.X += name
		if last = at.X; rooms[i] > 0 {
			draw.AddText(at.Add(imgui.NewVec2(gap, 0)), widgets.Packed(l.kit.Bright), shown[i])
			last += gap + imgui.CalcTextSize(shown[i]).X
		}
		at.X += rooms[i] + between
	}
	l.Widgets.Words = image.Rect(int(from.X), int(from.Y), int(math.Ceil(float64(last))), int(from.Y+imgui.FontSize()))
	if x := end - imgui.CalcTextSize(l.chart.state).X; x > at.X-between+12*s {
		draw.AddText(imgui.NewVec2(x, at.Y), widgets.Packed(l.kit.Dim), l.chart.state)
	}
}

// curveMark draws a curve's colour, vertically centred at a height.
func (l *Strip) curveMark(draw *imgui.DrawList, at imgui.Vec2, c *curve, opacity float32) {
	s := l.kit.Scale
	high := s
	if c.thick == 0 {
		high = 4 * s
	}
	draw.AddRectFilledV(imgui.NewVec2(at.X, at.Y-high), imgui.NewVec2(at.X+9*s, at.Y+high), widgets.Faded(l.kit.Legible(c.colour), opacity), min(2*s, high), 0)
}

// has reports whether the video has a curve; some containers lack packet sizes.
func (d *chart) has(c session.Curve) bool {
	return c != session.BytesCurve && c != session.BytesPerQuadCurve || d.full[c].to > 0
}

// curveSwitch is the name of a curve in the legend; a click shows or hides the curve.
func (l *Strip) curveSwitch(c session.Curve, at imgui.Vec2, width float32, settings *session.Settings) {
	imgui.SetCursorScreenPos(at)
	if imgui.InvisibleButton(c.String(), imgui.NewVec2(width, imgui.FontSize())) {
		settings.Curves.Switch(c, !settings.Curves.Has(c))
	}
	l.Widgets.Curves[c] = widgets.Item()
	if !l.kit.TipDue() {
		return
	}
	word := "hides"
	if !settings.Curves.Has(c) {
		word = "shows"
	}
	_, help := c.Of(settings.Variant.Thing())
	l.kit.ShowTip(help + " A click " + word + " it; a right click lists all curves.")
}

// name is a curve's name in the legend.
func (d *chart) name(c session.Curve) string {
	name, _ := c.Of(d.thing)
	return name
}

// valuesAt returns the legend's values at a time; means, if the bin has several frames.
func valuesAt(status *timeline.Status, t time.Duration) (shown values) {
	video, quads := status.At(t)
	for c := range curves {
		b := video
		if curves[c].quads {
			b = quads
		}
		shown[c] = "–"
		if b == nil {
			continue
		}
		if value, known := curves[c].valueOf(b); known {
			shown[c] = curves[c].words(value)
		}
	}
	return shown
}

// analysed says how much of a video is analysed, or "" if all is.
func analysed(v *survey.View, length float64) string {
	switch {
	case v.Err != nil:
		return "stopped: " + wording.Line(v.Err)
	case v.Whole:
		return ""
	}
	known := 0.0 // seconds; playback adds frames anywhere
	for i := range v.Bins {
		known += v.Bins[i].Until - v.Bins[i].Start
	}
	return fmt.Sprintf("%.0f %% analysed", min(100*part(max(known, v.Reached)/length), 99))
}
