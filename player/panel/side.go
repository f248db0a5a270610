package panel

import (
	"image"
	"math"
	"sort"

	"ffkvadrat/analysis"
	"ffkvadrat/overlay"
	"ffkvadrat/player/command"
	"ffkvadrat/player/imgui"
	"ffkvadrat/player/session"
)

// side builds the panel on the right.
func (p *Panel) side(r image.Rectangle, status *Status, settings *session.Settings) {
	beginScrolling("side", r)
	p.grip(r, settings)
	p.tabs(settings)
	p.tab(r, status, settings)
	p.overflow = imgui.ScrollMaxY() > 0
	imgui.End()
}

// tune is the tab for finding and drawing quads.
func (p *Panel) tune(r image.Rectangle, status *Status, settings *session.Settings) {
	p.method(settings)
	p.colours(settings, status.Picking.On && !status.Picking.Template)
	p.template(settings, status.Picking.On && status.Picking.Template)
	p.threshold(settings)
	p.result(status, settings)
	p.stored(status, settings)
	p.advanced(settings)
	p.rule()
	p.overlay(settings)
	p.codec(status, settings)
	p.view(settings, status.Top)
	p.section("Engine")
	p.engine(settings)
	p.section("Stage times")
	p.right("ms")
	p.stages()
	p.section("Sound")
	p.sound(status, settings)
	p.mainKeys(r)
}

// fitted shortens text in its middle until it is at most width pixels wide.
func (p *Panel) fitted(text string, width float32) string {
	if imgui.CalcTextSize(text).X <= width {
		return text
	}
	runes := []rune(text)
	short := func(n int) string { return string(runes[:(n+1)/2]) + "…" + string(runes[len(runes)-n/2:]) }
	// The number of characters from which on the text is too wide.
	n := sort.Search(len(runes), func(n int) bool { return imgui.CalcTextSize(short(n)).X > width })
	if n <= 3 {
		return "…"
	}
	return short(n - 1)
}

// section begins a group of widgets.
func (p *Panel) section(title string) {
	p.rule()
	imgui.PushFont(p.medium, textSize*p.scale)
	imgui.TextUnformatted(title)
	imgui.PopFont()
}

// rule draws the line above a group of widgets.
func (p *Panel) rule() {
	s := p.scale
	imgui.Dummy(imgui.NewVec2(0, s))
	at := imgui.CursorScreenPos()
	width := imgui.ContentRegionAvail().X
	imgui.WindowDrawList().AddLine(at, at.Add(imgui.NewVec2(width, 0)), packed(line), s)
	imgui.Dummy(imgui.NewVec2(0, s))
}

// small writes a dim line, shortened if it is too long.
func (p *Panel) small(text string) {
	imgui.PushFont(p.regular, smallSize*p.scale)
	imgui.PushStyleColor(imgui.ColText, packed(dim))
	imgui.TextUnformatted(p.fitted(text, imgui.ContentRegionAvail().X))
	imgui.PopStyleColor(1)
	imgui.PopFont()
}

// right writes text in the current line, right-aligned at the window's content
// edge.
func (p *Panel) right(text string) {
	imgui.SameLineV(0, 0)
	at := imgui.CursorScreenPos()
	at.X += imgui.ContentRegionAvail().X - imgui.CalcTextSize(text).X
	imgui.SetCursorScreenPos(at)
	imgui.TextUnformatted(text)
}

// threshold is the main slider, under its name and its number.
func (p *Panel) threshold(settings *session.Settings) {
	r, end := thresholdSetting, settings.MaxThreshold()
	imgui.PushStyleVar(imgui.StyleVarFramePadding, imgui.NewVec2(4*p.scale, 1*p.scale))
	p.name(r, settings)
	p.auto(settings)
	if v, ok := p.field(r.field, p.numeral(r, settings.Threshold, 4), &p.Widgets.ThresholdTyped); ok {
		settings.Threshold = Rounded(v, end)
	}
	p.tipOf(r)
	imgui.PopStyleVar(1)
	value := float32(settings.Threshold)
	imgui.SetNextItemWidth(-1)
	p.beginBare(r.id)
	const flags = imgui.SliderFlagsLogarithmic | imgui.SliderFlagsAlwaysClamp
	if imgui.SliderFloat(r.id, &value, 0, float32(end), "%.4f", flags) {
		settings.Threshold = Rounded(float64(value), end)
	}
	p.endBare(r.id)
	p.Widgets.Threshold = item()
	p.tipOf(r)
}

