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

// Gaps at scale 1 in the menu: between a curve's title and its unit, and between columns.
const (
	unitGap   = 24
	columnGap = 22
)

// curveMenu leads to the frame with the most quads, has a switch for each curve, and explains the signs. A right
// click on the timeline, at r, opens it, and so does a button of the legend; a click elsewhere closes it. It lies over the
// picture, so that curves are seen as they are switched on.
func (l *Strip) curveMenu(r image.Rectangle, c *Content, settings *session.Settings) {
	s := l.kit.Scale
	if at := imgui.CurrentIO().MousePos; imgui.IsMouseClicked(1) && !c.MenuOpen && image.Pt(int(at.X), int(at.Y)).In(r) {
		imgui.OpenPopup(menuName)
		l.menuAt = at.X
	}
	if !imgui.IsPopupOpen(menuName, 0) {
		return
	}
	bottom := float32(r.Min.Y) - s
	if settings.TimelineHeight == 0 { // the strip grows with each curve, up to there
		bottom = min(bottom, float32(l.kit.Height)/2-s)
	}
	shape := l.menuShape(bottom, settings.Variant.Thing())
	low := max(min(l.menuAt, float32(l.kit.Width)-shape.width), 0)
	imgui.SetNextWindowPosV(imgui.NewVec2(low, bottom), imgui.NewVec2(0, 1))
	imgui.SetNextWindowMaxHeight(bottom)
	if !imgui.BeginPopup(menuName, 0) {
		return
	}
	l.Widgets.MostQuads = l.entry("Go to the frame with the most quads", command.MostQuads)
	if l.Zoomed() {
		l.Widgets.Zoom = l.entry("Show the whole timeline", command.WholeTimeline)
	}
	imgui.Separator()
	at := imgui.CursorScreenPos()
	for _, column := range shape.columns {
		for i := column.first; i < column.end; i++ {
			imgui.SetCursorScreenPos(at.Add(imgui.NewVec2(0, float32(i-column.first)*menuRow())))
			l.curveBox(i, column.units, c.NoBlocks, settings)
		}
		at.X += column.width + columnGap*s
	}
	if shape.signs {
		l.explainSigns(at, settings.Variant.Thing())
	}
	imgui.EndPopup()
}

// entry is a line of the menu that does a command.
func (l *Strip) entry(title string, id command.ID) image.Rectangle {
	do, keys := command.Do(id), ""
	if n := l.kit.Keys.Find(do); n != nil {
		keys = n.Key.Keys
	}
	if imgui.MenuItem(title, keys, false, true) {
		l.kit.Do(do)
	}
	return widgets.Item()
}

// curveBox is the switch of a curve in the menu, with its unit at a distance; 0 for none.
func (l *Strip) curveBox(i session.Curve, units float32, noBlocks string, settings *session.Settings) {
	l.kit.BeginUnused(l.withoutCurve(i, noBlocks, settings))
	at := imgui.CursorScreenPos()
	imgui.Dummy(imgui.NewVec2(swatchWidth*l.kit.Scale, imgui.FrameHeight()))
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
	if units > 0 {
		imgui.SameLineV(0, 0)
		imgui.SetCursorScreenPos(imgui.NewVec2(at.X+units, at.Y))
		imgui.PushStyleColor(imgui.ColText, widgets.Packed(l.kit.Dim))
		imgui.AlignTextToFramePadding()
		imgui.TextUnformatted(words.Unit)
		imgui.PopStyleColor(1)
	}
	l.kit.EndUnused()
}

// menuRow is the height of a row of the menu with the gap after it.
func menuRow() float32 { return imgui.FrameHeight() + imgui.CurrentStyle().ItemSpacing.Y }

// menuShape is how the menu is laid out.
type menuShape struct {
	columns []menuColumn
	signs   bool // next to the curves
	width   float32
}

// menuColumn has the curves from first on and before end.
type menuColumn struct {
	first, end   session.Curve
	units, width float32 // where units begin, 0 for none, and the width of all
}

// menuShape returns the layout for a height: with as few columns as fit. With too little width it leaves out units, then the
// signs; with too little of both, the menu scrolls.
func (l *Strip) menuShape(height float32, thing string) (shape menuShape) {
	s, style := l.kit.Scale, imgui.CurrentStyle()
	row := menuRow()
	lines := float32(2) // of the menu, with the separator
	if l.Zoomed() {
		lines++
	}
	fits := max(int((height-2*style.WindowPadding.Y-lines*row)/row), 1)
	n := (int(session.CurveCount) + fits - 1) / fits
	signs := l.signsWidth(thing)
	for _, with := range [...]struct{ units, signs bool }{{true, true}, {false, true}, {false, false}} {
		for columns := n; columns > 0; columns-- {
			if with.signs && columns < n {
				break
			}
			shape = menuShape{signs: with.signs, width: 2 * style.WindowPadding.X}
			for i := range columns {
				at := func(i int) session.Curve { return session.Curve(i * int(session.CurveCount) / columns) }
				shape.columns = append(shape.columns, l.menuColumn(at(i), at(i+1), with.units, thing))
				shape.width += shape.columns[i].width
			}
			if shape.width += float32(columns-1) * columnGap * s; with.signs {
				shape.width += columnGap*s + signs
			}
			if shape.width <= float32(l.kit.Width) {
				return shape
			}
		}
	}
	return shape
}

// menuColumn measures a column.
func (l *Strip) menuColumn(first, end session.Curve, units bool, thing string) menuColumn {
	s := l.kit.Scale
	titles, widest := float32(0), float32(0)
	for i := first; i < end; i++ {
		words := i.Of(thing)
		titles, widest = max(titles, imgui.CalcTextSize(words.Title).X), max(widest, imgui.CalcTextSize(words.Unit).X)
	}
	c := menuColumn{first: first, end: end, width: swatchWidth*s + imgui.FrameHeight() + imgui.CurrentStyle().ItemInnerSpacing.X + titles}
	if units {
		c.units = c.width + unitGap*s
		c.width = c.units + widest
	}
	return c
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
