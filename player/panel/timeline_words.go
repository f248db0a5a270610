package panel

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strconv"
	"time"

	"ffkvadrat/player/imgui"
	"ffkvadrat/player/survey"
)

// values are what the legend says about a picture, one for each curve.
type values [curveCount]string

// The timeline's curves.
const (
	quadsCurve = iota
	coverageCurve
	bytesCurve
	curveCount
)

// curves has a row for each curve: its name and unit, its colour, and a value
// that is as long as almost all. Text after a value therefore stays in its place.
var curves = [curveCount]struct {
	name   string
	colour color.NRGBA
	area   bool // not a line
	most   string
}{
	quadsCurve:    {name: "quads", colour: quadsColour, area: true, most: "00 000"},
	coverageCurve: {name: "coverage", colour: coverageColour, most: "100.0 %"},
	bytesCurve:    {name: "bytes", colour: bytesColour, most: "00.0 kB"},
}

// words is the legend: it names the curves, with their values for the picture
// under the mouse or on the screen, and, if there is room, says how much of the
// film is analysed.
func (p *Panel) words(draw *imgui.DrawList, at imgui.Vec2, width float32, shown values) {
	s := p.scale
	imgui.PushFont(p.regular, (smallSize-1)*s)
	defer imgui.PopFont()
	const swatch = 13 // at scale 1, with the gap behind it
	end := at.X + width
	gap, need := 4*s, float32(0)
	var rooms [curveCount]float32
	count := curveCount
	if p.strip.full.bytes == 0 {
		count = bytesCurve
	}
	for i := range curves[:count] {
		c := &curves[i]
		rooms[i] = max(imgui.CalcTextSize(shown[i]).X, imgui.CalcTextSize(c.most).X)
		need += swatch*s + imgui.CalcTextSize(c.name).X + gap + rooms[i]
	}
	between := min(max((width-need)/float32(count-1), 3*s), 22*s)
	middle := at.Y + imgui.FontSize()/2 + s
	from, last := at, at.X
	for i := range curves[:count] {
		c := &curves[i]
		high := s
		if c.area {
			high = 4 * s
		}
		draw.AddRectFilledV(imgui.NewVec2(at.X, middle-high), imgui.NewVec2(at.X+9*s, middle+high), packed(c.colour), min(2*s, high), 0)
		at.X += swatch * s
		draw.AddText(at, packed(dim), c.name)
		at.X += imgui.CalcTextSize(c.name).X + gap
		draw.AddText(at, packed(bright), shown[i])
		last = at.X + imgui.CalcTextSize(shown[i]).X
		at.X += rooms[i] + between
	}
	p.Widgets.Words = image.Rect(int(from.X), int(from.Y), int(math.Ceil(float64(last))), int(from.Y+imgui.FontSize()))
	if p.strip.most != "" && p.strip.state == "" && at.X-between+imgui.CalcTextSize(p.strip.most).X+4*s < end {
		draw.AddText(imgui.NewVec2(at.X-between+4*s, at.Y), packed(dim), p.strip.most)
	}
	if x := end - imgui.CalcTextSize(p.strip.state).X; x > at.X-between+12*s {
		draw.AddText(imgui.NewVec2(x, at.Y), packed(dim), p.strip.state)
	}
}

// pointedValues returns the values of the picture on screen at a time; of
// several pictures, their means.
func pointedValues(v *survey.View, t time.Duration) (shown values) {
	for i := range shown {
		shown[i] = "–"
	}
	if v == nil {
		return shown
	}
	if i := v.At(t.Seconds()); i >= 0 {
		b := &v.Bins[i]
		n := float64(b.Frames)
		shown[quadsCurve] = Grouped(int64(b.Quads.Sum/n + 0.5))
		if b.Bytes.Sum > 0 {
			shown[bytesCurve] = size(b.Bytes.Sum / n)
		}
		shown[coverageCurve] = strconv.FormatFloat(100*b.Coverage.Sum/n, 'f', 1, 64) + " %"
	}
	return shown
}

// size writes a number of bytes in three digits.
func size(bytes float64) string {
	for i, unit := range [...]string{"B", "kB", "MB"} {
		if scaled := bytes / math.Pow(1000, float64(i)); scaled < 999.5 || unit == "MB" {
			places := 0
			if i > 0 && scaled < 99.95 {
				places = 1
			}
			return strconv.FormatFloat(scaled, 'f', places, 64) + " " + unit
		}
	}
	return ""
}

// analysed says how much of a film is analysed; empty if all is.
func analysed(v *survey.View, length float64) string {
	switch {
	case v.Err != nil:
		return "stopped: " + v.Err.Error()
	case v.Whole:
		return ""
	}
	known := 0.0 // seconds; playback adds pictures from anywhere
	for i := range v.Bins {
		known += v.Bins[i].Until - v.Bins[i].Start
	}
	return fmt.Sprintf("%.0f %% analysed", min(100*part(max(known, v.Reached)/length), 99))
}
