package panel

import (
	"image"
	"math"

	"ffkvadrat/analysis"
	"ffkvadrat/overlay"
	"ffkvadrat/player/command"
	"ffkvadrat/player/imgui"
	"ffkvadrat/player/session"
)

// tuneTab is the tab Tune: parameters of the analysis and of the overlay.
type tuneTab struct {
	*kit
	*strengthRow
	facts        *Facts
	texts        *texts
	renderer     *renderer
	templateMade templateMade
	classEntries []overlay.LegendEntry // memory of the legend of classes
	w            tuneWidgets
}

// build shows the tab.
func (u *tuneTab) build(r image.Rectangle, status *Status, settings *session.Settings) {
	u.method(settings)
	u.colours(settings, status.Picking.On && !status.Picking.Template)
	u.template(settings, status.Picking.On && status.Picking.Template)
	u.threshold(settings)
	u.result(status, settings)
	u.stored(status, settings)
	u.advanced(settings)
	u.rule()
	u.overlay(settings)
	u.codec(status, settings)
	u.view(settings, status.Top)
	u.section("Engine")
	u.engine(settings)
	u.section("Stage times")
	writeRight("ms")
	u.stages()
	u.section("Sound")
	u.sound(status, settings)
	u.mainKeys(r)
}

// threshold is the threshold's slider, below its name and its number.
func (u *tuneTab) threshold(settings *session.Settings) {
	r, end := thresholdSetting, settings.MaxThreshold()
	imgui.PushStyleVar(imgui.StyleVarFramePadding, imgui.NewVec2(4*u.scale, 1*u.scale))
	u.name(r, settings)
	u.auto(settings)
	if v, ok := u.field(r.field, u.numeral(r, settings.Threshold, 4), &u.w.ThresholdTyped); ok {
		settings.Threshold = Rounded(v, end)
	}
	u.tipOf(r)
	imgui.PopStyleVar(1)
	value := float32(settings.Threshold)
	imgui.SetNextItemWidth(-1)
	u.beginBare(r.id)
	const flags = imgui.SliderFlagsLogarithmic | imgui.SliderFlagsAlwaysClamp
	if imgui.SliderFloat(r.id, &value, 0, float32(end), "%.4f", flags) {
		settings.Threshold = Rounded(float64(value), end)
	}
	u.endBare(r.id)
	u.w.Threshold = item()
	u.tipOf(r)
}

// Rounded returns a threshold as the slider shows it: rounded to four decimal places, from 0 to
// end.
func Rounded(t, end float64) float64 {
	return min(max(math.Round(t*1e4)/1e4, 0), end)
}

func (u *tuneTab) result(status *Status, settings *session.Settings) {
	imgui.PushFont(u.medium, titleSize*u.scale)
	imgui.TextUnformatted(u.texts.quads)
	imgui.PopFont()
	imgui.SameLineV(0, 5*u.scale)
	imgui.TextUnformatted(u.texts.things)
	if status.Thing == analysis.Templates.Thing() { // boxes have one size and can overlap
		return
	}
	if u.onlySize(settings); settings.OnlySize > 0 {
		writeRight(u.texts.coverage)
	} else {
		writeRight(u.texts.coverage + " covered")
	}
	u.legend(status, settings)
}

// auto is the switch next to the threshold's name that lets the player choose it.
func (u *tuneTab) auto(settings *session.Settings) {
	s := u.scale
	imgui.SameLineV(0, 10*s)
	imgui.PushFont(u.regular, smallSize*s)
	u.beginUnused(unless(!settings.Nearness(), "a colour or a template needs a threshold set by hand"))
	if toggle(autoSetting.Title, 0, settings.Auto && !settings.Nearness(), &u.w.Auto) {
		if settings.Auto {
			settings.Auto = false
		} else {
			u.do(command.Do(command.FindThreshold))
		}
	}
	imgui.PopFont()
	u.corner(autoSetting, settings)
	u.endUnused()
}

// overlay has the settings of the overlay.
func (u *tuneTab) overlay(settings *session.Settings) {
	w := &u.w
	off := unless(settings.Overlay, "the overlay is off")
	ofLines, ofColours := off, off
	if style := (overlay.Style{Look: settings.Look, LineWidth: 1}); off == "" && style.Width() == 0 {
		ofLines = "this look has no lines"
	}
	if off == "" && settings.Look.Legend() != "" {
		ofColours = "this look has the picture's colours"
	}
	u.beginUnused(off)
	u.row(lookSetting, settings)
	w.Look = u.list(lookSetting, chosenWord(lookSetting, settings), shortWidth*u.scale, settings, w.Looks[:])
	u.endUnused()
	w.Overlay = u.endBox(overlaySetting, settings, &settings.Overlay)
	u.beginUnused(ofColours)
	w.Colour = u.among(colourSetting, chosenWord(colourSetting, settings), settings, w.Colours[:])
	u.endUnused()
	u.beginUnused(off)
	u.amount(opacitySetting, 0, settings, &w.Opacity, &w.OpacityTyped)
	u.endUnused()
	u.beginUnused(ofLines)
	u.amount(lineWidthSetting, 1, settings, &w.LineWidth, &w.LineWidthTyped)
	u.row(detailSetting, settings)
	w.Detail = u.list(detailSetting, chosenWord(detailSetting, settings), shortWidth*u.scale, settings, w.Details[:])
	u.endUnused()
	w.Codec = u.endBox(codecSetting, settings, &settings.Codec)
}

