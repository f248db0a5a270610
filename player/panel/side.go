package panel

import (
	"image"
	"math"

	"github.com/AllenDang/cimgui-go/imgui"

	"ffkvadrat/overlay"
)

// side builds the panel on the right.
func (p *Panel) side(r image.Rectangle, status *Status, settings *Settings) {
	begin("side", r, 0)
	p.film()
	p.section("Threshold")
	p.threshold(settings)
	p.result()
	p.section("Overlay")
	p.overlay(settings)
	p.section("Engine")
	p.engine(settings)
	p.stages()
	p.section("Sound and timing")
	p.sound(status, settings)
	p.keys(r)
	p.overflow = imgui.ScrollMaxY() > 0
	imgui.End()
}

func (p *Panel) film() {
	imgui.PushFont(p.medium, titleSize*p.scale)
	name := p.fitted(p.facts.Name, imgui.ContentRegionAvail().X)
	imgui.TextUnformatted(name)
	imgui.PopFont()
	p.small(p.facts.Codec + "   " + p.facts.Picture)
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
	s := p.scale
	imgui.Dummy(imgui.NewVec2(0, 2*s))
	at := imgui.CursorScreenPos()
	width := imgui.ContentRegionAvail().X
	imgui.WindowDrawList().AddLineV(at, at.Add(imgui.NewVec2(width, 0)), packed(line), s)
	imgui.Dummy(imgui.NewVec2(0, 3*s))
	imgui.PushFont(p.medium, textSize*s)
	imgui.TextUnformatted(title)
	imgui.PopFont()
}

// small writes a dim line.
func (p *Panel) small(text string) {
	imgui.PushFont(p.regular, smallSize*p.scale)
	imgui.PushStyleColorU32(imgui.ColText, packed(dim))
	imgui.TextUnformatted(text)
	imgui.PopStyleColorV(1)
	imgui.PopFont()
}

// right writes text so that it ends at the window's content edge, in the
// current line.
func (p *Panel) right(text string) {
	imgui.SameLineV(0, 0)
	at := imgui.CursorScreenPos()
	at.X += imgui.ContentRegionAvail().X - imgui.CalcTextSize(text).X
	imgui.SetCursorScreenPos(at)
	imgui.TextUnformatted(text)
}

func (p *Panel) threshold(settings *Settings) {
	value := float32(settings.Threshold)
	imgui.SetNextItemWidth(-1)
	const flags = imgui.SliderFlagsLogarithmic | imgui.SliderFlagsAlwaysClamp
	if imgui.SliderFloatV("##threshold", &value, 0, maxThreshold, "%.4f", flags) {
		settings.Threshold = Rounded(float64(value))
	}
	p.Widgets.Threshold = item()
}

// Rounded is a threshold as the slider shows it, to four places.
func Rounded(t float64) float64 {
	return min(max(math.Round(t*1e4)/1e4, 0), maxThreshold)
}

func (p *Panel) result() {
	imgui.PushFont(p.medium, titleSize*p.scale)
	imgui.TextUnformatted(p.texts.quads)
	imgui.PopFont()
	imgui.SameLineV(0, 5*p.scale)
	imgui.TextUnformatted("quads")
	p.right(p.texts.coverage)
	p.legend()
}

// legendLevels are the levels that the legend names.
const legendLevels = 9

// legend shows which colour stands for which size.
func (p *Panel) legend() {
	s := p.scale
	at := imgui.CursorScreenPos()
	width := imgui.ContentRegionAvail().X
	cell := width / legendLevels
	draw := imgui.WindowDrawList()
	for level := range legendLevels {
		c := overlay.LevelColour(level)
		low := at.Add(imgui.NewVec2(float32(level)*cell, 2*s))
		high := low.Add(imgui.NewVec2(cell-3*s, 6*s))
		draw.AddRectFilledV(low, high, uint32(c.R)|uint32(c.G)<<8|uint32(c.B)<<16|255<<24, 2*s, 0)
		label := sizeNames[level]
		text := imgui.NewVec2(low.X, high.Y+2*s)
		draw.AddTextFontPtr(p.regular, (smallSize-1)*s, text, packed(dim), label)
	}
	imgui.Dummy(imgui.NewVec2(width, 24*s))
}

var sizeNames = [legendLevels]string{"1", "2", "4", "8", "16", "32", "64", "128", "256"}

