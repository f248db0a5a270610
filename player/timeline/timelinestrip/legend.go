package timelinestrip

import (
	"errors"
	"fmt"
	"image"
	"math"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/imgui"
	"ffkvadrat/measure/survey"
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
	"ffkvadrat/player/widgets"
)

// values are the legend's texts about a frame, one per curve.
type values [session.CurveCount]string

// swatchWidth is the width at scale 1 of a curve's colour in the legend and the gap after it.
const swatchWidth = 13

// entryWidth is the width at scale 1 that an entry of the legend has with its title and value, more or less.
const entryWidth = 120

// stateWidth is the width at scale 1 that is kept for what the end of the legend's line says.
const stateWidth = 120

// moreTitle is the button that opens the menu of all curves.
const moreTitle = "+ more"

// roomFor returns whether full titles fit into a width, the width of each value, 0 if these do not fit, the
// distance of entries, and whether the button that explains the signs has room; values go before it, and it before the last names. gap is
// the space before a value.
func (l *Strip) roomFor(width, gap float32, shown *values) (full bool, rooms [session.CurveCount]float32, between float32, signs bool) {
	s := l.kit.Scale
	signs = true
	for _, with := range [...]struct{ titles, values bool }{{true, true}, {false, true}, {false, false}} {
		need, n := imgui.CalcTextSize(moreTitle).X+12*s, 0
		for i := range session.CurveCount {
			if rooms[i] = 0; !l.chart.shown.Has(i) {
				continue
			}
			if with.values {
				rooms[i] = gap + max(imgui.CalcTextSize(shown[i]).X, imgui.CalcTextSize(curves[i].most).X)
			}
			need += swatchWidth*s + imgui.CalcTextSize(l.chart.name(i, with.titles)).X + rooms[i]
			n++
		}
		full, between = with.titles, (width-need)/float32(max(n, 1))
		if between >= 6*s {
			with := between - (imgui.CalcTextSize(signsShort).X+18*s)/float32(max(n, 1))
			if signs = with >= 3*s; signs {
				between = with
			}
			break
		}
	}
	return full, rooms, min(max(between, 3*s), 22*s), signs
}

// words shows the legend: the shown curves with their values for the frame on the screen, a button with all curves, one that
// explains the signs, and, if there is room, at the peak one that saves it, how many curves have no lane, and how much of the video is
// analysed. elsewhere is empty, or says which other time the values are of: they are dim then, and it is at the end of the line.
func (l *Strip) words(draw *imgui.DrawList, at imgui.Vec2, width float32, shown values, elsewhere string, atPeak bool, settings *session.Settings) {
	colour := l.kit.Bright
	if elsewhere != "" {
		colour = l.kit.Dim
	}
	s := l.kit.Scale
	imgui.PushFont(l.kit.Regular, widgets.SmallSize*s)
	defer imgui.PopFont()
	width = l.moreLanes(draw, at, width)
	more := imgui.CalcTextSize(moreTitle).Add(imgui.NewVec2(12*s, 0))
	signs := imgui.CalcTextSize(signsShort).Add(imgui.NewVec2(12*s, 0))
	end, gap := at.X+width, 4*s
	full, rooms, between, explains := l.roomFor(width, gap, &shown)
	buttons := more.X - s // rounded
	if explains {
		buttons += 6*s + signs.X
	}
	middle := at.Y + imgui.FontSize()/2 + s
	from := at
	for i := range session.CurveCount {
		if !l.chart.shown.Has(i) {
			continue
		}
		title := l.chart.name(i, full)
		name := imgui.CalcTextSize(title).X
		if at.X+swatchWidth*s+name+between+buttons > end {
			break // the menu has all of them
		}
		l.curveSwitch(i, at, swatchWidth*s+name, settings)
		l.curveMark(draw, imgui.NewVec2(at.X, middle), i)
		at.X += swatchWidth * s
		draw.AddText(at, widgets.Packed(l.kit.Dim), title)
		if at.X += name; rooms[i] > 0 {
			draw.AddText(at.Add(imgui.NewVec2(gap, 0)), widgets.Packed(colour), shown[i])
		}
		at.X += rooms[i] + between
	}
	if l.wordButton(draw, at, more, moreTitle) {
		l.openCurves(at.Sub(imgui.NewVec2(0, s)))
	}
	l.Widgets.MoreCurves = widgets.Item()
	l.kit.AddTip("All curves. A right click on the timeline opens this list, too.")
	at.X += more.X
	l.Widgets.Words = image.Rect(int(from.X), int(from.Y), int(math.Ceil(float64(at.X))), int(from.Y+imgui.FontSize()))
	title := signsShort
	if long := imgui.CalcTextSize(signsTitle).Add(imgui.NewVec2(12*s, 0)); at.X+long.X+(6+stateWidth)*s < end {
		title, signs = signsTitle, long
	}
	if explains {
		at.X += 6 * s
		if l.wordButton(draw, at, signs, title) {
			imgui.OpenPopup(signsTitle)
			l.signsAt = at.Sub(imgui.NewVec2(0, s))
		}
		l.Widgets.Signs = widgets.Item()
		l.kit.AddTip("What the symbols on the timeline mean: triangle, hatching, bars, ticks and flags.")
		at.X += signs.X
	}
	if atPeak {
		at.X = l.savePeak(draw, at, end)
	}
	state, colour := l.chart.state, l.kit.Dim
	if elsewhere != "" {
		state, colour = elsewhere, l.kit.Bright
	}
	size := imgui.CalcTextSize(state)
	x := end - size.X
	if x <= at.X+12*s {
		return
	}
	if draw.AddText(imgui.NewVec2(x, at.Y), widgets.Packed(colour), state); elsewhere != "" {
		l.Widgets.LegendTime = image.Rect(int(x), int(at.Y), int(end), int(at.Y+size.Y))
	}
}

