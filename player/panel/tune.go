package panel

import (
	"image"
	"math"

	"ffkvadrat/analysis"
	"ffkvadrat/imgui"
	"ffkvadrat/overlay"
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// tuneTab is the tab Tune: parameters of the analysis and of the overlay.
type tuneTab struct {
	*widgets.Kit
	*strengthRow
	facts        *Facts
	texts        *texts
	renderer     *renderer
	templateMade templateMade
	classEntries []overlay.LegendEntry // memory of the legend of classes
	w            tuneWidgets
}

func (u *tuneTab) build(r image.Rectangle, status *Status, settings *session.Settings) {
	u.method(status.Wipe.On && status.Wipe.Tuned, settings)
	u.colours(settings, status.Picking.On && !status.Picking.Template)
	u.template(settings, status.Picking.On && status.Picking.Template)
	u.threshold(settings)
	u.result(status, settings)
	u.stored(status, settings)
	u.advanced(settings)
	u.Rule()
	u.overlay(settings)
	u.codec(settings, float32(r.Dy()))
	u.view(settings, status.Top)
	u.Section("Engine")
	u.engine(settings)
	u.Section("Stage times")
	widgets.WriteRight("ms")
	u.stages()
	u.Section("Sound")
	u.sound(status, settings)
	u.mainKeys(r)
}

// thresholdScale is the scale of the sliders of thresholds.
const thresholdScale = imgui.SliderFlagsLogarithmic | imgui.SliderFlagsAlwaysClamp

// threshold is the threshold's slider, below its name and its number.
func (u *tuneTab) threshold(settings *session.Settings) {
	r, end := thresholdSetting, settings.MaxThreshold()
	imgui.PushStyleVar(imgui.StyleVarFramePadding, imgui.NewVec2(4*u.Scale, 1*u.Scale))
	u.WriteName(r, settings)
	u.auto(settings)
	if v, ok := u.Field(r.Field, u.Numeral(r, settings.Threshold, 4), &u.w.ThresholdTyped); ok {
		settings.Threshold = Rounded(v, end)
	}
	u.AddSettingTip(r)
	imgui.PopStyleVar(1)
	value := float32(settings.Threshold)
	imgui.SetNextItemWidth(-1)
	if u.SliderFloat(r.ID, &value, end, thresholdScale, stepped(end)) {
		settings.Threshold = Rounded(float64(value), end)
	}
	u.w.Threshold = widgets.Item()
	u.AddSettingTip(r)
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

func (u *tuneTab) result(status *Status, settings *session.Settings) {
	imgui.PushFont(u.Medium, widgets.TitleSize*u.Scale)
	imgui.TextUnformatted(u.texts.quads)
	imgui.PopFont()
	imgui.SameLineV(0, 5*u.Scale)
	imgui.TextUnformatted(u.texts.things)
	if status.Thing == analysis.Templates.Thing() { // boxes have one size and can overlap
		return
	}
	if u.onlySize(settings); settings.OnlySize > 0 {
		widgets.WriteRight(u.texts.coverage)
	} else {
		widgets.WriteRight(u.texts.coverage + " covered")
	}
	u.legend(status, settings)
}

// auto is the button next to the threshold's name that lets the player choose it; it is lit while the
// player chooses for each video. Moving the threshold ends that.
func (u *tuneTab) auto(settings *session.Settings) {
	s := u.Scale
	imgui.SameLineV(0, 10*s)
	imgui.PushFont(u.Regular, widgets.SmallSize*s)
	u.BeginUnused(widgets.Unless(!settings.Nearness(), "a colour or a template needs a threshold set by hand"))
	if u.Toggle(autoSetting.Title, 0, settings.Auto && !settings.Nearness(), &u.w.Auto) {
		u.Do(command.Do(command.FindThreshold))
	}
	imgui.PopFont()
	u.CornerBadge(autoSetting, settings)
	u.EndUnused()
}

// overlay has the settings of the overlay.
func (u *tuneTab) overlay(settings *session.Settings) {
	w := &u.w
	off := widgets.Unless(*settings.Quads(), "the overlay is off")
	ofLines, ofColours := off, off
	if style := (overlay.Style{Look: settings.Look, LineWidth: 1}); off == "" && style.Width() == 0 {
		ofLines = "this look has no lines"
	}
	if off == "" && settings.Look.Legend() != "" {
		ofColours = "this look has the picture's colours"
	}
	ofOpacity, ofDetail := off, ofLines
	if settings.Codec { // these are also those of the codec's blocks, or choose what they show
		ofLines, ofColours, ofOpacity = "", "", ""
	}
	u.BeginUnused(off)
	u.Row(lookSetting, settings)
	w.Look = u.List(lookSetting, widgets.ChosenWord(lookSetting, settings), widgets.ShortWidth*u.Scale, settings, w.Looks[:])
	u.EndUnused()
	ofQuads := overlaySetting
	if settings.BlocksFill() {
		ofQuads = codecQuadsSetting
	}
	w.Overlay = u.CheckboxAtEnd(ofQuads, settings, settings.Quads())
	u.BeginUnused(ofColours)
	w.Colour = u.NamedList(colourSetting, widgets.ChosenWord(colourSetting, settings), settings, w.Colours[:])
	u.EndUnused()
	u.BeginUnused(ofOpacity)
	u.NamedSlider(opacitySetting, 0, settings, &w.Opacity, &w.OpacityTyped)
	u.EndUnused()
	u.BeginUnused(ofLines)
	u.NamedSlider(lineWidthSetting, 1, settings, &w.LineWidth, &w.LineWidthTyped)
	u.EndUnused()
	u.BeginUnused(ofDetail)
	u.Row(detailSetting, settings)
	w.Detail = u.List(detailSetting, widgets.ChosenWord(detailSetting, settings), widgets.ShortWidth*u.Scale, settings, w.Details[:])
	u.EndUnused()
	w.Codec = u.CheckboxAtEnd(codecSetting, settings, &settings.Codec)
}

func (u *tuneTab) engineTip() {
	if !u.TipDue() {
		return
	}
	text := "Where pictures are analysed. Both find the same quads.\nFlag: --engine\nOpenGL: " + u.facts.Renderer
	if u.facts.Software {
		text += ", software"
	}
	u.ShowTip(text)
}

func (u *tuneTab) engine(settings *session.Settings) {
	s := u.Scale
	imgui.SameLineV(0, 0)
	at := imgui.CursorScreenPos()
	at.X = imgui.ItemRectMin().X + widgets.LabelWidth*s
	at.Y -= 3 * s
	imgui.SetCursorScreenPos(at)
	if imgui.RadioButton("GPU", settings.Engine == session.GPU) {
		settings.Engine = session.GPU
	}
	u.w.GPU = widgets.Item()
	u.engineTip()
	imgui.SetCursorScreenPos(imgui.NewVec2(at.X+76*s, at.Y))
	if imgui.RadioButton("CPU", settings.Engine == session.CPU) {
		settings.Engine = session.CPU
	}
	u.w.CPU = widgets.Item()
	u.engineTip()
}

var stageNames = [6]string{"decode", "upload", "edge", "pyramid", "list", "draw"}

// stages shows the times of the stages in milliseconds, in two rows.
func (u *tuneTab) stages() {
	s := u.Scale
	at := imgui.CursorScreenPos()
	width := imgui.ContentRegionAvail().X
	cell := width / 3
	draw := imgui.WindowDrawList()
	imgui.PushFont(u.Regular, widgets.SmallSize*s)
	for i, name := range stageNames {
		low := at.Add(imgui.NewVec2(float32(i%3)*cell, float32(i/3)*18*s))
		value := u.texts.stages[i]
		end := low.X + cell - 12*s
		if i%3 == 2 {
			end = at.X + width
		}
		draw.AddText(low, widgets.Packed(u.Dim), name)
		draw.AddText(imgui.NewVec2(end-imgui.CalcTextSize(value).X, low.Y), widgets.Packed(u.Bright), value)
	}
	imgui.PopFont()
	imgui.Dummy(imgui.NewVec2(width, 34*s))
}

func (u *tuneTab) sound(status *Status, settings *session.Settings) {
	if status.NoSound != "" {
		u.WriteSmall(status.NoSound)
	} else {
		u.w.Mute = u.CheckboxAtEnd(mutedSetting, settings, &settings.Muted)
		u.NamedSlider(volumeSetting, 0, settings, &u.w.Volume, &u.w.VolumeTyped)
	}
	drift := "drift "
	switch {
	case u.facts.Live:
		drift = "behind "
	case status.BySound:
		drift = "A−V "
	}
	u.WritePair("Dropped "+u.texts.dropped, drift+u.texts.drift)
}

// mainKeys lists the main keys at the bottom, if there is room.
func (u *tuneTab) mainKeys(r image.Rectangle) {
	s := u.Scale
	row := 18 * s
	need := row*float32(len(u.Keys.Main)) + 14*s
	at := imgui.CursorScreenPos()
	top := float32(r.Max.Y) - need
	if top < at.Y+10*s {
		return
	}
	draw := imgui.WindowDrawList()
	width := imgui.ContentRegionAvail().X
	draw.AddLine(imgui.NewVec2(at.X, top-10*s), imgui.NewVec2(at.X+width, top-10*s), widgets.Packed(u.Separator), s)
	for i, k := range u.Keys.Main {
		y := top + float32(i)*row
		draw.AddTextFont(u.Regular, widgets.SmallSize*s, imgui.NewVec2(at.X, y), widgets.Packed(u.Bright), k.Keys)
		draw.AddTextFont(u.Regular, widgets.SmallSize*s, imgui.NewVec2(at.X+widgets.LabelWidth*s, y), widgets.Packed(u.Dim), k.Help)
	}
}

type tuneWidgets struct {
	Method, Look, Colour, View     image.Rectangle
	Methods, Looks, Colours, Views widgets.Lines
	Swatch, Pick                   image.Rectangle // for operators that compare colours
	Template, PickTemplate         image.Rectangle // for the variant template
	Suppress                       image.Rectangle
	Finer, Coarser                 image.Rectangle // level of the view
	Fill                           image.Rectangle // fill of the view of the reconstruction
	Fills                          widgets.Lines
	MapFor                         image.Rectangle // for the view of a map
	MapForms                       widgets.Lines
	Threshold, Auto                image.Rectangle
	Detail                         image.Rectangle
	Details                        widgets.Lines
	Overlay, Opacity, LineWidth    image.Rectangle
	Codec, Motion                  image.Rectangle // codec's blocks and motion vectors
	BlocksBy                       image.Rectangle
	BlocksBys                      widgets.Lines
	OnlySize                       image.Rectangle // draws all sizes again
	CopyCommand                    image.Rectangle
	LegendSizes                    widgets.Lines // sizes in the legend
	CPU, GPU                       image.Rectangle
	Sources                        [2]image.Rectangle // live or stored quads
	Volume, Mute                   image.Rectangle
	Advanced, Points               image.Rectangle  // the line that unfolds the advanced parameters, and the switch to points
	AdvancedRows                   []AdvancedPlaces // in the order of advancedRows
	// Fields for typing numbers.
	ThresholdTyped, OpacityTyped, LineWidthTyped, VolumeTyped image.Rectangle
}
