package panel

import (
	"math"
	"sort"
	"strings"
	"unicode/utf8"

	"ffkvadrat/imgui"
)

// pen draws text and icons with the panel's fonts at its scale.
type pen struct {
	regular, medium *imgui.Font
	scale           float32
}

// section starts a group of widgets with a title.
func (p *pen) section(title string) {
	p.rule()
	imgui.PushFont(p.medium, textSize*p.scale)
	imgui.TextUnformatted(title)
	imgui.PopFont()
}

// rule draws a line above a group of widgets.
func (p *pen) rule() {
	s := p.scale
	imgui.Dummy(imgui.NewVec2(0, s))
	at := imgui.CursorScreenPos()
	width := imgui.ContentRegionAvail().X
	imgui.WindowDrawList().AddLine(at, at.Add(imgui.NewVec2(width, 0)), packed(line), s)
	imgui.Dummy(imgui.NewVec2(0, s))
}

// small writes a line of dim text, shortened to fit.
func (p *pen) small(text string) {
	imgui.PushFont(p.regular, smallSize*p.scale)
	imgui.PushStyleColor(imgui.ColText, packed(dim))
	imgui.TextUnformatted(fitted(text, imgui.ContentRegionAvail().X))
	imgui.PopStyleColor(1)
	imgui.PopFont()
}

// column moves to the column next to the labels, in the line that began at start.
func (p *pen) column(start imgui.Vec2) {
	imgui.SameLineV(0, 0)
	imgui.SetCursorScreenPos(imgui.NewVec2(start.X+labelWidth*p.scale, start.Y))
}

// note writes small text at a position, shifted left by a fraction part, 0 to 1, of its width.
func (p *pen) note(at imgui.Vec2, part float32, ink uint32, text string) {
	size := (smallSize - 1) * p.scale
	imgui.PushFont(p.regular, size)
	at.X -= part * imgui.CalcTextSize(text).X
	imgui.PopFont()
	imgui.WindowDrawList().AddTextFont(p.regular, size, at, ink, text)
}

// wide returns the width of text at a font size.
func (p *pen) wide(size float32, text string) float32 {
	imgui.PushFont(p.regular, size)
	defer imgui.PopFont()
	return imgui.CalcTextSize(text).X
}

// middle centres text on a point.
func (p *pen) middle(draw *imgui.DrawList, size, x, y float32, ink uint32, text string) {
	at := imgui.NewVec2(float32(math.Round(float64(x-p.wide(size, text)/2))), float32(math.Round(float64(y-0.6*size))))
	draw.AddTextFont(p.regular, size, at, ink, text)
}

// wrapped writes dim text with line breaks.
func (p *pen) wrapped(draw *imgui.DrawList, text string, at imgui.Vec2, width float32) {
	draw.AddTextFontV(p.regular, textSize*p.scale, at, packed(dim), text, max(width, 1), nil)
}

// mark draws the badge of a setting that differs from its default.
func (p *pen) mark(draw *imgui.DrawList, x, y float32) {
	draw.AddCircleFilled(imgui.NewVec2(x, y), 3*p.scale, packed(loopColour), 16)
}

// fitted shortens text in the middle to at most width pixels.
func fitted(text string, width float32) string {
	if imgui.CalcTextSize(text).X <= width {
		return text
	}
	runes := []rune(text)
	short := func(n int) string { return string(runes[:(n+1)/2]) + "…" + string(runes[len(runes)-n/2:]) }
	// The least number of characters that is too wide.
	n := sort.Search(len(runes), func(n int) bool { return imgui.CalcTextSize(short(n)).X > width })
	if n <= 3 {
		return "…"
	}
	return short(n - 1)
}

// tail returns the longest end of a text that fits into a width.
func tail(text string, width float32) string {
	if imgui.CalcTextSize(text).X <= width {
		return text
	}
	for text != "" && imgui.CalcTextSize("…"+text).X > width {
		_, n := utf8.DecodeRuneInString(text)
		text = text[n:]
	}
	return "…" + text
}

// broken splits text in two. The first part is as long as width allows, and ends between words if
// possible.
func broken(text string, width float32) (first, second string) {
	last, space := 0, 0
	for i, r := range text {
		if i > 0 && imgui.CalcTextSize(text[:i]).X > width {
			break
		}
		last = i
		if strings.ContainsRune(" -_.", r) {
			space = i + 1
		}
	}
	if space > last/2 && space <= last {
		last = space
	}
	return strings.TrimRight(text[:last], " "), text[last:]
}

// writeRight writes text right-aligned in the current line.
func writeRight(text string) {
	imgui.SameLineV(0, 0)
	at := imgui.CursorScreenPos()
	at.X += imgui.ContentRegionAvail().X - imgui.CalcTextSize(text).X
	imgui.SetCursorScreenPos(at)
	imgui.TextUnformatted(text)
}

// writePair writes a name and a right-aligned value.
func writePair(name, value string) {
	imgui.PushStyleColor(imgui.ColText, packed(dim))
	imgui.TextUnformatted(name)
	imgui.PopStyleColor(1)
	writeRight(value)
}

// writeRightAt writes text that ends at x.
func writeRightAt(draw *imgui.DrawList, x, y float32, ink colour, text string) {
	draw.AddText(imgui.NewVec2(x-imgui.CalcTextSize(text).X, y), packed(ink), text)
}

// paragraph writes text with line breaks.
func paragraph(text string) {
	imgui.PushTextWrapPos(0)
	imgui.TextUnformatted(text)
	imgui.PopTextWrapPos()
}
