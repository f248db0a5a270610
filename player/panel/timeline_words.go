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
	lumaCurve
	stillCurve
	bytesCurve
	curveCount
)

// shownCurves says which of the timeline's curves are drawn: a click on a name in the legend draws
// the curve, or no more.
type shownCurves [curveCount]bool

// firstShown are those that are drawn at first.
var firstShown = shownCurves{quadsCurve: true, coverageCurve: true, bytesCurve: true}

// curves has a row for each curve: its name, its colour, its line's thickness at scale 1, what it is, and a
// value that is as long as almost all. Text after a value therefore stays in its place.
var curves = [curveCount]struct {
	name   string
	colour color.NRGBA
	thick  float64 // 0 for an area
	most   string
	help   string
}{
	quadsCurve:    {"quads", quadsColour, 0, "00 000", "The number of quads."},
	coverageCurve: {"coverage", coverageColour, lineThickness, "100.0 %", "How much of the picture they cover."},
	lumaCurve:     {"luma", lumaColour, thinLine, "100 %", "How light the picture is: the mean of its luma, around it the first and the last percentile."},
	stillCurve:    {"still", stillColour, thinLine, "100 %", "How much of the picture stands still: what lies in cubes of at least 8 pixels and 8 pictures. No cube reaches over a cut."},
	bytesCurve:    {"bytes", bytesColour, thinLine, "00.0 kB", "The size of the picture's packet."},
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
	gap, need, rest := 4*s, float32(0), 0
	var rooms [curveCount]float32
	for i := range curves {
		c := &curves[i]
		if !p.strip.has(i) {
			continue
		}
		if need += swatch*s + imgui.CalcTextSize(c.name).X; p.strip.wanted[i] {
			rooms[i] = gap + max(imgui.CalcTextSize(shown[i]).X, imgui.CalcTextSize(c.most).X)
			need += rooms[i]
		}
		rest++
	}
	between := min(max((width-need)/float32(rest-1), 3*s), 22*s)
	middle := at.Y + imgui.FontSize()/2 + s
	from, last := at, at.X
	for i := range curves {
		c := &curves[i]
		if !p.strip.has(i) {
			p.Widgets.Curves[i] = image.Rectangle{}
			continue
		}
		p.curveSwitch(i, at, swatch*s+imgui.CalcTextSize(c.name).X)
		high, opacity := s, float32(1)
		if c.thick == 0 {
			high = 4 * s
		}
		if !p.strip.wanted[i] {
			opacity = 0.35
		}
		draw.AddRectFilledV(imgui.NewVec2(at.X, middle-high), imgui.NewVec2(at.X+9*s, middle+high), faded(c.colour, opacity), min(2*s, high), 0)
		at.X += swatch * s
		draw.AddText(at, faded(dim, 0.5+0.5*opacity), c.name)
		at.X += imgui.CalcTextSize(c.name).X
		if last = at.X; p.strip.wanted[i] {
			draw.AddText(at.Add(imgui.NewVec2(gap, 0)), packed(bright), shown[i])
			last += gap + imgui.CalcTextSize(shown[i]).X
		}
		at.X += rooms[i] + between
	}
	p.Widgets.Words = image.Rect(int(from.X), int(from.Y), int(math.Ceil(float64(last))), int(from.Y+imgui.FontSize()))
	if p.strip.most != "" && p.strip.wanted[bytesCurve] && p.strip.state == "" && at.X-between+imgui.CalcTextSize(p.strip.most).X+4*s < end {
		draw.AddText(imgui.NewVec2(at.X-between+4*s, at.Y), packed(dim), p.strip.most)
	}
	if x := end - imgui.CalcTextSize(p.strip.state).X; x > at.X-between+12*s {
		draw.AddText(imgui.NewVec2(x, at.Y), packed(dim), p.strip.state)
	}
}

// has reports whether the film has a curve: not every container tells the size of pictures.
func (t *strip) has(curve int) bool { return curve != bytesCurve || t.full.bytes > 0 }

// curveSwitch is the name of a curve in the legend, which a click switches on or off.
func (p *Panel) curveSwitch(i int, at imgui.Vec2, width float32) {
	imgui.SetCursorScreenPos(at)
	if imgui.InvisibleButton(curves[i].name, imgui.NewVec2(width, imgui.FontSize())) {
		p.strip.wanted[i] = !p.strip.wanted[i]
	}
	p.Widgets.Curves[i] = item()
	word := "hides"
	if !p.strip.wanted[i] {
		word = "shows"
	}
	p.tip(curves[i].help + " A click " + word + " it.")
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
		shown[lumaCurve], shown[stillCurve] = meanOf(b.Luma), meanOf(b.Still)
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

// meanOf returns the mean of a part in words, a dash if nothing is known.
func meanOf(p survey.Part) string {
	if p.N == 0 {
		return "–"
	}
	return strconv.FormatFloat(100*p.Sum/float64(p.N), 'f', 0, 64) + " %"
}
