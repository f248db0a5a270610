package timelinestrip

import (
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

const menuName = "curves"

// curveMenu leads to the frame with the most quads, and has a switch for each curve. A right click on
// the timeline, at r, opens it, and so does a button of the legend; a click elsewhere closes it.
func (l *Strip) curveMenu(r image.Rectangle, c *Content, settings *session.Settings) {
	s := l.kit.Scale
	if at := imgui.CurrentIO().MousePos; imgui.IsMouseClicked(1) && !c.MenuOpen && image.Pt(int(at.X), int(at.Y)).In(r) {
		imgui.OpenPopup(menuName)
	}
	if !imgui.BeginPopup(menuName, 0) {
		return
	}
	most, keys := command.Do(command.MostQuads), ""
	if n := l.kit.Keys.Find(most); n != nil {
		keys = n.Key.Keys
	}
	if imgui.MenuItem("Go to the frame with the most quads", keys, false, true) {
		l.kit.Do(most)
	}
	l.Widgets.MostQuads = widgets.Item()
	imgui.Separator()
	for i := range session.CurveCount {
		l.kit.BeginUnused(l.withoutCurve(i, c.NoBlocks, settings))
		at := imgui.CursorScreenPos()
		imgui.Dummy(imgui.NewVec2(swatchWidth*s, imgui.FrameHeight()))
		l.curveMark(imgui.WindowDrawList(), imgui.NewVec2(at.X, at.Y+imgui.FrameHeight()/2), &curves[i])
		imgui.SameLineV(0, 0)
		on := settings.Curves.Has(i)
		imgui.PushStyleColor(imgui.ColFrameBg, widgets.Packed(l.kit.Ground)) // a menu has the background colour of boxes
		name, help := i.Of(settings.Variant.Thing())
		if imgui.Checkbox(name, &on) {
			settings.Curves.Switch(i, on)
		}
		imgui.PopStyleColor(1)
		l.Widgets.CurveBoxes[i] = widgets.Item()
		l.kit.AddTip(help)
		l.kit.EndUnused()
	}
	imgui.EndPopup()
}

// withoutCurve returns why a curve is not available, or "".
func (l *Strip) withoutCurve(c session.Curve, noBlocks string, settings *session.Settings) string {
	switch {
	case !l.chart.has(c):
		return "the file does not have it"
	case session.NewCurves(c).Rebuild() && !settings.Variant.Merges():
		return "this variant cannot be reconstructed"
	case session.NewCurves(c).Coded() && noBlocks != "":
		return noBlocks
	}
	return ""
}
