package palettepage

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"ffkvadrat/imgui"
	"ffkvadrat/player/palette"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// Sizes of the list of what was found at scale 1.
const (
	foundPitch = 32
	moreWide   = 320 // the text about the chosen entry
	leastWide  = 820 // with that text at the side
	moreLines  = 60  // its height, if it is below
)

// LooseTitle is above the loose matches.
const LooseTitle = "Less close: only the description has the word, or the name its letters"

// results shows the entries found, and what the chosen one does.
func (p *Page) results(draw *imgui.DrawList, at, size imgui.Vec2, settings *session.Settings) {
	s := p.Scale
	if len(p.found) == 0 {
		text := cmp.Or(palette.Lacks(p.edit.Text), "No command and no setting has “"+p.edit.Text+"”. Try another word, or fewer letters.")
		p.WriteWrapped(draw, text, at.Add(imgui.NewVec2(4*s, 14*s)), size.X-8*s)
		return
	}
	list, beside, more := size, at, imgui.NewVec2(moreWide*s, size.Y)
	if size.X >= leastWide*s {
		list.X -= (moreWide + 24) * s
		beside.X += list.X + 24*s
	} else {
		list.Y -= moreLines * s
		beside.Y += list.Y + 6*s
		more = imgui.NewVec2(size.X, (moreLines-6)*s)
	}
	imgui.SetCursorScreenPos(at)
	imgui.BeginChild("found", list, 0, 0)
	if p.resets {
		imgui.SetScrollY(0)
	}
	top := imgui.CursorScreenPos()
	loose := p.loose()
	y := func(i int) float32 { // in the list
		if loose >= 0 && i >= loose {
			i++ // below their heading
		}
		return float32(i) * foundPitch * s
	}
	if p.follow {
		first, scrolled := y(p.chosen), at.Y-top.Y
		imgui.SetScrollY(max(min(scrolled, first), first+foundPitch*s-list.Y))
	}
	rows := imgui.WindowDrawList()
	width := list.X - 12*s
	p.Widgets.Found = p.places.found[:0]
	if loose >= 0 {
		rows.AddTextFont(p.Medium, smallSize*s, top.Add(imgui.NewVec2(10*s, y(loose)-(foundPitch-12)*s)), widgets.Packed(p.Dim), LooseTitle)
	}
	for i := range p.found {
		imgui.PushID(int32(i))
		p.result(rows, i, top.Add(imgui.NewVec2(0, y(i))), width, settings)
		imgui.PopID()
	}
	lines := len(p.found)
	if len(p.less) > 0 {
		p.lessClose(rows, top.Add(imgui.NewVec2(0, y(lines))), width)
		lines++
	}
	imgui.SetCursorScreenPos(top)
	imgui.Dummy(imgui.NewVec2(1, y(lines)))
	imgui.EndChild()
	p.places.found = p.Widgets.Found
	if p.chosen < len(p.found) {
		p.about(draw, p.found[p.chosen].Entry, beside, more, size.X >= leastWide*s)
	}
}

// result shows an entry: its title with the letters found, and on the right its keys, or the
// setting's value.
func (p *Page) result(draw *imgui.DrawList, i int, at imgui.Vec2, width float32, settings *session.Settings) {
	s, m := p.Scale, &p.found[i]
	size := imgui.NewVec2(width, foundPitch*s)
	clicked := p.bed(draw, "result", at, size, i == p.chosen)
	p.Widgets.Found = append(p.Widgets.Found, widgets.Item())
	if clicked {
		p.chosen = i
		p.run(m.Command)
	}
	end := at.X + width - 10*s
	if len(m.Keys) > 0 {
		x := end - p.capsWidth(m.Keys)
		end = x
		for _, key := range m.Keys {
			x += p.drawCap(draw, x, at.Y+(foundPitch-capHigh)/2*s, key, false) + capGap*s
		}
		end -= 14 * s
	} else if value := valueOf(m.Entry, settings); value != "" {
		imgui.PushFont(p.Regular, textSize*s)
		widgets.WriteRightAt(draw, end, at.Y+8*s, p.Bright, value)
		end -= imgui.CalcTextSize(value).X + 14*s
		imgui.PopFont()
	}
	x, y := at.X+10*s, at.Y+8*s
	imgui.PushFont(p.Regular, textSize*s)
	where := m.Where()
	wide := imgui.CalcTextSize(where).X
	title := widgets.Fitted(m.Title, max(end-x, 1))
	x = p.title(draw, m, title, x, y)
	if x+12*s+wide <= end {
		draw.AddTextFont(p.Regular, smallSize*s, imgui.NewVec2(x+12*s, y+1.3*s), widgets.Packed(p.Dim), where)
	}
	imgui.PopFont()
}

// bed is the background of a line, which reports clicks.
func (p *Page) bed(draw *imgui.DrawList, id string, at, size imgui.Vec2, chosen bool) (clicked bool) {
	s := p.Scale
	clicked, over := widgets.InvisibleButton(id, at, size)
	switch {
	case chosen:
		draw.AddRectFilledV(at, at.Add(size), widgets.Faded(p.Accent, 0.16), 5*s, 0) // texts of all colours stay readable
		draw.AddRect(at, at.Add(size), widgets.Packed(p.Accent), 5*s, 0, s)
	case over:
		draw.AddRectFilledV(at, at.Add(size), widgets.Packed(p.Raised), 5*s, 0)
	}
	return clicked
}

