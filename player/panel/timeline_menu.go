package panel

import (
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// curveMenu has a switch for each curve, including those that the legend has no room for. A right
// click on the timeline, at r, opens it; a click elsewhere closes it.
func (l *timelineStrip) curveMenu(r image.Rectangle, settings *session.Settings) {
	const name = "curves"
	s := l.Scale
	if at := imgui.CurrentIO().MousePos; imgui.IsMouseClicked(1) && !l.menu.anyOpen && image.Pt(int(at.X), int(at.Y)).In(r) {
		imgui.OpenPopup(name)
	}
	if !imgui.BeginPopup(name, 0) {
		return
	}
	for c := range session.CurveCount {
		l.BeginUnused(l.withoutCurve(c, settings))
		at := imgui.CursorScreenPos()
		imgui.Dummy(imgui.NewVec2(swatchWidth*s, imgui.FrameHeight()))
		l.curveMark(imgui.WindowDrawList(), imgui.NewVec2(at.X, at.Y+imgui.FrameHeight()/2), &curves[c], 1)
		imgui.SameLineV(0, 0)
		on := settings.Curves.Has(c)
		imgui.PushStyleColor(imgui.ColFrameBg, widgets.Packed(widgets.Ground)) // a menu has the background colour of boxes
		name, help := c.Of(settings.Variant.Thing())
		if imgui.Checkbox(name, &on) {
			settings.Curves.Switch(c, on)
		}
		imgui.PopStyleColor(1)
		l.w.CurveBoxes[c] = widgets.Item()
		l.AddTip(help)
		l.EndUnused()
	}
	if l.menu.ends {
		imgui.CloseCurrentPopup()
	}
	imgui.EndPopup()
}

// withoutCurve returns why a curve is not available, or "".
func (l *timelineStrip) withoutCurve(c session.Curve, settings *session.Settings) string {
	switch {
	case !l.strip.has(c):
		return "the file does not have it"
	case session.NewCurves(c).Rebuild() && !settings.Variant.Merges():
		return "this variant cannot be reconstructed"
	case session.NewCurves(c).Coded() && l.facts.NoBlocks != "":
		return l.facts.NoBlocks
	}
	return ""
}
