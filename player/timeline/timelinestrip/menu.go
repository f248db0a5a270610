package timelinestrip

import (
	"image"
	"strings"

	"ffkvadrat/imgui"
	"ffkvadrat/player/palette"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
	"ffkvadrat/player/widgets"
)

const menuName = "curves"

// Sizes at scale 1 in the menu: the gap between columns, and the height of a heading with the gap above it.
const (
	columnGap   = 22
	headingRow  = 20
	headingRise = 4 // of the gap
)

// curveGroups are the groups of curves in the menu; a curve is in the last one that has it.
var curveGroups = [...]struct {
	title string
	has   func(c session.Curve) bool
}{
	{"Quads", func(c session.Curve) bool { return curves[c].of == timeline.OfQuads }},
	{"Picture", func(c session.Curve) bool {
		return curves[c].of != timeline.OfQuads && curves[c].of != timeline.OfSecond
	}},
	{"Codec", func(c session.Curve) bool {
		return c == session.BytesCurve || c == session.BytesPerQuadCurve || session.NewCurves(c).Coded()
	}},
	{"Second video", func(c session.Curve) bool { return curves[c].of == timeline.OfSecond }},
}

// codecGroup is the index of the group Codec.
const codecGroup = 2

// groupOf returns the group of a curve.
func groupOf(c session.Curve) int {
	for g := len(curveGroups) - 1; g > 0; g-- {
		if curveGroups[g].has(c) {
			return g
		}
	}
	return 0
}

// openCurves opens the menu of curves above a point.
func (l *Strip) openCurves(at imgui.Vec2) {
	imgui.OpenPopup(menuName)
	l.menuAt = at
}

// curveMenu has a switch for each curve, in groups. A button of the legend opens it, which it touches, and so does a right click on
// the timeline, at r; a click elsewhere closes it. It stays where it is while the timeline grows with the curves that are switched on.
func (l *Strip) curveMenu(r image.Rectangle, c *Content, settings *session.Settings) {
	if at := imgui.CurrentIO().MousePos; imgui.IsMouseClicked(1) && !c.MenuOpen && image.Pt(int(at.X), int(at.Y)).In(r) {
		l.openCurves(imgui.NewVec2(at.X, float32(r.Min.Y)))
	}
	if !imgui.IsPopupOpen(menuName, 0) {
		return
	}
	s, thing := l.kit.Scale, settings.Variant.Thing()
	table := l.curveTable(l.menuAt.Y, thing)
	imgui.SetNextWindowPosV(imgui.NewVec2(max(min(l.menuAt.X, float32(l.kit.Width)-table.width), 0), l.menuAt.Y), imgui.NewVec2(0, 1))
	imgui.SetNextWindowMaxHeight(l.menuAt.Y)
	if !imgui.BeginPopup(menuName, 0) {
		return
	}
	l.kit.KeepList()
	at := imgui.CursorScreenPos()
	for _, column := range table.columns {
		y := at.Y
		for g := column.first; g < column.end; g++ {
			y = l.curveGroup(imgui.NewVec2(at.X, y), g, !table.short, c.NoBlocks, settings)
		}
		at.X += column.width + columnGap*s
	}
	imgui.EndPopup()
}

// curveGroup shows a group of curves below its heading, and returns where it ends.
func (l *Strip) curveGroup(at imgui.Vec2, g int, full bool, noBlocks string, settings *session.Settings) (end float32) {
	s := l.kit.Scale
	imgui.SetCursorScreenPos(at.Add(imgui.NewVec2(0, headingRise*s)))
	imgui.PushFont(l.kit.Medium, widgets.SmallSize*s)
	imgui.PushStyleColor(imgui.ColText, widgets.Packed(l.kit.Dim))
	imgui.TextUnformatted(headingOf(g, settings.Variant.Thing()))
	imgui.PopStyleColor(1)
	imgui.PopFont()
	at.Y += headingRow * s
	for i := range session.CurveCount {
		if groupOf(i) == g {
			imgui.SetCursorScreenPos(at)
			l.curveBox(i, full, noBlocks, settings)
			at.Y += menuRow()
		}
	}
	if g == codecGroup {
		imgui.SetCursorScreenPos(at.Add(imgui.NewVec2(swatchWidth*s, 0)))
		imgui.PushStyleColor(imgui.ColFrameBg, widgets.Packed(l.kit.Ground))
		imgui.Checkbox(linearTitle, &settings.LinearSizes)
		imgui.PopStyleColor(1)
		l.Widgets.LinearSizes = widgets.Item()
		l.kit.AddTip(linearTip)
		at.Y += menuRow()
	}
	return at.Y
}

