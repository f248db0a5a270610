package timelinestrip

import (
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
	"ffkvadrat/player/sides"
	"ffkvadrat/player/timeline"
	"ffkvadrat/player/widgets"
)

const menuName = "curves"

// unitGap is the gap at scale 1 between a curve's title in the menu and its unit.
const unitGap = 24

// curveMenu leads to the frame with the most quads, has a switch for each curve, and explains the signs. A right
// click on the timeline, at r, opens it, and so does a button of the legend; a click elsewhere closes it.
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
	start, titles, end := imgui.CursorScreenPos(), float32(0), float32(0)
	for i := range session.CurveCount {
		titles = max(titles, imgui.CalcTextSize(i.Of(settings.Variant.Thing()).Title).X)
	}
	units := (swatchWidth+unitGap)*s + imgui.FrameHeight() + titles
	for i := range session.CurveCount {
		l.kit.BeginUnused(l.withoutCurve(i, c.NoBlocks, settings))
		at := imgui.CursorScreenPos()
		imgui.Dummy(imgui.NewVec2(swatchWidth*s, imgui.FrameHeight()))
		l.curveMark(imgui.WindowDrawList(), imgui.NewVec2(at.X, at.Y+imgui.FrameHeight()/2), i)
		imgui.SameLineV(0, 0)
		on := settings.ShownCurves().Has(i)
		imgui.PushStyleColor(imgui.ColFrameBg, widgets.Packed(l.kit.Ground)) // a menu has the background colour of boxes
		words := i.Of(settings.Variant.Thing())
		if imgui.Checkbox(words.Title, &on) {
			settings.ShownCurves().Switch(i, on)
		}
		imgui.PopStyleColor(1)
		l.Widgets.CurveBoxes[i] = widgets.Item()
		l.kit.AddTip(words.Help)
		imgui.SameLineV(0, 0)
		imgui.SetCursorScreenPos(imgui.NewVec2(at.X+units, at.Y))
		imgui.PushStyleColor(imgui.ColText, widgets.Packed(l.kit.Dim))
		imgui.AlignTextToFramePadding()
		imgui.TextUnformatted(words.Unit)
		imgui.PopStyleColor(1)
		end = max(end, float32(widgets.Item().Max.X))
		l.kit.EndUnused()
	}
	l.explainSigns(imgui.NewVec2(end+signGap*s, start.Y), settings.Variant.Thing())
	imgui.EndPopup()
}

// withoutCurve returns why a curve is not available, or "".
func (l *Strip) withoutCurve(c session.Curve, noBlocks string, settings *session.Settings) string {
	switch {
	case curves[c].of == timeline.OfSecond && !l.chart.second:
		return sides.NoSecond
	case !l.chart.has(c):
		return "the file does not have it"
	case session.NewCurves(c).Rebuild() && !settings.Variant.Merges():
		return "this variant cannot be reconstructed"
	case session.NewCurves(c).Coded() && noBlocks != "":
		return noBlocks
	}
	return ""
}