// savePeak is the button that saves the frame with the most quads, as far as there is room next to the state before an
// end. It returns where it ends.
func (l *Strip) savePeak(draw *imgui.DrawList, at imgui.Vec2, end float32) float32 {
	s := l.kit.Scale
	at.X += 6 * s
	for _, title := range [...]string{widgets.NumbersTitle, "Save"} {
		size := imgui.CalcTextSize(title).Add(imgui.NewVec2(12*s, 0))
		if at.X+size.X+stateWidth*s >= end {
			continue
		}
		if l.wordButton(draw, at, size, title) {
			l.kit.Do(command.Do(command.ShootNumbers))
		}
		l.Widgets.SavePeak = widgets.Item()
		if l.kit.TipDue() {
			l.kit.AddTipOf(command.Do(command.ShootNumbers), "This is the frame with the most "+l.chart.thing+"s. Saves it as a PNG file, with its numbers below it.")
		}
		return at.X + size.X
	}
	return at.X
}

// wordButton is a button of the legend with a text.
func (l *Strip) wordButton(draw *imgui.DrawList, at, size imgui.Vec2, text string) (pressed bool) {
	s := l.kit.Scale
	imgui.SetCursorScreenPos(at)
	pressed = imgui.InvisibleButton(text, size)
	bed := l.kit.Raised
	if imgui.IsItemHovered() {
		bed = l.kit.Hovered
	}
	draw.AddRectFilledV(at.Add(imgui.NewVec2(0, -s)), at.Add(size).Add(imgui.NewVec2(0, s)), widgets.Packed(bed), 3*s, 0)
	draw.AddText(at.Add(imgui.NewVec2(6*s, 0)), widgets.Packed(l.kit.Bright), text)
	return pressed
}

// moreLanes says how many curves have no room, right-aligned at the end of a line; a click shows the next ones. It
// returns the width that the rest of the line has.
func (l *Strip) moreLanes(draw *imgui.DrawList, at imgui.Vec2, width float32) float32 {
	s := l.kit.Scale
	text := left(l.lanes, l.chart.shown, width < entryWidth*s*float32(l.chart.shown.Len()))
	if text == "" {
		return width
	}
	size := imgui.CalcTextSize(text)
	at.X += width - size.X
	imgui.SetCursorScreenPos(at)
	if imgui.InvisibleButton("lanes", size) {
		if l.after > 0 {
			l.scroll(len(l.lanes))
		} else {
			l.scroll(-l.before)
		}
	}
	l.Widgets.MoreLanes = widgets.Item()
	l.kit.AddTip("Shows the next curves; the wheel over the timeline does, too. A higher timeline has room for more: drag its upper edge.")
	ink := l.kit.Accent
	if imgui.IsItemHovered() {
		ink = l.kit.Stronger
	}
	draw.AddText(at, widgets.Packed(ink), text)
	return width - size.X - 12*s
}