func (u *tuneTab) engineTip() {
	if !u.tipped() {
		return
	}
	text := "Where pictures are analysed. Both find the same quads.\nFlag: --engine\nOpenGL: " + u.facts.Renderer
	if u.facts.Software {
		text += ", software"
	}
	u.showTip(text)
}

func (u *tuneTab) engine(settings *session.Settings) {
	s := u.scale
	imgui.SameLineV(0, 0)
	at := imgui.CursorScreenPos()
	at.X = imgui.ItemRectMin().X + labelWidth*s
	at.Y -= 3 * s
	imgui.SetCursorScreenPos(at)
	if imgui.RadioButton("GPU", settings.Engine == session.GPU) {
		settings.Engine = session.GPU
	}
	u.w.GPU = item()
	u.engineTip()
	imgui.SetCursorScreenPos(imgui.NewVec2(at.X+76*s, at.Y))
	if imgui.RadioButton("CPU", settings.Engine == session.CPU) {
		settings.Engine = session.CPU
	}
	u.w.CPU = item()
	u.engineTip()
}

var stageNames = [6]string{"decode", "upload", "edge", "pyramid", "list", "draw"}

// stages shows the times of the stages in milliseconds, in two rows.
func (u *tuneTab) stages() {
	s := u.scale
	at := imgui.CursorScreenPos()
	width := imgui.ContentRegionAvail().X
	cell := width / 3
	draw := imgui.WindowDrawList()
	imgui.PushFont(u.regular, smallSize*s)
	for i, name := range stageNames {
		low := at.Add(imgui.NewVec2(float32(i%3)*cell, float32(i/3)*18*s))
		value := u.texts.stages[i]
		end := low.X + cell - 12*s
		if i%3 == 2 {
			end = at.X + width
		}
		draw.AddText(low, packed(dim), name)
		draw.AddText(imgui.NewVec2(end-imgui.CalcTextSize(value).X, low.Y), packed(bright), value)
	}
	imgui.PopFont()
	imgui.Dummy(imgui.NewVec2(width, 34*s))
}

func (u *tuneTab) sound(status *Status, settings *session.Settings) {
	if status.NoSound != "" {
		u.small(status.NoSound)
	} else {
		u.w.Mute = u.endBox(mutedSetting, settings, &settings.Muted)
		u.amount(volumeSetting, 0, settings, &u.w.Volume, &u.w.VolumeTyped)
	}
	drift := "drift "
	switch {
	case u.facts.Live:
		drift = "behind "
	case status.BySound:
		drift = "A−V "
	}
	writePair("Dropped "+u.texts.dropped, drift+u.texts.drift)
}

// mainKeys lists the main keys at the bottom, if there is room.
func (u *tuneTab) mainKeys(r image.Rectangle) {
	s := u.scale
	row := 18 * s
	need := row*float32(len(u.keys.Main)) + 14*s
	at := imgui.CursorScreenPos()
	top := float32(r.Max.Y) - need
	if top < at.Y+10*s {
		return
	}
	draw := imgui.WindowDrawList()
	width := imgui.ContentRegionAvail().X
	draw.AddLine(imgui.NewVec2(at.X, top-10*s), imgui.NewVec2(at.X+width, top-10*s), packed(line), s)
	for i, k := range u.keys.Main {
		y := top + float32(i)*row
		draw.AddTextFont(u.regular, smallSize*s, imgui.NewVec2(at.X, y), packed(bright), k.Keys)
		draw.AddTextFont(u.regular, smallSize*s, imgui.NewVec2(at.X+labelWidth*s, y), packed(dim), k.Help)
	}
}

type tuneWidgets struct {
	Method, Look, Colour, View     image.Rectangle
	Methods, Looks, Colours, Views lines
	Swatch, Pick                   image.Rectangle // for operators that compare colours
	Template, PickTemplate         image.Rectangle // for the variant template
	Suppress                       image.Rectangle
	Finer, Coarser                 image.Rectangle // level of the view
	Fill                           image.Rectangle // fill of the view of the reconstruction
	Fills                          lines
	MapFor                         image.Rectangle // for the view of a map
	MapForms                       lines
	Threshold, Auto                image.Rectangle
	Detail                         image.Rectangle
	Details                        lines
	Overlay, Opacity, LineWidth    image.Rectangle
	Codec, Motion                  image.Rectangle // codec's blocks and motion vectors
	OnlySize                       image.Rectangle // draws all sizes again
	CopyCommand                    image.Rectangle
	LegendSizes                    lines // sizes in the legend
	CPU, GPU                       image.Rectangle
	Sources                        [2]image.Rectangle // live or stored quads
	Volume, Mute                   image.Rectangle
	Advanced, Points               image.Rectangle  // the line that unfolds the advanced parameters, and the switch to points
	AdvancedRows                   []AdvancedPlaces // in the order of advancedRows
	// Fields for typing numbers.
	ThresholdTyped, OpacityTyped, LineWidthTyped, VolumeTyped image.Rectangle
}
