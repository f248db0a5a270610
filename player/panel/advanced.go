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
	"ffkvadrat/quadpyramid/points"
)

// advanced shows the rarely used parameters of the analysis, below a line that unfolds them.
func (u *tuneTab) advanced(settings *session.Settings) {
	changed := false
	for _, r := range [...]setting{planesSetting, featuresSetting, lowSetting, boundsSetting, invertSetting, orderSetting, minSizeSetting, maxSizeSetting, cubeSetting} {
		changed = changed || !u.isDefault(r, settings)
	}
	tip := "More parameters of the analysis."
	if changed {
		tip += "\nSome differ from their defaults."
	}
	start := imgui.CursorScreenPos()
	room := u.copyWidth()
	u.w.Advanced = u.fold("Advanced", tip, changed && !settings.Advanced, &settings.Advanced, room+8*u.scale)
	u.copyButton(start, room)
	if !settings.Advanced {
		return
	}
	w := &u.w
	colours := settings.ComparesColours()
	onlyEdges := unless(settings.Variant.Discriminates(), inVariant(settings.Variant))
	u.beginUnused(cmp.Or(onlyEdges, unless(settings.Operator.Kind() != edge.Value, "this operator reads one plane"), unless(!colours, "this operator compares colours")))
	w.Planes = u.among(planesSetting, chosenWord(planesSetting, settings), settings, w.PlanesWords[:])
	settings.Params = settings.Limited()
	u.endUnused()

	u.beginUnused(excluded(featuresSetting, settings))
	before := settings.Features
	w.Features = u.among(featuresSetting, chosenWord(featuresSetting, settings), settings, w.FeaturesWords[:])
	if colours && settings.Features != before {
		u.do(command.Do(command.PickColour)) // the ends now show another colour
	}
	u.endUnused()

	u.beginUnused(cmp.Or(excluded(lowSetting, settings), unless(settings.Operator.TakesLow(), "this operator's threshold is a lower bound")))
	u.low(settings)
	u.endUnused()

	reason := cmp.Or(excluded(boundsSetting, settings), unless(settings.Operator.TakesLow(), "classes of luma need the operator range"),
		unless(!settings.Invert, "inverted pixels have no class"), unless(settings.Order == points.Morton, "classes need the order of the quadtree"))
	u.beginUnused(reason)
	u.classes(settings)
	u.endUnused()

	u.beginUnused(excluded(invertSetting, settings))
	u.row(invertSetting, settings)
	w.Invert = u.box(invertSetting, &settings.Invert)
	settings.Params = settings.Limited()
	u.endUnused()

	u.beginUnused(onlyEdges)
	u.row(pointsRow, nil)
	listed := settings.Variant == analysis.Points
	if w.Points = u.box(pointsRow, &listed); listed != (settings.Variant == analysis.Points) {
		variant := analysis.EdgeThreshold
		if listed {
			variant = analysis.Points
		}
		settings.Params = settings.Switched(variant, settings.Operator)
	}
	u.endUnused()

	u.beginUnused(excluded(orderSetting, settings))
	w.Order = u.among(orderSetting, chosenWord(orderSetting, settings), settings, w.OrderWords[:])
	settings.Params = settings.Limited()
	u.endUnused()

	u.beginUnused(excluded(minSizeSetting, settings))
	w.MinSize = u.limit(minSizeSetting, settings, w.MinSizes[:])
	w.MaxSize = u.limit(maxSizeSetting, settings, w.MaxSizes[:])
	u.endUnused()

	reason = unless(settings.Variant == analysis.EdgeThreshold, inVariant(settings.Variant))
	u.beginUnused(cmp.Or(reason, unless(settings.Bounds.Classes() == 0, "cubes have no classes"), unless(!settings.EachFrame, "cubes need one threshold for all frames")))
	w.Cube = u.among(cubeSetting, chosenWord(cubeSetting, settings), settings, w.Cubes[:])
	u.endUnused()
}

var pointsRow = formRow("variant", "Points", "Lists each pixel by itself, with its luma, instead of merging pixels into quads.")

