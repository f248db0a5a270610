package widgets

import (
	"unicode"
	"unicode/utf8"

	"ffkvadrat/imgui"
)

// Edit is a line of text that is being typed, with a caret and a selection: that of a field which has the keys without a click. The
// zero value is empty.
type Edit struct {
	Text  string // Set changes it
	caret int    // in bytes, between characters
	from  int    // where the selection began; the caret without one
}

// Set replaces the text and moves the caret to its end.
func (e *Edit) Set(text string) { *e = Edit{text, len(text), len(text)} }

// Type adds a printable character to a text of less than most bytes, and reports whether it did. It replaces the selection.
func (e *Edit) Type(character rune, most int) bool {
	typed := unicode.IsPrint(character) && len(e.Text) < most
	if typed {
		e.put(string(character))
	}
	return typed
}

// Press handles a key that edits the text or moves the caret, and reports whether it is one. Home and End are not where the caret
// is at that end.
func (e *Edit) Press(key imgui.Key, held Held) bool {
	switch key {
	case imgui.KeyBackspace:
		e.remove(-1)
	case imgui.KeyDelete:
		e.remove(1)
	case imgui.KeyA:
		if held.Control {
			e.from, e.caret = 0, len(e.Text)
		}
	case imgui.KeyLeftArrow:
		e.arrow(-1, held.Shift)
	case imgui.KeyRightArrow:
		e.arrow(1, held.Shift)
	case imgui.KeyHome, imgui.KeyEnd:
		at := 0
		if key == imgui.KeyEnd {
			at = len(e.Text)
		}
		if e.caret == at && e.from == at {
			return false
		}
		e.to(at, held.Shift)
	default:
		return false
	}
	return true
}

// selected returns the ends of the selection.
func (e *Edit) selected() (first, last int) { return min(e.caret, e.from), max(e.caret, e.from) }

// put replaces the selection, at least an empty one, by text.
func (e *Edit) put(text string) {
	first, last := e.selected()
	e.Text = e.Text[:first] + text + e.Text[last:]
	e.to(first+len(text), false)
}

// to moves the caret; selects extends the selection to it.
func (e *Edit) to(at int, selects bool) {
	if e.caret = at; !selects {
		e.from = at
	}
}

// next returns the place a character before the caret, or after it if n is 1.
func (e *Edit) next(n int) int {
	if n < 0 {
		_, size := utf8.DecodeLastRuneInString(e.Text[:e.caret])
		return e.caret - size
	}
	_, size := utf8.DecodeRuneInString(e.Text[e.caret:])
	return e.caret + size
}

// arrow moves the caret by a character. Without selects, a selection ends at the side of the arrow.
func (e *Edit) arrow(n int, selects bool) {
	first, last := e.selected()
	switch {
	case selects || first == last:
		e.to(e.next(n), selects)
	case n < 0:
		e.to(first, false)
	default:
		e.to(last, false)
	}
}

// remove removes the selection, or else a character before the caret, or after it if n is 1.
func (e *Edit) remove(n int) {
	if e.caret == e.from {
		e.from = e.next(n)
	}
	e.put("")
}

// WriteEdit writes the text with its selection and its caret from a place on, in the current font, moved such that the caret is within
// room. The selection and the caret reach from low to high.
func (k *Kit) WriteEdit(draw *imgui.DrawList, e *Edit, at imgui.Vec2, room, low, high float32) {
	s := k.Scale
	first, last := e.selected()
	moved := max(imgui.CalcTextSize(e.Text[:e.caret]).X-room, 0)
	along := func(i int) float32 { return at.X + imgui.CalcTextSize(e.Text[:i]).X - moved }
	draw.PushClipRect(imgui.NewVec2(at.X-s, low), imgui.NewVec2(at.X+room+4*s, high), true)
	draw.AddRectFilled(imgui.NewVec2(along(first), low), imgui.NewVec2(along(last), high), Packed(k.Chosen))
	draw.AddText(imgui.NewVec2(along(0), at.Y), Packed(k.Bright), e.Text)
	caret := imgui.NewVec2(along(e.caret)+s, low)
	draw.AddRectFilled(caret, imgui.NewVec2(caret.X+2*s, high), Packed(k.Stronger))
	draw.PopClipRect()
}