// Rounded returns a threshold as the slider shows it: to four places, from 0 to
// the end of its scale.
func Rounded(t, end float64) float64 {
	return min(max(math.Round(t*1e4)/1e4, 0), end)
}

func (p *Panel) result(status *Status, settings *session.Settings) {
	imgui.PushFont(p.medium, titleSize*p.scale)
	imgui.TextUnformatted(p.texts.quads)
	imgui.PopFont()
	imgui.SameLineV(0, 5*p.scale)
	imgui.TextUnformatted(p.texts.things)
	if status.Thing == analysis.Templates.Thing() { // whose boxes have one size, and may overlap
		return
	}
	if p.onlySize(settings); settings.OnlySize > 0 {
		p.right(p.texts.coverage)
	} else {
		p.right(p.texts.coverage + " covered")
	}
	p.legend(status, settings)
}

// auto is a switch behind the threshold's name: whether the player finds it.
func (p *Panel) auto(settings *session.Settings) {
	s := p.scale
	imgui.SameLineV(0, 10*s)
	imgui.PushFont(p.regular, smallSize*s)
	p.beginUnused(unless(!settings.Nearness(), "a colour or a template needs a threshold set by hand"))
	if p.toggle(autoSetting.Title, 0, settings.Auto && !settings.Nearness(), &p.Widgets.Auto) {
		if settings.Auto {
			settings.Auto = false
		} else {
			p.do(command.Do(command.FindThreshold))
		}
	}
	imgui.PopFont()
	p.corner(autoSetting, settings)
	p.endUnused()
}

// corner is the mark of a switch, at its corner: a click on the switch itself
// sets the default. It adds the name and the tooltip.
func (p *Panel) corner(r setting, settings *session.Settings) {
	p.tipOf(r)
	p.Names = append(p.Names, r.Title)
	if p.isDefault(r, settings) {
		return
	}
	place := item()
	p.Badges = append(p.Badges, Badge{r.Name, place})
	p.mark(imgui.WindowDrawList(), float32(place.Max.X)-2*p.scale, float32(place.Min.Y)+2*p.scale)
}

// overlay is how quads are drawn.
func (p *Panel) overlay(settings *session.Settings) {
	w := &p.Widgets
	off := unless(settings.Overlay, "the overlay is off")
	ofLines, ofColours := off, off
	if style := (overlay.Style{Look: settings.Look, LineWidth: 1}); off == "" && style.Width() == 0 {
		ofLines = "this look has no lines"
	}
	if off == "" && settings.Look.Legend() != "" {
		ofColours = "this look has the picture's colours"
	}
	p.beginUnused(off)
	p.begin(lookSetting, settings)
	w.Look = p.list(lookSetting, chosenWord(lookSetting, settings), shortWidth*p.scale, settings, w.Looks[:])
	p.endUnused()
	w.Overlay = p.endBox(overlaySetting, settings, &settings.Overlay)
	p.beginUnused(ofColours)
	w.Colour = p.among(colourSetting, chosenWord(colourSetting, settings), settings, w.Colours[:])
	p.endUnused()
	p.beginUnused(off)
	p.amount(opacitySetting, 0, settings, &w.Opacity, &w.OpacityTyped)
	p.endUnused()
	p.beginUnused(ofLines)
	p.amount(lineWidthSetting, 1, settings, &w.LineWidth, &w.LineWidthTyped)
	p.begin(detailSetting, settings)
	w.Detail = p.list(detailSetting, chosenWord(detailSetting, settings), shortWidth*p.scale, settings, w.Details[:])
	p.endUnused()
	w.Codec = p.endBox(codecSetting, settings, &settings.Codec)
}

// labelWidth is the width of the column of labels, at scale 1.
const labelWidth = 84