// inVariant returns the reason why a variant disables a parameter.
func inVariant(v analysis.Variant) string { return "the variant is " + strings.ToLower(v.Title()) }

// excluded returns the reason if the variant excludes a parameter, else nothing.
func excluded(r setting, settings *session.Settings) string {
	return unless(r.Applies(settings), inVariant(settings.Variant))
}

// unless returns reason if the condition is false, else "".
func unless(condition bool, reason string) string {
	if condition {
		return ""
	}
	return reason
}

// low is the lower bound of D; the threshold is the upper bound.
func (u *tuneTab) low(settings *session.Settings) {
	r, end := lowSetting, settings.MaxThreshold()
	u.row(r, settings)
	value := float32(settings.Low)
	imgui.SetNextItemWidth(-(valueWidth + 6) * u.scale)
	u.beginBare(r.id)
	low := settings.Low
	if imgui.SliderFloat(r.id, &value, 0, float32(end), "%.4f", imgui.SliderFlagsAlwaysClamp) {
		low = float64(value)
	}
	u.endBare(r.id)
	u.w.Low = item()
	u.tipOf(r)
	if v, ok := u.field(r.field, u.numeral(r, settings.Low, 4), &u.w.LowTyped); ok {
		low = v
	}
	u.tipOf(r)
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
	u.row(boundsSetting, settings)
	if u.number(boundsSetting, &n, 1, edge.MaxClasses, &w.Classes, &w.ClassesTyped) && n != before {
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
func (u *tuneTab) limit(r setting, settings *session.Settings, places []image.Rectangle) image.Rectangle {
	u.row(r, settings)
	now := "no limit"
	if side := int(r.Number(settings)); side > 0 {
		now = strconv.Itoa(side) + r.suffix
	}
	imgui.SetNextItemWidth(-1)
	open := imgui.BeginCombo(r.id, now, imgui.ComboFlagsHeightLargest)
	if open {
		sideLines(r, settings, places)
		imgui.EndCombo()
	}
	place := item()
	u.tipOf(r)
	return place
}

func sideLines(r setting, settings *session.Settings, places []image.Rectangle) {
	now := int(r.Number(settings))
	if choice("no limit", now == 0, &places[0]) {
		r.Change(settings, 0)
	}
	line := 1
	for side := 1; side <= largestSide; side *= 2 {
		tried := *settings
		r.Change(&tried, float64(side))
		if _, err := tried.Limits(); err != nil {
			continue
		}
		if choice(strconv.Itoa(side)+r.suffix, now == side, &places[line]) {
			r.Change(settings, float64(side))
		}
		line++
	}
}

// copyTitle names the button that copies a command which repeats what is on the screen.
const copyTitle = "Copy as command"

// copyWidth is the width of that button.
func (u *tuneTab) copyWidth() float32 {
	imgui.PushFont(u.regular, smallSize*u.scale)
	defer imgui.PopFont()
	return imgui.CalcTextSize(copyTitle).X
}

// copyButton shows it at the right end of the line that began at start.
func (u *tuneTab) copyButton(start imgui.Vec2, width float32) {
	const high = 19 // height of the line, as in fold
	s := u.scale
	below := imgui.CursorScreenPos()
	at := imgui.NewVec2(below.X+imgui.ContentRegionAvail().X-width, start.Y)
	imgui.SetCursorScreenPos(at)
	if imgui.InvisibleButton(copyTitle, imgui.NewVec2(width, high*s)) {
		u.do(command.Do(command.CopyCommand))
	}
	u.w.CopyCommand = item()
	ink := dim
	if imgui.IsItemHovered() {
		ink = stronger
	}
	u.tip("Copies the command that exports the quads of all frames as they are on the screen.")
	u.Names = append(u.Names, copyTitle)
	imgui.PushFont(u.regular, smallSize*s)
	imgui.WindowDrawList().AddText(imgui.NewVec2(at.X, at.Y+(high*s-imgui.FontSize())/2-s), packed(ink), copyTitle)
	imgui.PopFont()
	imgui.SetCursorScreenPos(below)
}
