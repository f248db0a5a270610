package panel

import (
	"fmt"
	"image"

	"ffkvadrat/edge"
	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

type plotsTab struct {
	*widgets.Kit
	wanted  wanted
	logLuma bool
	w       plotWidgets
}

// wanted is a number of quads that the user is typing.
type wanted struct {
	value  int32
	typing bool
}

// mostGrown is the height at scale 1 that plots and scopes take at most of what a high window has more than the smallest.
const mostGrown = 900

// build shows the tab. Plots grow with the panel.
func (p *plotsTab) build(r image.Rectangle, status *Status, settings *session.Settings) {
	const least = 540 // height of the smallest window that shows everything, at scale 1
	more := min(max(float32(r.Dy())/p.Scale-least, 0), mostGrown)
	p.blocks(status, settings)
	p.curve(102+0.5*more, status, settings)
	p.presets(status, settings)
	p.about(settings)
	p.sizes(sizeRow+0.18*more/sizeRows, status, settings)
	p.luma(42+0.3*more, status.Plots)
}

// presets are thresholds that suit the video: Auto's and others relative to it. The last one is the lowest threshold.
var presets = [...]struct {
	title, tip string
	factor     float64 // of Auto's threshold, 1 for Auto itself, 0 for the lowest one
}{
	{"Coarse", "Only strong edges: four times Auto's threshold.", 4},
	{"Auto", "", 1},
	{"Fine", "Faint edges, too: a quarter of Auto's threshold.", 0.25},
	{"All", "Every difference between neighbours counts, also noise: the lowest threshold.", 0},
}

// quarters are the presets of operators that compare luma itself: parts of the values.
var quarters = [len(presets)]struct {
	title     string
	threshold float64
}{{"0.25", 0.25}, {"0.5", 0.5}, {"0.75", 0.75}, {"1", 1}}

var presetsRow = widgets.FormRow("threshold", "Presets", "Thresholds that suit the video: Auto's, and others relative to it.")

// PresetThreshold returns a factor times Auto's threshold, at most end; for a factor of 0 the lowest threshold above 0.
func PresetThreshold(auto, factor, end float64) float64 {
	return Rounded(max(auto*factor, widgets.LeastThreshold), end)
}

// presets are buttons for thresholds.
func (p *plotsTab) presets(status *Status, settings *session.Settings) {
	s := p.Scale
	p.Row(presetsRow, nil)
	values := settings.Variant.Discriminates() && settings.Operator.Kind() == edge.Value
	p.BeginUnused(widgets.Unless(!settings.Nearness(), noAuto))
	defer p.EndUnused()
	const gap = 4
	around := imgui.ContentRegionAvail().X - gap*s*float32(len(presets)-1) // of the titles
	for _, of := range presets {
		around -= imgui.CalcTextSize(of.title).X
	}
	imgui.PushStyleVar(imgui.StyleVarFramePadding, imgui.NewVec2(2*s, 3*s))
	defer imgui.PopStyleVar(1)
	for i, of := range presets {
		if i > 0 {
			imgui.SameLineV(0, gap*s)
		}
		width := imgui.CalcTextSize(of.title).X + around/float32(len(presets))
		t := PresetThreshold(status.Auto, of.factor, settings.MaxThreshold())
		known := status.Auto > 0 || of.factor == 0
		chosen := known && !settings.Auto && settings.Threshold == max(t, settings.Low)
		switch {
		case values:
			of.title, t, known = quarters[i].title, quarters[i].threshold, false
			of.tip, chosen = "A part of the values: their picture is divided where they reach it.", settings.Threshold == t
		case of.factor == 1:
			of.tip, chosen = autoNow(settings.Auto)+"\n"+autoSetting.Help, settings.Auto
		}
		switch clicked := p.Toggle(of.title, width, chosen, &p.w.Presets[i]); {
		case !clicked:
		case values || of.factor == 0:
			settings.Threshold = max(t, settings.Low)
		case of.factor == 1:
			p.Do(command.Do(command.FindThreshold))
		default:
			p.Do(command.Command{ID: command.FindThreshold, Number: of.factor})
		}
		if p.TipDue() {
			if known && status.Provisional {
				of.tip += "\n" + provisionalTip
			}
			if known {
				of.tip += fmt.Sprintf("\nThreshold %.4f", t)
			}
			p.ShowTip(of.tip)
		}
	}
}

// mostWanted is the largest number of quads that can be typed: 9 digits.
const mostWanted = 999_999_999

// about is the field for the wanted number of quads.
func (p *plotsTab) about(settings *session.Settings) {
	s := p.Scale
	const gap = 5
	p.WriteName(wantedSetting, settings)
	imgui.SameLineV(0, gap*s)
	imgui.SetNextItemWidth(64 * s)
	if !p.wanted.typing {
		p.wanted.value = int32(settings.Wanted)
	}
	imgui.InputInt("##about", &p.wanted.value, 0, 0, imgui.InputTextFlagsAutoSelectAll|imgui.InputTextFlagsCharsDecimal)
	p.w.About = widgets.Item()
	p.AddSettingTip(wantedSetting)
	p.wanted.typing = imgui.IsItemActive()
	if imgui.IsItemDeactivatedAfterEdit() {
		settings.Wanted = int(min(max(p.wanted.value, 0), mostWanted))
		p.Do(command.Do(command.SolveOnce))
	}
	imgui.SameLineV(0, gap*s)
	imgui.TextUnformatted(settings.Variant.Thing() + "s")
	imgui.PushFont(p.Regular, widgets.SmallSize*s)
	imgui.PushStyleVar(imgui.StyleVarFramePadding, imgui.NewVec2(3*s, 4*s))
	imgui.SameLineV(0, gap*s)
	if p.Toggle("Find", 0, false, &p.w.Once) {
		p.Do(command.Do(command.SolveOnce))
	}
	p.AddCommandTip(command.Do(command.SolveOnce))
	imgui.SameLineV(0, gap*s)
	if p.Toggle(eachSetting.Title, imgui.ContentRegionAvail().X, settings.EachFrame, &p.w.EachFrame) {
		settings.EachFrame = !settings.EachFrame
	}
	p.SwitchBadge(eachSetting, settings, widgets.Switches(settings.EachFrame))
	imgui.PopStyleVar(1)
	imgui.PopFont()
}

type plotWidgets struct {
	Curve, Sizes, Luma, LogLuma image.Rectangle
	BlockSizes, BlockValues     image.Rectangle // of the codec
	Presets                     [len(presets)]image.Rectangle
	About, Once, EachFrame      image.Rectangle
	SizeLines                   widgets.Lines // in the plot of sizes
}
