package timelinestrip

import (
	"slices"
	"strings"

	"ffkvadrat/imgui"
	"ffkvadrat/measure/survey"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// Sizes at scale 1 of the explanations of signs: the width and height of a sign, the gap after it, and the height of a row.
const (
	signWidth   = 14
	signHeight  = 14
	signTextGap = 8
	signRow     = 22
)

// sign is what else is on the timeline. draw draws it into a box from low to high, a piece of the chart.
type sign struct {
	words string
	has   func(d *chart) bool // nil for always
	draw  func(l *Strip, draw *imgui.DrawList, low, high imgui.Vec2)
}

var signs = [...]sign{
	{"hatched: not analysed yet", nil, func(l *Strip, draw *imgui.DrawList, low, high imgui.Vec2) {
		for _, part := range [...]float32{0.35, 1} {
			by := part * signWidth * l.kit.Scale
			draw.AddLine(imgui.NewVec2(low.X, low.Y+by), imgui.NewVec2(low.X+by, low.Y), widgets.Packed(l.kit.Dim), l.kit.Scale)
		}
	}},
	{"triangle: the frame with the most quads", nil, func(l *Strip, draw *imgui.DrawList, low, high imgui.Vec2) {
		x, s := (low.X+high.X)/2, l.kit.Scale
		draw.AddTriangleFilled(imgui.NewVec2(x-peakSize*s, low.Y), imgui.NewVec2(x+peakSize*s, low.Y), imgui.NewVec2(x, low.Y+peakHeight*s), widgets.Packed(l.kit.Stronger))
	}},
	{"line at the top: a cut, the boundary of two shots", nil, func(l *Strip, draw *imgui.DrawList, low, high imgui.Vec2) {
		l.upright(draw, (low.X+high.X)/2, low.Y, low.Y+cutHeight*l.kit.Scale, widgets.Packed(l.kit.Bright))
	}},
	{"mark at a lane's top: a value above it, such as ∞ dB", func(d *chart) bool {
		return slices.ContainsFunc(d.full[:], func(s scale) bool { return s.beyond })
	}, func(l *Strip, draw *imgui.DrawList, low, high imgui.Vec2) {
		draw.AddRectFilled(low, imgui.NewVec2(high.X, low.Y+beyondHeight*l.kit.Scale), widgets.Packed(ink(l.kit.Inks, session.PSNRCurve)))
	}},
	{"frame types: I is coded alone, P and B from other frames", func(d *chart) bool { return d.kinds != kinds{} }, func(l *Strip, draw *imgui.DrawList, low, high imgui.Vec2) {
		x := low.X
		for k := survey.Intra; k > survey.KindUnknown; k-- {
			l.line.kindBar(draw, l.kit.Inks, imgui.NewVec2(x, high.Y), k)
			x += 5 * l.kit.Scale
		}
	}},
	{"tick at the bottom: a key frame, where decoding can begin", nil, func(l *Strip, draw *imgui.DrawList, low, high imgui.Vec2) {
		l.upright(draw, (low.X+high.X)/2, high.Y-tickHeight*l.kit.Scale, high.Y, widgets.Packed(l.kit.Dim))
	}},
	{"red at the bottom: a damaged frame", nil, func(l *Strip, draw *imgui.DrawList, low, high imgui.Vec2) {
		x, s := (low.X+high.X)/2, l.kit.Scale
		draw.AddRectFilled(imgui.NewVec2(x-1.5*s, high.Y-tickHeight*s), imgui.NewVec2(x+1.5*s, high.Y), widgets.Packed(l.kit.Legible(damageColour)))
	}},
	{"two lines at the bottom: interlaced frames", (*chart).interlaced, func(l *Strip, draw *imgui.DrawList, low, high imgui.Vec2) {
		for _, up := range [...]float32{4, 2} {
			y := high.Y - up*l.kit.Scale
			draw.AddRectFilled(imgui.NewVec2(low.X, y), imgui.NewVec2(high.X, y+l.kit.Scale), widgets.Packed(l.kit.Legible(fieldsColour)))
		}
	}},
	{"tick below the curves: a time or, zoomed in, a frame", nil, func(l *Strip, draw *imgui.DrawList, low, high imgui.Vec2) {
		l.upright(draw, (low.X+high.X)/2, high.Y, high.Y+3*l.kit.Scale, widgets.Packed(l.kit.Bright))
	}},
	{"shaded: here the second video, B, has no frame", func(d *chart) bool { return d.second }, func(l *Strip, draw *imgui.DrawList, low, high imgui.Vec2) {
		middle := (low.X + high.X) / 2
		draw.AddRectFilled(imgui.NewVec2(middle, low.Y), high, widgets.Faded(l.kit.Ground, outsideOpacity))
		l.upright(draw, middle, low.Y, high.Y, widgets.Packed(l.kit.Dim))
	}},
	{"flag: a frame that you marked (key b)", nil, func(l *Strip, draw *imgui.DrawList, low, high imgui.Vec2) {
		l.drawFlag(draw, low.X+2*l.kit.Scale, high.Y, widgets.Packed(l.kit.MarkColour))
	}},
	{"between two lines: the loop (key l)", nil, func(l *Strip, draw *imgui.DrawList, low, high imgui.Vec2) {
		s := l.kit.Scale
		from, to := low.X+3*s, high.X-3*s
		draw.AddRectFilled(imgui.NewVec2(from, low.Y), imgui.NewVec2(to, high.Y), widgets.Faded(l.kit.LoopColour, 0.15))
		l.upright(draw, from, low.Y, high.Y, widgets.Packed(l.kit.LoopColour))
		l.upright(draw, to, low.Y, high.Y, widgets.Packed(l.kit.LoopColour))
	}},
}

// upright draws a line at x.
func (l *Strip) upright(draw *imgui.DrawList, x, from, to float32, ink uint32) {
	s := l.kit.Scale
	draw.AddRectFilled(imgui.NewVec2(x-0.5*s, from), imgui.NewVec2(x+0.5*s, to), ink)
}

// text returns the sign's explanation with the word for one of the quads.
func (g *sign) text(thing string) string { return strings.ReplaceAll(g.words, "quad", thing) }

// signsTitle is the button that opens the menu of signs, and the name of that; signsShort is the button where room is short.
const signsTitle, signsShort = "legend", "?"

// signMenu explains the signs, above the button that opens it.
func (l *Strip) signMenu(thing string) {
	if !imgui.IsPopupOpen(signsTitle, 0) {
		return
	}
	s, width := l.kit.Scale, float32(0)
	for i := range signs {
		width = max(width, imgui.CalcTextSize(signs[i].text(thing)).X)
	}
	width += (signWidth+signTextGap)*s + 2*imgui.CurrentStyle().WindowPadding.X
	imgui.SetNextWindowPosV(imgui.NewVec2(max(min(l.signsAt.X, float32(l.kit.Width)-width), 0), l.signsAt.Y), imgui.NewVec2(0, 1))
	if !imgui.BeginPopup(signsTitle, 0) {
		return
	}
	l.kit.KeepList()
	draw := imgui.WindowDrawList()
	imgui.PushStyleColor(imgui.ColText, widgets.Packed(l.kit.Dim))
	at := imgui.CursorScreenPos()
	for i := range signs {
		if has := signs[i].has; has != nil && !has(&l.chart) {
			continue
		}
		low, high := at, at.Add(imgui.NewVec2(signWidth*s, signHeight*s))
		draw.AddRectFilled(low, high, widgets.Packed(l.kit.Ground))
		signs[i].draw(l, draw, low, high)
		imgui.SetCursorScreenPos(imgui.NewVec2(high.X+signTextGap*s, low.Y+(signHeight*s-imgui.FontSize())/2-s))
		imgui.TextUnformatted(signs[i].text(thing))
		at.Y += signRow * s
	}
	imgui.PopStyleColor(1)
	imgui.EndPopup()
}
