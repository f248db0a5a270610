package panel

import (
	"cmp"
	"image"
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

// advanced are the parameters of the analysis that few people need, under a line
// that opens and closes them.
func (p *Panel) advanced(settings *session.Settings) {
	changed := false
	for _, r := range [...]setting{planesSetting, featuresSetting, lowSetting, boundsSetting, invertSetting, orderSetting, minSizeSetting, maxSizeSetting, cubeSetting} {
		changed = changed || !p.isDefault(r, settings)
	}
	tip := "More parameters of the analysis."
	if changed {
		tip += "\nSome differ from their defaults."
	}
	start := imgui.CursorScreenPos()
	room := p.copyWidth()
	p.Widgets.Advanced = p.fold("Advanced", tip, changed && !settings.Advanced, &settings.Advanced, room+8*p.scale)
	p.copyButton(start, room)
	if !settings.Advanced {
		return
	}
	w := &p.Widgets
	ofEdges := settings.Variant.Discriminates()
	onlyEdges := unless(ofEdges, inVariant(settings.Variant))

	reason := onlyEdges
	if reason == "" {
		reason = unless(settings.Operator.Kind() != edge.Value, "this operator reads one plane")
	}
	colours := settings.ComparesColours()
	if reason == "" {
		reason = unless(!colours, "this operator compares colours")
	}
	p.beginUnused(reason)
	w.Planes = p.among(planesSetting, chosenWord(planesSetting, settings), settings, w.PlanesWords[:])
	settings.Params = settings.Limited()
	p.endUnused()

	p.beginUnused(unless((!ofEdges || colours) && !settings.Variant.Searches(), inVariant(settings.Variant)))
	before := settings.Features
	w.Features = p.among(featuresSetting, chosenWord(featuresSetting, settings), settings, w.FeaturesWords[:])
	if colours && settings.Features != before {
		p.do(command.Do(command.PickColour)) // the numbers mean another colour now
	}
	p.endUnused()

	p.beginUnused(cmp.Or(onlyEdges, unless(settings.Operator.TakesLow(), "this operator's threshold is a lower bound")))
	p.low(settings)
	p.endUnused()

	reason = cmp.Or(onlyEdges, unless(settings.Operator.TakesLow(), "classes of luma need the operator range"),
		unless(!settings.Invert, "inverted pixels have no class"), unless(settings.Order == points.Morton, "classes need the order of the quadtree"))
	p.beginUnused(reason)
	p.classes(settings)
	p.endUnused()

	p.beginUnused(onlyEdges)
	p.begin(invertSetting, settings)
	w.Invert = p.box(invertSetting, &settings.Invert)
	settings.Params = settings.Limited()
	p.endUnused()

	p.beginUnused(onlyEdges)
	p.begin(pointsRow, nil)
	listed := settings.Variant == analysis.Points
	if w.Points = p.box(pointsRow, &listed); listed != (settings.Variant == analysis.Points) {
		variant := analysis.EdgeThreshold
		if listed {
			variant = analysis.Points
		}
		settings.Params = settings.Switched(variant, settings.Operator)
	}
	p.endUnused()

	p.beginUnused(unless(settings.Variant.HasValues(), inVariant(settings.Variant)))
	w.Order = p.among(orderSetting, chosenWord(orderSetting, settings), settings, w.OrderWords[:])
	settings.Params = settings.Limited()
	p.endUnused()

	p.beginUnused(unless(settings.Variant.Merges(), inVariant(settings.Variant)))
	w.MinSize = p.limit(minSizeSetting, settings, w.MinSizes[:])
	w.MaxSize = p.limit(maxSizeSetting, settings, w.MaxSizes[:])
	p.endUnused()

	reason = unless(settings.Variant == analysis.EdgeThreshold, inVariant(settings.Variant))
	p.beginUnused(cmp.Or(reason, unless(settings.Bounds.Classes() == 0, "cubes have no classes"), unless(!settings.EachFrame, "cubes need one threshold for all frames")))
	w.Cube = p.among(cubeSetting, chosenWord(cubeSetting, settings), settings, w.Cubes[:])
	p.endUnused()
}

var pointsRow = formRow("variant", "Points", "Lists each pixel by itself, with its luma, instead of merging pixels into quads.")

// inVariant is the reason why a variant closes a parameter.
func inVariant(v analysis.Variant) string { return "the variant is " + strings.ToLower(v.Title()) }

// unless returns the reason, unless the condition holds.
func unless(condition bool, reason string) string {
	if condition {
		return ""
	}
	return reason
}

// low is the lower end of the band of which the threshold is the upper.
func (p *Panel) low(settings *session.Settings) {
	r, end := lowSetting, settings.MaxThreshold()
	p.begin(r, settings)
	value := float32(settings.Low)
	imgui.SetNextItemWidth(-(valueWidth + 6) * p.scale)
	p.beginBare(r.id)
	low := settings.Low
	if imgui.SliderFloat(r.id, &value, 0, float32(end), "%.4f", imgui.SliderFlagsAlwaysClamp) {
		low = float64(value)
	}
	p.endBare(r.id)
	p.Widgets.Low = item()
	p.tipOf(r)
	if v, ok := p.field(r.field, p.numeral(r, settings.Low, 4), &p.Widgets.LowTyped); ok {
		low = v
	}
	p.tipOf(r)
	if low != settings.Low {
		settings.Low = Rounded(low, end)
		settings.Threshold = max(settings.Threshold, settings.Low)
	}
}

// classes is the number of classes, whose boundaries are evenly spaced up to the threshold.
func (p *Panel) classes(settings *session.Settings) {
	w := &p.Widgets
	before := int32(max(settings.Bounds.Classes(), 1))
	n := before
	p.begin(boundsSetting, settings)
	if p.number(boundsSetting, &n, 1, edge.MaxClasses, &w.Classes, &w.ClassesTyped) && n != before {
		settings.Params = settings.Divided(int(n))
		if before == 1 && settings.Colour == overlay.ByLevel {
			settings.Colour = overlay.ByClass
		}
	}
}

// largestSide is the largest side of quads that the lists offer.
const largestSide = 1024

// limit is a named list of sides of quads: none, and powers of two. It leaves
// out sides that the other limit excludes.
func (p *Panel) limit(r setting, settings *session.Settings, places []image.Rectangle) image.Rectangle {
	p.begin(r, settings)
	now := "no limit"
	if side := int(r.Number(settings)); side > 0 {
		now = strconv.Itoa(side) + r.suffix
	}
	imgui.SetNextItemWidth(-1)
	open := imgui.BeginCombo(r.id, now, imgui.ComboFlagsHeightLargest)
	if open {
		p.sides(r, settings, places)
		imgui.EndCombo()
	}
	place := item()
	p.tipOf(r)
	return place
}

func (p *Panel) sides(r setting, settings *session.Settings, places []image.Rectangle) {
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

// fold is a line that opens and closes what is below it. It may have a mark.
func (p *Panel) fold(title, tip string, marked bool, open *bool, right float32) image.Rectangle {
	s := p.scale
	at := imgui.CursorScreenPos()
	const high = 19
	if imgui.InvisibleButton(title, imgui.NewVec2(imgui.ContentRegionAvail().X-right, high*s)) {
		*open = !*open
	}
	place := item()
	ink := dim
	if imgui.IsItemHovered() {
		ink = stronger
	}
	p.tip(tip)
	p.Names = append(p.Names, title)
	draw := imgui.WindowDrawList()
	x, y := at.X+5*s, at.Y+high*s/2
	if *open {
		draw.AddTriangleFilled(imgui.NewVec2(x-5*s, y-3*s), imgui.NewVec2(x+5*s, y-3*s), imgui.NewVec2(x, y+4*s), packed(ink))
	} else {
		draw.AddTriangleFilled(imgui.NewVec2(x-3*s, y-5*s), imgui.NewVec2(x+4*s, y), imgui.NewVec2(x-3*s, y+5*s), packed(ink))
	}
	if marked {
		p.mark(draw, at.X-4.5*s, y)
	}
	draw.AddText(imgui.NewVec2(at.X+16*s, at.Y+(high*s-imgui.FontSize())/2-s), packed(ink), title)
	return place
}

// copyTitle is the button that copies the command for what is on the screen.
const copyTitle = "Copy as command"

// copyWidth is the width of that button.
func (p *Panel) copyWidth() float32 {
	imgui.PushFont(p.regular, smallSize*p.scale)
	defer imgui.PopFont()
	return imgui.CalcTextSize(copyTitle).X
}

// copyButton builds it at the right end of the line that began at start.
func (p *Panel) copyButton(start imgui.Vec2, width float32) {
	const high = 19 // of the line, as in fold
	s := p.scale
	below := imgui.CursorScreenPos()
	at := imgui.NewVec2(below.X+imgui.ContentRegionAvail().X-width, start.Y)
	imgui.SetCursorScreenPos(at)
	if imgui.InvisibleButton(copyTitle, imgui.NewVec2(width, high*s)) {
		p.do(command.Do(command.CopyCommand))
	}
	p.Widgets.CopyCommand = item()
	ink := dim
	if imgui.IsItemHovered() {
		ink = stronger
	}
	p.tip("Copies the command that exports the quads of all frames as they are on the screen.")
	p.Names = append(p.Names, copyTitle)
	imgui.PushFont(p.regular, smallSize*s)
	imgui.WindowDrawList().AddText(imgui.NewVec2(at.X, at.Y+(high*s-imgui.FontSize())/2-s), packed(ink), copyTitle)
	imgui.PopFont()
	imgui.SetCursorScreenPos(below)
}
