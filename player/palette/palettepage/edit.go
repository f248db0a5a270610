package palettepage

import "unicode/utf8"

// edit is a line of text that is being typed, with a caret and a selection. The zero value is empty.
type edit struct {
	text  string
	caret int // in bytes, between characters
	from  int // where the selection began; the caret without one
}

// set replaces the text and moves the caret to its end.
func (e *edit) set(text string) { *e = edit{text, len(text), len(text)} }

// selected returns the ends of the selection.
func (e *edit) selected() (first, last int) { return min(e.caret, e.from), max(e.caret, e.from) }

// put replaces the selection, at least an empty one, by text.
func (e *edit) put(text string) {
	first, last := e.selected()
	e.text = e.text[:first] + text + e.text[last:]
	e.to(first+len(text), false)
}

// to moves the caret; selects extends the selection to it.
func (e *edit) to(at int, selects bool) {
	if e.caret = at; !selects {
		e.from = at
	}
}

// all selects the whole text.
func (e *edit) all() { e.from, e.caret = 0, len(e.text) }

// next returns the place a character before the caret, or after it if n is 1.
func (e *edit) next(n int) int {
	if n < 0 {
		_, size := utf8.DecodeLastRuneInString(e.text[:e.caret])
		return e.caret - size
	}
	_, size := utf8.DecodeRuneInString(e.text[e.caret:])
	return e.caret + size
}

// arrow moves the caret by a character. Without selects, a selection ends at the side of the arrow.
func (e *edit) arrow(n int, selects bool) {
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
func (e *edit) remove(n int) {
	if e.caret == e.from {
		e.from = e.next(n)
	}
	e.put("")
}