// label begins a line with a label. The next widget is in the column beside it.
func (p *Panel) label(text string) {
	imgui.AlignTextToFramePadding()
	start := imgui.CursorScreenPos()
	imgui.TextUnformatted(text)
	p.Names = append(p.Names, text)
	p.column(start)
}

// column moves to the column beside the labels, in the line that began at
// start.
func (p *Panel) column(start imgui.Vec2) {
	imgui.SameLineV(0, 0)
	imgui.SetCursorScreenPos(imgui.NewVec2(start.X+labelWidth*p.scale, start.Y))
}

func (p *Panel) engineTip() {
	if !p.tipped() {
		return
	}
	text := "Where pictures are analysed. Both find the same quads.\nFlag: --engine\nOpenGL: " + p.facts.Renderer
	if p.facts.Software {
		text += ", software"
	}
	p.showTip(text)
}

func (p *Panel) engine(settings *session.Settings) {
	s := p.scale
	imgui.SameLineV(0, 0)
	at := imgui.CursorScreenPos()
	at.X = imgui.ItemRectMin().X + labelWidth*s
	at.Y -= 3 * s
	imgui.SetCursorScreenPos(at)
	if imgui.RadioButton("GPU", settings.Engine == session.GPU) {
		settings.Engine = session.GPU
	}
	p.Widgets.GPU = item()
	p.engineTip()
	imgui.SetCursorScreenPos(imgui.NewVec2(at.X+76*s, at.Y))
	if imgui.RadioButton("CPU", settings.Engine == session.CPU) {
		settings.Engine = session.CPU
	}
	p.Widgets.CPU = item()
	p.engineTip()
}

var stageNames = [6]string{"decode", "upload", "edge", "pyramid", "list", "draw"}

// stages shows the times of the stages in milliseconds, in two rows.
func (p *Panel) stages() {
	s := p.scale
	at := imgui.CursorScreenPos()
	width := imgui.ContentRegionAvail().X
	cell := width / 3
	draw := imgui.WindowDrawList()
	imgui.PushFont(p.regular, smallSize*s)
	for i, name := range stageNames {
		low := at.Add(imgui.NewVec2(float32(i%3)*cell, float32(i/3)*18*s))
		value := p.texts.stages[i]
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

func (p *Panel) sound(status *Status, settings *session.Settings) {
	if status.Sound != "" {
		p.small(status.Sound)
	} else {
		p.Widgets.Mute = p.endBox(mutedSetting, settings, &settings.Muted)
		p.amount(volumeSetting, 0, settings, &p.Widgets.Volume, &p.Widgets.VolumeTyped)
	}
	drift := "drift "
	switch {
	case p.facts.Live:
		drift = "behind "
	case status.BySound:
		drift = "A−V "
	}
	p.pair("Dropped "+p.texts.dropped, drift+p.texts.drift)
}

// pair writes a name and, right-aligned, its value.
func (p *Panel) pair(name, value string) {
	imgui.PushStyleColor(imgui.ColText, packed(dim))
	imgui.TextUnformatted(name)
	imgui.PopStyleColor(1)
	p.right(value)
}

// mainKeys lists the main keys at the lower end, if there is room for them.
func (p *Panel) mainKeys(r image.Rectangle) {
	s := p.scale
	row := 18 * s
	need := row*float32(len(p.keys.Main)) + 14*s
	at := imgui.CursorScreenPos()
	top := float32(r.Max.Y) - need
	if top < at.Y+10*s {
		return
	}
	draw := imgui.WindowDrawList()
	width := imgui.ContentRegionAvail().X
	draw.AddLine(imgui.NewVec2(at.X, top-10*s), imgui.NewVec2(at.X+width, top-10*s), packed(line), s)
	for i, k := range p.keys.Main {
		y := top + float32(i)*row
		draw.AddTextFont(p.regular, smallSize*s, imgui.NewVec2(at.X, y), packed(bright), k.Keys)
		draw.AddTextFont(p.regular, smallSize*s, imgui.NewVec2(at.X+labelWidth*s, y), packed(dim), k.Help)
	}
}
