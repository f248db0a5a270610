package panel

import (
	"image"
	"strconv"

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
	p.curve(102+0.5*more, status, settings)
	p.presets(settings)
	p.about(settings)
	p.sizes(sizeRow+0.18*more/sizeRows, status, settings)
	p.luma(44+0.3*more, status.Plots)
}

// paper are the thresholds in the paper's table; quarters are those for operators that compare luma
// itself.
var (
	paper    = [...]float64{0.10, 0.22, 0.92}
	quarters = [len(paper)]float64{0.25, 0.75, 1}
)

var presetsRow = widgets.FormRow("threshold", "Presets", "Sets the threshold: to the default, or to one of the paper's table.")

// presets are buttons for the default threshold and others.
func (p *plotsTab) presets(settings *session.Settings) {
	s := p.Scale
	p.Row(presetsRow, nil)
	all := [len(p.w.Presets)]float64{settings.DefaultThreshold()}
	copy(all[1:], paper[:])
	if settings.Variant.Discriminates() && settings.Operator.Kind() == edge.Value {
		copy(all[1:], quarters[:])
	}
	const gap = 4
	width := (imgui.ContentRegionAvail().X - gap*s*float32(len(all)-1)) / float32(len(all))
	for i, t := range all {
		if i > 0 {
			imgui.SameLineV(0, gap*s)
		}
		if p.Toggle(strconv.FormatFloat(t, 'f', 2, 64), width, settings.Threshold == t, &p.w.Presets[i]) {
			settings.Threshold = t
		}
		tip := "A threshold of the paper's table"
		switch {
		case i == 0:
			tip = "The default threshold"
		case all[1] == quarters[0]:
			tip = "A part of the values: their picture is divided where they reach it"
		}
		p.AddTip(tip)
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
	p.SwitchBadge(eachSetting, settings)
	imgui.PopStyleVar(1)
	imgui.PopFont()
}

type plotWidgets struct {
	Curve, Sizes, Luma, LogLuma image.Rectangle
	Presets                     [1 + len(paper)]image.Rectangle
	About, Once, EachFrame      image.Rectangle
	SizeLines                   widgets.Lines // in the plot of sizes
}
