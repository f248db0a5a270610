package widgets

import (
	"image/color"
	"math"
	"regexp"
	"sort"
	"strings"
	"unicode"

	"ffkvadrat/imgui"
)

// pen draws text and icons with the panel's fonts at its scale.
type pen struct {
	Regular, Medium *imgui.Font
	Scale           float32
	*Inks           // of the widgets that follow
}

// Section starts a group of widgets with a title.
func (p *pen) Section(title string) {
	p.Rule()
	p.Heading(title)
}

// Heading writes the title of a group of widgets.
func (p *pen) Heading(title string) {
	imgui.PushFont(p.Medium, TextSize*p.Scale)
	imgui.TextUnformatted(title)
	imgui.PopFont()
}

// Rule draws a line above a group of widgets.
func (p *pen) Rule() {
	imgui.Dummy(imgui.Vec2{})
	at := imgui.CursorScreenPos()
	width := imgui.ContentRegionAvail().X
	imgui.WindowDrawList().AddLine(at, at.Add(imgui.NewVec2(width, 0)), Packed(p.Separator), p.Scale)
	imgui.Dummy(imgui.Vec2{})
}

// WriteSmall writes a line of dim text, shortened to fit.
func (p *pen) WriteSmall(text string) {
	imgui.PushFont(p.Regular, SmallSize*p.Scale)
	imgui.PushStyleColor(imgui.ColText, Packed(p.Dim))
	imgui.TextUnformatted(Fitted(text, imgui.ContentRegionAvail().X))
	imgui.PopStyleColor(1)
	imgui.PopFont()
}

// Column moves to the column next to the labels, in the line that began at start.
func (p *pen) Column(start imgui.Vec2) {
	imgui.SameLineV(0, 0)
	imgui.SetCursorScreenPos(imgui.NewVec2(start.X+LabelWidth*p.Scale, start.Y))
}

// WriteNote writes small text at a position, shifted left by a fraction part, 0 to 1, of its width.
func (p *pen) WriteNote(at imgui.Vec2, part float32, ink uint32, text string) {
	size := SmallSize * p.Scale
	imgui.PushFont(p.Regular, size)
	at.X -= part * imgui.CalcTextSize(text).X
	imgui.PopFont()
	imgui.WindowDrawList().AddTextFont(p.Regular, size, at, ink, text)
}

// TextWidth returns the width of text at a font size.
func (p *pen) TextWidth(size float32, text string) float32 {
	imgui.PushFont(p.Regular, size)
	defer imgui.PopFont()
	return imgui.CalcTextSize(text).X
}

// WriteCentred centres text on a point.
func (p *pen) WriteCentred(draw *imgui.DrawList, size, x, y float32, ink uint32, text string) {
	at := imgui.NewVec2(float32(math.Round(float64(x-p.TextWidth(size, text)/2))), float32(math.Round(float64(y-0.6*size))))
	draw.AddTextFont(p.Regular, size, at, ink, text)
}

// WriteWrapped writes dim text with line breaks.
func (p *pen) WriteWrapped(draw *imgui.DrawList, text string, at imgui.Vec2, width float32) {
	draw.AddTextFontV(p.Regular, TextSize*p.Scale, at, Packed(p.Dim), text, max(width, 1), nil)
}

// Fitted shortens text in the middle to at most width pixels.
func Fitted(text string, width float32) string {
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

// Unbroken returns a text in which no line ends after a digit: numbers stay whole and with their units.
func Unbroken(text string) string {
	out := []rune(text)
	for i, c := range out {
		if c == ' ' && i > 0 && unicode.IsDigit(out[i-1]) {
			out[i] = '\u00a0'
		}
	}
	return string(out)
}

// Broken splits text in two. The first part is as long as width allows, and ends between words if
// possible.
func Broken(text string, width float32) (first, second string) {
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

// WriteRight writes text right-aligned in the current line.
func WriteRight(text string) {
	imgui.SameLineV(0, 0)
	at := imgui.CursorScreenPos()
	at.X += imgui.ContentRegionAvail().X - imgui.CalcTextSize(text).X
	imgui.SetCursorScreenPos(at)
	imgui.TextUnformatted(text)
}

// WritePair writes a name and a right-aligned value.
func (p *pen) WritePair(name, value string) {
	imgui.PushStyleColor(imgui.ColText, Packed(p.Dim))
	imgui.TextUnformatted(name)
	imgui.PopStyleColor(1)
	WriteRight(value)
}

// WriteRightAt writes text that ends at x.
func WriteRightAt(draw *imgui.DrawList, x, y float32, ink color.NRGBA, text string) {
	draw.AddText(imgui.NewVec2(x-imgui.CalcTextSize(text).X, y), Packed(ink), text)
}

// decimal is a number with a point or a comma, after which Dear ImGui would end a line.
var decimal = regexp.MustCompile(`\d[.,]\d`)

// Whole ends the lines of a text with such numbers between words, so that at a width in the present font these stay whole. Texts
// without such numbers, and words wider than a line, are left to Dear ImGui.
func Whole(text string, width float32) string {
	return broken(text, func(line string) bool { return imgui.CalcTextSize(line).X <= width })
}

// broken does so for lines that fit.
func broken(text string, fits func(line string) bool) string {
	if !decimal.MatchString(text) {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		words := strings.Split(line, " ")
		now := words[0]
		var done strings.Builder
		for _, word := range words[1:] {
			if next := now + " " + word; fits(next) {
				now = next
				continue
			}
			done.WriteString(now + "\n")
			now = word
		}
		lines[i] = done.String() + now
	}
	return strings.Join(lines, "\n")
}

// Paragraph writes text with line breaks.
func Paragraph(text string) {
	imgui.PushTextWrapPos(0)
	imgui.TextUnformatted(Whole(text, imgui.ContentRegionAvail().X))
	imgui.PopTextWrapPos()
}
