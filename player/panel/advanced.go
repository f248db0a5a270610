package panel

import (
	"cmp"
	"image"
	"slices"
	"strconv"
	"strings"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/overlay"
	"ffkvadrat/player/command"
	"ffkvadrat/player/imgui"
	"ffkvadrat/player/session"
	"ffkvadrat/quadpyramid/points"
)

// advancedRows are the rarely used parameters of the analysis in the panel's order: those named here, then each other
// one of the table that is not in the tab itself, and the length of cubes.
var advancedRows = func() (rows []setting) {
	first := []string{"planes", "features", "low", "bounds", "invert", "order"}
	inTab := []string{"variant", "operator", "threshold", "template", "suppress", "colours"}
	for _, name := range first {
		rows = append(rows, settingNamed(name))
	}
	for _, r := range analysis.Parameters() {
		if !slices.Contains(first, r.Name) && !slices.Contains(inTab, r.Name) {
			rows = append(rows, settingNamed(r.Name))
		}
	}
	return append(rows, settingNamed("cube"))
}()

// AdvancedPlaces are the places of an advanced parameter's widgets.
type AdvancedPlaces struct {
	Name          string          // of the parameter in files
	Widget, Typed image.Rectangle // Typed is the field for typing its number
	Lines         lines           // of its open list
}

// Parameter returns the places of the advanced parameter with a name.
func (w *tuneWidgets) Parameter(name string) *AdvancedPlaces {
	return &w.AdvancedRows[slices.IndexFunc(advancedRows, func(r setting) bool { return r.Name == name })]
}

// advanced shows these parameters below a line that unfolds them.
func (u *tuneTab) advanced(settings *session.Settings) {
	changed := slices.ContainsFunc(advancedRows, func(r setting) bool { return !u.isDefault(r, settings) })
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
	for i, r := range advancedRows {
		if r.Name == "order" {
			u.points(settings)
		}
		u.parameter(r, settings, &u.w.AdvancedRows[i])
	}
}

// parameter shows a parameter, disabled if it has no effect.
func (u *tuneTab) parameter(r setting, settings *session.Settings, at *AdvancedPlaces) {
	at.Name = r.Name
	u.beginUnused(unused(r, settings))
	features := settings.Features
	switch on := r.Truth(settings); {
	case r.Name == "low":
		u.low(r, settings, at)
	case r.Name == "bounds":
		u.classes(r, settings, at)
	case r.Name == "min_size", r.Name == "max_size":
		at.Widget = u.limit(r, settings, at.Lines[:])
	case r.Words != nil:
		at.Widget = u.among(r, chosenWord(r, settings), settings, at.Lines[:])
	case on != nil:
		u.row(r, settings)
		at.Widget = u.box(r, on)
	default:
		u.amount(r, r.Low, settings, &at.Widget, &at.Typed)
	}
	if settings.ComparesColours() && settings.Features != features {
		u.do(command.Do(command.PickColour)) // the ends now show another colour
	}
	settings.Params = settings.Limited()
	u.endUnused()
}

// unused returns the reason why a parameter has no effect, or nothing.
func unused(r setting, settings *session.Settings) string {
	variant := inVariant(settings.Variant)
	applies, takesLow := unless(r.Applies(settings), variant), settings.Operator.TakesLow()
	switch r.Name {
	case "planes":
		return cmp.Or(unless(settings.Variant.Discriminates(), variant), unless(settings.Operator.Kind() != edge.Value, "this operator reads one plane"),
			unless(!settings.ComparesColours(), "this operator compares colours"))
	case "low":
		return cmp.Or(applies, unless(takesLow, "this operator's threshold is a lower bound"))
	case "bounds":
		return cmp.Or(applies, unless(takesLow, "classes of luma need the operator range"),
			unless(!settings.Invert, "inverted pixels have no class"), unless(settings.Order == points.Morton, "classes need the order of the quadtree"))
	case "cube":
		return cmp.Or(unless(settings.Variant == analysis.EdgeThreshold, variant), unless(settings.Bounds.Classes() == 0, "cubes have no classes"),
			unless(!settings.EachFrame, "cubes need one threshold for all frames"))
	}
	return applies
}

var pointsRow = formRow("variant", "Points", "Lists each pixel by itself, with its luma, instead of merging pixels into quads.")

// points is the switch between the variants edge and points.
func (u *tuneTab) points(settings *session.Settings) {
	u.beginUnused(unless(settings.Variant.Discriminates(), inVariant(settings.Variant)))
	u.row(pointsRow, nil)
	listed := settings.Variant == analysis.Points
	if u.w.Points = u.box(pointsRow, &listed); listed != (settings.Variant == analysis.Points) {
		variant := analysis.EdgeThreshold
		if listed {
			variant = analysis.Points
		}
		settings.Params = settings.Switched(variant, settings.Operator)
	}
	u.endUnused()
}

// inVariant returns the reason why a variant disables a parameter.
func inVariant(v analysis.Variant) string { return "the variant is " + strings.ToLower(v.Title()) }

// unless returns reason if the condition is false, else "".
func unless(condition bool, reason string) string {
	if condition {
		return ""
	}
	return reason
}

// low is the lower bound of D; the threshold is the upper bound.
func (u *tuneTab) low(r setting, settings *session.Settings, at *AdvancedPlaces) {
	end := settings.MaxThreshold()
	u.row(r, settings)
	value := float32(settings.Low)
	imgui.SetNextItemWidth(-(valueWidth + 6) * u.scale)
	u.beginBare(r.id)
	low := settings.Low
	if imgui.SliderFloat(r.id, &value, 0, float32(end), "%.4f", imgui.SliderFlagsAlwaysClamp) {
		low = float64(value)
	}
	u.endBare(r.id)
	at.Widget = item()
	u.tipOf(r)
	if v, ok := u.field(r.field, u.numeral(r, settings.Low, 4), &at.Typed); ok {
		low = v
	}
	u.tipOf(r)
	if low != settings.Low {
		settings.Low = Rounded(low, end)
		settings.Threshold = max(settings.Threshold, settings.Low)
	}
}

// classes is the number of classes. Their bounds are evenly spaced up to the threshold.
func (u *tuneTab) classes(r setting, settings *session.Settings, at *AdvancedPlaces) {
	before := int32(max(settings.Bounds.Classes(), 1))
	n := before
	u.row(r, settings)
	if u.number(r, &n, 1, edge.MaxClasses, &at.Widget, &at.Typed) && n != before {
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