func (p *Panel) overlay(settings *Settings) {
	imgui.SameLine()
	at := imgui.CursorScreenPos()
	at.X += imgui.ContentRegionAvail().X - imgui.FrameHeight()
	at.Y -= 3 * p.scale
	imgui.SetCursorScreenPos(at)
	imgui.Checkbox("##overlay", &settings.Overlay)
	p.Widgets.Overlay = item()

	percent := int32(math.Round(float64(settings.Opacity) * 100))
	if p.labelled("Opacity", func() bool {
		return imgui.SliderIntV("##opacity", &percent, 0, 100, "%d %%", imgui.SliderFlagsAlwaysClamp)
	}) {
		settings.Opacity = float32(percent) / 100
	}
	p.Widgets.Opacity = item()
	width := int32(settings.LineWidth)
	if p.labelled("Line width", func() bool {
		return imgui.SliderIntV("##width", &width, 1, MaxLineWidth, "%d px", imgui.SliderFlagsAlwaysClamp)
	}) {
		settings.LineWidth = int(width)
	}
}

// labelWidth is the width of the column of labels at scale 1.
const labelWidth = 84

// labelled puts a widget behind its label.
func (p *Panel) labelled(label string, widget func() bool) bool {
	imgui.AlignTextToFramePadding()
	start := imgui.CursorScreenPos()
	imgui.TextUnformatted(label)
	imgui.SameLineV(0, 0)
	imgui.SetCursorScreenPos(imgui.NewVec2(start.X+labelWidth*p.scale, start.Y))
	imgui.SetNextItemWidth(-1)
	return widget()
}

func (p *Panel) engine(settings *Settings) {
	s := p.scale
	imgui.SameLineV(0, 16*s)
	at := imgui.CursorScreenPos()
	at.X = imgui.ItemRectMin().X + labelWidth*s
	at.Y -= 3 * s
	imgui.SetCursorScreenPos(at)
	if imgui.RadioButtonBool("GPU", settings.Engine == GPU) {
		settings.Engine = GPU
	}
	p.Widgets.GPU = item()
	imgui.SameLineV(0, 16*s)
	if imgui.RadioButtonBool("CPU", settings.Engine == CPU) {
		settings.Engine = CPU
	}
	p.Widgets.CPU = item()
	if p.facts.Software {
		p.small("OpenGL runs in software: " + p.facts.Renderer)
	} else {
		p.small(p.facts.Renderer)
	}
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
		draw.AddTextVec2(low, packed(dim), name)
		draw.AddTextVec2(imgui.NewVec2(end-imgui.CalcTextSize(value).X, low.Y), packed(bright), value)
	}
	imgui.PopFont()
	imgui.Dummy(imgui.NewVec2(width, 34*s))
}

func (p *Panel) sound(status *Status, settings *Settings) {
	if status.Sound != "" {
		p.small(status.Sound)
	} else {
		percent := int32(math.Round(settings.Volume * 100))
		start := imgui.CursorScreenPos()
		if imgui.Checkbox("mute", &settings.Muted) {
			settings.Volume = max(settings.Volume, 0)
		}
		p.Widgets.Mute = item()
		imgui.SameLineV(0, 0)
		imgui.SetCursorScreenPos(imgui.NewVec2(start.X+labelWidth*p.scale, start.Y))
		imgui.SetNextItemWidth(-1)
		if imgui.SliderIntV("##volume", &percent, 0, 100, "volume %d", imgui.SliderFlagsAlwaysClamp) {
			settings.Volume = float64(percent) / 100
		}
		p.Widgets.Volume = item()
	}
	p.pair("Dropped frames", p.texts.dropped)
	p.pair("A−V", p.texts.drift)
}

// pair writes a name and, on the right, its value.
func (p *Panel) pair(name, value string) {
	imgui.PushStyleColorU32(imgui.ColText, packed(dim))
	imgui.TextUnformatted(name)
	imgui.PopStyleColorV(1)
	p.right(value)
}

var keyNames = [...][2]string{
	{"Space", "play, pause"},
	{", .", "a frame back, on"},
	{"← →", "5 s  (Shift 1 s)"},
	{"↑ ↓", "60 s"},
	{"− =", "threshold  (Shift coarse)"},
	{"n  Tab", "overlay, panel"},
	{"m 9 0", "mute, volume"},
	{"f  q", "full screen, quit"},
}

// keys names the keys where there is room for them at the lower end.
func (p *Panel) keys(r image.Rectangle) {
	s := p.scale
	row := 18 * s
	need := row*float32(len(keyNames)) + 14*s
	at := imgui.CursorScreenPos()
	top := float32(r.Max.Y) - need
	if top < at.Y+10*s {
		return
	}
	draw := imgui.WindowDrawList()
	width := imgui.ContentRegionAvail().X
	draw.AddLineV(imgui.NewVec2(at.X, top-10*s), imgui.NewVec2(at.X+width, top-10*s), packed(line), s)
	for i, k := range keyNames {
		y := top + float32(i)*row
		draw.AddTextFontPtr(p.regular, smallSize*s, imgui.NewVec2(at.X, y), packed(bright), k[0])
		draw.AddTextFontPtr(p.regular, smallSize*s, imgui.NewVec2(at.X+labelWidth*s, y), packed(dim), k[1])
	}
}
