package panel

import (
	"image"
	"math"
	"strconv"

	"ffkvadrat/player/imgui"
	"ffkvadrat/player/session"
)

// side builds the panel on the right.
func (p *Panel) side(r image.Rectangle, status *Status, settings *session.Settings) {
	begin("side", r, 0)
	p.tabs(settings)
	p.tab(r, status, settings)
	p.overflow = imgui.ScrollMaxY() > 0
	imgui.End()
}

// tune is the tab for finding and drawing quads.
func (p *Panel) tune(r image.Rectangle, status *Status, settings *session.Settings) {
	p.method(settings)
	p.right(strconv.FormatFloat(settings.Threshold, 'f', 4, 64))
	p.threshold(settings)
	p.result(settings)
	p.rule()
	p.look(settings)
	p.colouring(settings)
	p.overlay(settings)
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
	for n := len(runes) - 1; n > 2; n-- {
		short := string(runes[:(n+1)/2]) + "…" + string(runes[len(runes)-n/2:])
		if imgui.CalcTextSize(short).X <= width {
			return short
		}
	}
	return "…"
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
	imgui.Dummy(imgui.NewVec2(0, 2*s))
	at := imgui.CursorScreenPos()
	width := imgui.ContentRegionAvail().X
	imgui.WindowDrawList().AddLine(at, at.Add(imgui.NewVec2(width, 0)), packed(line), s)
	imgui.Dummy(imgui.NewVec2(0, 3*s))
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

func (p *Panel) threshold(settings *session.Settings) {
	value := float32(settings.Threshold)
	imgui.SetNextItemWidth(-1)
	p.beginBare()
	const flags = imgui.SliderFlagsLogarithmic | imgui.SliderFlagsAlwaysClamp
	if imgui.SliderFloat("##threshold", &value, 0, float32(settings.MaxThreshold()), "%.4f", flags) {
		settings.Threshold = Rounded(float64(value), settings.MaxThreshold())
	}
	imgui.PopStyleColor(1)
	p.Widgets.Threshold = item()
}

// beginBare hides a slider's own text, which its grab would cover; the value is
// beside it. While a value is typed, the text stays visible. The caller must
// pop one style colour.
func (p *Panel) beginBare() {
	text := bright
	if !imgui.CurrentIO().WantTextInput {
		text.A = 0
	}
	imgui.PushStyleColor(imgui.ColText, packed(text))
}

// valueWidth is the width of the column of values, at scale 1.
const valueWidth = 48

// number is a slider with its value beside it. It fills the rest of the line
// and stores its rectangle in place.
func (p *Panel) number(id string, value *int32, low, high int32, unit string, place *image.Rectangle) bool {
	imgui.SetNextItemWidth(-valueWidth * p.scale)
	p.beginBare()
	changed := imgui.SliderInt(id, value, low, high, "%d", imgui.SliderFlagsAlwaysClamp)
	imgui.PopStyleColor(1)
	*place = item()
	imgui.SameLine()
	p.right(strconv.Itoa(int(*value)) + unit)
	return changed
}

// Rounded returns a threshold as the slider shows it: to four places, from 0 to
// the end of its scale.
func Rounded(t, end float64) float64 {
	return min(max(math.Round(t*1e4)/1e4, 0), end)
}

func (p *Panel) result(settings *session.Settings) {
	imgui.PushFont(p.medium, titleSize*p.scale)
	imgui.TextUnformatted(p.texts.quads)
	imgui.PopFont()
	imgui.SameLineV(0, 5*p.scale)
	imgui.TextUnformatted("quads")
	p.right(p.texts.coverage + " covered")
	p.legend(settings)
}

func (p *Panel) overlay(settings *session.Settings) {
	p.endBox("show", &settings.Overlay)
	p.Widgets.Overlay = item()

	p.amount(opacitySetting, 0, settings, &p.Widgets.Opacity)
	p.amount(lineWidthSetting, 1, settings, &p.Widgets.LineWidth)
}

// endBox is a checkbox at the end of the current line, with its label before
// it.
func (p *Panel) endBox(label string, on *bool) {
	s := p.scale
	imgui.SameLineV(0, 0)
	at := imgui.CursorScreenPos()
	box := at.X + imgui.ContentRegionAvail().X - imgui.FrameHeight()
	imgui.SetCursorScreenPos(imgui.NewVec2(box-6*s-imgui.CalcTextSize(label).X, at.Y))
	imgui.PushStyleColor(imgui.ColText, packed(dim))
	imgui.TextUnformatted(label)
	imgui.PopStyleColor(1)
	imgui.SetCursorScreenPos(imgui.NewVec2(box, at.Y-3*s))
	imgui.Checkbox("##"+label, on)
}

// labelWidth is the width of the column of labels, at scale 1.
const labelWidth = 84

// label begins a line with a label. The next widget is in the column beside it.
func (p *Panel) label(text string) {
	imgui.AlignTextToFramePadding()
	start := imgui.CursorScreenPos()
	imgui.TextUnformatted(text)
	p.column(start)
}

// column moves to the column beside the labels, in the line that began at
// start.
func (p *Panel) column(start imgui.Vec2) {
	imgui.SameLineV(0, 0)
	imgui.SetCursorScreenPos(imgui.NewVec2(start.X+labelWidth*p.scale, start.Y))
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
	imgui.SetCursorScreenPos(imgui.NewVec2(at.X+76*s, at.Y))
	if imgui.RadioButton("CPU", settings.Engine == session.CPU) {
		settings.Engine = session.CPU
	}
	p.Widgets.CPU = item()
	driver := p.facts.Renderer
	if p.facts.Software {
		driver = "software OpenGL: " + driver
	}
	p.small(driver)
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
		p.endBox("mute", &settings.Muted)
		p.Widgets.Mute = item()
		p.amount(volumeSetting, 0, settings, &p.Widgets.Volume)
	}
	p.pair("Dropped frames", p.texts.dropped)
	drift := "Drift"
	if status.BySound {
		drift = "A−V"
	}
	p.pair(drift, p.texts.drift)
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
