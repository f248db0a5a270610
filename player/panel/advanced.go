package panel

import (
	"cmp"
	"image"
	"strconv"
	"strings"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/imgui"
	"ffkvadrat/overlay"
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
	"ffkvadrat/quadpyramid/points"
)

// advanced shows the rarely used parameters of the analysis, below a line that unfolds them.
func (u *tuneTab) advanced(settings *session.Settings) {
	changed := false
	for _, r := range [...]widgets.Setting{planesSetting, featuresSetting, lowSetting, boundsSetting, invertSetting, orderSetting, minSizeSetting, maxSizeSetting, cubeSetting} {
		changed = changed || !u.IsDefault(r, settings)
	}
	tip := "More parameters of the analysis."
	if changed {
		tip += "\nSome differ from their defaults."
	}
	start := imgui.CursorScreenPos()
	room := u.copyWidth()
	u.w.Advanced = u.Fold("Advanced", tip, changed && !settings.Advanced, &settings.Advanced, room+8*u.Scale)
	u.copyButton(start, room)
	if !settings.Advanced {
		return
	}
	w := &u.w
	colours := settings.ComparesColours()
	onlyEdges := widgets.Unless(settings.Variant.Discriminates(), inVariant(settings.Variant))
	u.BeginUnused(cmp.Or(onlyEdges, widgets.Unless(settings.Operator.Kind() != edge.Value, "this operator reads one plane"), widgets.Unless(!colours, "this operator compares colours")))
	w.Planes = u.NamedList(planesSetting, widgets.ChosenWord(planesSetting, settings), settings, w.PlanesWords[:])
	settings.Params = settings.Limited()
	u.EndUnused()

	u.BeginUnused(excluded(featuresSetting, settings))
	before := settings.Features
	w.Features = u.NamedList(featuresSetting, widgets.ChosenWord(featuresSetting, settings), settings, w.FeaturesWords[:])
	if colours && settings.Features != before {
		u.Do(command.Do(command.PickColour)) // the ends now show another colour
	}
	u.EndUnused()

	u.BeginUnused(cmp.Or(excluded(lowSetting, settings), widgets.Unless(settings.Operator.TakesLow(), "this operator's threshold is a lower bound")))
	u.low(settings)
	u.EndUnused()

	reason := cmp.Or(excluded(boundsSetting, settings), widgets.Unless(settings.Operator.TakesLow(), "classes of luma need the operator range"),
		widgets.Unless(!settings.Invert, "inverted pixels have no class"), widgets.Unless(settings.Order == points.Morton, "classes need the order of the quadtree"))
	u.BeginUnused(reason)
	u.classes(settings)
	u.EndUnused()

	u.BeginUnused(excluded(invertSetting, settings))
	u.Row(invertSetting, settings)
	w.Invert = u.Checkbox(invertSetting, &settings.Invert)
	settings.Params = settings.Limited()
	u.EndUnused()

	u.BeginUnused(onlyEdges)
	u.Row(pointsRow, nil)
	listed := settings.Variant == analysis.Points
	if w.Points = u.Checkbox(pointsRow, &listed); listed != (settings.Variant == analysis.Points) {
		variant := analysis.EdgeThreshold
		if listed {
			variant = analysis.Points
		}
		settings.Params = settings.Switched(variant, settings.Operator)
	}
	u.EndUnused()

	u.BeginUnused(excluded(orderSetting, settings))
	w.Order = u.NamedList(orderSetting, widgets.ChosenWord(orderSetting, settings), settings, w.OrderWords[:])
	settings.Params = settings.Limited()
	u.EndUnused()

	u.BeginUnused(excluded(minSizeSetting, settings))
	w.MinSize = u.limit(minSizeSetting, settings, w.MinSizes[:])
	w.MaxSize = u.limit(maxSizeSetting, settings, w.MaxSizes[:])
	u.EndUnused()

	reason = widgets.Unless(settings.Variant == analysis.EdgeThreshold, inVariant(settings.Variant))
	u.BeginUnused(cmp.Or(reason, widgets.Unless(settings.Bounds.Classes() == 0, "cubes have no classes"), widgets.Unless(!settings.EachFrame, "cubes need one threshold for all frames")))
	w.Cube = u.NamedList(cubeSetting, widgets.ChosenWord(cubeSetting, settings), settings, w.Cubes[:])
	u.EndUnused()
}

var pointsRow = widgets.FormRow("variant", "Points", "Lists each pixel by itself, with its luma, instead of merging pixels into quads.")

// inVariant returns the reason why a variant disables a parameter.
func inVariant(v analysis.Variant) string { return "the variant is " + strings.ToLower(v.Title()) }