// curveMark draws a curve's colour, vertically centred at a height.
func (l *Strip) curveMark(draw *imgui.DrawList, at imgui.Vec2, c session.Curve) {
	s := l.kit.Scale
	d := &l.chart
	bars, full := barsIn(d.shown&^d.quiet, d.paired), float32(1)
	has := bars.Has(c)
	if pale(c, d.paired) {
		full = paleOpacity
	}
	if has && d.kinds[curves[c].of] { // bars of all types
		for k := survey.Intra; k > survey.KindUnknown; k-- {
			low := at.Add(imgui.NewVec2(float32(survey.Intra-k)*3*s, 4*s))
			top, ink := low.Sub(imgui.NewVec2(0, float32(kindHeights[k])*1.3*s)), kindColour(l.kit.Inks, k)
			draw.AddRectFilled(top, low.Add(imgui.NewVec2(3*s, 0)), widgets.Faded(ink, full))
			draw.AddRectFilled(top, top.Add(imgui.NewVec2(3*s, 1.5*s)), widgets.Packed(ink))
		}
		return
	}
	high := s
	if curves[c].area || has {
		high = 4 * s
	}
	width, colour := 9*s, widgets.Packed(ink(l.kit.Inks, c))
	if !has && dashed(c, bars) { // two dashes
		width = 4 * s
		draw.AddRectFilled(imgui.NewVec2(at.X+6*s, at.Y-high), imgui.NewVec2(at.X+10*s, at.Y+high), colour)
	}
	draw.AddRectFilledV(imgui.NewVec2(at.X, at.Y-high), imgui.NewVec2(at.X+width, at.Y+high), colour, min(2*s, high, width/2), 0)
}

// has reports whether the videos have a curve, or may have it: some containers lack packet sizes, and codecs QPs, of a second video.
func (d *chart) has(c session.Curve) bool {
	switch {
	case d.full[c] != scale{}:
		return true
	case c == session.BytesCurve || c == session.BytesPerQuadCurve:
		return false
	case curves[c].of == timeline.OfSecond:
		return d.second && (d.views[timeline.OfSecond] == nil || !d.views[timeline.OfSecond].Whole)
	}
	return true
}

// curveSwitch is the name of a curve in the legend; a click hides the curve.
func (l *Strip) curveSwitch(c session.Curve, at imgui.Vec2, width float32, settings *session.Settings) {
	imgui.SetCursorScreenPos(at)
	if imgui.InvisibleButton(c.String(), imgui.NewVec2(width, imgui.FontSize())) {
		settings.ShownCurves().Switch(c, false)
	}
	l.Widgets.Curves[c] = widgets.Item()
	if !l.kit.TipDue() {
		return
	}
	tip := c.Of(settings.Variant.Thing()).Help
	if span := curves[c].span(l.chart.views[curves[c].of]); span != "" {
		tip += "\n" + span
	}
	l.kit.ShowTip(tip + l.chart.drawnAs(c) + " A click hides it.")
}

// drawnAs says how curves of two videos are drawn if it is not as others.
func (d *chart) drawnAs(c session.Curve) string {
	switch {
	case d.quiet.Has(c):
		return " Its scale is on the right: a reference is a line behind the bars of the encode, which are on their own scale."
	case d.apart.Has(c):
		return " Its scale is on the right: the codecs of A and B have different ones."
	case d.paired && bothSizes.Has(c):
		return " Each frame has two bars: A's, and to the right of it B's, which is paler."
	}
	return ""
}

// name is a curve's name in the legend, or its title, with A if B has the same.
func (d *chart) name(c session.Curve, full bool) string {
	name := nameOf(c, full, d.thing)
	for other := range session.CurveCount {
		if d.second && other != c && hue(other) == c {
			name += " of A"
		}
	}
	return name
}

// nameOf is a curve's name, or its title, for lists of a thing.
func nameOf(c session.Curve, full bool, thing string) string {
	words := c.Of(thing)
	if full {
		return words.Title
	}
	return words.Short
}

// valuesAt returns the legend's values at a time; means, if the bin has several frames.
func valuesAt(status *timeline.Status, t time.Duration) (shown values) {
	bins := status.At(t)
	for c := range curves {
		b := bins[curves[c].of]
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

// analysed says how much of a video is analysed, or measured again for a further curve, or "" if all is.
func analysed(v *survey.View, length float64) string {
	switch {
	case errors.Is(v.Err, decode.ErrNotSeekable):
		return "as far as played: it cannot be read twice"
	case v.Err != nil:
		return "stopped: " + wording.Line(v.Err)
	case v.Whole:
		return ""
	case v.Again:
		return fmt.Sprintf("%.0f %% measured", min(100*part(max(v.Reached, 0)/length), 99))
	}
	known := 0.0 // seconds; playback adds frames anywhere
	for i := range v.Bins {
		known += v.Bins[i].Until - v.Bins[i].Start
	}
	return fmt.Sprintf("%.0f %% analysed", min(100*part(max(known, v.Reached)/length), 99))
}
