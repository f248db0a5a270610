package panel

import (
	"cmp"
	"image"
	"slices"
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

// advancedRows are the rarely used parameters of the analysis in the panel's order: those named
// here, then each other one of the table that is not in the tab itself, and the length of cubes.
var advancedRows = func() (rows []widgets.Setting) {
	first := []string{"planes", "features", "low", "bounds", "invert", "order"}
	inTab := []string{"variant", "operator", "threshold", "template", "suppress", "colours"}
	for _, name := range first {
		rows = append(rows, widgets.SettingNamed(name))
	}
	for _, r := range analysis.Parameters() {
		if !slices.Contains(first, r.Name) && !slices.Contains(inTab, r.Name) {
			rows = append(rows, widgets.SettingNamed(r.Name))
		}
	}
	return append(rows, widgets.SettingNamed("cube"))
}()

// plainly has tooltips of parameters whose flag takes something else than the widget.
var plainly = map[string]string{
	"bounds": "Divides the quads into this many classes, in equal steps up to the threshold; each has its own quads and colour.\nFlag: --classes, with their boundaries",
	"cube":   "Joins quads that stay over the frames into cubes, as long in frames as they are wide in pixels, in windows of this many frames.",
}

// explain composes these tooltips.
func (u *tuneTab) explain() {
	for _, r := range advancedRows {
		if text := plainly[r.Name]; text != "" {
			u.Explain(r, text)
		}
	}
}

// AdvancedPlaces are the places of an advanced parameter's widgets.
type AdvancedPlaces struct {
	Name          string          // of the parameter in files
	Widget, Typed image.Rectangle // Typed is the field for typing its number
	Lines         widgets.Lines   // of its open list
}

// Parameter returns the places of the advanced parameter with a name.
func (w *tuneWidgets) Parameter(name string) *AdvancedPlaces {
	return &w.AdvancedRows[slices.IndexFunc(advancedRows, func(r widgets.Setting) bool { return r.Name == name })]
}

// advanced shows these parameters below a line that unfolds them.
func (u *tuneTab) advanced(settings *session.Settings) {
	changed := slices.ContainsFunc(advancedRows, func(r widgets.Setting) bool { return !u.IsDefault(r, settings) })
	tip := "More parameters of the analysis."
	if changed {
		tip += "\nSome differ from their defaults."
	}
	start := imgui.CursorScreenPos()
	room := u.copyWidth()
	u.w.Advanced = u.Fold("Advanced", tip, changed && !settings.Advanced, &settings.Advanced, room+8*u.Scale)
	u.copyButton(start, room)
	if slices.ContainsFunc(advancedRows, func(r widgets.Setting) bool { return u.LooksFor(r.Name) }) || !u.roomy && u.LooksFor(forAllSetting.Name) {
		settings.Advanced = true
	}
	if !settings.Advanced {
		return
	}
	if !u.roomy {
		imgui.TextUnformatted("")
		u.forAll(settings)
	}
	for i, r := range advancedRows {
		if r.Name == "order" {
			u.points(settings)
		}
		u.parameter(r, settings, &u.w.AdvancedRows[i])
	}
}

// forAll is the switch of whether the next video keeps what the tab says about the analysis, at the end of the
// line: that of the title Analysis, if there is one.
func (u *tuneTab) forAll(settings *session.Settings) {
	u.w.ForAll = u.CheckboxAtEnd(forAllSetting, settings, &settings.ForAll)
}

// parameter shows a parameter, disabled if it has no effect.
func (u *tuneTab) parameter(r widgets.Setting, settings *session.Settings, at *AdvancedPlaces) {
	at.Name = r.Name
	u.BeginUnused(unused(r, settings))
	features := settings.Features
	switch on := r.Truth(settings); {
	case r.Name == "low":
		u.low(r, settings, at)
	case r.Name == "bounds":
		u.classes(r, settings, at)
	case r.Name == "min_size", r.Name == "max_size":
		at.Widget = u.limit(r, settings, at.Lines[:])
	case r.Words != nil:
		at.Widget = u.NamedList(r, widgets.ChosenWord(r, settings), settings, at.Lines[:])
	case on != nil:
		u.Row(r, settings)
		at.Widget = u.Checkbox(r, on)
	default:
		u.NamedSlider(r, r.Low, settings, &at.Widget, &at.Typed)
	}
	if settings.ComparesColours() && settings.Features != features {
		u.Do(command.Do(command.PickColour)) // the ends now show another colour
	}
	settings.Params = settings.Limited()
	u.EndUnused()
}

// unused returns the reason why a parameter has no effect, or nothing.
func unused(r widgets.Setting, settings *session.Settings) string {
	variant := inVariant(settings.Variant)
	applies, takesLow := widgets.Unless(r.Applies(settings), variant), settings.Operator.TakesLow()
	switch r.Name {
	case "planes":
		return cmp.Or(widgets.Unless(settings.Variant.Discriminates(), variant), widgets.Unless(settings.Operator.Kind() != edge.Value, "this operator reads one plane"),
			widgets.Unless(!settings.ComparesColours(), "this operator compares colours"))
	case "low":
		return cmp.Or(applies, widgets.Unless(takesLow, "this operator's threshold is a lower bound"))
	case "bounds":
		return cmp.Or(applies, widgets.Unless(takesLow, "classes of luma need the operator range"),
			widgets.Unless(!settings.Invert, "inverted pixels have no class"), widgets.Unless(settings.Order == points.Morton, "classes need the order of the quadtree"))
	case "cube":
		return cmp.Or(widgets.Unless(settings.Variant == analysis.EdgeThreshold, variant), widgets.Unless(settings.Bounds.Classes() == 0, "cubes have no classes"),
			widgets.Unless(!settings.EachFrame, "cubes need one threshold for all frames"))
	}
	return applies
}

var pointsRow = widgets.FormRow("variant", "Points", "Lists each pixel by itself, with its luma, instead of merging pixels into quads: the variant points.")

// points is the switch between the variants edge and points.
func (u *tuneTab) points(settings *session.Settings) {
	u.BeginUnused(widgets.Unless(settings.Variant.Discriminates(), inVariant(settings.Variant)))
	u.Row(pointsRow, nil)
	listed := settings.Variant == analysis.Points
	if u.w.Points = u.Checkbox(pointsRow, &listed); listed != (settings.Variant == analysis.Points) {
		variant := analysis.EdgeThreshold
		if listed {
			variant = analysis.Points
		}
		settings.Params = settings.Switched(variant, settings.Operator)
	}
	u.EndUnused()
}

// inVariant returns the reason why a variant disables a parameter.
func inVariant(v analysis.Variant) string { return "the variant is " + strings.ToLower(v.Title()) }

// low is the lower bound of D; the threshold is the upper bound. Its slider has the threshold's
// scale. Low ends at the threshold, which a line marks, and the threshold ends at low.
func (u *tuneTab) low(r widgets.Setting, settings *session.Settings, at *AdvancedPlaces) {
	u.Row(r, settings)
	value := float32(settings.Low)
	imgui.SetNextItemWidth(-(widgets.ValueWidth + 6) * u.Scale)
	low := settings.Low
	if u.ThresholdSlider(r.ID, &value, settings.MaxThreshold(), stepped(settings.MaxThreshold())) {
		low = float64(value)
	}
	at.Widget = widgets.Item()
	u.lowTip(r)
	u.lowEnd(at.Widget, settings)
	if v, ok := u.Field(r.Field, u.Numeral(r, settings.Low, 4), &at.Typed); ok {
		low = v
	}
	u.lowTip(r)
	if low != settings.Low {
		settings.Low = Rounded(low, settings.Threshold)
	}
}

func (u *tuneTab) lowTip(r widgets.Setting) {
	if u.TipDue() {
		u.ShowTip(u.Explained[r.Name] + "\nIt ends at the threshold: raise that first.")
	}
}

// lowEnd marks the threshold on the slider of the lower bound.
func (u *tuneTab) lowEnd(slider image.Rectangle, settings *session.Settings) {
	s := u.Scale
	low, high := widgets.Corners(slider)
	x := u.SliderX(slider, widgets.AlongThresholds(settings.Threshold, settings.MaxThreshold()))
	imgui.WindowDrawList().AddRectFilled(imgui.NewVec2(x-s, low.Y), imgui.NewVec2(x+s, high.Y), widgets.Packed(u.Stronger))
}

// classes is the number of classes. Their bounds are evenly spaced up to the threshold.
func (u *tuneTab) classes(r widgets.Setting, settings *session.Settings, at *AdvancedPlaces) {
	before := int32(max(settings.Bounds.Classes(), 1))
	n := before
	u.Row(r, settings)
	if u.Slider(r, &n, 1, edge.MaxClasses, &at.Widget, &at.Typed) && n != before {
		settings.Params = settings.Divided(int(n))
		if before == 1 && settings.Colour.Sizes() {
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
	open := u.BeginCombo(r.ID, now)
	if open {
		u.sideLines(r, settings, places)
		imgui.EndCombo()
	}
	place := widgets.Item()
	u.AddSettingTip(r)
	return place
}

// sideLines are the lines of such a list.
func (u *tuneTab) sideLines(r widgets.Setting, settings *session.Settings, places []image.Rectangle) {
	now := int(r.Number(settings))
	if u.Choice("no limit", now == 0, &places[0]) {
		r.Change(settings, 0)
	}
	line := 1
	for side := 1; side <= largestSide; side *= 2 {
		tried := *settings
		r.Change(&tried, float64(side))
		if _, err := tried.Limits(); err != nil {
			continue
		}
		if u.Choice(strconv.Itoa(side)+r.Suffix, now == side, &places[line]) {
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
	ink := u.Dim
	if imgui.IsItemHovered() {
		ink = u.Stronger
	}
	u.AddTip("Copies the command that exports the quads of all frames as they are on the screen.")
	u.Names = append(u.Names, widgets.CopyTitle)
	imgui.PushFont(u.Regular, widgets.SmallSize*s)
	imgui.WindowDrawList().AddText(imgui.NewVec2(at.X, at.Y+(high*s-imgui.FontSize())/2-s), widgets.Packed(ink), widgets.CopyTitle)
	imgui.PopFont()
	imgui.SetCursorScreenPos(below)
}
