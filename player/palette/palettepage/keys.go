package palettepage

import (
	"image"
	"math"

	"ffkvadrat/imgui"
	"ffkvadrat/player/palette"
	"ffkvadrat/player/widgets"
)

// Sizes of the list of keys at scale 1.
const (
	columnWide  = 262 // at least
	columnGap   = 36
	linePitch   = 28
	leastPitch  = 23 // if all lines then fit the target
	titleHigh   = 34
	groupGap    = 14
	mostColumns = 3
	textAndCaps = 14 // between text and caps
	fadeHigh    = 26 // of lines that are cut off
)

// columns is the layout of the list of keys. It is made again when the target changes.
type columns struct {
	width, height int
	scale         float32
	page          image.Rectangle
	pad           float32
	wide          float32   // of a column
	groups        []int     // index of each group's first line
	lines         []float32 // heights
	first         []int     // index of each column's first group
	high          float32   // of the tallest column
	pitch         float32   // of lines, at scale 1
}

// lay lays out the page: as tall as the list of keys, if the target has room for it.
func (c *columns) lay(p *Page) {
	if c.width == p.Width && c.height == p.Height && c.scale == p.Scale {
		return
	}
	s := p.Scale
	*c = columns{width: p.Width, height: p.Height, scale: s, pad: 24 * s}
	inset := 20 * s
	if float32(p.Width) < 900*s || float32(p.Height) < 560*s {
		inset, c.pad = 8*s, 14*s
	}
	width := min(float32(p.Width)-2*inset, 1180*s)
	inner := width - 2*c.pad - 12*s // the scroll bar
	n := max(min(int((inner+columnGap*s)/((columnWide+columnGap)*s)), mostColumns), 1)
	c.wide = (inner - float32(n-1)*columnGap*s) / float32(n)
	room := float32(p.Height) - 2*inset - c.pad - (fieldHigh+10+footHigh)*s
	for c.pitch = linePitch; c.pitch >= leastPitch; c.pitch-- {
		if c.fill(p, n); c.high <= room {
			break
		}
	}
	if c.high > room { // it scrolls
		c.pitch = linePitch
		c.fill(p, n)
	}
	high := min(room, c.high) + c.pad + (fieldHigh+10+footHigh)*s
	x, y := int((float32(p.Width)-width)/2), int((float32(p.Height)-high)/2)
	c.page = image.Rect(x, y, x+int(width), y+int(math.Ceil(float64(high)))) // a fraction of a pixel less would scroll
}

// fill distributes the groups over n columns, for a pitch of lines.
func (c *columns) fill(p *Page, n int) {
	s := p.Scale
	c.groups, c.lines, c.high = nil, nil, 0
	var heights []float32
	group := palette.NoGroup
	for i := range p.Keys.Lines {
		l := &p.Keys.Lines[i]
		if l.Group != group {
			group = l.Group
			c.groups, heights = append(c.groups, i), append(heights, (titleHigh+groupGap)*s)
		}
		high := p.lineHeight(l, c.wide, c.pitch)
		c.lines = append(c.lines, high)
		heights[len(heights)-1] += high
	}
	c.first = palette.Columns(heights, n)
	for i := range c.first {
		var high float32
		for g := c.first[i]; g < len(heights) && (i+1 == len(c.first) || g < c.first[i+1]); g++ {
			high += heights[g]
		}
		c.high = max(c.high, high)
	}
}

// textRoom is the width of a line's text in a column.
func (p *Page) textRoom(l *palette.Line, wide float32) float32 {
	for i := range l.Caps {
		wide -= p.capWidth(l.Caps[i].Key) + capGap*p.Scale
	}
	return max(wide-(textAndCaps-capGap)*p.Scale, 1)
}

// lineHeight is the height of a line, whose text may need several lines of text.
func (p *Page) lineHeight(l *palette.Line, wide, pitch float32) float32 {
	s := p.Scale
	imgui.PushFont(p.Regular, textSize*s)
	defer imgui.PopFont()
	one := imgui.CalcTextSize("A").Y
	return pitch*s + imgui.CalcTextSizeV(l.Help, false, p.textRoom(l, wide)).Y - one
}