// lessClose is the line that unfolds the loose matches.
func (p *Page) lessClose(draw *imgui.DrawList, at imgui.Vec2, width float32) {
	s := p.Scale
	clicked := p.bed(draw, "less", at, imgui.NewVec2(width, foundPitch*s), p.chosen == len(p.found))
	p.Widgets.Less = widgets.Item()
	if clicked {
		p.chosen = len(p.found)
		p.unfold()
		return
	}
	text := strconv.Itoa(len(p.less)) + " less close"
	draw.AddTextFont(p.Medium, smallSize*s, at.Add(imgui.NewVec2(10*s, 9*s)), widgets.Packed(p.Dim), text)
}

// title writes a title, the letters found in the accent's colour, and returns where it ends.
func (p *Page) title(draw *imgui.DrawList, m *palette.Match, title string, x, y float32) float32 {
	part := func(text string, ink uint32) {
		draw.AddText(imgui.NewVec2(x, y), ink, text)
		x += imgui.CalcTextSize(text).X
	}
	at := 0
	if title == m.Title { // not shortened
		for _, l := range m.Letters {
			part(title[at:l.From], widgets.Packed(p.Bright))
			part(title[l.From:l.To], widgets.Packed(p.Stronger))
			at = l.To
		}
	}
	part(title[at:], widgets.Packed(p.Bright))
	return x
}

// valueOf returns the value of a setting, whether a curve is shown, or that an entry is the current value.
func valueOf(e *palette.Entry, settings *session.Settings) string {
	r, ok := widgets.Shown(e.Setting)
	c, isCurve := e.Curve()
	switch {
	case isCurve && settings.ShownCurves().Has(c):
		return "on"
	case isCurve:
		return "off"
	case !ok:
		return ""
	case e.IsSetting():
		return widgets.ValueText(r, settings)
	case r.Words != nil && r.Applies(settings) && r.Index(settings) == int(e.Command.Number):
		return "is set"
	}
	return ""
}

// about says what an entry does: next to the list, or below it.
func (p *Page) about(draw *imgui.DrawList, e *palette.Entry, at, size imgui.Vec2, tall bool) {
	s := p.Scale
	end := at.Add(size)
	draw.PushClipRect(at, end, true)
	defer draw.PopClipRect()
	text := sentence(e.More)
	if tall {
		draw.AddRectFilledV(at, end.Sub(imgui.NewVec2(0, 6*s)), widgets.Packed(p.Raised), 6*s, 0)
		imgui.PushFont(p.Medium, 16*s)
		high := imgui.CalcTextSizeV(e.Title, false, size.X-32*s).Y
		imgui.PopFont()
		draw.AddTextFontV(p.Medium, 16*s, at.Add(imgui.NewVec2(16*s, 14*s)), widgets.Packed(p.Bright), e.Title, size.X-32*s, nil)
		at.Y += 22*s + high
		draw.AddTextFont(p.Regular, smallSize*s, at.Add(imgui.NewVec2(16*s, 0)), widgets.Packed(p.Dim), place(e))
		p.paragraph(draw, text, at.Add(imgui.NewVec2(16*s, 28*s)), size.X-32*s)
		return
	}
	draw.AddLine(at, imgui.NewVec2(end.X, at.Y), widgets.Packed(p.Separator), s)
	if text == "" {
		text = place(e)
	}
	p.paragraph(draw, strings.ReplaceAll(text, "\n", " "), at.Add(imgui.NewVec2(4*s, 8*s)), size.X-8*s)
}

// sentence returns a text that begins with a capital letter.
func sentence(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	if n == 0 {
		return ""
	}
	return string(unicode.ToUpper(r)) + text[n:]
}

// place says what an entry is and where it belongs.
func place(e *palette.Entry) string {
	_, isCurve := e.Curve()
	switch {
	case isCurve:
		return "Curve of the timeline"
	case e.IsSetting():
		return "Setting in the tab " + e.Where()
	case e.Setting != "" && e.Group == palette.NoGroup:
		return "Value of a setting in the tab " + e.Where()
	}
	return "Command: " + e.Where()
}

// paragraph writes text with line breaks, in lines further apart than Dear ImGui's.
func (p *Page) paragraph(draw *imgui.DrawList, text string, at imgui.Vec2, width float32) {
	const pitch = 20
	imgui.PushFont(p.Regular, textSize*p.Scale)
	defer imgui.PopFont()
	for line := range strings.SplitSeq(text, "\n") {
		for line != "" {
			first, rest := line, ""
			if imgui.CalcTextSize(line).X > width {
				first, rest = widgets.Broken(line, width)
			}
			if first == "" {
				return // too narrow
			}
			draw.AddText(at, widgets.Packed(p.Bright), first)
			at.Y += pitch * p.Scale
			line = strings.TrimLeft(rest, " ")
		}
	}
}
