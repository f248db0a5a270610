package panel

import (
	"image"
	"math"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// thresholdEnds is what a threshold means: the rule that it sets, and what there is more or less of at
// the low and at the high end of its slider.
type thresholdEnds struct{ rule, low, high string }

// endsOf returns what the threshold of parameters means.
func endsOf(p *analysis.Params) thresholdEnds {
	const fine, coarse = "more detail", "less detail" // a threshold with larger quads can have more of them
	switch {
	case p.Variant.Searches():
		return thresholdEnds{"Places that differ less than this from the template are hits.", "fewer hits", "more hits"}
	case !p.Variant.Discriminates():
		return thresholdEnds{"Pixels whose colours differ less than this share a quad.", fine, coarse}
	}
	e := thresholdEnds{"Pixels that differ less than this from their neighbours", "less covered", "more covered"}
	switch {
	case p.Operator == edge.Motion:
		e.rule = "Pixels that differ less than this from the frame before"
	case p.Operator == edge.Luma:
		e.rule = "Pixels as light as this or lighter"
	case p.Operator == edge.Range:
		e.rule = "Pixels as light as this or darker"
	case p.ComparesColours():
		e.rule = "Pixels whose colour is nearer than this to the chosen one"
	}
	things := " quads."
	if !p.Variant.Merges() {
		things, e.low, e.high = " points.", "fewer points", "more points"
	}
	if p.Invert != (p.Operator == edge.Luma) { // a higher threshold leaves pixels out
		e.low, e.high = e.high, e.low
	}
	if p.Variant.Merges() && p.Operator.Kind() == edge.Differences && p.Low == 0 { // pixels merge into large quads, or edges vanish
		e.low, e.high = fine, coarse
	}
	if e.rule += " become"; p.Invert {
		e.rule += " no"
	}
	e.rule += things
	return e
}

// threshold is the threshold's slider, below its name and its number and above what its ends mean.
func (u *tuneTab) threshold(provisional bool, settings *session.Settings) {
	r, end := thresholdSetting, settings.MaxThreshold()
	if of := endsOf(&settings.Params); of != u.ends {
		u.ends = of
		u.Explain(r, of.rule)
	}
	size, thick := float32(widgets.TextSize), imgui.CurrentStyle().FramePadding.Y
	if u.ample {
		size, thick = widgets.TitleSize, thick+2*u.Scale
	}
	imgui.PushFont(u.Medium, size*u.Scale)
	imgui.PushStyleVar(imgui.StyleVarFramePadding, imgui.NewVec2(4*u.Scale, 1*u.Scale))
	u.WriteName(r, settings)
	u.auto(settings)
	u.provisional(provisional && settings.Auto && !settings.Nearness())
	if v, ok := u.Field(r.Field, u.Numeral(r, settings.Threshold, 4), &u.w.ThresholdTyped); ok {
		settings.Threshold = Rounded(v, end)
	}
	imgui.PopStyleVar(1)
	imgui.PopFont()
	u.AddSettingTip(r)
	value := float32(settings.Threshold)
	imgui.SetNextItemWidth(-1)
	imgui.PushStyleVar(imgui.StyleVarFramePadding, imgui.NewVec2(8*u.Scale, thick))
	if u.ThresholdSlider(r.ID, &value, end, stepped(end)) {
		settings.Threshold = Rounded(float64(value), end)
	}
	imgui.PopStyleVar(1)
	u.w.Threshold = widgets.Item()
	u.AddSettingTip(r)
	u.WriteSmall(u.ends.low)
	imgui.PushFont(u.Regular, widgets.SmallSize*u.Scale)
	imgui.PushStyleColor(imgui.ColText, widgets.Packed(u.Dim))
	widgets.WriteRight(u.ends.high)
	imgui.PopStyleColor(1)
	imgui.PopFont()
}

// Rounded returns a threshold as the slider shows it: rounded to four decimal places, from 0 to
// end.
func Rounded(t, end float64) float64 {
	return min(max(math.Round(t*1e4)/1e4, 0), end)
}

// FineStep is the factor of the threshold for each press of a key.
const FineStep = 1.1

// stepped returns what moves a threshold by keys, for thresholds up to end.
func stepped(end float64) func(t float64, n int) float64 {
	return func(t float64, n int) float64 { return Scaled(t, end, math.Pow(FineStep, float64(n))) }
}

// Scaled multiplies a threshold by a factor. The result is at most end, and differs by at least one
// unit of the fourth decimal place. Below 0.0001 follows 0.
func Scaled(t, end, factor float64) float64 {
	const place = 1e-4
	moved := t * factor
	if math.Abs(moved-t) < place {
		moved = t + math.Copysign(place, factor-1)
	}
	return Rounded(moved, end)
}

// noAuto says why there is no automatic threshold.
const noAuto = "a colour or a template needs a threshold set by hand"

// auto is the button next to the threshold's name that lets the player choose it; it is lit while the
// player chooses for each video. Moving the threshold ends that.
func (u *tuneTab) auto(settings *session.Settings) {
	s := u.Scale
	imgui.SameLineV(0, 10*s)
	imgui.PushFont(u.Regular, widgets.SmallSize*s)
	u.BeginUnused(widgets.Unless(!settings.Nearness(), noAuto))
	if u.Toggle(autoSetting.Title, 0, settings.Auto && !settings.Nearness(), &u.w.Auto) {
		u.Do(command.Do(command.FindThreshold))
	}
	imgui.PopFont()
	u.SwitchBadge(autoSetting, settings, autoNow(settings.Auto))
	u.EndUnused()
}

// autoNow says what Auto does now, and what a click on it does.
func autoNow(on bool) string {
	if on {
		return "Auto is on. A click finds the threshold again."
	}
	return "Auto is off: the threshold stays as you set it. A click switches Auto on."
}

// Words next to Auto while its threshold may change: the word, what there is room for in a narrow panel, and the tooltip.
const (
	provisional      = "estimating…"
	provisionalShort = "…"
	provisionalTip   = "This threshold may still change: Auto is looking at frames all over the video."
)

// provisional says next to Auto that its threshold may change.
func (u *tuneTab) provisional(is bool) {
	u.w.Provisional = image.Rectangle{}
	if !is {
		return
	}
	s := u.Scale
	imgui.SameLineV(0, 7*s)
	imgui.PushFont(u.Regular, widgets.SmallSize*s)
	word := provisional
	if imgui.CalcTextSize(word).X > imgui.ContentRegionAvail().X-(widgets.ValueWidth+4)*s {
		word = provisionalShort
	}
	imgui.PopFont()
	u.WriteSmall(word)
	u.w.Provisional = widgets.Item()
	u.AddTip(provisionalTip)
}