// linearTitle is the switch for the heights of sizes, after the curves of the codec.
const linearTitle = "Sizes linear"

const linearTip = "Heights of sizes as they are: twice as high is twice the bytes. Otherwise they are square roots, so that small packets are seen next to large ones."

// headingOf returns the title of a group for lists of a thing.
func headingOf(g int, thing string) string {
	return strings.Replace(curveGroups[g].title, "Quad", quantity.Capitalised(thing), 1)
}

// curveBox is the switch of a curve in the menu.
func (l *Strip) curveBox(i session.Curve, full bool, noBlocks string, settings *session.Settings) {
	l.kit.BeginUnused(l.withoutCurve(i, noBlocks, settings))
	at := imgui.CursorScreenPos()
	imgui.Dummy(imgui.NewVec2(swatchWidth*l.kit.Scale, imgui.FrameHeight()))
	l.curveMark(imgui.WindowDrawList(), imgui.NewVec2(at.X, at.Y+imgui.FrameHeight()/2), i)
	imgui.SameLineV(0, 0)
	on := settings.ShownCurves().Has(i)
	imgui.PushStyleColor(imgui.ColFrameBg, widgets.Packed(l.kit.Ground)) // a menu has the background colour of boxes
	thing := settings.Variant.Thing()
	if imgui.Checkbox(nameOf(i, full, thing), &on) {
		settings.ShownCurves().Switch(i, on)
	}
	imgui.PopStyleColor(1)
	l.Widgets.CurveBoxes[i] = widgets.Item()
	l.kit.AddTip(i.Of(thing).Help)
	l.kit.EndUnused()
}

// menuRow is the height of a curve in the menu with the gap after it.
func menuRow() float32 { return imgui.FrameHeight() + menuGap }

// menuGap is the gap between curves in the menu.
const menuGap = 2

// menuColumn has the groups from first on and before end.
type menuColumn struct {
	first, end int
	width      float32
}

// curveTable is how the menu is laid out.
type curveTable struct {
	columns []menuColumn
	short   bool // names
	width   float32
}

// curveTable returns the layout of the menu in a height and the window's width: of two columns if they fit, else of as few as fit, with
// short names where full ones do not fit. If nothing fits, the menu scrolls, with a scrollbar.
func (l *Strip) curveTable(height float32, thing string) (table curveTable) {
	padding := imgui.CurrentStyle().WindowPadding
	for _, short := range [...]bool{false, true} {
		for n := 2; n <= len(curveGroups); n++ {
			next, high := l.curveColumns(n, short, thing)
			if next.width > float32(l.kit.Width) {
				break
			}
			if table = next; high+2*padding.Y <= height {
				return table
			}
		}
	}
	table.width += imgui.CurrentStyle().ScrollbarSize
	return table
}

// curveColumns returns a layout of at most n columns, and the height of the tallest.
func (l *Strip) curveColumns(n int, short bool, thing string) (table curveTable, high float32) {
	s := l.kit.Scale
	var heights, widths [len(curveGroups)]float32
	for g := range heights {
		heights[g] = headingRow * s
	}
	for c := range session.CurveCount {
		g := groupOf(c)
		heights[g] += menuRow()
		widths[g] = max(widths[g], swatchWidth*s+imgui.FrameHeight()+imgui.CurrentStyle().ItemInnerSpacing.X+imgui.CalcTextSize(nameOf(c, !short, thing)).X)
	}
	heights[codecGroup] += menuRow() // of linearTitle, which is short
	first := palette.Columns(heights[:], n)
	table = curveTable{short: short, width: 2*imgui.CurrentStyle().WindowPadding.X + float32(len(first)-1)*columnGap*s}
	for i := range first {
		column := menuColumn{first: first[i], end: len(curveGroups)}
		if i+1 < len(first) {
			column.end = first[i+1]
		}
		sum := float32(0)
		for g := column.first; g < column.end; g++ {
			sum += heights[g]
			column.width = max(column.width, widths[g])
		}
		table.columns, table.width, high = append(table.columns, column), table.width+column.width, max(high, sum)
	}
	return table, high
}

// withoutCurve returns why a curve is not available, or "".
func (l *Strip) withoutCurve(c session.Curve, noBlocks string, settings *session.Settings) string {
	if why := timeline.Without(c, l.chart.second, noBlocks, settings); why != "" || l.chart.has(c) {
		return why
	}
	return "the file does not have it"
}