// excluded returns the reason if the variant excludes a parameter, else nothing.
func excluded(r widgets.Setting, settings *session.Settings) string {
	return widgets.Unless(r.Applies(settings), inVariant(settings.Variant))
}

// low is the lower bound of D; the threshold is the upper bound.
func (u *tuneTab) low(settings *session.Settings) {
	r, end := lowSetting, settings.MaxThreshold()
	u.Row(r, settings)
	value := float32(settings.Low)
	imgui.SetNextItemWidth(-(widgets.ValueWidth + 6) * u.Scale)
	u.BeginBare(r.ID)
	low := settings.Low
	if imgui.SliderFloat(r.ID, &value, 0, float32(end), "%.4f", imgui.SliderFlagsAlwaysClamp) {
		low = float64(value)
	}
	u.EndBare(r.ID)
	u.w.Low = widgets.Item()
	u.AddSettingTip(r)
	if v, ok := u.Field(r.Field, u.Numeral(r, settings.Low, 4), &u.w.LowTyped); ok {
		low = v
	}
	u.AddSettingTip(r)
	if low != settings.Low {
		settings.Low = Rounded(low, end)
		settings.Threshold = max(settings.Threshold, settings.Low)
	}
}

// classes is the number of classes. Their bounds are evenly spaced up to the threshold.
func (u *tuneTab) classes(settings *session.Settings) {
	w := &u.w
	before := int32(max(settings.Bounds.Classes(), 1))
	n := before
	u.Row(boundsSetting, settings)
	if u.Slider(boundsSetting, &n, 1, edge.MaxClasses, &w.Classes, &w.ClassesTyped) && n != before {
		settings.Params = settings.Divided(int(n))
		if before == 1 && settings.Colour == overlay.ByLevel {
			settings.Colour = overlay.ByClass
		}
	}
}

// largestSide is the largest side of a quad in the lists, in pixels.
const largestSide = 1024

// limit is a named list of limits of a quad's side: none, or a power of two. It leaves out sides
// that contradict the other limit.
func (u *tuneTab) limit(r widgets.Setting, settings *session.Settings, places []image.Rectangle) image.Rectangle {
	u.Row(r, settings)
	now := "no limit"
	if side := int(r.Number(settings)); side > 0 {
		now = strconv.Itoa(side) + r.Suffix
	}
	imgui.SetNextItemWidth(-1)
	open := imgui.BeginCombo(r.ID, now, imgui.ComboFlagsHeightLargest)
	if open {
		sideLines(r, settings, places)
		imgui.EndCombo()
	}
	place := widgets.Item()
	u.AddSettingTip(r)
	return place
}

func sideLines(r widgets.Setting, settings *session.Settings, places []image.Rectangle) {
	now := int(r.Number(settings))
	if widgets.Choice("no limit", now == 0, &places[0]) {
		r.Change(settings, 0)
	}
	line := 1
	for side := 1; side <= largestSide; side *= 2 {
		tried := *settings
		r.Change(&tried, float64(side))
		if _, err := tried.Limits(); err != nil {
			continue
		}
		if widgets.Choice(strconv.Itoa(side)+r.Suffix, now == side, &places[line]) {
			r.Change(settings, float64(side))
		}
		line++
	}
}

// copyWidth is the width of that button.
func (u *tuneTab) copyWidth() float32 {
	imgui.PushFont(u.Regular, widgets.SmallSize*u.Scale)
	defer imgui.PopFont()
	return imgui.CalcTextSize(widgets.CopyTitle).X
}

// copyButton shows it at the right end of the line that began at start.
func (u *tuneTab) copyButton(start imgui.Vec2, width float32) {
	const high = 19 // height of the line, as in fold
	s := u.Scale
	below := imgui.CursorScreenPos()
	at := imgui.NewVec2(below.X+imgui.ContentRegionAvail().X-width, start.Y)
	imgui.SetCursorScreenPos(at)
	if imgui.InvisibleButton(widgets.CopyTitle, imgui.NewVec2(width, high*s)) {
		u.Do(command.Do(command.CopyCommand))
	}
	u.w.CopyCommand = widgets.Item()
	ink := widgets.Dim
	if imgui.IsItemHovered() {
		ink = widgets.Stronger
	}
	u.AddTip("Copies the command that exports the quads of all frames as they are on the screen.")
	u.Names = append(u.Names, widgets.CopyTitle)
	imgui.PushFont(u.Regular, widgets.SmallSize*s)
	imgui.WindowDrawList().AddText(imgui.NewVec2(at.X, at.Y+(high*s-imgui.FontSize())/2-s), widgets.Packed(ink), widgets.CopyTitle)
	imgui.PopFont()
	imgui.SetCursorScreenPos(below)
}