// keys shows the list of keys in columns.
func (p *Page) keys(at, size imgui.Vec2) {
	s, c := p.Scale, &p.columns
	imgui.SetCursorScreenPos(at)
	imgui.BeginChild("keys", size, 0, 0)
	if p.resets {
		imgui.SetScrollY(0)
	}
	top := imgui.CursorScreenPos()
	if p.moves != 0 {
		imgui.SetScrollY(max(at.Y-top.Y+float32(p.moves)*linePitch*s, 0))
	}
	draw := imgui.WindowDrawList()
	p.Widgets.KeyLines = p.places.lines[:0]
	for i, first := range c.first {
		last := len(c.groups)
		if i+1 < len(c.first) {
			last = c.first[i+1]
		}
		y := top.Y
		x := top.X + float32(i)*(c.wide+columnGap*s)
		for g := first; g < last; g++ {
			y = p.group(draw, g, x, y)
		}
	}
	imgui.SetCursorScreenPos(top)
	imgui.Dummy(imgui.NewVec2(1, c.high))
	if at.Y > top.Y {
		p.fade(draw, at, size.X, fadeHigh*s)
	}
	if top.Y+c.high > at.Y+size.Y {
		p.fade(draw, at.Add(imgui.NewVec2(0, size.Y)), size.X, -fadeHigh*s)
	}
	imgui.EndChild()
	p.places.lines = p.Widgets.KeyLines
}

// fade covers the lines at an edge of the list by the ground, less and less over a height; it is negative for
// the lower edge.
func (p *Page) fade(draw *imgui.DrawList, at imgui.Vec2, width, height float32) {
	const steps = 13
	for i := range steps {
		y := at.Y + height*float32(i)/steps
		end := y + height/steps
		draw.AddRectFilled(imgui.NewVec2(at.X, min(y, end)), imgui.NewVec2(at.X+width, max(y, end)), widgets.Faded(p.Ground, 1-float32(i)/steps))
	}
}

// group shows a group of lines and returns where it ends.
func (p *Page) group(draw *imgui.DrawList, g int, x, y float32) float32 {
	s, c := p.Scale, &p.columns
	end := len(p.Keys.Lines)
	if g+1 < len(c.groups) {
		end = c.groups[g+1]
	}
	draw.AddTextFont(p.Medium, textSize*s, imgui.NewVec2(x, y+7*s), widgets.Packed(p.Stronger), p.Keys.Lines[c.groups[g]].Group.Title())
	draw.AddLine(imgui.NewVec2(x, y+29*s), imgui.NewVec2(x+c.wide, y+29*s), widgets.Packed(p.Separator), s)
	y += titleHigh * s
	for i := c.groups[g]; i < end; i++ {
		imgui.PushID(int32(i))
		p.line(draw, &p.Keys.Lines[i], x, y, c.lines[i])
		imgui.PopID()
		y += c.lines[i]
	}
	return y + groupGap*s
}

// line shows a line: its text, and on the right its keys, which can be clicked. The text is a button
// of the first key.
func (p *Page) line(draw *imgui.DrawList, l *palette.Line, x, y, high float32) {
	s, c := p.Scale, &p.columns
	room := p.textRoom(l, c.wide)
	clicked, lit := widgets.InvisibleButton("text", imgui.NewVec2(x, y), imgui.NewVec2(room, high))
	p.Widgets.KeyLines = append(p.Widgets.KeyLines, widgets.Item())
	if l.More != "" {
		p.AddTip(l.Help + ": " + l.More)
	}
	if clicked && l.Caps[0].Runs {
		p.run(l.Caps[0].Command)
	}
	imgui.PushFont(p.Regular, textSize*s)
	draw.AddTextFontV(p.Regular, textSize*s, imgui.NewVec2(x, y+(c.pitch-18)/2*s), widgets.Packed(p.Bright), l.Help, room, nil)
	imgui.PopFont()
	at := x + c.wide
	for i := range l.Caps {
		at -= p.capWidth(l.Caps[i].Key)
		if i > 0 {
			at -= capGap * s
		}
	}
	for i := range l.Caps {
		k := &l.Caps[i]
		width := p.capWidth(k.Key)
		top := y + (c.pitch-capHigh)/2*s
		imgui.PushID(int32(i))
		clicked, over := widgets.InvisibleButton("key", imgui.NewVec2(at, top), imgui.NewVec2(width, capHigh*s))
		imgui.PopID()
		if clicked && k.Runs {
			p.run(k.Command)
		}
		if title := p.titleOf(k); over && title != "" {
			p.AddTip(title)
		}
		p.drawCap(draw, at, top, k.Key, k.Runs && (over || lit && i == 0))
		at += width + capGap*s
	}
}

// titleOf returns the title of a key's command.
func (p *Page) titleOf(k *palette.Cap) string {
	for i := range p.Keys.Entries {
		if e := &p.Keys.Entries[i]; k.Runs && e.Command == k.Command {
			return e.Title
		}
	}
	return ""
}
